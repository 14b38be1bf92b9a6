import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import TestTraits
import Testing

extension ReducerViewsTests {
  /// Each modifier with the store of its presented content.
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

      /// Whether its modifier has an onDismiss parameter.
      var tellsOfItsEnd: Bool { self != .page }
      var testDescription: String { "\(self)" }
    }

    private func show(_ form: Form, _ note: Note.State, on store: StoreOf<Desk>) {
      store.send(.change { $0.destination = form(note) })
    }

    @Test(arguments: Form.allCases)
    func `the user closes it: one dismiss, and nothing is left`(form: Form) async throws {
      // Given a note on screen
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await stage.opened("First")

      // When the user closes it
      try await stage.sendAway()
      await stage.left()

      // Then the parent has received one action
      #expect(store.destination == nil)
      #expect(received.actions == ["destination(dismiss)"])
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      await stage.close()
    }

    @Test(arguments: Form.allCases)
    func `dismiss() of the environment closes it: one dismiss`(form: Form) async throws {
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await stage.press("Done", in: try await stage.opened("First"))
      await stage.left()
      #expect(received.actions == ["destination(dismiss)"])
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      await stage.close()
    }

    @Test(.reducerCase(7), arguments: Form.allCases)
    func `dismiss() in an effect closes it: one dismiss, also if it is called twice`(form: Form) async throws {
      for action in [Note.Action.closeButtonClicked, .closeButtonClickedTwice] {
        let (received, story) = (Desk.Received(), Story())
        let store = Store(initialState: Desk.State()) { Desk(received: received) }
        let stage = await Stage { DeskScreen(store: store, story: story) }
        show(form, Note.State(id: 1, text: "First"), on: store)
        try await stage.opened("First")
        store.send(form.action(action))
        await stage.left()
        #expect(received.actions.count { $0 == "destination(dismiss)" } == 1)
        #expect(store.destination == nil)
        #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
        await stage.close()
      }
    }

    @Test(arguments: Form.allCases)
    func `the reducer closes it: no dismiss comes back`(form: Form) async throws {
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await stage.opened("First")
      store.send(.change { $0.destination = nil })
      await stage.left()
      #expect(received.actions.isEmpty)
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      await stage.close()
    }

    @Test(arguments: Form.allCases)
    func `another id is another window, the same id is the same window; neither is a dismissal`(form: Form) async throws {
      // Given a note that has been clicked
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      let first = try await stage.opened("First")
      try await stage.press("Click", in: first)
      try await stage.opened("Clicks 1")

      // When a note with the same id replaces it
      show(form, Note.State(id: 1, text: "Again"), on: store)

      // Then its window stays, with its own state
      #expect(try await stage.opened("Again") == first)
      #expect(texts(in: first).contains("Clicks 1"))
      #expect(story.dismissals == 0)

      // When a note with another id replaces it
      show(form, Note.State(id: 2, text: "Second"), on: store)

      // Then it has a window of its own
      let second = try await stage.opened("Second")
      #expect(texts(in: second).contains("Clicks 0"))
      #expect(stage.presented.count == 1)
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      #expect(received.actions.isEmpty)

      // And it can be closed like the first one
      try await stage.sendAway()
      await stage.left()
      #expect(received.actions == ["destination(dismiss)"])
      await stage.close()
    }

    @Test(.reducerCase(4), arguments: Form.allCases)
    func `effects end with what was presented, however it goes`(form: Form) async throws {
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await stage.opened("First")
      let first = store.send(form.action(.listens))
      #expect(Note.Effects.running == [1])
      show(form, Note.State(id: 2, text: "Second"), on: store)
      try await stage.opened("Second")
      await first.finish()
      let second = store.send(form.action(.listens))
      #expect(Note.Effects.running == [2])
      try await stage.sendAway()
      await second.finish()
      #expect(Note.Effects.running.isEmpty)
      await stage.left()
      await stage.close()
    }

    @Test(arguments: Form.allCases)
    func `a dismissed presentation does not stay alive, nor does its store`(form: Form) async throws {
      let deaths = DeathWatch()
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      for id in 1...2 {
        show(form, Note.State(id: id, text: "Note \(id)"), on: store)
        let widget = try await stage.opened("Note \(id)")
        deaths.watch(widget, "the widget of note \(id)")
        let scoped: StoreOf<Note>? =
          switch form {
          case .sheet: store.scope(state: \.destination?.sheet, action: \.destination.sheet)
          case .cover: store.scope(state: \.destination?.cover, action: \.destination.cover)
          case .bubble: store.scope(state: \.destination?.bubble, action: \.destination.bubble)
          case .page: store.scope(state: \.destination?.page, action: \.destination.page)
          }
        deaths.watch(try #require(scoped), "the store of note \(id)")
        deaths.watch(scoped!.core, "the way to note \(id)")
        if id == 1 { try await stage.sendAway() } else { store.send(.change { $0.destination = nil }) }
        await stage.left()
      }
      await deaths.expectAll()
      await stage.close()
    }

    @Test func `a store dies with its window, and with its presentations`() async throws {
      let deaths = DeathWatch()
      let stage = await showNoteOfItsOwnStore(watchedBy: deaths)
      await stage.close()
      await deaths.expectAll()
    }

    private func showNoteOfItsOwnStore(watchedBy deaths: DeathWatch) async -> Stage<DeskScreen> {
      let store = desk()
      deaths.watch(store, "the store")
      deaths.watch(store.core, "the engine")
      let stage = await Stage { DeskScreen(store: store, story: story) }
      store.send(.change { $0.destination = .sheet(Note.State(id: 1, text: "First")) })
      await waitUntil("the note is there") { stage.presented.count == 1 }
      return stage
    }
  }
}
