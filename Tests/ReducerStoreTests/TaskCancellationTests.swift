import ReducerStore
import Synchronization
import Testing

/// Parts of effects that are cancelled by an id: `withTaskCancellation(id:)` and `Task.cancel(id:)`.
@MainActor
@Suite struct TaskCancellationTests {
  enum Action: Equatable {
    case listen(String)
    case cancel
    case cancelFromEffect
    case value(String)
  }

  /// A feature whose effect listens to a named stream. The id “listen” cancels only the listening part of the effect.
  struct Listener: Reducer {
    let stream: @Sendable (String) -> AsyncStream<String>
    var cancelInFlight = false

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      switch action {
      case .listen(let name):
        return .run { [stream, cancelInFlight] send in
          await send(.value("begin \(name)"))
          let heardCount = await withTaskCancellation(id: "listen", cancelInFlight: cancelInFlight) {
            var count = 0
            for await element in stream(name) {
              count += 1
              await send(.value(element))
            }
            return count
          }
          await send(.value("end \(name), heard \(heardCount)"))
        }
      case .cancel: return .cancel(id: "listen")
      case .cancelFromEffect: return .run { _ in Task.cancel(id: "listen") }
      case .value(let value):
        state.append(value)
        return .none
      }
    }
  }

  let streams = Streams()
  let reports = Reports()

  private func listenerStore(cancelInFlight: Bool = false) -> Store<[String], Action> {
    Store(initialState: []) { Listener(stream: streams.stream, cancelInFlight: cancelInFlight) }
  }

  @Test(arguments: [Action.cancel, .cancelFromEffect])
  func `a part of an effect can be cancelled by its id while the effect continues`(cancelAction: Action) async {
    // Given an effect with a part that listens to a stream
    let store = listenerStore()
    let task = store.send(.listen("a"))
    streams.yield("one", to: "a")

    // When the part is cancelled after it has sent “one”
    while store.state.count < 2 { await Task.yield() }
    store.send(cancelAction)
    await task.finish()

    // Then the effect continues with the result of the part
    #expect(store.state == ["begin a", "one", "end a, heard 1"])
    #expect(!store.isRunningEffects)
  }

  @Test func `cancelInFlight cancels the running part with the same id`() async {
    // Given an effect that listens to stream “a”
    let store = listenerStore(cancelInFlight: true)
    let first = store.send(.listen("a"))

    // When another effect listens to stream “b”, then the part of the first effect is cancelled
    let second = store.send(.listen("b"))
    await first.finish()
    #expect(store.state == ["begin a", "begin b", "end a, heard 0"])

    // And the part of the second effect runs until its stream ends
    streams.finish("b")
    await second.finish()
    #expect(store.state.last == "end b, heard 0")
  }

  @Test func `a cancellable part ends with its effect, and its errors reach the effect's catch closure`() async {
    // Given an effect with a cancellable part. For the action `false`, the part waits. For `true`, the part throws.
    struct Failure: Error {}
    let caught = Mutex<[String]>([])
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, fails in
        .run { _ in
          try await withTaskCancellation(id: "part") {
            if fails { throw Failure() }
            // Longer than any test
            try await Task.sleep(for: .seconds(3_600))
          }
        } catch: { error, _ in
          caught.withLock { $0.append("\(error)") }
        }
      }
    }
    let waitingTask = store.send(false)

    // When the effect is cancelled, and the part of another effect throws an error
    waitingTask.cancel()
    await waitingTask.finish()
    await store.send(true).finish()

    // Then the first effect ends without an error, and the second effect catches the error of its part
    #expect(caught.withLock { $0 } == ["Failure()"])
    #expect(!store.isRunningEffects)
  }

  /// Two instances of the same feature.
  struct Pair: Reducer {
    struct State: Equatable {
      var left: [String] = []
      var right: [String] = []
    }
    enum Action: CasePathable {
      case left(TaskCancellationTests.Action)
      case right(TaskCancellationTests.Action)

      struct AllCasePaths {
        var left: CasePath<Action, TaskCancellationTests.Action> {
          CasePath(embed: Action.left) { if case .left(let action) = $0 { action } else { nil } }
        }
        var right: CasePath<Action, TaskCancellationTests.Action> {
          CasePath(embed: Action.right) { if case .right(let action) = $0 { action } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let stream: @Sendable (String) -> AsyncStream<String>

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.left) { Listener(stream: stream) }
      Scope(state: \.right, action: \.right) { Listener(stream: stream) }
    }
  }

  @Test func `a cancellation id applies only to its own instance of a feature`() async {
    // Given two instances of a feature that both listen to streams
    let store = Store(initialState: Pair.State()) { Pair(stream: streams.stream) }
    let leftTask = store.send(.left(.listen("a")))
    let rightTask = store.send(.right(.listen("b")))

    // When one instance cancels the part of its effect by the id
    store.send(.left(.cancelFromEffect))
    await leftTask.finish()

    // Then the effect of the other instance continues
    #expect(store.left.last == "end a, heard 0")
    #expect(store.right == ["begin b"])
    streams.finish("b")
    await rightTask.finish()
  }

  @Test func `task cancellation by id outside of an effect is reported`() async {
    // The operation runs in spite of the report.
    let result = await reports.gather { await withTaskCancellation(id: "nobody") { 7 } }
    reports.gather { Task.cancel(id: "nobody") }
    #expect(result == 7)
    #expect(reports.messages.map { $0.contains("not from an effect") } == [true, true])
    // The reports name the lines of the two calls above.
    #expect(reports.lines == [#line - 5, #line - 4])
  }
}
