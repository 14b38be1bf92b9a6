import CGtk
import GtkBridge
import GtkTestSupport
@testable import GtkViews
import ReducerStore
import TestTraits
import Testing

extension ReducerViewsTests {
  /// An action evaluates only the views that read the state that the action changes.
  @MainActor @Suite struct ObservationTests {
    /// The actions that the feature has received, as texts. The action `change` is not recorded.
    let received = PresentingFeature.Received()
    /// Records the names of the evaluated views.
    let log = ScreenLog()

    private func presentingStore() -> StoreOf<PresentingFeature> {
      Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
    }

    struct CountView: View {
      let store: StoreOf<PresentingFeature>
      let log: ScreenLog

      var body: some View {
        log.evaluations.append("count")
        return Text(verbatim: "Count \(store.count)")
      }
    }

    struct NameView: View {
      @Binding var name: String
      let log: ScreenLog

      var body: some View {
        log.evaluations.append("name")
        return Text(verbatim: "Name \(name)")
      }
    }

    struct Controls: View {
      @Bindable var store: StoreOf<PresentingFeature>
      let log: ScreenLog
      /// State of the view, with which a test evaluates the view without a change of the store.
      @State private var turn = 0

      var body: some View {
        log.evaluations.append("controls")
        return VStack {
          CountView(store: store, log: log)
          NameView(name: $store.name, log: log)
          NameView(name: $store.name.sending(\.nameChanged), log: log)
          Toggle("On", isOn: $store.isOn)
          TextField("Name", text: $store.name)
          TextField("Sent", text: $store.name.sending(\.nameChanged))
          Button("Turn") { turn += 1 }
          Text(verbatim: "Turn \(turn)")
        }
      }
    }

    @Test(.reducerCase(11)) func `a changed field evaluates the views that read it directly or through a binding`()
      async
    {
      let store = presentingStore()
      let fixture = await WindowFixture { Controls(store: store, log: log) }
      log.evaluations = []
      store.send(.change { $0.count = 1 })
      await waitUntil("the view is updated") { fixture.texts.contains("Count 1") }
      #expect(log.evaluations == ["count"])
      store.send(.change { $0.name = "Ada" })
      await waitUntil("the view is updated") { fixture.texts.contains("Name Ada") }
      #expect(log.evaluations == ["count", "name", "name"])
      store.send(.change { $0.isOn = true })
      await mainLoopSettles()
      // No body reads `isOn`. The switch reads it through its binding.
      #expect(log.evaluations == ["count", "name", "name"])
      await fixture.close()
    }

    @Test func `a store notifies its views without the standard library's registrar`() async {
      // Given a view that was updated a hundred times without a change of its store. From an earlier view, the view
      // graph has learned that bodies of this type read stores.
      let store = presentingStore()
      ViewHost(CountView(store: presentingStore(), log: log)).close()
      let host = ViewHost(CountView(store: store, log: log))
      for _ in 1...100 { host.update(CountView(store: store, log: log)) }
      log.evaluations = []

      // When the count changes
      let notificationsBefore = ObservationProfile.notificationCount
      store.send(.change { $0.count = 1 })
      await mainLoopSettles()

      // Then the standard library sends no notification, and the view is evaluated once
      #expect(ObservationProfile.notificationCount == notificationsBefore)
      #expect(log.evaluations == ["count"])
      host.close()

      // When the view is removed, then it is not evaluated again
      store.send(.change { $0.count = 2 })
      await mainLoopSettles()
      #expect(log.evaluations == ["count"])
    }

    @Test func `evaluating a view again gives equal store bindings, so no other view is evaluated`() async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { Controls(store: store, log: log) }
      log.evaluations = []
      try await fixture.press("Turn")
      await waitUntil("the view is updated") { fixture.texts.contains("Turn 1") }
      #expect(log.evaluations == ["controls"])
      await fixture.close()
    }

    @Test(.reducerCase(16)) func `each write of a control sends an action, and the control shows the reduced value`()
      async throws
    {
      // Given controls with bindings to a store
      let store = presentingStore()
      let fixture = await WindowFixture { Controls(store: store, log: log) }
      let fields = widgets(ofType: gtk_text_get_type(), in: fixture.window)
      #expect(fields.count == 2)
      func waitUntilBothFieldsShow(_ text: String) async {
        await waitUntil("both fields show “\(text)”") {
          fields.allSatisfy { gtk_editable_get_text($0.opaque).map { String(cString: $0) } == text }
        }
      }

      // When the user writes into the fields and turns on the switch
      await enter("Ada", into: fields[0])
      await waitUntilBothFieldsShow("Ada")
      await enter("Grace", into: fields[1])
      let toggle = try #require(widgets(ofType: gtk_switch_get_type(), in: fixture.window).first)
      await performInEventHandler { gtk_switch_set_active(toggle.opaque, 1) }

      // Then each write is an action. (GTK empties the second field, which shows “Ada”, before it sets “Grace”.)
      #expect(received.actions == ["binding(Ada)", "nameChanged()", "nameChanged(Grace)", "binding(true)"])
      #expect(store.name == "Grace")
      #expect(store.isOn)
      await waitUntilBothFieldsShow("Grace")
      await fixture.close()
    }

    /// A view that creates its store and keeps the store as `@State`.
    struct StoreOwner: View {
      @State private var store: StoreOf<PresentingFeature>
      let log: ScreenLog

      init(received: PresentingFeature.Received, log: ScreenLog) {
        _store = State(
          initialValue: Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) })
        self.log = log
      }

      var body: some View {
        log.evaluations.append("owner")
        return VStack {
          NameView(name: $store.name, log: log)
          NameView(name: $store.name.sending(\.nameChanged), log: log)
          Button("Name") { store.send(.nameChanged("Ada")) }
          Button("Ask") { store.send(.change { $0.alert = question("Sure?") }) }
          Button("Show") { store.send(.change { $0.destination = .sheet(Note.State(id: 1, text: "First")) }) }
        }
        .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
          NoteView(store: $0, log: log)
        }
        .alert($store.scope(state: \.alert, action: \.alert))
      }
    }

    @Test func `a view can own its store as state, and bind controls and present dialogs with it`() async throws {
      let fixture = await WindowFixture { StoreOwner(received: received, log: log) }
      log.evaluations = []
      try await fixture.press("Name")
      await waitUntil("the view is updated") { fixture.texts.count { $0 == "Name Ada" } == 2 }
      #expect(log.evaluations == ["name", "name"])
      try await fixture.press("Show")
      try await fixture.waitUntilPresented("First")
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      try await fixture.press("Ask")
      try await fixture.press("Not Now", in: try await fixture.waitUntilPresented("Sure?"))
      await fixture.waitForPresentationCount(0)
      #expect(received.actions == ["nameChanged(Ada)", "destination(dismiss)", "alert(dismiss)"])
      await fixture.close()
    }

    /// Presents a note in a sheet.
    struct NotePresenter: View {
      @Bindable var store: StoreOf<PresentingFeature>
      let log: ScreenLog
      /// State of the view, with which a test evaluates the view without a change of the store.
      @State private var turn = 0

      var body: some View {
        log.evaluations.append("note presenter")
        return Button("Turn") { turn += 1 }
          .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) { [turn] note in
            VStack {
              Text(verbatim: "Turn \(turn)")
              NoteView(store: note, log: log)
            }
          }
      }
    }

    @Test func `a presented view and its parent are evaluated independently`() async throws {
      // Given a view that presents a note in a sheet
      let store = presentingStore()
      let fixture = await WindowFixture { NotePresenter(store: store, log: log) }
      log.evaluations = []

      // When a note is presented, and changes
      store.send(.change { $0.destination = .sheet(Note.State(id: 1, text: "First")) })
      let sheet = try await fixture.waitUntilPresented("First")
      #expect(log.evaluations == ["note 1"])
      store.send(.destination(.presented(.sheet(.textChanged("Changed")))))
      try await fixture.waitUntilPresented("Changed")

      // Then the parent's body is not evaluated, and a change of a field that no view reads evaluates nothing
      #expect(log.evaluations == ["note 1", "note 1"])
      store.send(.destination(.presented(.sheet(.touched))))
      await mainLoopSettles()
      #expect(log.evaluations == ["note 1", "note 1"])

      // And when the parent is evaluated without a change of the store, the view of the note is not evaluated
      try await fixture.press("Turn")
      await waitUntil("the view is updated") { texts(in: sheet).contains("Turn 1") }
      #expect(log.evaluations == ["note 1", "note 1", "note presenter"])
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      // The dismissal has evaluated no body.
      #expect(log.evaluations.count == 3)
      await fixture.close()
    }

    /// A store with counters in rows, and a main counter with the id 100, which is shown above the rows.
    private func boardStore(rowIDs: [Int]) -> StoreOf<Board> {
      var state = Board.State()
      state.rows = IdentifiedArray(uniqueElements: rowIDs.map { Counter.State(id: $0) })
      return Store(initialState: state) { Board() }
    }

    @Test(arguments: [false, true])
    func `a list of stores evaluates only the views of changed and inserted rows`(usesIDsOfStates: Bool) async {
      // Given a list of counters, whose rows have the ids of the counters' states or of their stores. The main counter
      // is above the list, so its count comes first in the texts below.
      let store = boardStore(rowIDs: [1, 2, 3])
      let fixture = await WindowFixture { BoardScreen(store: store, log: log, usesIDsOfStates: usesIDsOfStates) }
      log.evaluations = []

      // When a row changes
      store.send(.rows(.element(id: 2, action: .incremented)))
      await waitUntil("the view is updated") {
        fixture.texts.filter { $0.hasPrefix("Count") } == ["Count 0", "Count 0", "Count 1", "Count 0"]
      }

      // Then only the view of the changed row is evaluated
      #expect(log.evaluations == ["counter 2"])

      // When rows are inserted, removed and moved
      store.send(
        .change { state in
          state.rows.remove(id: 1)
          state.rows.append(Counter.State(id: 4, count: 40))
          state.rows.swapAt(0, 1)
        })
      await waitUntil("the view is updated") {
        fixture.texts.filter { $0.hasPrefix("Count") } == ["Count 0", "Count 0", "Count 1", "Count 40"]
      }

      // Then the board, which contains the list, and the new row are evaluated
      #expect(log.evaluations == ["counter 2", "board", "counter 4"])

      // And if the state of a row is replaced, the board and the row are evaluated. A later action evaluates the row.
      store.send(.change { $0.rows[id: 3] = Counter.State(id: 3, count: 30) })
      await waitUntil("the view is updated") { fixture.texts.contains("Count 30") }
      #expect(log.evaluations.suffix(2) == ["board", "counter 3"])
      store.send(.rows(.element(id: 3, action: .incremented)))
      await waitUntil("the view is updated") { fixture.texts.contains("Count 31") }
      #expect(log.evaluations.last == "counter 3")
      await fixture.close()
    }

    @Test func `the view of a permanent child feature is not evaluated with its parent`() async {
      let store = boardStore(rowIDs: [])
      let fixture = await WindowFixture { BoardScreen(store: store, log: log) }
      log.evaluations = []
      store.send(.change { $0.title = "new" })
      await waitUntil("the view is updated") { fixture.texts.contains("Title new") }
      #expect(log.evaluations == ["board"])
      store.send(.mainCounter(.incremented))
      await waitUntil("the view is updated") { fixture.texts.contains("Count 1") }
      #expect(log.evaluations == ["board", "counter 100"])
      await fixture.close()
    }
  }
}
