internal import CGtk
internal import CGtkDialogs
internal import Presentation

/// How an alert ended.
enum AlertOutcome: Equatable {
  /// The user activated the button at this position. If a button with the cancel role is enabled, Escape and the close
  /// button activate it.
  case button(Int)
  /// The user pressed Escape or the close button, and no enabled button has the cancel role.
  case dismissed
  /// Code closed the alert.
  case cancelled
  /// The window below the alert was destroyed.
  case hostDestroyed
}

/// An alert on screen: GTK's own dialog, or a window of this library that looks like GTK's dialog.
@MainActor
protocol AlertWindow: DialogWindow {
  /// Shows other content.
  func update(_ content: AlertContent)
  /// Enables or disables Escape and the close button.
  func setDismissible(_ isDismissible: Bool)
}

/// The GTK API that shows alerts.
package enum AlertBackend: CaseIterable, Sendable {
  /// `GtkAlertDialog` if this version of GTK has it, else `GtkMessageDialog`.
  case automatic
  /// `GtkMessageDialog` in every case.
  case messageDialog

  /// The C constant of the backend.
  var cBackend: CGtkAlertBackend {
    switch self {
    case .automatic: CGTK_ALERT_BACKEND_AUTOMATIC
    case .messageDialog: CGTK_ALERT_BACKEND_MESSAGE
    }
  }

  /// The backends that this version of GTK has. Without `GtkAlertDialog`, `automatic` is the same as
  /// `messageDialog`.
  package static var available: [AlertBackend] {
    cgtk_alert_has_alert_dialog() ? allCases : [.messageDialog]
  }
}

/// An alert in GTK's own dialog.
@MainActor
final class NativeAlertWindow: AlertWindow {
  /// The C object of the alert. Owned. Freed in `deinit`, which closes the alert.
  private var alert: OpaquePointer?
  private let onEnd: @MainActor (AlertOutcome) -> Void

  init(
    on host: UnsafeMutablePointer<GtkWindow>, _ content: AlertContent, backend: AlertBackend,
    onEnd: @escaping @MainActor (AlertOutcome) -> Void
  ) {
    self.onEnd = onEnd
    // Safe because the alert is freed in `deinit`, and makes no callbacks afterwards.
    let data = Unmanaged.passUnretained(self).toOpaque()
    alert = content.withCContent { cgtk_alert_show(host, $0, backend.cBackend, forwardOutcome, data) }
  }

  isolated deinit {
    if let alert { cgtk_alert_free(alert) }
  }

  var window: UnsafeMutablePointer<GtkWindow>? { alert.flatMap { cgtk_alert_window($0) } }

  func update(_ content: AlertContent) {
    guard let alert else { return }
    content.withCContent { cgtk_alert_update(alert, $0) }
  }

  func cancel() {
    if let alert { cgtk_alert_cancel(alert) }
  }

  func move(to host: UnsafeMutablePointer<GtkWindow>) {
    if let alert { cgtk_alert_set_parent(alert, host) }
  }

  func setDismissible(_ isDismissible: Bool) {
    if let alert { cgtk_alert_set_dismissible(alert, isDismissible) }
  }

  fileprivate func ended(_ outcome: AlertOutcome) {
    onEnd(outcome)
  }
}

/// The C callback of an alert. `data` is the unretained `NativeAlertWindow`.
private let forwardOutcome: CGtkAlertCallback = { outcome, button, data in
  guard let data else { return }
  // Safe because the `NativeAlertWindow` outlives its alert, and GTK makes callbacks on the main thread, where the main
  // actor runs.
  let window = Unmanaged<NativeAlertWindow>.fromOpaque(data).takeUnretainedValue()
  MainActor.assumeIsolated {
    switch outcome {
    case CGTK_ALERT_BUTTON: window.ended(.button(Int(button)))
    case CGTK_ALERT_DISMISSED: window.ended(.dismissed)
    case CGTK_ALERT_CANCELLED: window.ended(.cancelled)
    default: window.ended(.hostDestroyed)
    }
  }
}

extension AlertContent {
  /// Passes the content to a closure, as a C struct that is valid until the closure returns.
  func withCContent<Result>(_ body: (UnsafePointer<CGtkAlertContent>) -> Result) -> Result {
    let cStrings = CStrings()
    let buttons = shownButtons.map {
      CGtkAlertButton(title: cStrings.string($0.title), role: $0.cRole, is_enabled: $0.isEnabled)
    }
    return withExtendedLifetime(cStrings) {
      buttons.withUnsafeBufferPointer { buttons in
        var content = CGtkAlertContent(
          title: cStrings.string(shownTitle), is_title_hidden: isTitleHidden,
          message: cStrings.string(shownMessage ?? ""), buttons: buttons.baseAddress,
          button_count: Int32(buttons.count), default_button: Int32(defaultButtonPosition ?? -1))
        return body(&content)
      }
    }
  }
}

extension AlertButton {
  fileprivate var cRole: CGtkAlertRole {
    switch role {
    case .cancel: CGTK_ALERT_ROLE_CANCEL
    case .destructive: CGTK_ALERT_ROLE_DESTRUCTIVE
    case nil: CGTK_ALERT_ROLE_NONE
    }
  }
}
