import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lines 1, 2, 5, 19 and 20 of the table in docs/library/presentation.md, tested with popovers.
  ///
  /// `opened(_:)` waits for a presentation with a text, and `waitForPresentations(_:)` waits until a number of
  /// presentations is on screen: by default none.
  @MainActor @Suite struct PopoverTests {
    @Observable @MainActor final class Model {
      var isShown = false
      var name = "Birds"
      /// How often `onDismiss` was called.
      @ObservationIgnored var dismissals = 0
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        Button("screen") {}.popover(isPresented: $model.isShown) {
          model.dismissals += 1
        } content: {
          Text("about \(model.name)")
        }
      }
    }

    /// Returns the visible popover.
    private func popover<Content>(in window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      window.window.flatMap { widgets(ofType: gtk_popover_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 } }
    }

    @Test(.presentationLine(1, 2, 20))
    func `a popover opens and closes with its state and follows the values that it reads`() async {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.isShown = true
      await waitUntil("the popover is on screen") { popover(in: window) != nil }
      model.name = "Bees"
      await waitUntil("the popover follows the name") { popover(in: window).map { texts(in: $0) } == ["about Bees"] }
      model.isShown = false
      await waitUntil("the popover is dismissed") { popover(in: window) == nil && model.dismissals == 1 }
      #expect(model.dismissals == 1)
      window.close()
    }

    @Test(.presentationLine(5)) func `a popover that the user closes sets its state to false`() async throws {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.isShown = true
      await waitUntil("the popover is on screen") { popover(in: window) != nil }
      let shownPopover = try #require(popover(in: window))
      await performInEventHandler { gtk_popover_popdown(UnsafeMutablePointer(shownPopover.opaque)) }
      await waitUntil("the popover is dismissed") { !model.isShown && model.dismissals == 1 }
      #expect(model.dismissals == 1)
      window.close()
    }

    /// A screen on which no widget can receive the focus when the popover closes.
    struct ScreenWithoutFocusableWidgets: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").popover(isPresented: $model.isShown) { Text("about \(model.name)") }
      }
    }

    @Test(.presentationLine(19), arguments: [false, true])
    func `a popover closes over a window without focusable widgets`(userCloses: Bool) async throws {
      let model = Model()
      let window = await show { ScreenWithoutFocusableWidgets(model: model) }
      // The popover closes and opens again without a message of GTK, although nothing can receive the focus.
      for _ in 1...2 {
        model.isShown = true
        let shownPopover = try await window.opened("about Birds")
        if userCloses { await dismissAsUser(shownPopover) } else { model.isShown = false }
        await window.waitForPresentations()
        #expect(!model.isShown)
      }
      window.close()
    }
  }
}
