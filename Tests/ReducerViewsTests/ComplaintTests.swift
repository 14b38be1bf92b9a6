import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import TestTraits
import Testing

extension ReducerViewsTests {
  /// Faults of the original libraries on screen: the rows of the table in docs/library/reducers.md, by the numbers of
  /// their complaints.
  @MainActor @Suite struct ComplaintTests {
    let received = PresentingFeature.Received()
    let story = Story()

    private func presentingStore() -> StoreOf<PresentingFeature> {
      Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
    }

    private func first(_ form: PresentationTests.Form = .sheet) -> PresentingFeature.Destination {
      form(Note.State(id: 1, text: "First"))
    }

    @Test(
      .bug("https://github.com/pointfreeco/swift-composable-architecture/issues/1991"),
      arguments: PresentationTests.Form.allCases)
    func `what is presented goes and an alert comes in one step: the alert is shown, and the next presentation too`(
      form: PresentationTests.Form
    ) async throws {
      // Given a note on screen
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = first(form) })
      try await fixture.opened("First")

      // When the note is removed and an alert is set
      store.send(
        .change {
          $0.destination = nil; $0.alert = question("Saved")
        })
      let alert = try await fixture.opened("Saved")
      await fixture.left(1)
      #expect(store.alert != nil)

      // Then the alert can be answered, and something else can be presented
      try await fixture.press("Yes", in: alert)
      await fixture.left()
      store.send(.change { $0.destination = form(Note.State(id: 2, text: "Second")) })
      try await fixture.opened("Second")
      try await fixture.sendAway()
      await fixture.left()
      #expect(received.actions == ["alert(alert yes)", "destination(dismiss)"])
      #expect(story.dismissals == (form.tellsOfItsEnd ? 2 : 0))
      await fixture.close()
    }

    @Test(
      .bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3894"),
      arguments: PresentationTests.Form.allCases)
    func `from a presentation to an alert in one enum, and back: neither flashes and goes`(
      form: PresentationTests.Form
    ) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = first(form) })
      try await fixture.opened("First")
      store.send(.change { $0.destination = .alert(question("Saved")) })
      let alert = try await fixture.opened("Saved")
      await fixture.left(1)
      #expect(store.destination?.alert != nil)
      try await fixture.press("Open Note", in: alert)
      try await fixture.opened("Opened")
      await fixture.left(1)
      #expect(store.destination?.sheet != nil)
      #expect(received.actions == ["destination(alert openNote)"])
      try await fixture.sendAway()
      await fixture.left()
      await fixture.close()
    }

    @Test(.bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3820"))
    func `dismiss() after the parent's state was rebuilt`()
      async throws
    {
      // Given a note on screen, whose parent's state is created again with an equal note in it
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = first() })
      let sheet = try await fixture.opened("First")
      store.send(
        .change { state in
          state = PresentingFeature.State()
          state.destination = .sheet(Note.State(id: 1, text: "Rebuilt"))
        })
      #expect(try await fixture.opened("Rebuilt") == sheet)

      // When the note requests its dismissal
      try await fixture.press("Close", in: sheet)
      await fixture.left()

      // Then it is dismissed
      #expect(store.destination == nil)
      #expect(received.actions.count { $0 == "destination(dismiss)" } == 1)
      #expect(story.dismissals == 1)
      await fixture.close()
    }

    @Test(.bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3797"))
    func `a sheet is presented again while its presenter is being popped`() async throws {
      // Given a page that presents a sheet
      let store = Store(initialState: Album.State()) { Album() }
      let fixture = await WindowFixture { AlbumScreen(store: store, story: story) }
      store.send(.change { $0.page = PresentingFeature.State() })
      try await fixture.opened("PresentingFeature")
      store.send(.page(.presented(.change { $0.destination = first() })))
      try await fixture.opened("First")

      // When the page is removed, and a new one with a sheet is set during the pop
      store.send(.change { $0.page = nil })
      await performInSource {}
      store.send(
        .change { state in
          state.page = PresentingFeature.State()
          state.page?.destination = .sheet(Note.State(id: 2, text: "Second"))
        })

      // Then the new page and its sheet are on screen, and stay there
      try await fixture.opened("Second")
      await mainLoopSettles()
      #expect(fixture.presented.count == 2)
      #expect(store.page?.destination != nil)
      try await fixture.sendAway()
      await fixture.left(1)
      #expect(store.page != nil)
      #expect(store.page?.destination == nil)
      await fixture.close()
    }

    @Test func `a removed parent closes the presentations of its child, innermost first`() async throws {
      let store = Store(initialState: Album.State()) { Album() }
      let fixture = await WindowFixture { AlbumScreen(store: store, story: story) }
      store.send(.change { $0.page = PresentingFeature.State() })
      try await fixture.opened("PresentingFeature")
      store.send(.page(.presented(.change { $0.destination = first() })))
      try await fixture.opened("First")
      store.send(.page(.presented(.change { $0.alert = question("On top") })))
      try await fixture.opened("On top")
      #expect(fixture.presented.count == 3)
      store.send(.change { $0.page = nil })
      await fixture.left()
      #expect(story.dismissals == 1)
      await fixture.close()
    }

    @Test(.bug("https://github.com/pointfreeco/swift-composable-architecture/issues/625"))
    func `a control that writes when its state has just gone writes nothing, and an explicit send is reported`()
      async throws
    {
      // Given a text field in a sheet
      let reports = Reports()
      defer { reports.stop() }
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = first() })
      let sheet = try await fixture.opened("First")
      let field = try #require(widgets(ofType: gtk_text_get_type(), in: sheet).first)

      // When the sheet's state becomes `nil`, and the user types before the screen follows
      await performInSource {
        store.send(.change { $0.destination = nil })
        gtk_editable_set_text(field.opaque, "Too late")
      }
      #expect(received.actions.isEmpty)
      #expect(await reports.all().isEmpty)
      await fixture.left()

      // And when the user clicks a button that sends an action
      store.send(.change { $0.destination = first() })
      let touch = try #require(button("Touch", in: try await fixture.opened("First")))
      await performInSource {
        store.send(.change { $0.destination = nil })
        emit("clicked", on: touch)
      }

      // Then only the second event is reported, at the line of the scope
      let all = await reports.all()
      #expect(all.count == 1)
      #expect(all.first?.message.contains("was sent to the store of a feature that is gone") == true)
      #expect(all.first?.fileID.hasSuffix("PresentingScreen.swift") == true)
      #expect(received.actions.isEmpty)
      await fixture.left()
      await fixture.close()
    }

    @Test(.reducerCase(8, 14))
    func `dismissed by a person and by the reducer at once: no second dismiss, and nothing is reported`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = first() })
      let sheet = try await fixture.opened("First")
      await performInSource {
        store.send(.change { $0.destination = nil })
        gtk_window_close(sheet.window)
      }
      await fixture.left()
      #expect(received.actions.isEmpty)
      #expect(story.dismissals == 1)
      #expect(await reports.all().isEmpty)
      await fixture.close()
    }

    @Test func `a dismissal never applies to a replacement`() async throws {
      // Given a note on screen
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = first() })
      let sheet = try await fixture.opened("First")

      // When another note replaces it, and the user closes the window before the screen follows
      await performInSource {
        store.send(.change { $0.destination = .sheet(Note.State(id: 2, text: "Second")) })
        gtk_window_close(sheet.window)
      }

      // Then the new one is shown, and nothing was dismissed
      try await fixture.opened("Second")
      #expect(received.actions.isEmpty)
      #expect(store.destination?.sheet?.id == 2)
      try await fixture.sendAway()
      await fixture.left()
      #expect(received.actions == ["destination(dismiss)"])
      await fixture.close()
    }

    @Test func `set and cleared and set again within one turn: only the last is shown`() async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      store.send(.change { $0.destination = first() })
      store.send(.change { $0.destination = nil })
      store.send(.change { $0.destination = .sheet(Note.State(id: 2, text: "Second")) })
      try await fixture.opened("Second")
      #expect(fixture.presented.count == 1)
      #expect(story.dismissals == 0)
      store.send(.change { $0.destination = nil })
      await fixture.left()
      #expect(story.dismissals == 1)
      await fixture.close()
    }

    @Test func `an equal note after a dismissal is presented again`() async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      for count in 1...3 {
        store.send(.change { $0.destination = first() })
        try await fixture.opened("First")
        try await fixture.sendAway()
        await fixture.left()
        #expect(story.dismissals == count)
      }
      await fixture.close()
    }
  }
}
