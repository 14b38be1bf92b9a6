import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport

/// An alert that the C functions of CGtkDialogs show, and the ends that they reported.
@MainActor final class ShownAlert {
  struct Button {
    var title: String
    var role = CGTK_ALERT_ROLE_NONE
    var isEnabled = true
  }

  /// How an alert ended.
  struct End: Equatable {
    let outcome: CGtkAlertOutcome
    /// The position, among the alert's buttons, of the button that ended the alert, or -1 if no button ended it.
    let button: Int32
  }

  static let threeButtons = [
    Button(title: "Cancel", role: CGTK_ALERT_ROLE_CANCEL), Button(title: "Archive"),
    Button(title: "Delete", role: CGTK_ALERT_ROLE_DESTRUCTIVE),
  ]

  /// The reported ends: at most one, unless the C functions have a defect.
  private(set) var ends: [End] = []
  private var alert: OpaquePointer?

  /// Shows an alert. `defaultButton` is the position of the button that Return activates, or -1 for none.
  init(
    on parent: UnsafeMutablePointer<GtkWindow>, _ kind: GtkAlertKind, title: String = "Delete?",
    message: String? = "It cannot be undone.", buttons: [Button] = threeButtons, defaultButton: Int32 = 1
  ) {
    // Safe because the alert is freed before this object ends.
    let data = Unmanaged.passUnretained(self).toOpaque()
    alert = withContent(title, message, buttons, defaultButton) {
      cgtk_alert_show(
        parent, $0, kind.cBackend,
        { outcome, button, data in
          // Safe because the object outlives its alert, and GTK calls on the first thread.
          let shown = Unmanaged<ShownAlert>.fromOpaque(data!).takeUnretainedValue()
          MainActor.assumeIsolated { shown.ends.append(End(outcome: outcome, button: button)) }
        }, data)
    }
  }

  isolated deinit { free() }

  /// The window of the alert, borrowed. `nil` once the alert has ended.
  var window: UnsafeMutablePointer<GtkWindow>! { cgtk_alert_window(alert) }

  func cancel() { cgtk_alert_cancel(alert) }

  func setDismissible(_ isDismissible: Bool) { cgtk_alert_set_dismissible(alert, isDismissible) }

  func move(to parent: UnsafeMutablePointer<GtkWindow>) { cgtk_alert_set_parent(alert, parent) }

  /// Frees the alert. A visible window of the alert closes.
  func free() {
    if let alert { cgtk_alert_free(alert) }
    alert = nil
  }

  func update(title: String, message: String?, buttons: [Button], defaultButton: Int32 = -1) {
    withContent(title, message, buttons, defaultButton) { cgtk_alert_update(alert, $0) }
  }

  var buttons: [UnsafeMutablePointer<GtkWidget>] { widgets(ofType: gtk_button_get_type(), in: window) }

  func button(_ position: Int) -> UnsafeMutablePointer<GtkWidget> { buttons[position] }

  /// Calls a closure with the content of the alert as a C value. The pointer is valid only during the call.
  private func withContent<Result>(
    _ title: String, _ message: String?, _ buttons: [Button], _ defaultButton: Int32,
    _ body: (UnsafePointer<CGtkAlertContent>) -> Result
  ) -> Result {
    let cStrings = ([title, message ?? ""] + buttons.map(\.title)).map { UnsafePointer(g_strdup($0)!) }
    defer { cStrings.forEach { g_free(UnsafeMutablePointer(mutating: $0)) } }
    // The first two strings are the title and the message of the alert.
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

/// The kinds of alerts. Each is named after the GTK class that shows it.
enum GtkAlertKind: String, Sendable, CustomStringConvertible {
  case alertDialog = "GtkAlertDialog"
  case messageDialog = "GtkMessageDialog"

  var description: String { rawValue }

  /// The C constant for the kind. There is no constant for `GtkAlertDialog`: the automatic backend uses this class if
  /// GTK has it.
  var cBackend: CGtkAlertBackend {
    switch self {
    case .alertDialog: CGTK_ALERT_BACKEND_AUTOMATIC
    case .messageDialog: CGTK_ALERT_BACKEND_MESSAGE
    }
  }

  /// The kinds whose class exists in the version of GTK for which the tests were compiled.
  static var available: [GtkAlertKind] {
    cgtk_alert_has_alert_dialog() ? [.alertDialog, .messageDialog] : [.messageDialog]
  }
}
