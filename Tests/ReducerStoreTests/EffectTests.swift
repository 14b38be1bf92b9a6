import ReducerStore
import Synchronization
import Testing

@MainActor
@Suite struct EffectTests {
  enum Action: Equatable {
    case start(String)
    case cancel
    case value(String)
  }

  /// Starts effects that send each element of a stream to which the test adds elements. When the stream ends, the
  /// effect sends one more text: for a stream with the name “a”, the text “after a”.
  struct Listener: Reducer {
    /// Returns the stream with a name.
    let stream: @Sendable (String) -> AsyncStream<String>
    var cancelInFlight = false
    /// Called when a stream has ended, with the name of the stream, and whether the effect was cancelled. A
    /// cancellation also ends the stream.
    var onEnd: @Sendable (String, Bool) -> Void = { _, _ in }

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      switch action {
      case .start(let name):
        return .run { [stream, onEnd] send in
          for await element in stream(name) { await send(.value(element)) }
          onEnd(name, Task.isCancelled)
          await send(.value("after \(name)"))
        }
        .cancellable(id: "listener", cancelInFlight: cancelInFlight)
      case .cancel: return .cancel(id: "listener")
      case .value(let value):
        state.append(value)
        return .none
      }
    }
  }

  let streams = Streams()

  @Test func `an error thrown after cancellation reaches the catch closure, whose actions are dropped`() async {
    // Given effects that throw an error when they are cancelled. The name of an effect selects the error, and
    // whether the effect has a `catch` closure
    struct Interrupted: Error {}
    let reports = Reports()
    let caughtErrors = Mutex<[String]>([])
    let store = Store<[String], Action>(initialState: []) {
      Reduce { state, action in
        guard case .start(let name) = action else {
          state.append("\(action)")
          return .none
        }
        let operation: @MainActor @Sendable (Send<Action>) async throws -> Void = { _ in
          do { try await Task.sleep(for: .seconds(3_600)) } catch {
            throw name == "cancelled" ? CancellationError() : Interrupted() as any Error
          }
        }
        if name == "uncaught" { return .run(operation: operation) }
        return .run(operation: operation) { error, send in
          caughtErrors.withLock { $0.append("\(error)") }
          await send(.value("caught"))
        }
      }
    }

    // When the effects are cancelled
    await reports.gather {
      for name in ["caught", "uncaught", "cancelled"] {
        let task = store.send(.start(name))
        task.cancel()
        await task.finish()
      }
    }

    // Then `catch` receives `Interrupted` but no `CancellationError`, and the action that `catch` sends is dropped. The
    // error of the effect without `catch` is not reported
    #expect(caughtErrors.withLock { $0 } == ["Interrupted()"])
    #expect(store.state == [])
    #expect(reports.messages == [])
  }

  @Test func `the catch closure of an effect has the effect's dependencies`() async {
    struct Failure: Error {}
    let store = Store<[String], String>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        guard action == "go" else { return .none }
        return .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(Dependency(\.continuousClock).wrappedValue is SuspendingClock ? "replaced" : "live")
        }
      }
      .dependency(\.continuousClock, SuspendingClock())
    }
    await store.send("go").finish()
    #expect(store.state == ["go", "replaced"])
  }

  @Test func `isCancelled of an action's task is true only while its cancelled effects still run`() async {
    // Given an action whose effect listens to a stream, and an action without an effect
    let store = Store<[String], Action>(initialState: []) { Listener(stream: streams.stream) }
    let task = store.send(.start("a"))
    #expect(!task.isCancelled)
    #expect(!store.send(.value("x")).isCancelled)

    // When the task of the first action is cancelled
    task.cancel()

    // Then `isCancelled` is true until the effect has ended
    #expect(task.isCancelled)
    await task.finish()
    #expect(!task.isCancelled)
  }

  @Test func `an effect's task can be awaited until the effect has sent all its actions`() async {
    // Given an effect that listens to a stream
    let store = Store<[String], Action>(initialState: []) { Listener(stream: streams.stream) }
    let task = store.send(.start("a"))
    #expect(task.isRunning)

    // When the stream yields one element and finishes
    streams.yield("one", to: "a")
    streams.finish("a")
    await task.finish()

    // Then all actions of the effect have arrived
    #expect(store.state == ["one", "after a"])
    #expect(!task.isRunning)
    #expect(!store.isRunningEffects)
  }

  @Test func `actions that a cancelled effect sends are dropped`() async {
    // Given an effect that listens to a stream
    let ended = Mutex<[String]>([])
    let store = Store<[String], Action>(initialState: []) {
      Listener(
        stream: streams.stream, onEnd: { name, isCancelled in ended.withLock { $0.append("\(name) \(isCancelled)") } })
    }
    let task = store.send(.start("a"))

    // When the effect is cancelled by its id
    store.send(.cancel)
    await task.finish()

    // Then the effect ends, and the action that it sends after the cancellation is dropped
    #expect(ended.withLock { $0 } == ["a true"])
    #expect(store.state == [])
  }

  @Test func `cancelInFlight cancels the running effect with the same id`() async {
    // Given an effect that listens to a stream
    let store = Store<[String], Action>(initialState: []) { Listener(stream: streams.stream, cancelInFlight: true) }
    let first = store.send(.start("a"))

    // When another effect with the same id starts
    let second = store.send(.start("b"))
    await first.finish()
    streams.finish("b")
    await second.finish()

    // Then only the action of the second effect arrives
    #expect(store.state == ["after b"])
  }

  @Test func `cancelling an action's task cancels only the effects of that action`() async {
    // Given two running effects
    let store = Store<[String], Action>(initialState: []) { Listener(stream: streams.stream) }
    let first = store.send(.start("a"))
    let second = store.send(.start("b"))

    // When the task of the first effect is cancelled
    first.cancel()
    await first.finish()
    streams.finish("b")
    await second.finish()

    // Then the second effect is not cancelled
    #expect(store.state == ["after b"])
  }

  @Test func `awaiting an action's task also waits for effects that start from actions of its effects`() async {
    // Given an action whose effect sends another action with an effect
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return action < 3
          ? .run { send in
            await Task.yield()
            await send(action + 1)
          } : .none
      }
    }

    // When the task of the first action is awaited
    await store.send(0).finish()

    // Then all actions have been reduced
    #expect(store.state == [0, 1, 2, 3])
  }

  @Test func `effects do not retain the store, and are cancelled when it is released`() async {
    // Given a store with a running effect
    let wasCancelled = Mutex(false)
    var store: Store<[String], Action>? = Store<[String], Action>(initialState: []) {
      Listener(stream: streams.stream, onEnd: { _, isCancelled in wasCancelled.withLock { $0 = isCancelled } })
    }
    let task = store?.send(.start("a"))
    weak let weakStore = store

    // When the store is released
    store = nil

    // Then nothing retains the store, and its effect is cancelled
    #expect(weakStore == nil)
    await task?.finish()
    #expect(wasCancelled.withLock { $0 })
  }

  @Test func `cancelling a task that awaits an effect cancels the effect`() async {
    // Given a task that waits for an effect, like the task of a view
    let store = Store<[String], Action>(initialState: []) { Listener(stream: streams.stream) }
    let effectTask = store.send(.start("a"))
    let waitingTask = Task { await effectTask.finish() }

    // When the waiting task is cancelled
    waitingTask.cancel()
    await waitingTask.value

    // Then the effect has ended
    #expect(!store.isRunningEffects)
  }

  @Test func `an error reaches the catch closure or is reported, and a cancellation error is ignored`() async {
    struct Failure: Error {}
    // Given effects that throw errors. Only the first one has a `catch` closure
    var line = 0
    let reports = Mutex<[String]>([])
    let reporter = MisuseReporter { misuse in reports.withLock { $0.append(misuse.description) } }
    let store = Store<[String], Int>(initialState: []) {
      Reduce { state, action in
        state.append("\(action)")
        switch action {
        case 1:
          return .run { _ in
            throw Failure()
          } catch: { _, send in
            await send(10)
          }
        case 2: return .run { _ in throw CancellationError() }
        case 3:
          line = #line + 1
          return .run { _ in throw Failure() }
        default: return .none
        }
      }
    }

    // When the effects run
    await MisuseReporter.$current.withValue(reporter) {
      for action in 1...3 { await store.send(action).finish() }
    }

    // Then `catch` receives the first error and sends an action. Only the third error is reported, at the line of its
    // effect
    #expect(store.state == ["1", "10", "2", "3"])
    #expect(reports.withLock { $0 }.count == 1)
    #expect(reports.withLock { $0 }.first?.contains("EffectTests.swift:\(line): error: An effect threw") == true)
  }

  @Test func `a mapped effect sends mapped actions and can be cancelled by its id`() async {
    // Given an outer feature, whose actions wrap those of the inner feature `Listener` in a pair. The text in the pair
    // has no meaning. For `.start("a")`, an effect that sends `.value("sent")` is merged with the effect of `Listener`
    let listener = Listener(stream: streams.stream)
    let store = Store<[String], (String, Action)>(initialState: []) {
      Reduce { state, action in
        let effect = listener.reduce(into: &state, action: action.1)
        return Effect.merge(effect, .none, action.1 == .start("a") ? .send(.value("sent")) : .none)
          .map { ("child", $0) }
      }
    }

    // When the effect of the inner feature is started and cancelled
    let task = store.send(("", .start("a")))
    store.send(("", .cancel))
    await task.finish()

    // Then the text “sent” of the inner feature arrives, and the cancellation ends the effect of the inner feature
    #expect(store.state == ["sent"])
  }
}

/// Named streams to which a test adds elements, and a log in which the effects of the test write notes.
final class Streams: Sendable {
  private let continuations = Mutex<[String: AsyncStream<String>.Continuation]>([:])
  private let noted = Mutex<[String]>([])

  /// The names of the streams that were requested.
  var names: Set<String> { continuations.withLock { Set($0.keys) } }

  /// The texts that effects have passed to `note`, in order.
  var notes: [String] { noted.withLock { $0 } }

  func note(_ text: String) {
    noted.withLock { $0.append(text) }
  }

  func stream(_ name: String) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    continuations.withLock { $0[name] = continuation }
    return stream
  }

  func yield(_ element: String, to name: String) {
    continuations.withLock { _ = $0[name]?.yield(element) }
  }

  func finish(_ name: String) {
    continuations.withLock { $0[name]?.finish() }
  }
}
