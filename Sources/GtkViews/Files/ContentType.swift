internal import GtkBridge

/// A type of files, such as images. A file dialog displays only files of the types that its modifier is given.
///
/// Apple's platforms call this type `UTType`. In this library, `UTType` is an alias.
///
/// ```swift
/// let types: [ContentType] = [.xml, ContentType(filenameExtension: "opml")].compactMap { $0 }
/// content.fileImporter(isPresented: $isImporting, allowedContentTypes: types) { … }
/// ```
public struct ContentType: Hashable, Sendable {
  /// The untranslated name, which is a key of the catalogue of translations. `nil` for a type that was created from a
  /// filename extension or a MIME type.
  private let name: String?
  /// The MIME types of the files, such as `image/png` or `audio/*`.
  let mimeTypes: [String]
  /// The filename extensions without the dot, the preferred one first.
  let filenameExtensions: [String]
  /// Distinguishes the type of folders and the type of all files from other types.
  private let kind: Kind

  private enum Kind: Hashable {
    case file
    case folder
    case anyFile
  }

  private init(_ name: String?, _ mimeTypes: [String], _ filenameExtensions: [String], kind: Kind = .file) {
    self.name = name
    self.mimeTypes = mimeTypes
    self.filenameExtensions = filenameExtensions
    self.kind = kind
  }

  /// Creates a type of files with a filename extension. Returns `nil` if the extension is empty or contains a slash.
  ///
  /// - Parameter filenameExtension: The extension, with or without its dot. A file dialog ignores the case of the
  ///   extension. Two types whose extensions differ only in case are not equal.
  public init?(filenameExtension: String) {
    let extensionWithoutDot = filenameExtension.drop { $0 == "." }
    guard !extensionWithoutDot.isEmpty, !extensionWithoutDot.contains("/") else { return nil }
    self.init(nil, [], [String(extensionWithoutDot)])
  }

  /// Creates a type of files from a MIME type. Returns `nil` if the text is not a MIME type.
  ///
  /// - Parameter mimeType: A MIME type such as `text/x-opml`, or a family of MIME types such as `audio/*`.
  public init?(mimeType: String) {
    let parts = mimeType.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(nil, [mimeType], [])
  }

  /// The preferred filename extension without the dot, or `nil` if it is not known.
  public var preferredFilenameExtension: String? { filenameExtensions.first }

  /// The preferred MIME type. `nil` if no MIME type is known, or only a family such as `audio/*`.
  public var preferredMIMEType: String? { mimeTypes.first { !$0.hasSuffix("*") } }

  /// The name of the type in the user's language, such as "Images". If the type has no name, its extensions
  /// and MIME types.
  @MainActor public var localizedDescription: String {
    if let name { return Localization.translate(name) }
    return (filenameExtensions.map { "*." + $0 } + mimeTypes).joined(separator: ", ")
  }

  /// Whether the type is the type of folders.
  var isFolder: Bool { kind == .folder }
  /// Whether all files are of this type.
  var includesAllFiles: Bool { kind == .anyFile }

  /// The filter of the type in a file dialog.
  @MainActor var filter: FileDialogFilter {
    FileDialogFilter(name: localizedDescription, mimeTypes: mimeTypes, filenameExtensions: filenameExtensions)
  }

  /// Creates a type with a name.
  private static func named(
    _ name: String, _ mimeTypes: [String], _ filenameExtensions: [String] = [], kind: Kind = .file
  ) -> ContentType {
    ContentType(name, mimeTypes, filenameExtensions, kind: kind)
  }

  /// Returns `key`. The call marks the key for `Scripts/update-translations`, which adds the key to the catalogue.
  /// The key is translated when it is displayed.
  private static func translatable(_ key: String) -> String { key }
}

/// The name of ``ContentType`` on Apple's platforms.
public typealias UTType = ContentType

extension ContentType {
  /// Any file.
  public static let item = named(translatable("All Files"), [], kind: .anyFile)
  /// Any file.
  public static let data = item
  /// A folder.
  public static let folder = named(translatable("Folders"), ["inode/directory"], kind: .folder)
  /// A folder.
  public static let directory = folder

  /// Any sound.
  public static let audio = named(translatable("Audio"), ["audio/*"])
  /// An MP3 sound.
  public static let mp3 = named(translatable("MP3 Audio"), ["audio/mpeg"], ["mp3"])
  /// An AAC sound in an MPEG-4 file.
  public static let mpeg4Audio = named(translatable("MPEG-4 Audio"), ["audio/mp4"], ["m4a", "m4b"])
  /// A WAV sound, which is usually not compressed.
  public static let wav = named(translatable("WAV Audio"), ["audio/x-wav"], ["wav"])

  /// Any film.
  public static let movie = named(translatable("Videos"), ["video/*"])
  /// Any film.
  public static let video = movie
  /// An MPEG-4 film.
  public static let mpeg4Movie = named(translatable("MPEG-4 Video"), ["video/mp4"], ["mp4", "m4v"])

  /// Any picture.
  public static let image = named(translatable("Images"), ["image/*"])
  /// A PNG picture.
  public static let png = named(translatable("PNG Images"), ["image/png"], ["png"])
  /// A JPEG picture.
  public static let jpeg = named(translatable("JPEG Images"), ["image/jpeg"], ["jpg", "jpeg"])
  /// A GIF picture.
  public static let gif = named(translatable("GIF Images"), ["image/gif"], ["gif"])
  /// A WebP picture.
  public static let webP = named(translatable("WebP Images"), ["image/webp"], ["webp"])
  /// An SVG drawing.
  public static let svg = named(translatable("SVG Images"), ["image/svg+xml"], ["svg"])

  /// Any text.
  public static let text = named(translatable("Texts"), ["text/*"])
  /// A text without formatting.
  public static let plainText = named(translatable("Plain Texts"), ["text/plain"], ["txt"])
  /// An HTML document.
  public static let html = named(translatable("Web Pages"), ["text/html"], ["html", "htm"])
  /// An XML document.
  public static let xml = named(translatable("XML Documents"), ["text/xml", "application/xml"], ["xml"])
  /// A JSON document.
  public static let json = named(translatable("JSON Documents"), ["application/json"], ["json"])
  /// A table with cells that are separated by commas.
  public static let commaSeparatedText = named(translatable("Tables"), ["text/csv"], ["csv"])
  /// A PDF document.
  public static let pdf = named(translatable("PDF Documents"), ["application/pdf"], ["pdf"])
  /// A ZIP archive.
  public static let zip = named(translatable("ZIP Archives"), ["application/zip"], ["zip"])
}
