import ReducerStore
import TestTraits
import Testing

/// The state, effects and dismissals of features that another feature presents. The numbers in `reducerCase` refer to
/// the table of cases in docs/library/reducers.md.
@MainActor
@Suite struct PresentationTests {
  /// Streams to which the test adds elements, and the notes that effects write when they end. The name of a stream is
  /// “editor” with the id of the editor that listens to the stream, or “help”.
  let streams = Streams()
  let reports = Reports()

  /// Creates a store of a feature that presents an editor or alerts. The editor can present its help. The action `edit`
  /// presents the editor with an id, and `editOther` presents an editor in another case of the destinations.
  private func makeInventory() -> StoreOf<Inventory> {
    Store(initialState: Inventory.State()) { Inventory(streams: streams) }
  }

  @Test(.reducerCase(1)) func `an action for a child whose state is nil runs no reducer and is reported`() throws {
    // Given an inventory that presents nothing
    let operatorLine = #line + 4
    let store = Store<Inventory.State, Inventory.Action>(initialState: Inventory.State()) {
      Reduce<Inventory.State, Inventory.Action> { state, action in
        state.log.append("parent"); return .none
      }.ifLet(\.$destination, action: \.destination) {
        Reduce<Inventory.Destination, Inventory.DestinationAction> { _, _ in .none }
      }
    }

    // When an action for the editor arrives
    reports.gather { _ = store.send(.destination(.presented(.editor(.saveTapped)))) }

    // Then no reducer runs, and the report contains the action, the line of `ifLet`, and the usual causes
    #expect(store.state == Inventory.State())
    let report = try #require(reports.all.first)
    #expect(reports.all.count == 1)
    #expect(report.fileID.hasSuffix("PresentationTests.swift"))
    #expect(Int(report.line) == operatorLine)
    #expect(report.message.contains("“destination(ReducerStore.PresentationAction"))
    #expect(report.message.contains("saveTapped"))
    for cause in ["(1) a reducer that ran before", "(2) an effect", "(3) the action was sent by a view"] {
      #expect(report.message.contains(cause))
    }
  }

  @Test(.reducerCase(2)) func `a child reduces an action before the parent clears the child's state`() {
    // Given an editor with a name
    let store = makeInventory()
    store.send(.edit(1))
    store.send(.destination(.presented(.editor(.nameChanged("Pen")))))

    // When the parent clears the editor's state on an action of the editor
    reports.gather { _ = store.send(.destination(.presented(.editor(.saveTapped)))) }

    // Then the child runs first, and nothing is reported
    #expect(store.log.last == "saved Pen")
    #expect(store.destination == nil)
    #expect(reports.all.isEmpty)
  }

  @Test(.reducerCase(3), arguments: [Inventory.Action.closeEditor, .destination(.dismiss)])
  func `removing a child cancels its effects and the effects of its presented features`(closing: Inventory.Action) async
  {
    // Given an editor that listens, and its help, which also listens
    let store = makeInventory()
    store.send(.edit(1))
    let editorTask = store.send(.destination(.presented(.editor(.appeared))))
    store.send(.destination(.presented(.editor(.helpTapped))))
    let helpTask = store.send(.destination(.presented(.editor(.help(.presented(.appeared))))))
    #expect(store.isRunningEffects)

    // When the editor's state becomes nil
    store.send(closing)
    await editorTask.finish()
    await helpTask.finish()

    // Then both effects are cancelled
    #expect(store.destination == nil)
    #expect(Set(streams.notes) == ["editor 1 ended, cancelled: true", "help ended, cancelled: true"])
    #expect(!store.isRunningEffects)
  }

  @Test(.reducerCase(3)) func `pending actions of a removed child are dropped`() {
    // Given an editor that sends a second action on its first action, and a parent that clears the editor on the first
    // action
    let store = Store<Inventory.State, Inventory.Action>(
      initialState: Inventory.State(destination: .editor(Editor.State()))
    ) {
      Reduce<Inventory.State, Inventory.Action> { state, action in
        state.log.append("\(action)".contains("heard") ? "heard" : "first")
        state.destination = nil
        return .none
      }
      .ifLet(\.$destination, action: \.destination) {
        Reduce<Inventory.Destination, Inventory.DestinationAction> { _, _ in .send(.editor(.heard("late"))) }
      }
    }

    // When the first action is sent
    reports.gather { _ = store.send(.destination(.presented(.editor(.saveTapped)))) }

    // Then the second action is dropped, and nothing is reported
    #expect(store.log == ["first"])
    #expect(reports.all.isEmpty)
  }

  @Test(.reducerCase(3)) func `a child's effects are cancelled when a sibling reducer clears the child's state`() async
  {
    // Given an editor that listens, and a second reducer, which clears the editor's state on `presentAlert`
    let store = Store<Inventory.State, Inventory.Action>(initialState: Inventory.State()) {
      Inventory(streams: streams)
      Reduce { state, action in
        if action == .presentAlert { state.destination = nil }
        return .none
      }
    }
    store.send(.edit(1))
    let task = store.send(.destination(.presented(.editor(.appeared))))

    // When the second reducer clears the state
    store.send(.presentAlert)
    await task.finish()

    // Then the child's effect is cancelled
    #expect(streams.notes == ["editor 1 ended, cancelled: true"])
  }

  @Test(.reducerCase(4), arguments: [Inventory.Action.edit(2), .editOther(1)])
  func `a child with another identity cancels the old child's effects and runs its own`(
    replacing: Inventory.Action
  ) async {
    // Given an editor that listens
    let store = makeInventory()
    store.send(.edit(1))
    let oldTask = store.send(.destination(.presented(.editor(.appeared))))

    // When another editor replaces it, and listens too
    store.send(replacing)
    await oldTask.finish()
    #expect(streams.notes == ["editor 1 ended, cancelled: true"])
    let isOther = replacing == .editOther(1)
    let newTask = store.send(.destination(.presented(isOther ? .other(.appeared) : .editor(.appeared))))
    let streamName = isOther ? "editor 1" : "editor 2"
    streams.yield("Ink", to: streamName)
    streams.finish(streamName)
    await newTask.finish()

    // Then the new editor has received the element of its stream
    #expect((isOther ? store.destination?.other : store.destination?.editor)?.name == "Ink")
  }

  @Test(.reducerCase(4)) func `replacing a child's state by one with the same identity keeps its effects`() async {
    // Given an editor that listens
    let store = makeInventory()
    store.send(.edit(1))
    let task = store.send(.destination(.presented(.editor(.appeared))))

    // When its state is replaced by a state with the same id
    store.send(.edit(1))
    streams.yield("Ink", to: "editor 1")
    streams.finish("editor 1")
    await task.finish()

    // Then the editor still listens
    #expect(streams.notes == ["editor 1 ended, cancelled: false"])
    #expect(store.destination?.editor?.name == "Ink")
  }

  @Test(.reducerCase(5)) func `an alert's action reaches the parent and clears the alert`() {
    // Given an alert in its own state, and an alert in an enum of destinations
    let store = makeInventory()
    store.send(.presentAlert)
    store.send(.presentDestinationAlert)

    // When each alert receives an action on which the parent does not clear the alert
    store.send(.alert(.presented(.deleteAll)))
    store.send(.destination(.presented(.alert(.deleteAll))))

    // Then the parent has received both actions, and both alerts are gone
    #expect(
      store.log == [
        "presented(ReducerStoreTests.Inventory.AlertAction.deleteAll)",
        "alert(ReducerStoreTests.Inventory.AlertAction.deleteAll)",
      ])
    #expect(store.alert == nil)
    #expect(store.destination == nil)
  }

  @Test(.reducerCase(6)) func `an alert that is presented by another alert's action stays`() {
    // Given an alert
    let store = makeInventory()
    store.send(.presentAlert)
    let firstID = store.alert?.id

    // When its action presents another alert
    store.send(.alert(.presented(.delete)))

    // Then the other alert is presented
    #expect(store.alert == Inventory.question("All?", .deleteAll))
    #expect(store.alert?.id != firstID)

    // And the action of the other alert clears it
    store.send(.alert(.presented(.deleteAll)))
    #expect(store.alert == nil)
  }

  @Test(.reducerCase(7), arguments: [Editor.Action.closeTapped, .closeTwiceTapped])
  func `dismiss in a child's effect sends the parent exactly one dismissal`(closing: Editor.Action) async {
    // Given a closed editor with the name “Pen”, and a presented editor with the same id and without a name
    let store = makeInventory()
    store.send(.edit(1))
    store.send(.destination(.presented(.editor(.nameChanged("Pen")))))
    store.send(.closeEditor)
    store.send(.edit(1))

    // When the editor dismisses itself
    await reports.gather { await store.send(.destination(.presented(.editor(closing)))).finish() }

    // Then the parent receives one dismissal, and logs the empty name of the presented editor
    #expect(store.destination == nil)
    #expect(store.log.filter { $0.hasPrefix("dismissed") } == ["dismissed "])
    #expect(reports.all.isEmpty)
  }

  @Test(.reducerCase(7)) func `dismiss ends only the innermost presentation`() async {
    // Given an editor that presents its help
    let store = makeInventory()
    store.send(.edit(1))
    store.send(.destination(.presented(.editor(.helpTapped))))

    // When the help dismisses itself
    await store.send(.destination(.presented(.editor(.help(.presented(.closeTapped)))))).finish()

    // Then the editor is still presented
    #expect(store.destination?.editor?.id == 1)
    #expect(store.destination?.editor?.help == nil)
  }

  @Test(.reducerCase(7)) func `an action sent before a dismissal is reduced before it`() async {
    let store = makeInventory()
    store.send(.edit(1))
    // The effect of this action changes the name to “!”, and then dismisses the editor.
    await store.send(.destination(.presented(.editor(.sendThenCloseTapped)))).finish()
    #expect(store.log.last == "dismissed !")
  }

  @Test(.reducerCase(7))
  func `dismiss in a parent's effect does not dismiss the child whose action caused the effect`() async {
    // Given an editor that listens
    let store = makeInventory()
    store.send(.edit(1))
    let task = reports.gather { store.send(.destination(.presented(.editor(.appeared)))) }

    // When the element “parent, go” makes the parent dismiss itself, although the parent is not presented
    streams.yield("parent, go", to: "editor 1")
    streams.finish("editor 1")
    await task.finish()

    // Then the editor is still presented, and the parent's mistake is reported
    #expect(store.destination?.editor?.name == "parent, go")
    #expect(reports.messages.first?.hasPrefix("“dismiss()” was called, but not from an effect") == true)
  }

  @Test(.reducerCase(7)) func `dismiss outside of a presentation is reported`() async {
    // Given an inventory that is not presented
    let store = makeInventory()

    // When the inventory dismisses itself
    await reports.gather { await store.send(.inventoryCloseTapped).finish() }

    // Then the mistake is reported, in the file of the call
    #expect(reports.all.count == 1)
    #expect(reports.messages.first?.hasPrefix("“dismiss()” was called, but not from an effect") == true)
    #expect(reports.all.first?.fileID.hasSuffix("Inventory.swift") == true)
  }

  // The compiler must accept a long chain of operators. The states of the operators do not matter, so two states are
  // repeated.
  @Test func `a reducer with twelve ifLet operators compiles and runs`() {
    let alert = \Inventory.State.$alert
    let store = Store<Inventory.State, Inventory.Action>(initialState: Inventory.State()) {
      Reduce<Inventory.State, Inventory.Action> { _, _ in .none }
        .ifLet(alert, action: \.alert)
        .ifLet(alert, action: \.alert)
        .ifLet(alert, action: \.alert)
        .ifLet(alert, action: \.alert)
        .ifLet(alert, action: \.alert)
        .ifLet(alert, action: \.alert)
        .ifLet(\.$destination, action: \.destination) { Scope(state: \.editor, action: \.editor) { Editor() } }
        .ifLet(\.$destination, action: \.destination) { Scope(state: \.editor, action: \.editor) { Editor() } }
        .ifLet(\.$destination, action: \.destination) { Scope(state: \.editor, action: \.editor) { Editor() } }
        .ifLet(\.$destination, action: \.destination) { Scope(state: \.editor, action: \.editor) { Editor() } }
        .ifLet(\.$destination, action: \.destination) { Scope(state: \.editor, action: \.editor) { Editor() } }
        .ifLet(\.$destination, action: \.destination) { Scope(state: \.editor, action: \.editor) { Editor() } }
    }
    // No reducer of the chain presents an editor on this action.
    store.send(.edit(1))
    #expect(store.destination == nil)
  }

  @Test(.reducerCase(8)) func `a dismissal of nil state is reported and changes nothing`() {
    let store = makeInventory()
    reports.gather { _ = store.send(.destination(.dismiss)) }
    #expect(reports.all.count == 1)
    #expect(reports.messages.first?.contains("dismiss") == true)
    #expect(store.state == Inventory.State())
  }

  @Test func `a parent can present another child when a child is dismissed`() {
    // Given a parent that presents another editor when an editor is dismissed
    let store = Store<Inventory.State, Inventory.Action>(
      initialState: Inventory.State(destination: .editor(Editor.State()))
    ) {
      Reduce<Inventory.State, Inventory.Action> { state, _ in
        state.destination = .editor(Editor.State(id: 2))
        return .none
      }
      .ifLet(\.$destination, action: \.destination) {
        EmptyReducer<Inventory.Destination, Inventory.DestinationAction>()
      }
    }

    // When the first editor is dismissed
    store.send(.destination(.dismiss))

    // Then the second editor is presented
    #expect(store.destination?.editor?.id == 2)
  }
}
