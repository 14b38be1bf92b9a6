import CFeedXML

/// Passes markup to libxml2, and the elements and texts in it to a ``FeedReader``.
final class PushParser {
  /// Owned: freed in `deinit`.
  private let parser: OpaquePointer
  private let reader: FeedReader

  /// A parser that reports to `reader`, which it keeps alive.
  init(reader: FeedReader) {
    self.reader = reader
    var callbacks = feedxml_callbacks(
      start_element: { data, name, count, attributes in
        guard let name else { return }
        FeedReader.borrowed(data).elementStarted(XMLCode.element(name), attributes: AttributeList(base: attributes, count: Int(count)))
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

  /// How many different names libxml2 has stored.
  var nameCount: Int { Int(feedxml_name_count(parser)) }

  /// Parses a piece of valid UTF-8. Throws the reader's failure, or the error that libxml2 could not recover from.
  func parse(_ bytes: [UInt8]) throws(FeedParsingError) {
    bytes.withUnsafeBytes { feedxml_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    if let failure = reader.failure { throw failure }
    if feedxml_is_stopped(parser) {
      throw .notAFeed(reason: "Line \(feedxml_line(parser)): \(String(cString: feedxml_error(parser)))")
    }
  }

  /// Ends the document, so that libxml2 reports the rest of it.
  func finish() throws(FeedParsingError) {
    feedxml_finish(parser)
    if let failure = reader.failure { throw failure }
  }
}

extension FeedReader {
  /// The reader that a callback's pointer stands for.
  fileprivate static func borrowed(_ data: UnsafeMutableRawPointer?) -> FeedReader {
    // Safe because PushParser passes its reader, unretained, as the data of its callbacks, and owns it for longer than they can come.
    Unmanaged<FeedReader>.fromOpaque(data!).takeUnretainedValue()
  }
}

/// The attributes of an element, as libxml2 passes them: borrowed for the callback.
struct AttributeList {
  fileprivate let base: UnsafePointer<UnsafePointer<CChar>?>?
  fileprivate let count: Int

  /// The value of an attribute, or `nil` if the element does not have it.
  subscript(attribute: FeedAttribute) -> String? {
    for index in 0..<count {
      guard let name = base?[index * 5], XMLCode.isAttribute(attribute, name) else { continue }
      guard let start = base?[index * 5 + 3], let end = base?[index * 5 + 4] else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return nil
  }
}
