internal import Synchronization

/// The style of an ``AnyAppAlert``.
public enum AlertType: Hashable, Sendable {
  /// An alert, which informs the user.
  case alert
  /// A confirmation dialog, which lets the user select an action, or cancel with a button that is always present.
  case confirmationDialog
}

/// An alert or a confirmation dialog as one value. A screen needs only one optional property for all of its alerts.
///
/// ```swift
/// @State private var alert: AnyAppAlert?
///
/// var body: some View {
///   Button("Remove") {
///     alert = AnyAppAlert(title: "Remove the Episode?", subTitle: "It cannot be undone.") {
///       AnyView(Button("Remove", role: .destructive) { remove() })
///     }
///   }
///   .showCustomAlert(alert: $alert)
/// }
/// ```
public struct AnyAppAlert: Sendable {
  /// The identity of the alert. Each call of an initialiser creates a new identity.
  let id = DialogID()
  /// The title of the alert.
  public var title: String
  /// The message below the title.
  public var subTitle: String?
  /// The buttons of the alert.
  public var buttons: @Sendable () -> AnyView

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The title. It is looked up in the program's catalogue of translations.
  ///   - subTitle: The message below the title. It is looked up in the catalogue too.
  ///   - buttons: The buttons. The default is one OK button. The buttons update when state that they read changes.
  public init(title: String, subTitle: String? = nil, buttons: (@Sendable () -> AnyView)? = nil) {
    self.title = title
    self.subTitle = subTitle
    self.buttons = buttons ?? { AnyView(Button("OK", role: .cancel) {}) }
  }

  /// Creates an alert about an error, with the title "Error" and the error's user-visible message.
  ///
  /// A ``PresentableError`` has such a message. For other errors, the closure ``describeError`` returns the message.
  public init(error: any Error) {
    self.init(title: "Error", subTitle: (error as? any PresentableError)?.userMessage ?? Self.describeError(error))
  }

  /// Returns the message of an error that is not a ``PresentableError``, for ``init(error:)``. By default, the message
  /// is Swift's description of the error, which is meant for programmers.
  ///
  /// Foundation has error messages for users, but this library does not use Foundation. A program that links Foundation
  /// can set the closure once, when it starts:
  ///
  /// ```swift
  /// AnyAppAlert.describeError = { $0.localizedDescription }
  /// ```
  ///
  /// The closure may be called on any thread.
  public static var describeError: @Sendable (any Error) -> String {
    get { errorDescriber.withLock { $0 } }
    set { errorDescriber.withLock { $0 = newValue } }
  }

  private static let errorDescriber = Mutex<@Sendable (any Error) -> String> { String(describing: $0) }
}

/// An error with a message for the user.
public protocol PresentableError: Error {
  /// The problem and a possible remedy, in whole sentences. If the program has a translation of the message, the
  /// translation is displayed.
  var userMessage: String { get }
}

extension View {
  /// Shows the binding's alert while the binding is not `nil`.
  ///
  /// - Parameters:
  ///   - type: The style: an alert or a confirmation dialog.
  ///   - alert: The alert. The binding is set to `nil` when the alert is closed.
  public nonisolated func showCustomAlert(type: AlertType = .alert, alert: Binding<AnyAppAlert?>) -> some View {
    dialog(
      alert, identify: { $0.id }, style: type == .alert ? .alert : .confirmation(.automatic),
      title: { TextState(LocalizedStringKey($0.title)) }, actions: { $0.buttons() },
      message: { $0.subTitle.map { Text(LocalizedStringKey($0)) } })
  }
}
