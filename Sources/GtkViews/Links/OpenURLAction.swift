internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Opens an address, such as the address of a web page. By default, the desktop opens the address in the default
/// program for such addresses.
///
/// ```swift
/// @Environment(\.openURL) private var openURL
/// …
/// Button("Web Site") { openURL("https://example.org") }
/// ```
///
/// A program can set another action in the environment of a view. This action then handles the addresses that the view
/// and the views in it open:
///
/// ```swift
/// ShowNotes(episode).environment(\.openURL, OpenURLAction { address in
///   guard let episode = model.episode(at: address) else { return .systemAction }
///   model.open(episode)
///   return .handled
/// })
/// ```
public struct OpenURLAction: Sendable {
  /// The result of a handler.
  public struct Result: Hashable, Sendable {
    fileprivate enum Kind: Hashable {
      /// The desktop opens nothing.
      case openNothing
      /// The desktop opens the given address, or the address that the handler received if the given one is `nil`.
      case openByDesktop(String?)
    }

    fileprivate let kind: Kind

    /// The handler has opened the address.
    public static let handled = Result(kind: .openNothing)
    /// The handler ignores the address, and the desktop does not open it.
    public static let discarded = Result(kind: .openNothing)
    /// The desktop opens the address that the handler received.
    public static let systemAction = Result(kind: .openByDesktop(nil))
    /// The desktop opens another address instead. The other address is the description of a value, such as a `String`
    /// or Foundation's `URL`.
    public static func systemAction(_ address: some CustomStringConvertible) -> Result {
      Result(kind: .openByDesktop(address.description))
    }
  }

  private let handler: @MainActor @Sendable (String) -> Result

  /// Creates an action that handles addresses.
  ///
  /// - Parameter handler: Handles an address and returns the result.
  public init(handler: @escaping @MainActor @Sendable (_ address: String) -> Result) {
    self.handler = handler
  }

  /// Opens an address.
  ///
  /// - Parameter address: A value whose description is the address, such as a `String` or Foundation's `URL`.
  @MainActor public func callAsFunction(_ address: some CustomStringConvertible) {
    open(address.description, from: nil)
  }

  /// Opens an address that a widget displays, such as a link in a text.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - widget: The widget that displays the address. Borrowed. Its window is the parent of a dialog in which the
  ///     desktop may let the user select a program. If `widget` is `nil`, the dialog has no parent.
  @MainActor func open(_ address: String, from widget: UnsafeMutablePointer<GtkWidget>?) {
    guard case .openByDesktop(let replacement) = handler(address).kind else { return }
    let root = widget.flatMap { gtk_widget_get_root($0) }
    cgtk_open_address(root.map { $0.window }, (replacement ?? address).replacingNulls)
  }
}

private struct OpenURLKey: EnvironmentKey {
  static var defaultValue: OpenURLAction { OpenURLAction { _ in .systemAction } }
}

extension EnvironmentValues {
  /// The action that opens addresses.
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}
