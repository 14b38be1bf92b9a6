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
    let received = Desk.Received()
    let story = Story()

    private func desk() -> StoreOf<Desk> {
      Store(initialState: Desk.State()) { Desk(received: received) }
    }

    /// The place of a dialog's state, and the kind of the dialog.
    enum Place: CaseIterable {
      case alert, destinationAlert, destinationDialog

      @MainActor func ask(_ title: String, _ store: StoreOf<Desk>) {
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

      @MainActor func isAsking(_ store: StoreOf<Desk>) -> Bool {
        self == .alert ? store.alert != nil : store.destination != nil
      }
    }

    @Test(.reducerCase(5), arguments: Place.allCases, AlertBackend.allCases)
    func `a button's action reaches the parent, and the dialog goes without a dismiss`(
      place: Place, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      place.ask("Sure?", store)
      try await stage.press("Yes", in: try await stage.opened("Sure?"))
      await stage.left()
      #expect(received.actions == [place.action("yes")])
      #expect(!place.isAsking(store))
      await stage.close()
    }

    @Test(arguments: Place.allCases, AlertBackend.allCases)
    func `a cancel button without an action, Escape and the close button leave nothing set, and the next dialog shows`(
      place: Place, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      for (number, way) in ["cancel", "Escape", "close"].enumerated() {
        place.ask("Question \(number)", store)
        let dialog = try await stage.opened("Question \(number)")
        switch way {
        case "cancel": try await stage.press(place.cancel, in: dialog)
        case "Escape": try await stage.sendAway()
        default: await closeWindow(dialog.window)
        }
        await stage.left()
        #expect(!place.isAsking(store), "\(way)")
        #expect(received.actions == Array(repeating: place.dismissal, count: number + 1), "\(way)")
      }
      await stage.close()
    }

    @Test(.reducerCase(6), arguments: Place.allCases, AlertBackend.allCases)
    func `an alert that presents another alert: the new one stays, until it is answered`(
      place: Place, backend: AlertBackend
    ) async throws {
      AlertPresenter.backend = backend
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      place.ask("First?", store)
      try await stage.press("Ask Again", in: try await stage.opened("First?"))
      let second = try await stage.opened("Again?")
      await mainLoopSettles()
      #expect(stage.presented.count == 1)
      #expect(received.actions == [place.action("askAgain")])
      try await stage.press("Yes", in: second)
      await stage.left()
      #expect(received.actions.count == 2)
      #expect(!place.isAsking(store))
      await stage.close()
    }

    @Test(arguments: Place.allCases)
    func `the reducer closes it, and shows another: no dismiss comes`(place: Place) async throws {
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      place.ask("First?", store)
      try await stage.opened("First?")
      place.ask("Second?", store)
      try await stage.opened("Second?")
      await mainLoopSettles()
      #expect(stage.presented.count == 1)
      store.send(.change { $0.alert = nil; $0.destination = nil })
      await stage.left()
      #expect(received.actions.isEmpty)
      await stage.close()
    }

    @Test func `a dialog that changes is brought up to date in its place`() async throws {
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      Place.alert.ask("Sure?", store)
      try await stage.opened("Sure?")
      store.send(.change { $0.alert?.title = TextState(verbatim: "Really sure?") })
      try await stage.opened("Really sure?")
      #expect(stage.presented.count == 1)
      #expect(received.actions.isEmpty)
      try await stage.sendAway()
      await stage.left()
      await stage.close()
    }

    @Test func `the store of an alert dies with it`() async throws {
      let deaths = DeathWatch()
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      Place.alert.ask("Sure?", store)
      let dialog = try await stage.opened("Sure?")
      deaths.watch(dialog, "the dialog")
      deaths.watch(try #require(store.scope(state: \.alert, action: \.alert)), "the alert's store")
      try await stage.press("Yes", in: dialog)
      await stage.left()
      await deaths.expectAll()
      await stage.close()
    }

    @Test func `a button that is clicked when the dialog's state has just gone sends nothing, and nothing is reported`() async throws {
      // Given an alert on screen
      let reports = Reports()
      defer { reports.stop() }
      let store = desk()
      let stage = await Stage { DeskScreen(store: store, story: story) }
      Place.alert.ask("Sure?", store)
      let yes = try #require(button("Yes", in: try await stage.opened("Sure?")))

      // When its state becomes `nil`, and a button is clicked before the screen follows
      await performInSource {
        store.send(.change { $0.alert = nil })
        emit("clicked", on: yes)
      }
      await stage.left()

      // Then the click had no effect
      #expect(received.actions.isEmpty)
      #expect(await reports.all().isEmpty)
      await stage.close()
    }
  }
}
