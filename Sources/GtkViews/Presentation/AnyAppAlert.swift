internal import Synchronization

/// How an ``AnyAppAlert`` is shown.
public enum AlertType: Hashable, Sendable {
  /// As an alert: it says something.
  case alert
  /// As a confirmation dialog: it asks what to do, and there is always a button that cancels.
  case confirmationDialog
}

/// An alert of a program as one value: a screen has one optional property for all of its alerts.
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
  let id = DialogID()
  /// What it says first.
  public var title: String
  /// What it says besides.
  public var subTitle: String?
  /// Its buttons.
  public var buttons: @Sendable () -> AnyView

  /// Makes an alert.
  ///
  /// - Parameters:
  ///   - title: What it says first. It is looked up in the program's catalogue.
  ///   - subTitle: What it says besides. It is looked up too.
  ///   - buttons: Its buttons; one that says OK, if nothing is given. They follow what they read.
  public init(title: String, subTitle: String? = nil, buttons: (@Sendable () -> AnyView)? = nil) {
    self.title = title
    self.subTitle = subTitle
    self.buttons = buttons ?? { AnyView(Button("OK", role: .cancel) {}) }
  }

  /// Makes an alert about an error, with the title "Error" and the error's own words for people.
  ///
  /// An error says something to people by ``PresentableError``. For any other, ``describeError`` finds the words.
  public init(error: any Error) {
    self.init(title: "Error", subTitle: (error as? any PresentableError)?.messageForPeople ?? Self.describeError(error))
  }

  /// What ``init(error:)`` says of an error that is no ``PresentableError``: at first what Swift says of it, which is made for programmers.
  ///
  /// This library does without Foundation, which has words of its own for errors. A program that links it installs them once, when it starts:
  ///
  /// ```swift
  /// AnyAppAlert.describeError = { $0.localizedDescription }
  /// ```
  ///
  /// It may be called on any thread.
  public static var describeError: @Sendable (any Error) -> String {
    get { errorDescriber.withLock { $0 } }
    set { errorDescriber.withLock { $0 = newValue } }
  }

  private static let errorDescriber = Mutex<@Sendable (any Error) -> String> { String(describing: $0) }
}

/// An error that says to people what went wrong.
public protocol PresentableError: Error {
  /// What went wrong, and what to do: whole sentences, in the program's language.
  var messageForPeople: String { get }
}

extension View {
  /// Shows an alert while there is one.
  ///
  /// - Parameters:
  ///   - type: Whether it is an alert or a confirmation dialog.
  ///   - alert: The alert. It is written `nil` when it is closed.
  public nonisolated func showCustomAlert(type: AlertType = .alert, alert: Binding<AnyAppAlert?>) -> some View {
    dialog(
      alert, identify: { $0.id }, style: type == .alert ? .alert : .confirmation(.automatic),
      title: { TextState(LocalizedStringKey($0.title)) }, actions: { $0.buttons() },
      message: { $0.subTitle.map { Text(LocalizedStringKey($0)) } })
  }
}
