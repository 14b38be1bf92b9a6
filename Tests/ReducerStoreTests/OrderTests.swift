import ReducerStore
import TestTraits
import Testing

/// The order in which actions are reduced and effects run, and the release of stores. The numbers in `reducerCase`
/// refer to the table of cases in docs/library/reducers.md.
@MainActor
@Suite struct OrderTests {
  /// Streams to which the test adds elements, and the notes that effects write at their ends.
  let streams = Streams()
  let reports = Reports()

  @Test(.reducerCase(9))
  func `actions sent while another action is reduced are reduced after it, in order`() {
    // Given a reducer that sends actions to its own store: directly, while it reduces “a”, and through effects
    final class StoreHolder { var store: Store<[String], String>? }
    let holder = StoreHolder()
    var depth = 0
    let store = Store<[String], String>(initialState: []) {
      Reduce { state, action in
        depth += 1
        defer { depth -= 1 }
        #expect(depth == 1)
        guard action == "a" else {
          state.append(action)
          return .none
        }
        state.append("a begins")
        holder.store?.send("b")
        holder.store?.send("c")
        state.append("a ends")
        return .merge(
          .send("d"),
          .run { send in
            await send("e")
            await send("f")
          })
      }
    }
    holder.store = store
    defer { holder.store = nil }

    // When the first action is sent
    store.send("a")

    // Then the actions are reduced one at a time, in the order in which they were sent
    #expect(store.state == ["a begins", "a ends", "b", "c", "d", "e", "f"])
  }

  @Test func `an endless chain of actions is stopped and reported, and the store still accepts actions`() {
    // Given a reducer whose effect sends the same action again
    let storeLine = #line + 1
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, continues in
        state += 1
        return continues ? .send(true) : .none
      }
    }

    // When the first action is sent
    reports.gather { _ = store.send(true) }

    // Then the chain ends with one report at the line that created the store. The first action and a chain of 1,000
    // actions were reduced
    #expect(store.state == 1_001)
    #expect(reports.lines == [storeLine])
    #expect(
      reports.messages.first?.hasPrefix(
        "“true” was dropped: it is the last of 1000 actions that each sent the next one.") == true)

    // And the store still accepts actions
    store.send(false)
    #expect(store.state == 1_002)
  }

  @Test func `many actions of one effect are not mistaken for an endless chain`() {
    // Given an effect of the action 0 that sends 5,000 actions, although a chain may have only 1,000 actions
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state += action
        return action == 0 ? .run { send in for _ in 1...5_000 { await send(1) } } : .none
      }
    }
    reports.gather { _ = store.send(0) }
    #expect(store.state == 5_000)
    #expect(reports.all.isEmpty)
  }

  @Test(.reducerCase(10))
  func `releasing a store releases its state, cancels its effects and drops their actions`() async {
    final class Token {}
    // Given a store whose state retains an object, and an effect that outlives the store
    var token: Token? = Token()
    weak let watchedToken = token
    var reducedCount = 0
    var store: Store<Token?, Int>? = Store<Token?, Int>(initialState: token) {
      Reduce { _, action in
        reducedCount += 1
        guard action == 0 else { return .none }
        return .run { [streams] send in
          for await _ in streams.stream("a") {}
          await send(1)
          streams.note("sent")
        }
      }
    }
    token = nil
    let task = store?.send(0)
    weak let watchedStore = store
    #expect(watchedToken != nil)

    // When the last reference to the store is released
    store = nil

    // Then the store and its state are released, the effect is cancelled, and the action that it sends is dropped
    #expect(watchedStore == nil)
    #expect(watchedToken == nil)
    await task?.finish()
    #expect(streams.notes == ["sent"])
    #expect(reducedCount == 1)
  }

  @Test(.reducerCase(10)) func `a scoped store retains its parent store and is released with its own last reference`() {
    // Given a store, and a store that is scoped to the editor in its state
    var parent: Store<Inventory.State, Inventory.Action>? = Store(
      initialState: Inventory.State(destination: .editor(Editor.State()))
    ) {
      Inventory(streams: streams)
    }
    var scoped = parent?.scope(state: \.destination?.editor, action: \.destination.editor)
    // A scoped store retains a part of its parent store: the core, which holds the state and runs the effects
    weak let watchedParentCore = parent?.core
    weak let watchedScoped = scoped

    // When the reference to the parent store is released
    parent = nil

    // Then the scoped store still works
    scoped?.send(.nameChanged("Pen"))
    #expect(scoped?.name == "Pen")

    // And when the reference to the scoped store is released, the scoped store and the parent's core are released
    scoped = nil
    #expect(watchedScoped == nil)
    #expect(watchedParentCore == nil)
  }

  @Test func `concatenated effects run one after another`() async {
    // Given a concatenation of two effects that listen to streams and three effects that send
    let store = Store<[String], String>(initialState: []) {
      Reduce { [streams] state, action in
        state.append(action)
        guard action == "begin" else { return .none }
        let listen = { (name: String) in
          Effect<String>.run { send in for await word in streams.stream(name) { await send(word) } }
        }
        return .concatenate(.send("first"), listen("a"), .send("between"), listen("b"), .send("last"))
      }
    }

    // When the stream “a” yields and ends, and then the stream “b” does
    let task = store.send("begin")
    #expect(store.state == ["begin", "first"])
    streams.yield("a1", to: "a")
    streams.finish("a")
    while !streams.names.contains("b") { await Task.yield() }
    streams.yield("b1", to: "b")
    streams.finish("b")
    await task.finish()

    // Then all actions arrive in order
    #expect(store.state == ["begin", "first", "a1", "between", "b1", "last"])
  }

  @Test func `a cancelled concatenation starts no further effects`() async {
    let store = Store<[String], String>(initialState: []) {
      Reduce { [streams] state, action in
        state.append(action)
        if action == "cancel" { return .cancel(id: "work") }
        guard action == "begin" else { return .none }
        return .concatenate(.run { _ in for await _ in streams.stream("a") {} }, .send("late")).cancellable(id: "work")
      }
    }
    let task = store.send("begin")
    store.send("cancel")
    await task.finish()
    #expect(store.state == ["begin", "cancel"])
    #expect(!store.isRunningEffects)
  }
}
