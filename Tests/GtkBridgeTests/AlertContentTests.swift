import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport
import TestTraits
import Testing

extension GtkBridgeTests {
  /// The content of the alerts that the C functions of CGtkDialogs show. Each test runs with each class for alerts
  /// that the installed version of GTK has.
  @MainActor @Suite struct AlertContentTests {
    /// Shows an alert on a window, calls `body` when the alert is on screen, and destroys both.
    private func withAlert(
      _ kind: GtkAlertKind, title: String = "Delete?", message: String? = "It cannot be undone.",
      buttons: [ShownAlert.Button] = ShownAlert.threeButtons, defaultButton: Int32 = 1,
      _ body: @MainActor (ShownAlert) async -> Void
    ) async {
      let parent = await presentWindow()
      let alert = ShownAlert(
        on: parent, kind, title: title, message: message, buttons: buttons, defaultButton: defaultButton)
      await waitUntil("the alert to be on screen") { gtk_widget_get_mapped(alert.window.widget) != 0 }
      await mainLoopSettles()
      await body(alert)
      alert.free()
      await destroyWindow(parent)
    }

    private func hasClass(_ cssClass: String, _ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
      gtk_widget_has_css_class(widget, cssClass) != 0
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert shows its texts without markup and its buttons in order`(kind: GtkAlertKind) async {
      let buttons = [ShownAlert.Button(title: "snake_case"), ShownAlert.Button(title: "A & <b>B</b>")]
      await withAlert(kind, title: "<b>R&D_x</b>", message: "1 < 2 & 3", buttons: buttons) { alert in
        #expect(texts(in: alert.window) == ["<b>R&D_x</b>", "1 < 2 & 3", "snake_case", "A & <b>B</b>"])
        await writeScreenshot(of: alert.window, "alert-plain-texts-\(kind)")
      }
    }

    /// An opening alert must not be hidden and shown again: with some window managers it would stay hidden.
    @Test(arguments: GtkAlertKind.available)
    func `an alert's window is mapped once`(kind: GtkAlertKind) async {
      let parent = await presentWindow()
      let mapCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      mapCount.initialize(to: 0)
      let mapSignal = g_signal_lookup("map", gtk_widget_get_type())
      // GLib calls the hook for each widget that is mapped. The hook counts the windows.
      let hook = g_signal_add_emission_hook(
        mapSignal, 0,
        { _, _, values, data in
          let widget = g_value_get_object(values)?.assumingMemoryBound(to: GTypeInstance.self)
          if g_type_check_instance_is_a(widget, gtk_window_get_type()) != 0 {
            data!.assumingMemoryBound(to: Int.self).pointee += 1
          }
          // A hook that returns 0 is removed.
          return 1
        }, mapCount, nil)
      let alert = ShownAlert(on: parent, kind)
      await waitUntil("the alert to be on screen") { gtk_widget_get_mapped(alert.window.widget) != 0 }
      await mainLoopSettles()
      #expect(mapCount.pointee == 1)
      g_signal_remove_emission_hook(mapSignal, hook)
      mapCount.deallocate()
      alert.free()
      await destroyWindow(parent)
    }

    @Test(arguments: GtkAlertKind.available)
    func `button roles set the style of the buttons, and the default button has the focus`(kind: GtkAlertKind) async {
      await withAlert(kind) { alert in
        // The buttons are Cancel, Archive, which is the default button, and Delete.
        #expect(alert.buttons.map { hasClass("destructive-action", $0) } == [false, false, true])
        #expect(alert.buttons.map { hasClass("suggested-action", $0) } == [false, true, false])
        #expect(gtk_window_get_default_widget(alert.window) == alert.button(1))
        #expect(gtk_window_get_focus(alert.window) == alert.button(1))
        await writeScreenshot(of: alert.window, "alert-roles-\(kind)")
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `a cancel button as the default button is not styled as suggested`(kind: GtkAlertKind) async {
      let buttons = [
        ShownAlert.Button(title: "Remove", role: CGTK_ALERT_ROLE_DESTRUCTIVE),
        ShownAlert.Button(title: "Cancel", role: CGTK_ALERT_ROLE_CANCEL),
      ]
      await withAlert(kind, buttons: buttons, defaultButton: 1) { alert in
        #expect(gtk_window_get_default_widget(alert.window) == alert.button(1))
        #expect(!hasClass("suggested-action", alert.button(1)))
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `a disabled button cannot be clicked`(kind: GtkAlertKind) async {
      let buttons = [ShownAlert.Button(title: "No", isEnabled: false), ShownAlert.Button(title: "Yes")]
      await withAlert(kind, buttons: buttons) { alert in
        #expect(await click(alert.button(0)) == false)
        #expect(alert.ends.isEmpty)
      }
    }

    @Test(.presentationLine(22), arguments: GtkAlertKind.available)
    func `each of two buttons with the same title has its own outcome`(kind: GtkAlertKind) async {
      let buttons = [ShownAlert.Button(title: "Same"), ShownAlert.Button(title: "Same")]
      await withAlert(kind, buttons: buttons) { alert in
        await click(alert.button(1))
        await waitUntil("the alert to end") { !alert.ends.isEmpty }
        #expect(alert.ends == [.init(outcome: CGTK_ALERT_BUTTON, button: 1)])
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert's texts are selectable, and not selected when it opens`(kind: GtkAlertKind) async {
      await withAlert(kind) { alert in
        // The first two visible labels are the title and the message. GTK's own label for the message is hidden, if
        // another label shows the message, which can scroll.
        let labels = widgets(ofType: gtk_label_get_type(), in: alert.window).filter { gtk_widget_get_visible($0) != 0 }
        #expect(labels.count > 2)
        for label in labels.prefix(2) {
          #expect(gtk_label_get_selectable(label.opaque) != 0)
          #expect(gtk_label_get_selection_bounds(label.opaque, nil, nil) == 0)
        }
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert with a message of 400 lines fits on the screen`(kind: GtkAlertKind) async {
      // 400 lines need several times the height of the screen, which is 1024 pixels. The message gets at most half of
      // this height, and the rest of the alert needs less than 288 pixels.
      let message = (1...400).map { "Line \($0)" }.joined(separator: "\n")
      await withAlert(kind, message: message) { alert in
        // The title and the buttons alone are lower than 300 pixels.
        await waitUntil("the alert with its message") { gtk_widget_get_height(alert.window.widget) > 300 }
        #expect(gtk_widget_get_height(alert.window.widget) < 800)
        await writeScreenshot(of: alert.window, "alert-long-message-\(kind)")
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `a message of eight lines that are each wrapped does not scroll`(kind: GtkAlertKind) async {
      let message = (1...8).map {
        "Line \($0) of a message that is long enough to be wrapped once it has come this far"
      }.joined(separator: "\n")
      await withAlert(kind, message: message) { alert in
        let scroller = widgets(ofType: gtk_scrolled_window_get_type(), in: alert.window)[0]
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        await waitUntil("the whole message to be visible") {
          gtk_adjustment_get_upper(adjustment) <= gtk_adjustment_get_page_size(adjustment)
        }
        await writeScreenshot(of: alert.window, "alert-message-\(kind)")
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert with a short message has no scrolled window, and overlong words are wrapped`(
      kind: GtkAlertKind
    ) async {
      await withAlert(kind, message: "A short one.") { alert in
        #expect(widgets(ofType: gtk_scrolled_window_get_type(), in: alert.window).isEmpty)
        alert.update(
          title: String(repeating: "endless", count: 30), message: String(repeating: "word", count: 50),
          buttons: ShownAlert.threeButtons)
        await mainLoopSettles()
        // Without a line break, each word would be wider than 1000 pixels.
        #expect(gtk_widget_get_width(alert.window.widget) < 1000)
        await writeScreenshot(of: alert.window, "alert-long-words-\(kind)")
      }
    }

    @Test(.presentationLine(20), arguments: GtkAlertKind.available)
    func `an open alert shows new content with more or fewer buttons`(kind: GtkAlertKind) async {
      await withAlert(kind) { alert in
        // When the alert gets other texts and a fourth button
        let window = alert.window
        alert.update(
          title: "Really?", message: "New",
          buttons: [
            .init(title: "A", role: CGTK_ALERT_ROLE_DESTRUCTIVE), .init(title: "B"), .init(title: "C"),
            .init(title: "D"),
          ],
          defaultButton: 3)
        await mainLoopSettles()
        #expect(alert.window == window)
        #expect(texts(in: window!) == ["Really?", "New", "A", "B", "C", "D"])
        #expect(alert.buttons.map { hasClass("destructive-action", $0) } == [true, false, false, false])

        // And when the alert gets fewer buttons and no message
        alert.update(
          title: "Well?", message: nil,
          buttons: [.init(title: "Never", role: CGTK_ALERT_ROLE_CANCEL), .init(title: "Now")])
        #expect(texts(in: window!) == ["Well?", "Never", "Now"])
        alert.update(title: "Well?", message: nil, buttons: [.init(title: "E"), .init(title: "F"), .init(title: "G")])

        // Then an added button ends the alert with its position
        await click(alert.button(2))
        await waitUntil("the alert to end") { !alert.ends.isEmpty }
        #expect(alert.ends == [.init(outcome: CGTK_ALERT_BUTTON, button: 2)])
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert grows with a longer message`(kind: GtkAlertKind) async {
      await withAlert(kind, message: "Short") { alert in
        let initialHeight = gtk_widget_get_height(alert.window.widget)
        let message = (1...10).map { "Line \($0)" }.joined(separator: "\n")
        alert.update(title: "Title", message: message, buttons: ShownAlert.threeButtons)
        // Nine more lines need more than 100 pixels.
        await waitUntil("a higher window") { gtk_widget_get_height(alert.window.widget) > initialHeight + 100 }
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `an update of a cancelled alert does nothing`(kind: GtkAlertKind) async {
      await withAlert(kind) { alert in
        // The first update comes before the end of the alert, and the second update comes after it.
        alert.cancel()
        alert.update(title: "Late", message: nil, buttons: [.init(title: "X")])
        await waitUntil("the alert to end") { !alert.ends.isEmpty }
        alert.update(title: "Later", message: nil, buttons: [.init(title: "X")])
        #expect(alert.ends == [.init(outcome: CGTK_ALERT_CANCELLED, button: -1)])
      }
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert is a modal dialog of its parent, with its title and message as accessible name and description`(
      kind: GtkAlertKind
    ) async {
      await withAlert(kind) { alert in
        #expect(gtk_window_get_modal(alert.window) != 0)
        // The parent is the oldest window.
        #expect(gtk_window_get_transient_for(alert.window) == openWindows().first)
        #expect(String(cString: gtk_window_get_title(alert.window)) == "Delete?")
        let role = gtk_accessible_get_accessible_role(alert.window.opaque)
        #expect(role == (kind == .messageDialog ? GTK_ACCESSIBLE_ROLE_ALERT_DIALOG : GTK_ACCESSIBLE_ROLE_DIALOG))
        #expect(hasAccessibleName("Delete?", alert.window))
        #expect(hasAccessibleDescription("It cannot be undone.", alert.window))
      }
    }
  }
}
