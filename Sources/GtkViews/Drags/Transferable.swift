/// A value that can be dragged from one view or program to another. See ``View/draggable(_:)`` and
/// ``View/dropDestination(for:action:isTargeted:)``.
///
/// If a value is dragged within the program, it arrives unchanged. For drags to and from other programs, a type
/// declares the forms in which its values leave the program, and the forms from which its values can be created. Values
/// of a type without declared forms cannot leave the program. In this example, an episode leaves the program as an
/// address or as text:
///
/// ```swift
/// extension Episode: Transferable {
///   var transferForms: [TransferForm] { [.addresses([audioAddress]), .text(title)] }
/// }
/// ```
///
/// The protocol has SwiftUI's name but other requirements, because SwiftUI's requirements use types of Foundation and
/// Core Transferable.
public protocol Transferable {
  /// The forms in which the value leaves the program, the best first. Empty by default.
  var transferForms: [TransferForm] { get }
  /// The forms from which values can be created, the best first. Empty by default.
  static var acceptedForms: [TransferForm.Kind] { get }
  /// Returns the values that are created from a form. Empty if no value can be created from this form.
  static func values(from form: TransferForm) -> [Self]
}

extension Transferable {
  /// No forms.
  public var transferForms: [TransferForm] { [] }
  /// No forms.
  public static var acceptedForms: [TransferForm.Kind] { [] }
  /// No values.
  public static func values(from form: TransferForm) -> [Self] { [] }
}

/// A form in which a value is transferred from one program to another.
public enum TransferForm: Hashable, Sendable {
  /// A text.
  case text(String)
  /// Addresses of pages and files, such as `file:///home/me/Music/song.ogg`.
  case addresses([String])

  /// The kind of a form, without the form's contents.
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

/// The address of a page or a file, for drags from and to a browser or a folder.
public struct LinkAddress: Transferable, Hashable, Sendable {
  /// The address, such as `https://www.gtk.org` or `file:///home/me/Music/song.ogg`.
  public let address: String

  /// Creates an address. The address includes its scheme.
  public init(_ address: String) {
    self.address = address
  }

  /// The address, also as a text.
  public var transferForms: [TransferForm] { [.addresses([address]), .text(address)] }
  /// Addresses.
  public static var acceptedForms: [TransferForm.Kind] { [.addresses] }
  /// Returns a value for each address.
  public static func values(from form: TransferForm) -> [LinkAddress] {
    if case .addresses(let addresses) = form { addresses.map { LinkAddress($0) } } else { [] }
  }
}

/// The location of a drop.
public struct DropLocation: Hashable, Sendable {
  /// The distance from the view's left edge in pixels.
  public let x: Double
  /// The distance from the view's upper edge in pixels.
  public let y: Double

  /// Creates a location in a view.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
