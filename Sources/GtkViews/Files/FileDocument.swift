/// A document that the user saves to a file.
///
/// ```swift
/// struct ShowList: FileDocument {
///   static let writableContentTypes: [ContentType] = [.json]
///   var text: String
///
///   func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
///     FileWrapper(regularFileWithContents: text.utf8)
///   }
/// }
/// ```
///
/// ``View/fileExporter(isPresented:document:contentType:defaultFilename:onCompletion:)`` lets the user select
/// a file name and a folder in a dialog, and writes the document there.
public protocol FileDocument {
  /// The parameters of ``fileWrapper(configuration:)``.
  typealias WriteConfiguration = FileDocumentWriteConfiguration
  /// The types in which the document can be written.
  static var writableContentTypes: [ContentType] { get }
  /// Returns the content of the file for the document. The dialog calls this method once, after the user has selected
  /// the file name and the folder.
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}

/// The parameters for the file that is created from a document.
public struct FileDocumentWriteConfiguration: Sendable {
  /// The type in which the document is written.
  public let contentType: ContentType
}

/// The content of a file that is to be written.
public struct FileWrapper: Hashable, Sendable {
  /// The bytes of the file.
  public let regularFileContents: [UInt8]

  /// Creates the content of a file from bytes.
  ///
  /// - Parameter contents: The bytes, such as a text's `utf8`, or Foundation's `Data`.
  public init(regularFileWithContents contents: some Sequence<UInt8>) {
    regularFileContents = Array(contents)
  }
}

/// An error of a file dialog, or of writing a file.
public enum FileDialogError: Error, Hashable, Sendable {
  /// The dialog could not be shown. The value is the reason in the desktop's language.
  case unavailable(String)
  /// The file could not be written. The value is the reason in the desktop's language.
  case notWritten(String)
}

extension FileDialogError: PresentableError {
  /// The reason, in the desktop's language.
  public var userMessage: String {
    switch self {
    case .unavailable(let reason), .notWritten(let reason): reason
    }
  }
}
