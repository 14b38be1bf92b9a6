import ReducerStore
import Testing

/// Mistakes in a program that uses stores. Each mistake is reported once, at the line to change, and the program
/// continues. Similar cases that are not mistakes are not reported.
@MainActor
@Suite struct BadInputTests {
  let streams = Streams()
  let reports = Reports()

  @Test func `an endless chain of effects that send without suspending is stopped and reported`() {
    // Given a reducer whose effect sends the action that starts the effect, again and again without suspending. The
    // state counts the actions. The action is whether the chain continues
    let line = #line + 1
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, continues in
        state += 1
        return continues ? .run { send in await send(true) } : .none
      }
    }

    // When the first action is sent
    reports.gather { _ = store.send(true) }

    // Then the chain ends with one report at the line that created the store, and no effect is running. The limit of a
    // chain is 1,000 actions after the first one
    #expect(store.state == 1_001)
    #expect(reports.lines == [line])
    #expect(reports.messages.first?.contains("actions that each sent the next one") == true)
    #expect(!store.isRunningEffects)

    // And the store still accepts actions
    store.send(false)
    #expect(store.state == 1_002)
  }

  @Test func `an effect that ignores its cancellation is reported once, and its actions are dropped`() async {
    // Given an effect that waits without observing cancellation, and then sends three actions. The report has the line
    // of `.run`
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

    // When the effect is cancelled, and then runs to its end
    await reports.gather {
      let task = store.send("begin")
      store.send("cancel")
      gate.open()
      await task.finish()
    }

    // Then all actions of the effect are dropped. The report is about the second action. The first one is dropped
    // without a report, because an effect may send one last action when its cancellation ends it
    #expect(store.state == ["begin", "cancel"])
    #expect(reports.lines == [line])
    #expect(reports.messages.first?.hasPrefix("An effect went on after it was cancelled, and sent “later”.") == true)

    // And the store still accepts actions
    store.send("more")
    #expect(store.state == ["begin", "cancel", "more"])
  }

  @Test func `the last action of an effect that ends when it is cancelled is dropped without a report`() async {
    // Given an effect that sends each element of a stream, and one more action when the stream ends
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

    // When the effect is cancelled
    await reports.gather {
      let task = store.send("begin")
      store.send("cancel")
      await task.finish()
    }

    // Then the last action of the effect, “ended”, is dropped without a report. The stream stays open until the end of
    // the test, so only the cancellation has ended the effect
    #expect(store.state == ["begin", "cancel"])
    #expect(reports.all.isEmpty)
    continuation.finish()
  }

  @Test func `actions from an effect's unstructured task are dropped after the feature is removed`() async {
    // Given a child feature whose action 0 starts an effect. The effect starts an unstructured task, and waits for the
    // end of the task. The task waits for the gate, and then sends the actions 6 and 7
    let gate = Gate()
    let store = Store<Int?, ParentAction>(initialState: 0) {
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

    // When the state of the child becomes nil before the task sends
    await reports.gather {
      let task = store.send(.child(0))
      store.send(.leave)
      gate.open()
      await task.finish()
    }

    // Then the actions of the task are dropped. The only report is about the effect's second action, and not about an
    // action for a child without state
    #expect(store.state == nil)
    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.hasPrefix("An effect went on after it was cancelled, and sent “7”") == true)
  }

  @Test func `an effect that sends after its store was released is not reported`() async {
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

    // When the store is released, and then the effect sends an action
    await reports.gather {
      let task = store?.send(0)
      store = nil
      gate.open()
      await task?.finish()
    }

    // Then nothing is reported: an effect that outlives its store is not a mistake
    #expect(reports.all.isEmpty)
  }

  @Test func `an action to a removed feature's store is reported at the line that scoped the store`() {
    // Given the scoped store of an editor
    let store = Store(initialState: Inventory.State(destination: .editor(Editor.State()))) {
      Inventory(streams: streams)
    }
    let line = #line + 1
    let editor = store.scope(state: \.destination?.editor, action: \.destination.editor)

    // When the editor's state becomes nil, and an action is sent to the scoped store
    reports.gather {
      store.send(.closeEditor)
      editor?.send(.nameChanged("Pen"))
    }

    // Then the action is reported, and the state is unchanged
    #expect(reports.lines == [line])
    #expect(store.destination == nil)
  }
}

/// A gate for tasks. A task waits until the gate opens, even if the task is cancelled.
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

/// The actions of a parent feature, with the case path that the macro `@CasePathable` would generate.
private enum ParentAction: CasePathable {
  case leave
  case child(Int)

  struct AllCasePaths {
    var child: CasePath<ParentAction, Int> {
      CasePath(embed: ParentAction.child) { if case .child(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
