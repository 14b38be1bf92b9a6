import ReducerStore
import Testing

/// What a program's author can do wrong: each is said once, at the line that is to be changed, and the program goes on.
@MainActor
@Suite struct BadInputTests {
  let streams = Streams()
  let reports = Reports()

  @Test func `an effect that sends to its own reducer at once, endlessly, is stopped and reported`() {
    // Given a reducer whose effect sends the action that begins it, without a suspension
    let line = #line + 1
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, goesOn in
        state += 1
        return goesOn ? .run { send in await send(true) } : .none
      }
    }

    // When it begins
    reports.gather { _ = store.send(true) }

    // Then it ended, with one report at the line that made the store, and nothing is left running
    #expect(store.state == 1_001)
    #expect(reports.lines == [line])
    #expect(reports.messages.first?.contains("actions that each sent the next one") == true)
    #expect(!store.isRunningEffects)

    // And the store goes on
    store.send(false)
    #expect(store.state == 1_002)
  }

  @Test func `an effect that goes on after it was cancelled is reported once, and its actions are dropped`() async {
    // Given an effect that waits for something that nobody can cancel, and sends three times then
    let gate = Gate()
    let line = #line + 6
    let store = Store<[String], String>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        if action == "cancel" { return .cancel(id: "work") }
        guard action == "begin" else { return .none }
        return .run { send in
          await gate.wait()
          await send("late")
          await send("later")
          await send("latest")
        }
        .cancellable(id: "work")
      }
    }

    // When it is cancelled, and then comes to its end
    await reports.gather {
      let task = store.send("begin")
      store.send("cancel")
      gate.open()
      await task.finish()
    }

    // Then it was reported once, at its own line, and changed nothing
    #expect(store.state == ["begin", "cancel"])
    #expect(reports.lines == [line])
    #expect(reports.messages.first?.hasPrefix("An effect went on after it was cancelled, and sent “later”.") == true)

    // And the store goes on
    store.send("more")
    #expect(store.state == ["begin", "cancel", "more"])
  }

  @Test func `the last word of an effect whose loop ends when it is cancelled is dropped, and not reported`() async {
    // Given an effect that sends what comes, and says when no more comes
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = Store<[String], String>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        if action == "cancel" { return .cancel(id: "work") }
        guard action == "begin" else { return .none }
        return .run { send in
          for await number in numbers { await send("\(number)") }
          await send("ended")
        }
        .cancellable(id: "work")
      }
    }

    // When it is cancelled
    await reports.gather {
      let task = store.send("begin")
      store.send("cancel")
      await task.finish()
    }

    // Then its last word reached nobody, and nothing was said of it
    #expect(store.state == ["begin", "cancel"])
    #expect(reports.all.isEmpty)
    continuation.finish()
  }

  @Test func `a task that an effect has begun apart does not outlive the feature either`() async {
    // Given a feature, while it is there, with an effect that begins a task of its own and waits for it
    let gate = Gate()
    let store = Store<Int?, Leaving>(initialState: 0) {
      Reduce { state, action in
        if case .leave = action { state = nil }
        return .none
      }
      .ifLet(\.self, action: \.child) {
        Reduce { state, action in
          guard action == 0 else { return .none }
          return .run { send in
            await Task {
              await gate.wait()
              await send(6)
              await send(7)
            }.value
          }
        }
      }
    }

    // When the feature goes before that task sends
    await reports.gather {
      let task = store.send(.child(0))
      store.send(.leave)
      gate.open()
      await task.finish()
    }

    // Then what it sent reached nobody, and the effect was reported, and not the action
    #expect(store.state == nil)
    #expect(reports.messages.map { $0.prefix(54) } == ["An effect went on after it was cancelled, and sent “7”"])
  }

  @Test func `an effect of a store that is gone is not blamed`() async {
    // Given an effect that outlives its store
    let gate = Gate()
    var store: Store<Int, Int>? = Store<Int, Int>(initialState: 0) {
      Reduce { _, _ in
        .run { send in
          await gate.wait()
          await send(1)
        }
      }
    }

    // When the store goes, and the effect sends
    await reports.gather {
      let task = store?.send(0)
      store = nil
      gate.open()
      await task?.finish()
    }

    // Then nothing was said: nobody is there to receive it, and nothing is wrong
    #expect(reports.all.isEmpty)
  }

  @Test func `an action to the store of a feature that is gone is reported at the line that made that store`() {
    // Given the store of an editor
    let store = Store(initialState: Inventory.State(destination: .editor(Editor.State()))) { Inventory(streams: streams) }
    let line = #line + 1
    let editor = store.scope(state: \.destination?.editor, action: \.destination.editor)

    // When its state goes, and somebody sends to it
    reports.gather {
      store.send(.closeEditor)
      editor?.send(.nameChanged("Pen"))
    }

    // Then that was reported, and nothing changed
    #expect(reports.lines == [line])
    #expect(store.destination == nil)
  }
}

/// Something to wait for that does not care whether the waiting task is cancelled.
@MainActor
private final class Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }
}

private enum Leaving: CasePathable {
  case leave
  case child(Int)

  struct AllCasePaths {
    var child: CasePath<Leaving, Int> {
      CasePath(embed: Leaving.child) { if case .child(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
