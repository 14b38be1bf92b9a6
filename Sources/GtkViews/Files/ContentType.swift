internal import GtkBridge

/// A type of files, such as the types that a file dialog offers.
///
/// Apple's platforms call this type `UTType`, which is an alias here.
///
/// ```swift
/// .fileImporter(isPresented: $isImporting, allowedContentTypes: [.xml, ContentType(filenameExtension: "opml")].compactMap { $0 }) { … }
/// ```
public struct ContentType: Hashable, Sendable {
  /// The name in the language of the program's source. `nil` if the type is described by its filename extensions.
  private let name: String?
  /// The MIME types of the files: `image/png`, `audio/*`.
  let mimeTypes: [String]
  /// The filename extensions without the dot. The first is the usual one.
  let suffixes: [String]
  private let kind: Kind

  private enum Kind: Hashable {
    case file
    case folder
    case anything
  }

  private init(_ name: String?, _ mimeTypes: [String], _ suffixes: [String], kind: Kind = .file) {
    self.name = name
    self.mimeTypes = mimeTypes
    self.suffixes = suffixes
    self.kind = kind
  }

  /// Creates a type of files with a filename extension. Returns `nil` if the extension is empty or contains a slash.
  ///
  /// - Parameter filenameExtension: The extension, with or without its dot. Its case does not matter.
  public init?(filenameExtension: String) {
    let suffix = filenameExtension.drop { $0 == "." }
    guard !suffix.isEmpty, !suffix.contains("/") else { return nil }
    self.init(nil, [], [String(suffix)])
  }

  /// Creates a type of files from a MIME type. Returns `nil` if the text is not a MIME type.
  ///
  /// - Parameter mimeType: A MIME type such as `text/x-opml`, or `audio/*` for a whole family.
  public init?(mimeType: String) {
    let parts = mimeType.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(nil, [mimeType], [])
  }

  /// The preferred filename extension without the dot, or `nil` if it is not known.
  public var preferredFilenameExtension: String? { suffixes.first }

  /// The preferred MIME type, or `nil` if it is not known or if the type is a family of types.
  public var preferredMIMEType: String? { mimeTypes.first { !$0.hasSuffix("*") } }

  /// The name of the type for users, in the program's language: "Images".
  @MainActor public var localizedDescription: String {
    if let name { return Localization.translate(name) }
    return (suffixes.map { "*." + $0 } + mimeTypes).joined(separator: ", ")
  }

  /// Whether the type stands for folders.
  var isFolder: Bool { kind == .folder }
  /// Whether all files are of this type.
  var isAnything: Bool { kind == .anything }

  /// The filter of the type in a file dialog.
  @MainActor var filter: FileDialogFilter { FileDialogFilter(name: localizedDescription, mimeTypes: mimeTypes, suffixes: suffixes) }

  private static func named(_ name: String, _ mimeTypes: [String], _ suffixes: [String] = [], kind: Kind = .file) -> ContentType {
    ContentType(name, mimeTypes, suffixes, kind: kind)
  }

  /// The key of a text that is looked up when it is shown.
  private static func localized(_ key: String) -> String { key }
}

/// The name of the type on Apple's platforms.
public typealias UTType = ContentType

extension ContentType {
  /// Any file.
  public static let item = named(localized("All Files"), [], kind: .anything)
  /// Any file.
  public static let data = item
  /// A folder.
  public static let folder = named(localized("Folders"), ["inode/directory"], kind: .folder)
  /// A folder.
  public static let directory = folder

  /// Any sound.
  public static let audio = named(localized("Audio"), ["audio/*"])
  /// An MP3 sound.
  public static let mp3 = named(localized("MP3 Audio"), ["audio/mpeg"], ["mp3"])
  /// An AAC sound in an MPEG-4 file.
  public static let mpeg4Audio = named(localized("MPEG-4 Audio"), ["audio/mp4"], ["m4a", "m4b"])
  /// A sound that is not compressed.
  public static let wav = named(localized("WAV Audio"), ["audio/x-wav"], ["wav"])

  /// Any film.
  public static let movie = named(localized("Videos"), ["video/*"])
  /// Any film.
  public static let video = movie
  /// An MPEG-4 film.
  public static let mpeg4Movie = named(localized("MPEG-4 Video"), ["video/mp4"], ["mp4", "m4v"])

  /// Any picture.
  public static let image = named(localized("Images"), ["image/*"])
  /// A PNG picture.
  public static let png = named(localized("PNG Images"), ["image/png"], ["png"])
  /// A JPEG picture.
  public static let jpeg = named(localized("JPEG Images"), ["image/jpeg"], ["jpg", "jpeg"])
  /// A GIF picture.
  public static let gif = named(localized("GIF Images"), ["image/gif"], ["gif"])
  /// A WebP picture.
  public static let webP = named(localized("WebP Images"), ["image/webp"], ["webp"])
  /// An SVG drawing.
  public static let svg = named(localized("SVG Images"), ["image/svg+xml"], ["svg"])

  /// Any text.
  public static let text = named(localized("Texts"), ["text/*"])
  /// A text without formatting.
  public static let plainText = named(localized("Plain Texts"), ["text/plain"], ["txt"])
  /// A page of the web.
  public static let html = named(localized("Web Pages"), ["text/html"], ["html", "htm"])
  /// An XML document.
  public static let xml = named(localized("XML Documents"), ["text/xml", "application/xml"], ["xml"])
  /// A JSON document.
  public static let json = named(localized("JSON Documents"), ["application/json"], ["json"])
  /// A table with cells that are separated by commas.
  public static let commaSeparatedText = named(localized("Tables"), ["text/csv"], ["csv"])
  /// A PDF document.
  public static let pdf = named(localized("PDF Documents"), ["application/pdf"], ["pdf"])
  /// A ZIP archive.
  public static let zip = named(localized("ZIP Archives"), ["application/zip"], ["zip"])
}
