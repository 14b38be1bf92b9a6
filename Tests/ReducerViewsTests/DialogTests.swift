import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import TestTraits
import Testing

extension ReducerViewsTests {
  /// Alerts and confirmation dialogs with their stores.
  @MainActor @Suite struct DialogTests {
    let received = PresentingFeature.Received()
    let story = Story()

    private func presentingStore() -> StoreOf<PresentingFeature> {
      Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
    }

    /// The place of a dialog's state, and the kind of the dialog.
    enum Place: CaseIterable {
      case alert, destinationAlert, destinationDialog

      @MainActor func ask(_ title: String, _ store: StoreOf<PresentingFeature>) {
        store.send(
          .change { state in
            switch self {
            case .alert: state.alert = question(title)
            case .destinationAlert: state.destination = .alert(question(title))
            case .destinationDialog: state.destination = .dialog(choice(title))
            }
          })
      }

      /// Returns the action that a click on a button sends.
      func action(_ answer: String) -> String {
        switch self {
        case .alert: "alert(alert \(answer))"
        case .destinationAlert: "destination(alert \(answer))"
        case .destinationDialog: "destination(dialog \(answer))"
        }
      }

      /// The action that is sent when the dialog is closed.
      var dismissal: String { self == .alert ? "alert(dismiss)" : "destination(dismiss)" }
      /// The button that does nothing.
      var cancel: String { self == .destinationDialog ? "Cancel" : "Not Now" }

      @MainActor func isAsking(_ store: StoreOf<PresentingFeature>) -> Bool {
        self == .alert ? store.alert != nil : store.destination != nil
      }
    }

    @Test(.reducerCase(5), arguments: Place.allCases, AlertBackend.allCases)
    func `a button's action reaches the parent, and the dialog goes without a dismiss`(
      place: Place, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      place.ask("Sure?", store)
      try await fixture.press("Yes", in: try await fixture.opened("Sure?"))
      await fixture.left()
      #expect(received.actions == [place.action("yes")])
      #expect(!place.isAsking(store))
      await fixture.close()
    }

    @Test(arguments: Place.allCases, AlertBackend.allCases)
    func `a cancel button without an action, Escape and the close button leave nothing set, and the next dialog shows`(
      place: Place, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      for (number, way) in ["cancel", "Escape", "close"].enumerated() {
        place.ask("Question \(number)", store)
        let dialog = try await fixture.opened("Question \(number)")
        switch way {
        case "cancel": try await fixture.press(place.cancel, in: dialog)
        case "Escape": try await fixture.sendAway()
        default: await closeWindow(dialog.window)
        }
        await fixture.left()
        #expect(!place.isAsking(store), "\(way)")
        #expect(received.actions == Array(repeating: place.dismissal, count: number + 1), "\(way)")
      }
      await fixture.close()
    }

    @Test(.reducerCase(6), arguments: Place.allCases, AlertBackend.allCases)
    func `an alert that presents another alert: the new one stays, until it is answered`(
      place: Place, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      place.ask("First?", store)
      try await fixture.press("Ask Again", in: try await fixture.opened("First?"))
      let second = try await fixture.opened("Again?")
      await mainLoopSettles()
      #expect(fixture.presented.count == 1)
      #expect(received.actions == [place.action("askAgain")])
      try await fixture.press("Yes", in: second)
      await fixture.left()
      #expect(received.actions.count == 2)
      #expect(!place.isAsking(store))
      await fixture.close()
    }

    @Test(arguments: Place.allCases)
    func `the reducer closes it, and shows another: no dismiss comes`(place: Place) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      place.ask("First?", store)
      try await fixture.opened("First?")
      place.ask("Second?", store)
      try await fixture.opened("Second?")
      await mainLoopSettles()
      #expect(fixture.presented.count == 1)
      store.send(
        .change {
          $0.alert = nil; $0.destination = nil
        })
      await fixture.left()
      #expect(received.actions.isEmpty)
      await fixture.close()
    }

    @Test func `a dialog that changes is brought up to date in its place`() async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      Place.alert.ask("Sure?", store)
      try await fixture.opened("Sure?")
      store.send(.change { $0.alert?.title = TextState(verbatim: "Really sure?") })
      try await fixture.opened("Really sure?")
      #expect(fixture.presented.count == 1)
      #expect(received.actions.isEmpty)
      try await fixture.sendAway()
      await fixture.left()
      await fixture.close()
    }

    @Test func `the store of an alert dies with it`() async throws {
      let deaths = DeathWatch()
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      Place.alert.ask("Sure?", store)
      let dialog = try await fixture.opened("Sure?")
      deaths.watch(dialog, "the dialog")
      deaths.watch(try #require(store.scope(state: \.alert, action: \.alert)), "the alert's store")
      try await fixture.press("Yes", in: dialog)
      await fixture.left()
      await deaths.expectAll()
      await fixture.close()
    }

    @Test func `a button that is clicked when the dialog's state has just gone sends nothing, and nothing is reported`()
      async throws
    {
      // Given an alert on screen
      let reports = Reports()
      defer { reports.stop() }
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, story: story) }
      Place.alert.ask("Sure?", store)
      let yes = try #require(button("Yes", in: try await fixture.opened("Sure?")))

      // When its state becomes `nil`, and a button is clicked before the screen follows
      await performInSource {
        store.send(.change { $0.alert = nil })
        emit("clicked", on: yes)
      }
      await fixture.left()

      // Then the click had no effect
      #expect(received.actions.isEmpty)
      #expect(await reports.all().isEmpty)
      await fixture.close()
    }
  }
}
