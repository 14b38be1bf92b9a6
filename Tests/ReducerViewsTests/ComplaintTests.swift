import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// Faults that users of other libraries have reported, and that must not occur here. docs/library/reducers.md has a
  /// table of them.
  @MainActor @Suite struct ComplaintTests {
    /// The actions that the feature has received, as texts. The action `change` is not recorded.
    let received = PresentingFeature.Received()
    /// Counts the calls of `onDismiss`, which sheets, covers and popovers have, but neither alerts nor pages.
    let log = ScreenLog()

    /// Creates a store of the feature, which presents nothing yet.
    private func presentingStore() -> StoreOf<PresentingFeature> {
      Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
    }

    /// Returns the destination that presents a note “First” in this style: as a sheet, cover, popover or page.
    private func firstNote(as style: PresentationTests.Style = .sheet) -> PresentingFeature.Destination {
      style.destination(for: Note.State(id: 1, text: "First"))
    }

    @Test(
      .bug("https://github.com/pointfreeco/swift-composable-architecture/issues/1991"),
      arguments: PresentationTests.Style.allCases)
    func `an alert that replaces a note in one action is presented, and so is the next note`(
      style: PresentationTests.Style
    ) async throws {
      // Given a note on screen
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = firstNote(as: style) })
      try await fixture.waitUntilPresented("First")

      // When the note is removed and an alert is set
      store.send(
        .change {
          $0.destination = nil; $0.alert = question("Saved")
        })
      let alert = try await fixture.waitUntilPresented("Saved")
      await fixture.waitForPresentationCount(1)
      #expect(store.alert != nil)

      // Then the alert can be answered, and another note can be presented
      try await fixture.press("Yes", in: alert)
      await fixture.waitForPresentationCount(0)
      store.send(.change { $0.destination = style.destination(for: Note.State(id: 2, text: "Second")) })
      try await fixture.waitUntilPresented("Second")
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      #expect(received.actions == ["alert(alert yes)", "destination(dismiss)"])
      // Both notes were dismissed.
      #expect(log.dismissals == (style.hasOnDismiss ? 2 : 0))
      await fixture.close()
    }

    @Test(
      .bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3894"),
      arguments: PresentationTests.Style.allCases)
    func `changing a destination from a note to an alert and back presents both`(
      style: PresentationTests.Style
    ) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = firstNote(as: style) })
      try await fixture.waitUntilPresented("First")
      store.send(.change { $0.destination = .alert(question("Saved")) })
      let alert = try await fixture.waitUntilPresented("Saved")
      await fixture.waitForPresentationCount(1)
      #expect(store.destination?.alert != nil)
      try await fixture.press("Open Note", in: alert)
      // For the action of this button, the reducer sets a note “Opened”.
      try await fixture.waitUntilPresented("Opened")
      await fixture.waitForPresentationCount(1)
      #expect(store.destination?.sheet != nil)
      #expect(received.actions == ["destination(alert openNote)"])
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test(.bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3820"))
    func `dismiss works after the parent's state was created again`()
      async throws
    {
      // Given a note on screen
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = firstNote() })
      let sheet = try await fixture.waitUntilPresented("First")

      // When the parent's state is created again with another note of the same id, then the note's window remains
      store.send(
        .change { state in
          state = PresentingFeature.State()
          state.destination = .sheet(Note.State(id: 1, text: "Rebuilt"))
        })
      #expect(try await fixture.waitUntilPresented("Rebuilt") == sheet)

      // When the note dismisses itself
      try await fixture.press("Close", in: sheet)
      await fixture.waitForPresentationCount(0)

      // Then the note is dismissed once
      #expect(store.destination == nil)
      #expect(received.actions.count { $0 == "destination(dismiss)" } == 1)
      #expect(log.dismissals == 1)
      await fixture.close()
    }

    @Test(.bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3797"))
    func `a new page with a sheet is presented while the old page is being popped`() async throws {
      // Given a page that presents a sheet
      let store = Store(initialState: Album.State()) { Album() }
      let fixture = await WindowFixture { AlbumScreen(store: store, log: log) }
      store.send(.change { $0.page = PresentingFeature.State() })
      try await fixture.waitUntilPresented("PresentingFeature")
      store.send(.page(.presented(.change { $0.destination = firstNote() })))
      try await fixture.waitUntilPresented("First")

      // When the page is removed, and a new one with a sheet is set during the pop
      store.send(.change { $0.page = nil })
      // One turn of the main loop passes.
      await performInEventHandler {}
      store.send(
        .change { state in
          state.page = PresentingFeature.State()
          state.page?.destination = .sheet(Note.State(id: 2, text: "Second"))
        })

      // Then the new page and its sheet are on screen, and stay there
      try await fixture.waitUntilPresented("Second")
      await mainLoopSettles()
      // The page and its sheet are presented.
      #expect(fixture.presented.count == 2)
      #expect(store.page?.destination != nil)
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(1)
      #expect(store.page != nil)
      #expect(store.page?.destination == nil)
      await fixture.close()
    }

    @Test func `removing a page closes the sheet and the alert that it presents`() async throws {
      let store = Store(initialState: Album.State()) { Album() }
      let fixture = await WindowFixture { AlbumScreen(store: store, log: log) }
      store.send(.change { $0.page = PresentingFeature.State() })
      try await fixture.waitUntilPresented("PresentingFeature")
      store.send(.page(.presented(.change { $0.destination = firstNote() })))
      try await fixture.waitUntilPresented("First")
      store.send(.page(.presented(.change { $0.alert = question("On top") })))
      try await fixture.waitUntilPresented("On top")
      // The page, the sheet and the alert are presented.
      #expect(fixture.presented.count == 3)
      store.send(.change { $0.page = nil })
      await fixture.waitForPresentationCount(0)
      // Only the sheet has an `onDismiss`.
      #expect(log.dismissals == 1)
      await fixture.close()
    }

    @Test(.bug("https://github.com/pointfreeco/swift-composable-architecture/issues/625"))
    func `a control's write to removed state is dropped, and an explicitly sent action is reported`()
      async throws
    {
      // Given a text field in a sheet
      let reports = MisuseReports()
      defer { reports.stop() }
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = firstNote() })
      let sheet = try await fixture.waitUntilPresented("First")
      let field = try #require(widgets(ofType: gtk_text_get_type(), in: sheet).first)

      // When the sheet's state becomes `nil`, and the user types before the screen is updated
      await performInEventHandler {
        store.send(.change { $0.destination = nil })
        gtk_editable_set_text(field.opaque, "Too late")
      }

      // Then no action is sent, and nothing is reported
      #expect(received.actions.isEmpty)
      #expect(await reports.all().isEmpty)
      await fixture.waitForPresentationCount(0)

      // When the sheet is presented again, its state becomes `nil`, and the user clicks a button that sends an action
      store.send(.change { $0.destination = firstNote() })
      let touchButton = try #require(button("Touch", in: try await fixture.waitUntilPresented("First")))
      await performInEventHandler {
        store.send(.change { $0.destination = nil })
        emit("clicked", on: touchButton)
      }

      // Then the click is reported, in the file that scopes the store
      let misuses = await reports.all()
      #expect(misuses.count == 1)
      #expect(misuses.first?.message.contains("was sent to the store of a feature whose state was removed") == true)
      #expect(misuses.first?.fileID.hasSuffix("PresentingScreen.swift") == true)
      #expect(received.actions.isEmpty)
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test func `simultaneous dismissal by the user and the reducer sends no action and no report`() async throws {
      let reports = MisuseReports()
      defer { reports.stop() }
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = firstNote() })
      let sheet = try await fixture.waitUntilPresented("First")
      // The user closes the sheet's window before the screen is updated.
      await performInEventHandler {
        store.send(.change { $0.destination = nil })
        gtk_window_close(sheet.window)
      }
      await fixture.waitForPresentationCount(0)
      #expect(received.actions.isEmpty)
      #expect(log.dismissals == 1)
      #expect(await reports.all().isEmpty)
      await fixture.close()
    }

    @Test func `closing a replaced note does not dismiss its replacement`() async throws {
      // Given a note on screen
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = firstNote() })
      let sheet = try await fixture.waitUntilPresented("First")

      // When another note replaces the first one, and the user closes the first note's window before the screen is
      // updated
      await performInEventHandler {
        store.send(.change { $0.destination = .sheet(Note.State(id: 2, text: "Second")) })
        gtk_window_close(sheet.window)
      }

      // Then the new note is presented, and no dismiss action was sent
      try await fixture.waitUntilPresented("Second")
      #expect(received.actions.isEmpty)
      #expect(store.destination?.sheet?.id == 2)
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      #expect(received.actions == ["destination(dismiss)"])
      await fixture.close()
    }

    @Test func `only the last of several notes that are set within one turn of the main loop is presented`()
      async throws
    {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      store.send(.change { $0.destination = firstNote() })
      store.send(.change { $0.destination = nil })
      store.send(.change { $0.destination = .sheet(Note.State(id: 2, text: "Second")) })
      try await fixture.waitUntilPresented("Second")
      #expect(fixture.presented.count == 1)
      // The first note was never on screen, so it was not dismissed.
      #expect(log.dismissals == 0)
      store.send(.change { $0.destination = nil })
      await fixture.waitForPresentationCount(0)
      #expect(log.dismissals == 1)
      await fixture.close()
    }

    @Test func `an equal note after a dismissal is presented again`() async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      for count in 1...3 {
        store.send(.change { $0.destination = firstNote() })
        try await fixture.waitUntilPresented("First")
        try await fixture.dismissAsUser()
        await fixture.waitForPresentationCount(0)
        #expect(log.dismissals == count)
      }
      await fixture.close()
    }
  }
}
