import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport

/// An alert that the C functions of CGtkDialogs show, and its reported ends.
@MainActor final class ShownAlert {
  struct Button {
    var title: String
    var role = CGTK_ALERT_ROLE_NONE
    var isEnabled = true
  }

  /// How an alert ended.
  struct End: Equatable {
    let outcome: CGtkAlertOutcome
    /// The position of the clicked button, or -1.
    let button: Int32
  }

  static let threeButtons = [
    Button(title: "Cancel", role: CGTK_ALERT_ROLE_CANCEL), Button(title: "Archive"),
    Button(title: "Delete", role: CGTK_ALERT_ROLE_DESTRUCTIVE),
  ]

  /// The reported ends: at most one, unless the C functions have a defect.
  private(set) var ends: [End] = []
  private var alert: OpaquePointer?

  /// Shows an alert. The default button, which Return activates, is given by its position, or by -1 for none.
  init(
    on parent: UnsafeMutablePointer<GtkWindow>, _ backend: GtkAlertKind, title: String = "Delete?",
    message: String? = "It cannot be undone.", buttons: [Button] = threeButtons, defaultButton: Int32 = 1
  ) {
    // Safe because the alert is freed before this object ends.
    let data = Unmanaged.passUnretained(self).toOpaque()
    alert = withContent(title, message, buttons, defaultButton) {
      cgtk_alert_show(
        parent, $0, backend.cBackend,
        { outcome, button, data in
          // Safe because the object outlives its alert, and GTK calls on the first thread.
          let shown = Unmanaged<ShownAlert>.fromOpaque(data!).takeUnretainedValue()
          MainActor.assumeIsolated { shown.ends.append(End(outcome: outcome, button: button)) }
        }, data)
    }
  }

  isolated deinit { free() }

  var window: UnsafeMutablePointer<GtkWindow>! { cgtk_alert_window(alert) }

  func cancel() { cgtk_alert_cancel(alert) }

  func setDismissible(_ isDismissible: Bool) { cgtk_alert_set_dismissible(alert, isDismissible) }

  func move(to parent: UnsafeMutablePointer<GtkWindow>) { cgtk_alert_set_parent(alert, parent) }

  /// Frees the alert, which also removes its window.
  func free() {
    if let alert { cgtk_alert_free(alert) }
    alert = nil
  }

  func update(title: String, message: String?, buttons: [Button], defaultButton: Int32 = -1) {
    withContent(title, message, buttons, defaultButton) { cgtk_alert_update(alert, $0) }
  }

  var buttons: [UnsafeMutablePointer<GtkWidget>] { widgets(ofType: gtk_button_get_type(), in: window) }

  func button(_ position: Int) -> UnsafeMutablePointer<GtkWidget> { buttons[position] }

  /// Calls a closure with the content as a C value, which is valid only during the call.
  private func withContent<Result>(
    _ title: String, _ message: String?, _ buttons: [Button], _ defaultButton: Int32,
    _ body: (UnsafePointer<CGtkAlertContent>) -> Result
  ) -> Result {
    let cStrings = ([title, message ?? ""] + buttons.map(\.title)).map { UnsafePointer(g_strdup($0)!) }
    defer { cStrings.forEach { g_free(UnsafeMutablePointer(mutating: $0)) } }
    let cButtons = zip(buttons, cStrings.dropFirst(2)).map {
      CGtkAlertButton(title: $1, role: $0.role, is_enabled: $0.isEnabled)
    }
    return cButtons.withUnsafeBufferPointer {
      var content = CGtkAlertContent(
        title: cStrings[0], is_title_hidden: false, message: cStrings[1], buttons: $0.baseAddress,
        button_count: Int32($0.count), default_button: defaultButton)
      return body(&content)
    }
  }
}

/// The class of GTK that shows an alert.
enum GtkAlertKind: String, Sendable, CustomStringConvertible {
  case alertDialog = "GtkAlertDialog"
  case messageDialog = "GtkMessageDialog"

  var description: String { rawValue }

  /// The C constant for this class. The automatic backend is `GtkAlertDialog`, if GTK has this class.
  var cBackend: CGtkAlertBackend {
    switch self {
    case .alertDialog: CGTK_ALERT_BACKEND_AUTOMATIC
    case .messageDialog: CGTK_ALERT_BACKEND_MESSAGE
    }
  }

  /// The classes that the installed version of GTK has.
  static var available: [GtkAlertKind] {
    cgtk_alert_has_alert_dialog() ? [.alertDialog, .messageDialog] : [.messageDialog]
  }
}
