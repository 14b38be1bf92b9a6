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
    let received = PresentingFeature.Received()
    let story = Story()

    private func presentingStore() -> StoreOf<PresentingFeature> {
      Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
    }

    /// The modifiers that present a note.
    enum Form: CaseIterable, CustomTestStringConvertible {
      case sheet, cover, bubble, page

      func callAsFunction(_ note: Note.State) -> PresentingFeature.Destination {
        switch self {
        case .sheet: .sheet(note)
        case .cover: .cover(note)
        case .bubble: .bubble(note)
        case .page: .page(note)
        }
      }

      func action(_ action: Note.Action) -> PresentingFeature.Action {
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

    private func show(_ form: Form, _ note: Note.State, on store: StoreOf<PresentingFeature>) {
      store.send(.change { $0.destination = form(note) })
    }

    @Test(arguments: Form.allCases)
    func `the user closes it: one dismiss, and nothing is left`(form: Form) async throws {
      // Given a note on screen
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await fixture.opened("First")

      // When the user closes it
      try await fixture.sendAway()
      await fixture.left()

      // Then the parent has received one action
      #expect(store.destination == nil)
      #expect(received.actions == ["destination(dismiss)"])
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      await fixture.close()
    }

    @Test(arguments: Form.allCases)
    func `dismiss() of the environment closes it: one dismiss`(form: Form) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await fixture.press("Done", in: try await fixture.opened("First"))
      await fixture.left()
      #expect(received.actions == ["destination(dismiss)"])
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      await fixture.close()
    }

    @Test(.reducerCase(7), arguments: Form.allCases)
    func `dismiss() in an effect closes it: one dismiss, also if it is called twice`(form: Form) async throws {
      for action in [Note.Action.closeButtonClicked, .closeButtonClickedTwice] {
        let (received, story) = (PresentingFeature.Received(), Story())
        let store = Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
        let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
        show(form, Note.State(id: 1, text: "First"), on: store)
        try await fixture.opened("First")
        store.send(form.action(action))
        await fixture.left()
        #expect(received.actions.count { $0 == "destination(dismiss)" } == 1)
        #expect(store.destination == nil)
        #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
        await fixture.close()
      }
    }

    @Test(arguments: Form.allCases)
    func `the reducer closes it: no dismiss comes back`(form: Form) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await fixture.opened("First")
      store.send(.change { $0.destination = nil })
      await fixture.left()
      #expect(received.actions.isEmpty)
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      await fixture.close()
    }

    @Test(arguments: Form.allCases)
    func `another id is another window, the same id is the same window; neither is a dismissal`(form: Form) async throws
    {
      // Given a note that has been clicked
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      let first = try await fixture.opened("First")
      try await fixture.press("Click", in: first)
      try await fixture.opened("Clicks 1")

      // When a note with the same id replaces it
      show(form, Note.State(id: 1, text: "Again"), on: store)

      // Then its window stays, with its own state
      #expect(try await fixture.opened("Again") == first)
      #expect(texts(in: first).contains("Clicks 1"))
      #expect(story.dismissals == 0)

      // When a note with another id replaces it
      show(form, Note.State(id: 2, text: "Second"), on: store)

      // Then it has a window of its own
      let second = try await fixture.opened("Second")
      #expect(texts(in: second).contains("Clicks 0"))
      #expect(fixture.presented.count == 1)
      #expect(story.dismissals == (form.tellsOfItsEnd ? 1 : 0))
      #expect(received.actions.isEmpty)

      // And it can be closed like the first one
      try await fixture.sendAway()
      await fixture.left()
      #expect(received.actions == ["destination(dismiss)"])
      await fixture.close()
    }

    @Test(.reducerCase(4), arguments: Form.allCases)
    func `effects end with what was presented, however it goes`(form: Form) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      show(form, Note.State(id: 1, text: "First"), on: store)
      try await fixture.opened("First")
      let first = store.send(form.action(.listens))
      #expect(Note.Effects.running == [1])
      show(form, Note.State(id: 2, text: "Second"), on: store)
      try await fixture.opened("Second")
      await first.finish()
      let second = store.send(form.action(.listens))
      #expect(Note.Effects.running == [2])
      try await fixture.sendAway()
      await second.finish()
      #expect(Note.Effects.running.isEmpty)
      await fixture.left()
      await fixture.close()
    }

    @Test(arguments: Form.allCases)
    func `a dismissed presentation does not stay alive, nor does its store`(form: Form) async throws {
      let deaths = DeathWatch()
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      for id in 1...2 {
        show(form, Note.State(id: id, text: "Note \(id)"), on: store)
        let widget = try await fixture.opened("Note \(id)")
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
        if id == 1 { try await fixture.sendAway() } else { store.send(.change { $0.destination = nil }) }
        await fixture.left()
      }
      await deaths.expectAll()
      await fixture.close()
    }

    @Test func `a store dies with its window, and with its presentations`() async throws {
      let deaths = DeathWatch()
      let fixture = await showNoteOfItsOwnStore(watchedBy: deaths)
      await fixture.close()
      await deaths.expectAll()
    }

    private func showNoteOfItsOwnStore(watchedBy deaths: DeathWatch) async -> WindowFixture<PresentingScreen> {
      let store = presentingStore()
      deaths.watch(store, "the store")
      deaths.watch(store.core, "the engine")
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = .sheet(Note.State(id: 1, text: "First")) })
      await waitUntil("the note is there") { fixture.presented.count == 1 }
      return fixture
    }
  }
}
