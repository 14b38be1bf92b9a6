import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// Each modifier with the store of what is presented.
  @MainActor @Suite struct PresentationTests {
    let received = Desk.Received()
    let story = Story()

    private func desk() -> StoreOf<Desk> {
      Store(initialState: Desk.State()) { Desk(received: received) }
    }

    /// The modifiers that present a note.
    enum Form: CaseIterable, CustomTestStringConvertible {
      case sheet, cover, bubble, page

      func callAsFunction(_ note: Note.State) -> Desk.Destination {
        switch self {
        case .sheet: .sheet(note)
        case .cover: .cover(note)
        case .bubble: .bubble(note)
        case .page: .page(note)
        }
      }

      func action(_ action: Note.Action) -> Desk.Action {
        switch self {
        case .sheet: .destination(.presented(.sheet(action)))
        case .cover: .destination(.presented(.cover(action)))
        case .bubble: .destination(.presented(.bubble(action)))
        case .page: .destination(.presented(.page(action)))
        }
      }

      /// Whether its modifier takes an onDismiss.
      var tellsOfItsEnd: Bool { self != .page }
      var testDescription: String { "\(self)" }
    }

    @Test(arguments: Form.allCases)
    func `the user closes it: one dismiss, and nothing is left`(form: Form) async throws {
      // Given a note on screen
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      store.send(.change { $0.destination = form(Note.State(id: 1, text: "First")) })
      try await stage.opened("First")

      // When a person closes it
      try await stage.sendAway()
      await stage.left()

      // Then the parent has heard of it once
      #expect(store.destination == nil)
      #expect(received.actions == ["destination(ReducerStore.PresentationAction<ReducerViewsTests.Desk.DestinationAction>.dismiss)"])
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      await stage.close()
    }
  }
}
