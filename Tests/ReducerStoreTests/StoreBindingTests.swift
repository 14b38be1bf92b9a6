import ReducerStore
import Testing

/// Bindings of views to the fields of a store, and to the stores of presented features.
@MainActor
@Suite struct StoreBindingTests {
  /// The streams that effects of the features listen to. The tests of this suite do not start such an effect.
  let streams = Streams()
  let reports = Reports()

  /// Creates a store of ``Inventory``, a feature that presents an editor or an alert. For each action `dismiss`, the
  /// feature appends to its `log` the name of the dismissed editor, if the editor is in the case `editor`.
  private func makeInventory() -> StoreOf<Inventory> {
    Store(initialState: Inventory.State()) { Inventory(streams: streams) }
  }

  @Test func `a binding to a presented feature reads its store, and writing nil sends one dismissal`() {
    // Given a presented editor, and a binding to its store
    let store = makeInventory()
    let editor = Bindable(store).scope(state: \.destination?.editor, action: \.destination.editor)
    #expect(editor.wrappedValue == nil)
    store.send(.edit(1))
    #expect(editor.wrappedValue?.state.id == 1)

    // When nil is written twice
    reports.gather {
      editor.wrappedValue = nil
      editor.wrappedValue = nil
    }

    // Then one dismissal, of an editor without a name, is sent. The second write is dropped without a report.
    #expect(store.log == ["dismissed "])
    #expect(store.destination == nil)
    #expect(reports.all.isEmpty)
  }

  @Test func `a binding drops a written store, and drops nil while another case is presented`() {
    let store = makeInventory()
    // An editor is presented as the case `other`, so the binding to the case `editor` drops `nil`. It would drop a
    // written store in any case.
    store.send(.editOther(1))
    let editor = Bindable(store).scope(state: \.destination?.editor, action: \.destination.editor)
    let other = Bindable(store).scope(state: \.destination?.other, action: \.destination.other)
    editor.wrappedValue = nil
    editor.wrappedValue = other.wrappedValue
    #expect(store.destination?.other?.id == 1)
    #expect(store.log.isEmpty)
    // The binding to the presented case dismisses the editor.
    other.wrappedValue = nil
    #expect(store.destination == nil)
  }

  @Test func `a Boolean binding is true while a feature is presented, and writing false dismisses the feature`() {
    let store = makeInventory()
    store.send(.edit(1))
    let isPresented = Bindable(store).scope(state: \.destination?.editor, action: \.destination.editor).mappedToBool()
    #expect(isPresented.wrappedValue)
    isPresented.wrappedValue = false
    #expect(!isPresented.wrappedValue)
    // The editor has no name.
    #expect(store.log == ["dismissed "])
  }

  @Test func `a scoped binding to a store reads the child's store, and writing nil dismisses the child`() {
    // Given a binding to the store itself
    let store = makeInventory()
    let binding = Binding(get: { store }, set: { _ in })
    store.send(.edit(1))

    // When the binding is scoped, and nil is written
    let editor = binding.scope(state: \.destination?.editor, action: \.destination.editor)
    #expect(editor.wrappedValue?.state.id == 1)
    editor.wrappedValue = nil

    // Then the editor is dismissed
    #expect(store.destination == nil)
  }

  @Test func `a presented feature has one scoped store, and a replacing feature has another store`() throws {
    // Given the store of an editor
    let store = makeInventory()
    store.send(.edit(1))
    let firstStore = try #require(store.scope(state: \.destination?.editor, action: \.destination.editor))

    // Then the same store is returned again, also after the editor has changed
    store.send(.destination(.presented(.editor(.nameChanged("Pen")))))
    #expect(store.scope(state: \.destination?.editor, action: \.destination.editor) === firstStore)

    // When another editor replaces this editor
    store.send(.edit(2))
    let secondStore = try #require(store.scope(state: \.destination?.editor, action: \.destination.editor))

    // Then the second editor has another store, with another id
    #expect(secondStore !== firstStore)
    #expect(secondStore.id != firstStore.id)
    #expect(secondStore.state.id == 2)

    // And the store of the removed editor keeps the last state of that editor
    #expect(firstStore.state.id == 1)
  }

  @Test func `an unreferenced scoped store is released, and all later stores of its feature have the same id`() {
    let store = makeInventory()
    store.send(.edit(1))
    weak let releasedStore = store.scope(state: \.destination?.editor, action: \.destination.editor)
    #expect(releasedStore == nil)
    // Both calls create a store, because nothing holds the store that the first call returns.
    let id = store.scope(state: \.destination?.editor, action: \.destination.editor)?.id
    #expect(id == store.scope(state: \.destination?.editor, action: \.destination.editor)?.id)
    // The id differs from the ids of the parent's store and of an unrelated store.
    #expect(id != store.id)
    #expect(id != makeInventory().id)
  }

  @Test func `a store does not accumulate scoped stores over thousands of presentations`() {
    let store = makeInventory()
    for number in 0..<10_000 {
      store.send(.edit(number))
      _ = store.scope(state: \.destination?.editor, action: \.destination.editor)
    }
    // A store removes the entries of released scoped stores when it has more than 8 entries.
    #expect(store.scopedStoreCount <= 8)

    // The pages of a navigation stack are also scoped stores.
    let browser = Store(initialState: Browser.State()) { Browser(streams: streams) }
    let path = Bindable(browser).scope(state: \.path, action: \.path)
    for number in 0..<1_000 {
      browser.send(.open(number))
      _ = path.page(id: browser.path.ids[0])
      browser.send(.home)
    }
    #expect(path.store.scopedStoreCount <= 8)
  }

  @Test func `an alert's store provides the alert, and sends the actions of buttons while the alert is presented`()
    throws
  {
    // Given an alert
    let store = makeInventory()
    store.send(.presentAlert)
    let alertStore = try #require(Bindable(store).scope(state: \.alert, action: \.alert).wrappedValue)
    #expect(alertStore.dialog.title.description == "Delete?")

    // When the action of a button is sent, and sent again after another alert has replaced this alert
    alertStore.buttonActivated(.delete)
    reports.gather { alertStore.buttonActivated(.delete) }

    // Then the parent receives the first action and presents the alert “All?”. The second action is dropped.
    #expect(store.log == ["delete"])
    #expect(store.alert?.title.description == "All?")
    #expect(reports.all.isEmpty)
  }

  @Test func `a sending binding writes a field by an action with the animation of the binding`() {
    // Given an editor's store, and bindings to its name and to the length of its name
    var animations: [Animation?] = []
    let store = Store(initialState: Editor.State()) {
      Reduce<Editor.State, NameAction> { state, action in
        animations.append(Transaction.current.animation)
        if case .name(let name) = action { state.name = name }
        return .none
      }
    }
    let name = Bindable(store).name.sending(\.name)
    let count = Binding(get: { store }, set: { _ in }).name.count.sending(\.count)

    // When the bindings are written
    name.wrappedValue = "Pen"
    count.wrappedValue = 3
    name.animation(.linear).wrappedValue = "Ink"

    // Then each write is an action with the animation of its binding. The reducer ignores the written length.
    #expect(name.wrappedValue == "Ink")
    #expect(count.wrappedValue == "Ink".count)
    #expect(animations == [nil, nil, .linear])
  }

  /// The actions by which bindings write the name of an editor, and the length of the name.
  enum NameAction: CasePathable {
    case name(String)
    case count(Int)

    struct AllCasePaths {
      var name: CasePath<NameAction, String> {
        CasePath(embed: NameAction.name) { if case .name(let name) = $0 { name } else { nil } }
      }
      var count: CasePath<NameAction, Int> {
        CasePath(embed: NameAction.count) { if case .count(let count) = $0 { count } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func `writing a field sends a view action if the view's actions are bindable`() {
    // Given a feature with a separate enum for the actions of its view
    let store = Store<Form, FormAction>(initialState: Form()) {
      BindingReducer(action: \.view)
    }

    // When a control writes a field
    Bindable(store).name.wrappedValue = "Ada"

    // Then the field is written, because the reducer has received the action
    #expect(store.name == "Ada")
  }

  struct Form { var name = "" }

  enum FormAction: ViewAction, CasePathable {
    case view(View)

    enum View: BindableAction {
      case binding(BindingAction<Form>)
      var binding: BindingAction<Form>? { if case .binding(let action) = self { action } else { nil } }
    }

    struct AllCasePaths {
      var view: CasePath<FormAction, View> {
        CasePath(embed: FormAction.view) { if case .view(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func `a write to a field of a removed feature is dropped without a report`() throws {
    let store = makeInventory()
    store.send(.edit(1))
    let editor = try #require(store.scope(state: \.destination?.editor, action: \.destination.editor))
    let name = Bindable(editor).name.sending(\.nameChanged)
    store.send(.closeEditor)
    reports.gather { name.wrappedValue = "Pen" }
    #expect(reports.all.isEmpty)
    #expect(store.destination == nil)
  }

  @Test func `a path gives each screen a store, and sends one pop when the user goes back`()
    throws
  {
    // Given a stack with two screens. The stack identifies its screens by other ids than their editors have.
    let store = Store(initialState: Browser.State()) { Browser(streams: streams) }
    let path = Bindable(store).scope(state: \.path, action: \.path)
    path.push(Editor.State(id: 10))
    path.push(Editor.State(id: 11))
    #expect(path.ids == [0, 1])
    let firstScreen = try #require(path.page(id: 0))
    #expect(path.page(id: 0) === firstScreen)
    #expect(path.page(id: 5) == nil)
    firstScreen.send(.nameChanged("Pen"))
    #expect(firstScreen.state.name == "Pen")

    // When the user goes back from the first screen, and two more pops follow, of screens that are removed already
    reports.gather {
      path.pop(from: 0)
      path.pop(from: 0)
      path.pop(from: 1)
    }

    // Then the feature has received only the first pop, which removes both screens
    #expect(store.log == ["popped Pen"])
    #expect(store.path.isEmpty)
    #expect(reports.all.isEmpty)

    // And the store of the first screen keeps the last state of that screen
    #expect(firstScreen.state.name == "Pen")
  }
}
