import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import TestTraits
import Testing

extension ReducerViewsTests {
  /// A note that `PresentingFeature` presents by one of four modifiers.
  @MainActor @Suite struct PresentationTests {
    let received = PresentingFeature.Received()
    let log = ScreenLog()

    private func presentingStore() -> StoreOf<PresentingFeature> {
      Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
    }

    /// The modifiers that present a note.
    enum Style: CaseIterable, CustomTestStringConvertible {
      case sheet, cover, popover, page

      func destination(for note: Note.State) -> PresentingFeature.Destination {
        switch self {
        case .sheet: .sheet(note)
        case .cover: .cover(note)
        case .popover: .popover(note)
        case .page: .page(note)
        }
      }

      /// Returns the parent's action that contains an action of the note.
      func parentAction(for action: Note.Action) -> PresentingFeature.Action {
        switch self {
        case .sheet: .destination(.presented(.sheet(action)))
        case .cover: .destination(.presented(.cover(action)))
        case .popover: .destination(.presented(.popover(action)))
        case .page: .destination(.presented(.page(action)))
        }
      }

      /// Whether the modifier has an `onDismiss` parameter. ``ScreenLog/dismissals`` counts the calls of `onDismiss`.
      var hasOnDismiss: Bool { self != .page }
      var testDescription: String { "\(self)" }
    }

    private func present(_ note: Note.State, as style: Style, in store: StoreOf<PresentingFeature>) {
      store.send(.change { $0.destination = style.destination(for: note) })
    }

    @Test(arguments: Style.allCases)
    func `closing a note as the user sends one dismiss action and clears the state`(style: Style) async throws {
      // Given a note on screen
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      present(Note.State(id: 1, text: "First"), as: style, in: store)
      try await fixture.waitUntilPresented("First")

      // When the user closes the note
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)

      // Then the parent has received one action
      #expect(store.destination == nil)
      #expect(received.actions == ["destination(dismiss)"])
      #expect(log.dismissals == (style.hasOnDismiss ? 1 : 0))
      await fixture.close()
    }

    @Test(arguments: Style.allCases)
    func `the dismiss action of the environment sends one dismiss action to the parent`(style: Style) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      present(Note.State(id: 1, text: "First"), as: style, in: store)
      try await fixture.press("Done", in: try await fixture.waitUntilPresented("First"))
      await fixture.waitForPresentationCount(0)
      #expect(received.actions == ["destination(dismiss)"])
      #expect(log.dismissals == (style.hasOnDismiss ? 1 : 0))
      await fixture.close()
    }

    @Test(.reducerCase(7), arguments: Style.allCases)
    func `dismiss in an effect sends one dismiss action, also if it is called twice`(style: Style) async throws {
      for action in [Note.Action.closeButtonClicked, .closeButtonClickedTwice] {
        let (received, log) = (PresentingFeature.Received(), ScreenLog())
        let store = Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
        let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
        present(Note.State(id: 1, text: "First"), as: style, in: store)
        try await fixture.waitUntilPresented("First")
        store.send(style.parentAction(for: action))
        await fixture.waitForPresentationCount(0)
        #expect(received.actions.count { $0 == "destination(dismiss)" } == 1)
        #expect(store.destination == nil)
        #expect(log.dismissals == (style.hasOnDismiss ? 1 : 0))
        await fixture.close()
      }
    }

    @Test(arguments: Style.allCases)
    func `a note that the reducer closes sends no dismiss action`(style: Style) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      present(Note.State(id: 1, text: "First"), as: style, in: store)
      try await fixture.waitUntilPresented("First")
      store.send(.change { $0.destination = nil })
      await fixture.waitForPresentationCount(0)
      #expect(received.actions.isEmpty)
      #expect(log.dismissals == (style.hasOnDismiss ? 1 : 0))
      await fixture.close()
    }

    @Test(arguments: Style.allCases)
    func `a note with the same id keeps its presentation, and another id gets a new one`(style: Style) async throws {
      // Given a note that has been clicked
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      present(Note.State(id: 1, text: "First"), as: style, in: store)
      let firstWidget = try await fixture.waitUntilPresented("First")
      try await fixture.press("Click", in: firstWidget)
      try await fixture.waitUntilPresented("Clicks 1")

      // When a note with the same id replaces it
      present(Note.State(id: 1, text: "Again"), as: style, in: store)

      // Then its presentation stays, with the state of its view
      #expect(try await fixture.waitUntilPresented("Again") == firstWidget)
      #expect(texts(in: firstWidget).contains("Clicks 1"))
      #expect(log.dismissals == 0)

      // When a note with another id replaces it
      present(Note.State(id: 2, text: "Second"), as: style, in: store)

      // Then the new note has its own presentation
      let secondWidget = try await fixture.waitUntilPresented("Second")
      #expect(texts(in: secondWidget).contains("Clicks 0"))
      #expect(fixture.presented.count == 1)
      #expect(log.dismissals == (style.hasOnDismiss ? 1 : 0))
      #expect(received.actions.isEmpty)

      // And the new note can be closed like the first note
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      #expect(received.actions == ["destination(dismiss)"])
      await fixture.close()
    }

    @Test(.reducerCase(4), arguments: Style.allCases)
    func `a note's effects end when the note is replaced or dismissed`(style: Style) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      present(Note.State(id: 1, text: "First"), as: style, in: store)
      try await fixture.waitUntilPresented("First")
      let firstTask = store.send(style.parentAction(for: .listeningRequested))
      // The ids of the notes whose effects run
      #expect(Note.Effects.running == [1])
      present(Note.State(id: 2, text: "Second"), as: style, in: store)
      try await fixture.waitUntilPresented("Second")
      await firstTask.finish()
      let secondTask = store.send(style.parentAction(for: .listeningRequested))
      #expect(Note.Effects.running == [2])
      try await fixture.dismissAsUser()
      await secondTask.finish()
      #expect(Note.Effects.running.isEmpty)
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test(arguments: Style.allCases)
    func `a dismissed presentation and its store are released`(style: Style) async throws {
      let deallocations = DeallocationWatch()
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      for id in 1...2 {
        present(Note.State(id: id, text: "Note \(id)"), as: style, in: store)
        let widget = try await fixture.waitUntilPresented("Note \(id)")
        deallocations.watch(widget, "the widget of note \(id)")
        let noteStore: StoreOf<Note>? =
          switch style {
          case .sheet: store.scope(state: \.destination?.sheet, action: \.destination.sheet)
          case .cover: store.scope(state: \.destination?.cover, action: \.destination.cover)
          case .popover: store.scope(state: \.destination?.popover, action: \.destination.popover)
          case .page: store.scope(state: \.destination?.page, action: \.destination.page)
          }
        deallocations.watch(try #require(noteStore), "the store of note \(id)")
        // The core is the object from which a store reads its state.
        deallocations.watch(noteStore!.core, "the core of the store of note \(id)")
        // The user dismisses the first note, and the reducer the second note
        if id == 1 { try await fixture.dismissAsUser() } else { store.send(.change { $0.destination = nil }) }
        await fixture.waitForPresentationCount(0)
      }
      await deallocations.expectAll()
      await fixture.close()
    }

    @Test func `a store is released with its window and its presentations`() async throws {
      let deallocations = DeallocationWatch()
      let fixture = await showNote(inStoreWatchedBy: deallocations)
      await fixture.close()
      await deallocations.expectAll()
    }

    /// Shows a note. The store is created in this function, so that the test itself does not retain the store.
    private func showNote(
      inStoreWatchedBy deallocations: DeallocationWatch
    ) async -> WindowFixture<PresentingScreen> {
      let store = presentingStore()
      deallocations.watch(store, "the store")
      deallocations.watch(store.core, "the store's core")
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = .sheet(Note.State(id: 1, text: "First")) })
      await waitUntil("the note is there") { fixture.presented.count == 1 }
      return fixture
    }
  }
}
