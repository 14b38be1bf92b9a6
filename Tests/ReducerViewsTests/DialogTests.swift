import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import TestTraits
import Testing

extension ReducerViewsTests {
  /// Alerts and confirmation dialogs with their stores. The numbers in `reducerCase` refer to the table of cases in
  /// docs/library/reducers.md.
  @MainActor @Suite struct DialogTests {
    /// The actions that the feature has received, as texts. The action `change` is not recorded.
    let received = PresentingFeature.Received()
    /// Required by the screen. These tests do not read it.
    let log = ScreenLog()

    private func presentingStore() -> StoreOf<PresentingFeature> {
      Store(initialState: PresentingFeature.State()) { PresentingFeature(received: received) }
    }

    /// The dialogs of `PresentingFeature`: an alert with a property of its own, and an alert and a confirmation dialog
    /// that are cases of the destination.
    enum DialogKind: CaseIterable {
      case alert, destinationAlert, destinationConfirmation

      @MainActor func present(_ title: String, in store: StoreOf<PresentingFeature>) {
        store.send(
          .change { state in
            switch self {
            case .alert: state.alert = question(title)
            case .destinationAlert: state.destination = .alert(question(title))
            case .destinationConfirmation: state.destination = .dialog(confirmation(title))
            }
          })
      }

      /// Returns the recorded action of a click on the button with this answer.
      func recordedAction(of answer: String) -> String {
        switch self {
        case .alert: "alert(alert \(answer))"
        case .destinationAlert: "destination(alert \(answer))"
        case .destinationConfirmation: "destination(dialog \(answer))"
        }
      }

      /// The recorded action of closing the dialog without an answer.
      var recordedDismissal: String { self == .alert ? "alert(dismiss)" : "destination(dismiss)" }
      /// The title of the button that only closes the dialog.
      var cancelTitle: String { self == .destinationConfirmation ? "Cancel" : "Not Now" }

      @MainActor func isPresented(in store: StoreOf<PresentingFeature>) -> Bool {
        self == .alert ? store.alert != nil : store.destination != nil
      }
    }

    @Test(.reducerCase(5), arguments: DialogKind.allCases, AlertBackend.allCases)
    func `a button's action reaches the feature and closes the dialog without a dismiss action`(
      kind: DialogKind, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      kind.present("Sure?", in: store)
      try await fixture.press("Yes", in: try await fixture.waitUntilPresented("Sure?"))
      await fixture.waitForPresentationCount(0)
      #expect(received.actions == [kind.recordedAction(of: "yes")])
      #expect(!kind.isPresented(in: store))
      await fixture.close()
    }

    @Test(arguments: DialogKind.allCases, AlertBackend.allCases)
    func `the cancel button, Escape and the close button each clear the dialog by one dismiss action`(
      kind: DialogKind, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      for (number, way) in ["cancel", "Escape", "close"].enumerated() {
        kind.present("Question \(number)", in: store)
        let dialog = try await fixture.waitUntilPresented("Question \(number)")
        switch way {
        case "cancel": try await fixture.press(kind.cancelTitle, in: dialog)
        case "Escape": try await fixture.dismissAsUser()
        default: await closeWindow(dialog.window)
        }
        await fixture.waitForPresentationCount(0)
        #expect(!kind.isPresented(in: store), "\(way)")
        #expect(received.actions == Array(repeating: kind.recordedDismissal, count: number + 1), "\(way)")
      }
      await fixture.close()
    }

    @Test(.reducerCase(6), arguments: DialogKind.allCases, AlertBackend.allCases)
    func `an alert presented by another dialog's button stays until it is answered`(
      kind: DialogKind, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      kind.present("First?", in: store)
      try await fixture.press("Ask Again", in: try await fixture.waitUntilPresented("First?"))
      let secondDialog = try await fixture.waitUntilPresented("Again?")
      // A dismiss action of the first dialog would arrive by now.
      await mainLoopSettles()
      #expect(fixture.presented.count == 1)
      #expect(received.actions == [kind.recordedAction(of: "askAgain")])
      try await fixture.press("Yes", in: secondDialog)
      await fixture.waitForPresentationCount(0)
      // The feature has received one action each for “Ask Again” and “Yes”, and no dismiss action.
      #expect(received.actions.count == 2)
      #expect(!kind.isPresented(in: store))
      await fixture.close()
    }

    @Test(arguments: DialogKind.allCases)
    func `a dialog that the reducer replaces or closes sends no dismiss action`(kind: DialogKind) async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      kind.present("First?", in: store)
      try await fixture.waitUntilPresented("First?")
      // The reducer replaces the dialog.
      kind.present("Second?", in: store)
      try await fixture.waitUntilPresented("Second?")
      await mainLoopSettles()
      #expect(fixture.presented.count == 1)
      // The reducer closes the dialog, of whichever kind.
      store.send(
        .change {
          $0.alert = nil; $0.destination = nil
        })
      await fixture.waitForPresentationCount(0)
      #expect(received.actions.isEmpty)
      await fixture.close()
    }

    @Test func `a changed dialog is updated in place`() async throws {
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      DialogKind.alert.present("Sure?", in: store)
      try await fixture.waitUntilPresented("Sure?")
      store.send(.change { $0.alert?.title = TextState(verbatim: "Really sure?") })
      try await fixture.waitUntilPresented("Really sure?")
      #expect(fixture.presented.count == 1)
      #expect(received.actions.isEmpty)
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test func `an alert's store is released with the alert`() async throws {
      let deallocations = DeallocationWatch()
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      DialogKind.alert.present("Sure?", in: store)
      let dialog = try await fixture.waitUntilPresented("Sure?")
      deallocations.watch(dialog, "the dialog")
      deallocations.watch(try #require(store.scope(state: \.alert, action: \.alert)), "the alert's store")
      try await fixture.press("Yes", in: dialog)
      await fixture.waitForPresentationCount(0)
      await deallocations.expectAll()
      await fixture.close()
    }

    @Test func `a button clicked after its dialog's state became nil sends no action and no report`()
      async throws
    {
      // Given an alert on screen
      let reports = MisuseReports()
      defer { reports.stop() }
      let store = presentingStore()
      let fixture = await WindowFixture { PresentingScreen(store: store, log: log) }
      DialogKind.alert.present("Sure?", in: store)
      let yesButton = try #require(button("Yes", in: try await fixture.waitUntilPresented("Sure?")))

      // When its state becomes `nil`, and a button is clicked before the screen is updated
      await performInEventHandler {
        store.send(.change { $0.alert = nil })
        emit("clicked", on: yesButton)
      }
      await fixture.waitForPresentationCount(0)

      // Then the click had no effect
      #expect(received.actions.isEmpty)
      #expect(await reports.all().isEmpty)
      await fixture.close()
    }
  }
}
