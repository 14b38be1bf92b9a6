import ReducerStore
import Testing

@MainActor
@Suite struct OrderTests {
  let streams = Streams()
  let reports = Reports()

  @Test func `case 9 · actions that are sent while another is reduced come after it, in order, and never inside of it`() {
    // Given a reducer that sends to its own store while it runs, as a callback might, and by effects
    final class Box { var store: Store<[String], String>? }
    let box = Box()
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
        box.store?.send("b")
        box.store?.send("c")
        state.append("a ends")
        return .merge(.send("d"), .run { send in
          await send("e")
          await send("f")
        })
      }
    }
    box.store = store
    defer { box.store = nil }

    // When it is sent an action
    store.send("a")

    // Then each was reduced by itself, in the order in which they were sent
    #expect(store.state == ["a begins", "a ends", "b", "c", "d", "e", "f"])
  }

  @Test func `a reducer that sends to itself endlessly is stopped and reported, and the store goes on`() {
    // Given such a reducer
    let line = #line + 1
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, goesOn in
        state += 1
        return goesOn ? .send(true) : .none
      }
    }

    // When it begins
    reports.gather { _ = store.send(true) }

    // Then it ended, with one report at the line that made the store
    #expect(store.state == 1_001)
    #expect(reports.lines == [line])
    #expect(reports.messages.first?.hasPrefix("“true” was dropped: it is the last of 1000 actions that each sent the next one.") == true)

    // And the store goes on
    store.send(false)
    #expect(store.state == 1_002)
  }

  @Test func `many actions of one effect are not taken for a reducer that sends to itself`() {
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

  @Test func `case 10 · store, state and effects die with the last reference, and later actions of effects are dropped`() async {
    /// Something that a state may hold.
    final class Token {}
    // Given a store with state that can be watched, and an effect that outlives it
    var token: Token? = Token()
    weak let watchedToken = token
    var reduced = 0
    var store: Store<Token?, Int>? = Store<Token?, Int>(initialState: token) {
      Reduce { _, action in
        reduced += 1
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

    // When the last reference goes
    store = nil

    // Then all of it is gone, the effect was cancelled, and what it sends reaches nobody
    #expect(watchedStore == nil)
    #expect(watchedToken == nil)
    await task?.finish()
    #expect(streams.notes == ["sent"])
    #expect(reduced == 1)
  }

  @Test func `case 10 · a scoped store keeps its store, and dies with its own reference`() {
    // Given a store, and one for a part of it
    var whole: Store<Inventory.State, Inventory.Action>? = Store(initialState: Inventory.State(destination: .editor(Editor.State()))) {
      Inventory(streams: streams)
    }
    var part = whole?.scope(state: \.destination?.editor, action: \.destination.editor)
    weak let watchedWhole = whole?.core
    weak let watchedPart = part

    // When the first reference goes
    whole = nil

    // Then the part still works
    part?.send(.nameChanged("Pen"))
    #expect(part?.name == "Pen")

    // And when its own goes, nothing is left
    part = nil
    #expect(watchedPart == nil)
    #expect(watchedWhole == nil)
  }

  @Test func `effects that are concatenated begin one after another`() async {
    // Given two that listen, and one that sends
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

    // When the second is fed after the first has ended
    let task = store.send("begin")
    #expect(store.state == ["begin", "first"])
    streams.yield("a1", to: "a")
    streams.finish("a")
    while !streams.names.contains("b") { await Task.yield() }
    streams.yield("b1", to: "b")
    streams.finish("b")
    await task.finish()

    // Then all came in order
    #expect(store.state == ["begin", "first", "a1", "between", "b1", "last"])
  }

  @Test func `a concatenation that is cancelled does not go on`() async {
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
