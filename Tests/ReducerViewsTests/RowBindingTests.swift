#if Macros

  import CGtk
  import GtkBridge
  import GtkTestSupport
  import GtkViews
  import ReducerStore
  import Testing

  /// A list with a row for each item. The toggle of a row writes to its item.
  @Reducer struct Checklist {
    struct Item: Identifiable, Equatable, Sendable {
      let id: String
      var isDone = false
    }

    @ObservableState struct State: Equatable {
      var rows: IdentifiedArrayOf<Item> = [Item(id: "Flour"), Item(id: "Yeast")]
      /// The number of binding actions.
      var writeCount = 0
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case removeFirst
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding: state.writeCount += 1
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
    /// Bindings to the items of an array in a state.
    @MainActor @Suite struct RowBindingTests {
      @Test func `a toggle writes the item of its row, also after another row was removed`() async throws {
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

        // Then the second item is written, by a single action
        #expect(store.rows.elements == [Checklist.Item(id: "Flour"), Checklist.Item(id: "Yeast", isDone: true)])
        #expect(store.writeCount == 1)

        // And when the first row is removed, the same toggle still writes the second item, which is not done any more
        try await fixture.press("Remove")
        await waitUntil("one row is left") { checkButtons().count == 1 }
        await performInEventHandler { gtk_check_button_set_active(UnsafeMutablePointer(secondToggle.opaque), 0) }
        #expect(store.rows.elements == [Checklist.Item(id: "Yeast")])
        #expect(store.writeCount == 2)
        await fixture.close()
      }
    }
  }

#endif
