import CFeedXML

/// Passes markup to libxml2, and what libxml2 finds in it to a ``FeedReader``.
///
/// This is the only file that calls C for XML.
final class PushParser {
  /// Owned: freed in `deinit`.
  private let parser: OpaquePointer
  private let reader: FeedReader

  /// A parser that tells `reader`, which it keeps alive.
  init(reader: FeedReader) {
    self.reader = reader
    var callbacks = feedxml_callbacks(
      start_element: { data, name, prefix, uri, namespaceCount, attributeCount, attributes in
        guard let name else { return }
        let attributes = AttributeList(base: attributes, count: Int(attributeCount))
        FeedReader.borrowed(data).elementStarted(
          ElementName(local: name, prefix: prefix, uri: uri), namespaceCount: Int(namespaceCount), attributes: attributes)
      },
      end_element: { data in FeedReader.borrowed(data).elementEnded() },
      text: { data, bytes, count in FeedReader.borrowed(data).textFound(UnsafeRawBufferPointer(start: bytes, count: count)) })
    // Safe because the parser calls back only while one of the functions below runs, and `reader` lives as long as this object.
    guard let parser = feedxml_new(&callbacks, Unmanaged.passUnretained(reader).toOpaque()) else {
      preconditionFailure("libxml2 could not allocate a parser: memory is exhausted.")
    }
    self.parser = parser
  }

  deinit {
    feedxml_free(parser)
  }

  /// Parses a piece of valid UTF-8. Throws what the reader found wrong, or what libxml2 could not recover from.
  func parse(_ bytes: [UInt8]) throws(FeedParsingError) {
    bytes.withUnsafeBytes { feedxml_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    try check()
  }

  /// Says that the document is complete, so that what libxml2 kept back is told.
  func finish() throws(FeedParsingError) {
    feedxml_finish(parser)
    if let failure = reader.failure { throw failure }
  }

  private func check() throws(FeedParsingError) {
    if let failure = reader.failure { throw failure }
    if feedxml_is_stopped(parser) {
      throw .notAFeed(reason: "Line \(feedxml_line(parser)): \(String(cString: feedxml_error(parser)))")
    }
  }
}

extension FeedReader {
  /// The reader that a callback's pointer stands for.
  fileprivate static func borrowed(_ data: UnsafeMutableRawPointer?) -> FeedReader {
    // Safe because PushParser passes its reader, unretained, as the data of its callbacks, and owns it for longer than they can come.
    Unmanaged<FeedReader>.fromOpaque(data!).takeUnretainedValue()
  }
}

/// The attributes of an element, as libxml2 hands them out: borrowed for the callback.
struct AttributeList {
  fileprivate let base: UnsafePointer<UnsafePointer<CChar>?>?
  fileprivate let count: Int

  /// The value of the attribute with this name, whatever its prefix and case, or `nil`. `name` is in lower case.
  subscript(name: StaticString) -> String? {
    for index in 0..<count {
      guard let local = base?[index * 5], let start = base?[index * 5 + 3], let end = base?[index * 5 + 4] else { continue }
      guard ElementName.bytes(local).isASCII(name) else { continue }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return nil
  }
}

/// The name of an element, as libxml2 hands it out: borrowed for the callback.
struct ElementName {
  let local: UnsafeBufferPointer<UInt8>
  let prefix: UnsafeBufferPointer<UInt8>?
  let uri: UnsafeBufferPointer<UInt8>?

  init(local: UnsafePointer<CChar>, prefix: UnsafePointer<CChar>?, uri: UnsafePointer<CChar>?) {
    self.local = Self.bytes(local)
    self.prefix = prefix.map(Self.bytes)
    self.uri = uri.map(Self.bytes)
  }

  fileprivate static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
  }
}
