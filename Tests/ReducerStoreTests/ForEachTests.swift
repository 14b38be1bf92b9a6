import ReducerStore
import Testing

@MainActor
@Suite struct ForEachTests {
  /// A list whose rows are editors: the feature ``Editor`` of `Inventory.swift`.
  struct List: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Editor.State> = []
    }

    enum Action: Equatable {
      case remove(Int)
      case rows(IdentifiedActionOf<Editor>)
    }

    var streams = Streams()

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .remove(let id): state.rows.remove(id: id)
        case .rows(.element(let id, .saveTapped)): state.rows.remove(id: id)
        case .rows: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Editor(streams: streams) }
    }
  }

  /// The streams that the effects of the editors read. The effects note their ends here.
  let streams = Streams()
  /// The reported misuses.
  let reports = Reports()

  private func makeStore() -> StoreOf<List> {
    Store(initialState: List.State(rows: [Editor.State(id: 1), Editor.State(id: 2)])) { List(streams: streams) }
  }

  @Test func `an action for a row changes only that row`() {
    let store = makeStore()
    store.send(.rows(.element(id: 2, action: .nameChanged("Pen"))))
    #expect(store.rows.map(\.name) == ["", "Pen"])
    let row = store.scope(state: \.rows[id: 1], action: \.rows[id: 1])
    row?.send(.nameChanged("Ink"))
    #expect(store.rows.map(\.name) == ["Ink", "Pen"])
  }

  @Test(arguments: [List.Action.remove(1), .rows(.element(id: 1, action: .saveTapped))])
  func `the effects of a removed row are cancelled`(action: List.Action) async {
    // Given both rows with an effect that runs until it is cancelled
    let store = makeStore()
    let effectOfRow1 = store.send(.rows(.element(id: 1, action: .appeared)))
    store.send(.rows(.element(id: 2, action: .appeared)))

    // When row 1 is removed
    store.send(action)

    // Then its effect has ended, and the effect of row 2 still runs
    await effectOfRow1.finish()
    #expect(streams.notes == ["editor 1 ended, cancelled: true"])
    #expect(store.isRunningEffects)
  }

  @Test func `an action for a missing row is reported and changes no row`() {
    let store = makeStore()
    reports.gather { _ = store.send(.rows(.element(id: 3, action: .saveTapped))) }
    #expect(store.rows.ids == [1, 2])
    #expect(reports.messages.first?.contains("there was no element with the id 3") == true)
  }

  @Test func `an identified array keeps one element for each id and finds the elements by id after changes`() {
    var rows: IdentifiedArrayOf<Editor.State> = [
      Editor.State(id: 1), Editor.State(id: 2), Editor.State(id: 1, name: "again"),
    ]
    // The second element with the id 1 was dropped.
    #expect(rows.ids == [1, 2])
    // The array already contains the id 2 at the index 1, so nothing is appended.
    #expect(rows.append(Editor.State(id: 2)) == (false, 1))
    rows.insert(Editor.State(id: 3), at: 0)
    rows[id: 1]?.name = "Pen"
    #expect(rows.elements.map(\.name) == ["", "Pen", ""])
    rows.swapAt(0, 1)
    #expect(rows.index(id: 1) == 0)
    rows[id: 1] = nil
    #expect(rows.ids == [3, 2])
    rows[id: 4] = Editor.State(id: 4)
    rows.sort { $0.id > $1.id }
    #expect(rows.ids == [4, 3, 2])
    rows.removeAll { $0.id == 3 }
    #expect(rows.ids == [4, 2])
    #expect(rows.allSatisfy { rows[id: $0.id] == $0 })
    rows.removeAll()
    #expect(rows.isEmpty)
  }
}

extension ForEachTests.List.Action: CasePathable {
  struct AllCasePaths {
    var rows: CasePath<ForEachTests.List.Action, IdentifiedActionOf<Editor>> {
      CasePath(embed: ForEachTests.List.Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
