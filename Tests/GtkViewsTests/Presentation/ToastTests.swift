import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Toasts follow their state as other presentations do. A toast also disappears after its timeout. The timeout
  /// pauses while the toast has the focus, and starts again afterwards.
  @MainActor @Suite struct ToastTests {
    struct Removal: Identifiable {
      var id: Int
      var title: String
    }

    @Observable @MainActor final class Model {
      var removal: Removal?
      /// Whether the second toast, “Saved …”, is presented.
      var isSavedToastPresented = false
      /// Whether the screen has the view that presents the toasts.
      var hasPresenter = true
      /// The name of the saved thing in the text of the second toast.
      var savedName = "the note"
      /// The timeout of the removal's toast in seconds.
      @ObservationIgnored var timeout: Double? = 5
      /// The calls of the removal toast's closures, in order: “dismissed”, or “undo” with the title and whether
      /// ``removal`` was still set.
      @ObservationIgnored var events: [String] = []
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Button("before") {}
          if model.hasPresenter {
            Button("screen") {}
              .toast(item: $model.removal) {
                model.events.append("dismissed")
              } content: { removal in
                Toast("“\(removal.title)” was removed", timeout: model.timeout)
                  .action("Undo") {
                    model.events.append("undo \(removal.title), \(model.removal == nil ? "nil" : "there")")
                  }
              }
              .toast(isPresented: $model.isSavedToastPresented) { Toast("Saved \(model.savedName)") }
          }
        }
      }
    }

    /// A window with the screen. Time advances only when a test advances `frames`.
    @MainActor final class ToastFixture {
      let model = Model()
      let frames = SteppedFrames()
      let window: ViewWindow<Screen>

      init() async {
        var environment = EnvironmentValues()
        environment.animationClock = frames.clock
        let model = model
        window = await show(width: 400, height: 300, environment: environment) { Screen(model: model) }
      }

      /// The toasts on screen, from top to bottom.
      var toasts: [UnsafeMutablePointer<GtkWidget>] {
        window.window.map {
          widgets(ofType: gtk_box_get_type(), in: $0).filter { gtk_widget_has_css_class($0, "toast") != 0 }
        } ?? []
      }

      /// The texts of the toasts, without the titles of their buttons.
      var texts: [String] {
        toasts.flatMap { widgets(ofType: gtk_label_get_type(), in: $0) }
          .filter { gtk_widget_get_mapped($0) != 0 && !gtk_widget_get_parent($0)!.isA(gtk_button_get_type()) }
          .map { String(cString: gtk_label_get_text($0.opaque)) }
      }

      /// Waits until exactly one toast exists and is visible, and returns the toast.
      func waitForToast(
        sourceLocation: SourceLocation = #_sourceLocation
      ) async throws -> UnsafeMutablePointer<GtkWidget> {
        await waitUntil("a toast is visible", sourceLocation: sourceLocation) {
          self.toasts.count == 1 && gtk_widget_get_mapped(self.toasts[0]) != 0
        }
        return try #require(toasts.first, sourceLocation: sourceLocation)
      }

      /// Shows a toast about the removal of an item, and returns the toast.
      func showRemoval(of title: String) async throws -> UnsafeMutablePointer<GtkWidget> {
        model.removal = Removal(id: 1, title: title)
        return try await waitForToast()
      }

      /// Waits until the window has no toasts.
      func waitUntilDismissed(sourceLocation: SourceLocation = #_sourceLocation) async {
        await waitUntil("all toasts are removed", sourceLocation: sourceLocation) { self.toasts.isEmpty }
        await mainLoopSettles()
      }
    }

    @Test func `a value shows a toast, and nil removes it without an action`() async throws {
      // Given a toast with the text of the value
      let fixture = await ToastFixture()
      let deallocations = DeallocationWatch()
      deallocations.watch(try await fixture.showRemoval(of: "Rain"), "the toast")
      #expect(fixture.texts == ["“Rain” was removed"])

      // When code sets the value to nil
      fixture.model.removal = nil
      await fixture.waitUntilDismissed()

      // Then the toast is gone, and only its `onDismiss` closure was called, not its action
      #expect(fixture.model.events == ["dismissed"])
      await deallocations.expectAll()
      fixture.window.close()
    }

    struct ScreenWithBar: View {
      @Bindable var model: Model

      var body: some View {
        VStack(spacing: 0) {
          Text("content").frame(maxHeight: .infinity)
          Text("bar").frame(height: 60).keptClearOfToasts()
        }
        .toast(isPresented: $model.isSavedToastPresented) { Toast("Saved") }
      }
    }

    @Test func `a toast does not cover a bar with keptClearOfToasts`() async throws {
      let model = Model()
      let window = await show(width: 400, height: 300) { ScreenWithBar(model: model) }
      await drawFrame(of: try #require(window.window))
      model.isSavedToastPresented = true
      func toast() -> UnsafeMutablePointer<GtkWidget>? {
        window.window.flatMap {
          widgets(ofType: gtk_box_get_type(), in: $0).first { gtk_widget_has_css_class($0, "toast") != 0 }
        }
      }
      await waitUntil("the toast is drawn") { toast().map { gtk_widget_get_height($0) > 0 } ?? false }
      let bar = try #require(
        window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first { texts(in: $0) == ["bar"] } })
      let barBounds = bounds(of: bar, in: try #require(window.window).widget)
      let toastBounds = bounds(of: try #require(toast()), in: try #require(window.window).widget)
      #expect(toastBounds.y + toastBounds.height <= barBounds.y)
      window.close()
    }

    @Test func `a toast's button runs its action once and then clears the state`() async throws {
      let fixture = await ToastFixture()
      try await press("Undo", in: try await fixture.showRemoval(of: "Rain"))
      await fixture.waitUntilDismissed()
      // The value was still there while the action ran.
      #expect(fixture.model.events == ["undo Rain, there", "dismissed"])
      #expect(fixture.model.removal == nil)
      fixture.window.close()
    }

    @Test func `a toast's close button clears the state`() async throws {
      let fixture = await ToastFixture()
      let toast = try await fixture.showRemoval(of: "Rain")
      let closeButton = try #require(widgets(ofType: gtk_button_get_type(), in: toast).last)
      #expect(hasAccessibleName("Close", closeButton))
      await click(closeButton)
      await fixture.waitUntilDismissed()
      #expect(fixture.model.events == ["dismissed"])
      #expect(fixture.model.removal == nil)
      fixture.window.close()
    }

    @Test func `an Escape key press that no view handles closes a toast`() async throws {
      let fixture = await ToastFixture()
      let toast = try await fixture.showRemoval(of: "Rain")
      // The column of toasts is in a layer over the views of the window.
      let layer = try #require(gtk_widget_get_parent(gtk_widget_get_parent(toast)))
      // `pressKey` returns whether the key was handled. The key “a” stands for any other key.
      #expect(await pressKey(UInt32(GDK_KEY_a), on: layer) == false)
      #expect(await pressKey(UInt32(GDK_KEY_Escape), on: layer))
      await fixture.waitUntilDismissed()
      #expect(fixture.model.events == ["dismissed"])

      // And without a toast, the Escape key is not handled
      #expect(await pressKey(UInt32(GDK_KEY_Escape), on: layer) == false)
      fixture.window.close()
    }

    @Test func `a toast disappears after its timeout and then requests no frames`() async throws {
      let fixture = await ToastFixture()
      _ = try await fixture.showRemoval(of: "Rain")
      // The timeout is 5 seconds.
      await performInEventHandler { fixture.frames.advance(by: 4.9) }
      await mainLoopSettles()
      #expect(fixture.texts == ["“Rain” was removed"])
      await performInEventHandler { fixture.frames.advance(by: 0.1) }
      await fixture.waitUntilDismissed()
      #expect(fixture.model.removal == nil)
      #expect(fixture.model.events == ["dismissed"])
      #expect(!fixture.frames.isTicking)
      fixture.window.close()
    }

    @Test func `a toast without a timeout stays`() async throws {
      let fixture = await ToastFixture()
      fixture.model.timeout = nil
      _ = try await fixture.showRemoval(of: "Rain")
      #expect(!fixture.frames.isTicking)
      await performInEventHandler { fixture.frames.advance(by: 1000) }
      await mainLoopSettles()
      #expect(fixture.toasts.count == 1)
      fixture.model.removal = nil
      await fixture.waitUntilDismissed()
      fixture.window.close()
    }

    @Test func `a toast's timeout pauses while it has the focus and restarts afterwards`() async throws {
      // Given a toast whose button gets the focus one second before the timeout of 5 seconds ends
      let fixture = await ToastFixture()
      let toast = try await fixture.showRemoval(of: "Rain")
      let window = try #require(fixture.window.window)
      await performInEventHandler { fixture.frames.advance(by: 4) }
      let undoButton = try #require(button("Undo", in: toast))
      await performInEventHandler { _ = gtk_widget_grab_focus(undoButton) }

      // Then the toast stays for longer than the timeout
      #expect(!fixture.frames.isTicking)
      await performInEventHandler { fixture.frames.advance(by: 100) }
      await mainLoopSettles()
      #expect(fixture.toasts.count == 1)

      // When the focus leaves the toast, then the timeout of 5 seconds begins again
      let outerButton = try #require(button("before", in: window))
      await performInEventHandler { _ = gtk_widget_grab_focus(outerButton) }
      await performInEventHandler { fixture.frames.advance(by: 4.9) }
      await mainLoopSettles()
      #expect(fixture.toasts.count == 1)
      // After 4.9 and 0.2 seconds, the new timeout has passed.
      await performInEventHandler { fixture.frames.advance(by: 0.2) }
      await fixture.waitUntilDismissed()
      #expect(gtk_window_get_focus(window) == outerButton)
      fixture.window.close()
    }

    @Test func `the focus is restored when a focused toast disappears`() async throws {
      let fixture = await ToastFixture()
      let window = try #require(fixture.window.window)
      let outerButton = try #require(button("before", in: window))
      await performInEventHandler { _ = gtk_widget_grab_focus(outerButton) }
      let undoButton = try #require(button("Undo", in: try await fixture.showRemoval(of: "Rain")))
      await performInEventHandler { _ = gtk_widget_grab_focus(undoButton) }
      await click(undoButton)
      await fixture.waitUntilDismissed()
      #expect(gtk_window_get_focus(window) == outerButton)
      fixture.window.close()
    }

    @Test func `a value with the same id updates the toast, and one with another id replaces it`() async throws {
      let fixture = await ToastFixture()
      let toast = try await fixture.showRemoval(of: "Rain")
      fixture.model.removal = Removal(id: 1, title: "Storm")
      await waitUntil("the new text is visible") { fixture.texts == ["“Storm” was removed"] }
      #expect(fixture.toasts == [toast])
      #expect(fixture.model.events.isEmpty)
      fixture.model.removal = Removal(id: 2, title: "Hail")
      await waitUntil("the new toast is visible") { fixture.texts == ["“Hail” was removed"] }
      #expect(fixture.toasts.count == 1)
      #expect(fixture.model.events == ["dismissed"])
      fixture.model.removal = nil
      await fixture.waitUntilDismissed()
      fixture.window.close()
    }

    @Test func `a toast follows the state that its closure reads`() async throws {
      let fixture = await ToastFixture()
      fixture.model.isSavedToastPresented = true
      _ = try await fixture.waitForToast()
      #expect(fixture.texts == ["Saved the note"])
      fixture.model.savedName = "the list"
      await waitUntil("the new text is visible") { fixture.texts == ["Saved the list"] }
      fixture.model.isSavedToastPresented = false
      await fixture.waitUntilDismissed()
      fixture.window.close()
    }

    @Test func `two toasts are stacked, and each has its own timeout`() async throws {
      let fixture = await ToastFixture()
      _ = try await fixture.showRemoval(of: "Rain")
      await performInEventHandler { fixture.frames.advance(by: 3) }
      fixture.model.isSavedToastPresented = true
      await waitUntil("two toasts are visible") { fixture.texts == ["“Rain” was removed", "Saved the note"] }
      // After 3 and 2 seconds, the timeout of the first toast, 5 seconds, has passed.
      await performInEventHandler { fixture.frames.advance(by: 2) }
      await waitUntil("one toast is visible") { fixture.texts == ["Saved the note"] }
      // The second toast has the default timeout, which is 5 seconds. 2 of these seconds have passed.
      await performInEventHandler { fixture.frames.advance(by: 3) }
      await fixture.waitUntilDismissed()
      #expect(!fixture.model.isSavedToastPresented)
      fixture.window.close()
    }

    @Test func `removing the view removes its toast without writing the state`() async throws {
      let fixture = await ToastFixture()
      _ = try await fixture.showRemoval(of: "Rain")
      fixture.model.hasPresenter = false
      await fixture.waitUntilDismissed()
      #expect(fixture.model.removal != nil)
      #expect(fixture.model.events == ["dismissed"])
      fixture.window.close()
    }

    @Test func `closing the window frees its toast without writing the state`() async throws {
      let fixture = await ToastFixture()
      let deallocations = DeallocationWatch()
      deallocations.watch(try await fixture.showRemoval(of: "Rain"), "the toast")
      fixture.window.close()
      await mainLoopSettles()
      await deallocations.expectAll()
      #expect(fixture.model.removal != nil)
      // The timeout of 5 seconds does not call a closure again.
      await performInEventHandler { fixture.frames.advance(by: 10) }
      #expect(fixture.model.events == ["dismissed"])
    }

    @Test func `a visible toast follows changes of the desktop's contrast`() async throws {
      // Given a toast on a desktop of standard contrast
      let desktop = TestDesktop()
      useDarkTheme(false)
      let fixture = await ToastFixture()
      let toast = try await fixture.showRemoval(of: "Rain")
      await drawFrame(of: try #require(fixture.window.window))
      // Returns the colour of the toast's background, 4 pixels from the left edge.
      let background = { pixels(of: toast, at: [(4, Int(gtk_widget_get_height(toast)) / 2)])[0] }
      // With more contrast, the style sheet of toasts has the opaque background #1e1e1e.
      let (standardBackground, opaqueBackground) = (background(), Pixel(red: 0x1e, green: 0x1e, blue: 0x1e))
      try #require(!standardBackground.isClose(to: opaqueBackground))

      // When the desktop requests more contrast, then the toast is opaque
      desktop.offerPortal()
      desktop.set("contrast", 1)
      await waitUntil("the toast is opaque") { background().isClose(to: opaqueBackground) }
      #expect(fixture.toasts == [toast])

      // When the desktop also prefers the dark theme, then the toast keeps the opaque background
      desktop.set("color-scheme", 1)
      await waitUntil("the desktop is dark") { desktop.prefersDark }
      #expect(background().isClose(to: opaqueBackground))

      // When the desktop has no preferences again, then the toast has its first background
      desktop.set("color-scheme", 0)
      desktop.set("contrast", 0)
      await waitUntil("the toast has its first background") { background() == standardBackground }
      #expect(fixture.toasts == [toast] && fixture.model.events.isEmpty)
      desktop.end()
      fixture.window.close()
    }

    @Test func `a toast is centred at the bottom, and its text is its accessible name`() async throws {
      let fixture = await ToastFixture()
      let toast = try await fixture.showRemoval(of: "Rain")
      let window = try #require(fixture.window.window)
      await drawFrame(of: window)
      #expect(hasAccessibleName("“Rain” was removed", toast))
      #expect(gtk_accessible_get_accessible_role(toast.opaque) == GTK_ACCESSIBLE_ROLE_STATUS)
      let content = try #require(gtk_window_get_child(window))
      let (toastBounds, contentBounds) = (bounds(of: toast, in: content), bounds(of: content, in: content))
      #expect(abs(toastBounds.x + toastBounds.width / 2 - contentBounds.width / 2) <= 1)
      // The margin below the toasts is 24 pixels.
      #expect(toastBounds.y + toastBounds.height == contentBounds.height - 24)
      await writeScreenshot(of: window, "toast")
      fixture.window.close()
    }
  }
}
