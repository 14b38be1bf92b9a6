/// Something that a person saves to a file.
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
/// ``View/fileExporter(isPresented:document:contentType:defaultFilename:onCompletion:)`` asks where, and writes it there.
public protocol FileDocument {
  /// What a document is told about the file to make.
  typealias WriteConfiguration = FileDocumentWriteConfiguration
  /// The types that it can be written as.
  static var writableContentTypes: [ContentType] { get }
  /// The file of the document as it is now. It is called once, when a person has said where to.
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}

/// What a document is told about the file to make.
public struct FileDocumentWriteConfiguration: Sendable {
  /// The type to write.
  public let contentType: ContentType
}

/// A file's content, before it is on a disk.
public struct FileWrapper: Hashable, Sendable {
  /// The bytes of the file.
  public let regularFileContents: [UInt8]

  /// Takes the bytes of a file.
  ///
  /// - Parameter contents: Bytes, such as a text's `utf8`, or `Data` of Foundation's.
  public init(regularFileWithContents contents: some Sequence<UInt8>) {
    regularFileContents = Array(contents)
  }
}

/// Why a file could not be chosen, or not be written.
public enum FileDialogError: Error, Hashable, Sendable {
  /// The dialog could not be shown, for this reason, in the desktop's language.
  case unavailable(String)
  /// The file could not be written, for this reason, in the desktop's language.
  case notWritten(String)
}

extension FileDialogError: PresentableError {
  /// What went wrong, as the desktop says it.
  public var messageForPeople: String {
    switch self {
    case .unavailable(let reason), .notWritten(let reason): reason
    }
  }
}
