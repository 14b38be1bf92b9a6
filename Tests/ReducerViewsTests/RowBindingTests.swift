#if Macros

  import CGtk
  import GtkBridge
  import GtkTestSupport
  import GtkViews
  import ReducerStore
  import Testing

  /// A list of items, each with a toggle that writes to the item.
  @Reducer struct Checklist {
    struct Item: Identifiable, Equatable, Sendable {
      let id: String
      var isDone = false
    }

    @ObservableState struct State: Equatable {
      var rows: IdentifiedArrayOf<Item> = [Item(id: "Flour"), Item(id: "Yeast")]
      var writes = 0
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case removeFirst
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding: state.writes += 1
        case .removeFirst: state.rows.removeFirst()
        }
        return .none
      }
    }
  }

  private struct ChecklistView: View {
    @Bindable var store: StoreOf<Checklist>

    var body: some View {
      VStack {
        ForEach($store.rows) { $row in
          Toggle(LocalizedStringKey(row.id), isOn: $row.isDone).toggleStyle(.checkbox)
        }
        Button("Remove") { store.send(.removeFirst) }
      }
    }
  }

  extension ReducerViewsTests {
    /// Bindings to the rows of an array in a state.
    @MainActor @Suite struct RowBindingTests {
      @Test func `a toggle in a row writes its own row, also after another row was removed`() async throws {
        // Given two rows with toggles
        let store = Store(initialState: Checklist.State()) { Checklist() }
        let fixture = await WindowFixture { ChecklistView(store: store) }
        func checkButtons() -> [UnsafeMutablePointer<GtkWidget>] {
          widgets(ofType: gtk_check_button_get_type(), in: fixture.window)
        }
        #expect(checkButtons().count == 2)

        // When the user clicks the second toggle
        let secondToggle = try #require(checkButtons().last)
        await performInEventHandler { gtk_check_button_set_active(UnsafeMutablePointer(secondToggle.opaque), 1) }

        // Then that row is written, by a single action
        #expect(store.rows.elements == [Checklist.Item(id: "Flour"), Checklist.Item(id: "Yeast", isDone: true)])
        #expect(store.writes == 1)

        // And the same toggle still belongs to that row when the first row is removed
        try await fixture.press("Remove")
        await waitUntil("one row is left") { checkButtons().count == 1 }
        await performInEventHandler { gtk_check_button_set_active(UnsafeMutablePointer(secondToggle.opaque), 0) }
        #expect(store.rows.elements == [Checklist.Item(id: "Yeast")])
        #expect(store.writes == 2)
        await fixture.close()
      }
    }
  }

#endif
