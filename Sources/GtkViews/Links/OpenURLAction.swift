internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Opens addresses: in the program that the desktop has for them, unless a view above does something else with them.
///
/// ```swift
/// @Environment(\.openURL) private var openURL
/// …
/// Button("Web Site") { openURL("https://example.org") }
/// ```
///
/// A view that sees to addresses itself hands down an action of its own:
///
/// ```swift
/// ShowNotes(episode).environment(\.openURL, OpenURLAction { address in
///   guard let episode = model.episode(at: address) else { return .systemAction }
///   model.open(episode)
///   return .handled
/// })
/// ```
public struct OpenURLAction: Sendable {
  /// What was done about an address.
  public struct Result: Hashable, Sendable {
    fileprivate enum Kind: Hashable {
      case done
      case system(String?)
    }

    fileprivate let kind: Kind

    /// All that there is to do.
    public static let handled = Result(kind: .done)
    /// Nothing, and nothing is to be done.
    public static let discarded = Result(kind: .done)
    /// Nothing: the desktop is to open it.
    public static let systemAction = Result(kind: .system(nil))
    /// Nothing: the desktop is to open another address instead, which is a `String` or a `URL` of Foundation's.
    public static func systemAction(_ address: some CustomStringConvertible) -> Result { Result(kind: .system(address.description)) }
  }

  private let handler: @MainActor @Sendable (String) -> Result

  /// Does something about addresses.
  ///
  /// - Parameter handler: Is given each address, and says what was done about it.
  public init(handler: @escaping @MainActor @Sendable (_ address: String) -> Result) {
    self.handler = handler
  }

  /// Opens an address.
  ///
  /// - Parameter address: A `String`, or a `URL` of Foundation's: its description is the address.
  @MainActor public func callAsFunction(_ address: some CustomStringConvertible) {
    open(address.description, from: nil)
  }

  /// Opens an address. The desktop's windows about it belong to the window of a widget.
  @MainActor func open(_ address: String, from widget: UnsafeMutablePointer<GtkWidget>?) {
    guard case .system(let other) = handler(address).kind else { return }
    let root = widget.flatMap { gtk_widget_get_root($0) }
    cgtk_open_address(root.map { $0.window }, (other ?? address).wholeInC)
  }
}

private struct OpenURLKey: EnvironmentKey {
  static var defaultValue: OpenURLAction { OpenURLAction { _ in .systemAction } }
}

extension EnvironmentValues {
  /// Opens addresses.
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}
