/// Something that can be dragged from one place to another: see ``View/draggable(_:)`` and ``View/dropDestination(for:action:isTargeted:)``.
///
/// Within the program a value comes to where it is dropped as it is. A type says in which forms it leaves the program, and of which it can be
/// made; one that says nothing stays in the program:
///
/// ```swift
/// extension Episode: Transferable {
///   var transferForms: [TransferForm] { [.addresses([audioAddress]), .text(title)] }
/// }
/// ```
///
/// It has SwiftUI's name, and other requirements: those are of Foundation's and of another framework's types.
public protocol Transferable {
  /// What other programs are given, the best first. Nothing, if nothing is said.
  var transferForms: [TransferForm] { get }
  /// The forms of which values are made that another program gives, the best first. None, if nothing is said.
  static var acceptedForms: [TransferForm.Kind] { get }
  /// Values made of what another program gives; none if it is not fit.
  static func values(from form: TransferForm) -> [Self]
}

extension Transferable {
  /// Nothing.
  public var transferForms: [TransferForm] { [] }
  /// None.
  public static var acceptedForms: [TransferForm.Kind] { [] }
  /// None.
  public static func values(from form: TransferForm) -> [Self] { [] }
}

/// A form in which something goes from one program to another.
public enum TransferForm: Hashable, Sendable {
  /// A text.
  case text(String)
  /// Addresses of pages and files, such as `file:///home/me/Music/song.ogg`.
  case addresses([String])

  /// A form without its contents.
  public enum Kind: Hashable, Sendable {
    /// A text.
    case text
    /// Addresses of pages and files.
    case addresses
  }
}

extension String: Transferable {
  /// The text.
  public var transferForms: [TransferForm] { [.text(self)] }
  /// A text.
  public static var acceptedForms: [TransferForm.Kind] { [.text] }
  /// The text.
  public static func values(from form: TransferForm) -> [String] {
    if case .text(let text) = form { [text] } else { [] }
  }
}

/// The address of a page or a file, as it is dragged from a browser or out of a folder, or there.
public struct LinkAddress: Transferable, Hashable, Sendable {
  /// The address, such as `https://www.gtk.org` or `file:///home/me/Music/song.ogg`.
  public let address: String

  /// An address, with its scheme.
  public init(_ address: String) {
    self.address = address
  }

  /// The address, also as a text.
  public var transferForms: [TransferForm] { [.addresses([address]), .text(address)] }
  /// Addresses.
  public static var acceptedForms: [TransferForm.Kind] { [.addresses] }
  /// A value for each address.
  public static func values(from form: TransferForm) -> [LinkAddress] {
    if case .addresses(let addresses) = form { addresses.map { LinkAddress($0) } } else { [] }
  }
}

/// Where something was dropped.
public struct DropLocation: Hashable, Sendable {
  /// Pixels from the view's left edge.
  public let x: Double
  /// Pixels from the view's upper edge.
  public let y: Double

  /// A place in a view.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
