import CFeedXML

/// Passes the output of ``MarkupRepair`` to libxml2 piece by piece, and reports the elements and texts that libxml2
/// finds to an ``ElementReceiver``. The names of elements and attributes in the output are codes (``NameCode``).
final class PushParser {
  /// libxml2's parser. Owned, and freed in `deinit`.
  private let parser: OpaquePointer
  private let receiver: ElementReceiver

  /// Creates a parser that reports to `receiver`. The parser keeps the receiver alive.
  init(receiver: ElementReceiver) {
    self.receiver = receiver
    var callbacks = feedxml_callbacks(
      start_element: { data, name, count, attributes in
        guard let name else { return }
        ElementReceiver.borrowed(data).elementStarted(
          NameCode.element(name), attributes: AttributeList(base: attributes, count: Int(count)))
      },
      end_element: { data in ElementReceiver.borrowed(data).elementEnded() },
      text: { data, bytes, count in
        ElementReceiver.borrowed(data).textFound(UnsafeRawBufferPointer(start: bytes, count: count))
      })
    // Safe because the parser calls back only while one of the functions below runs, and `receiver` lives as long as
    // this object.
    guard let parser = feedxml_new(&callbacks, Unmanaged.passUnretained(receiver).toOpaque()) else {
      preconditionFailure("libxml2 could not allocate a parser: memory is exhausted.")
    }
    self.parser = parser
  }

  deinit {
    feedxml_free(parser)
  }

  /// The number of different names of elements and attributes that libxml2 keeps in memory. It must not grow with the
  /// size of a feed.
  var storedNameCount: Int { Int(feedxml_name_count(parser)) }

  /// Parses a piece of valid UTF-8. Throws the receiver's failure, or `.notAFeed` if libxml2 has stopped at an error.
  func parse(_ bytes: [UInt8]) throws(FeedParsingError) {
    bytes.withUnsafeBytes { feedxml_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    if let failure = receiver.failure { throw failure }
    if feedxml_is_stopped(parser) {
      throw .notAFeed(reason: "Line \(feedxml_line(parser)): \(String(cString: feedxml_error(parser)))")
    }
  }

  /// Ends the document, so that libxml2 reports the rest of the document. Throws the receiver's failure.
  func finish() throws(FeedParsingError) {
    feedxml_finish(parser)
    if let failure = receiver.failure { throw failure }
  }
}

/// Receives the elements and the text of a document, in their order.
class ElementReceiver {
  /// The reason why the document cannot be read. After this property is set, subclasses must ignore all elements and
  /// texts. Exclusivity is unchecked for speed, because subclasses read the property for each element and text.
  @exclusivity(unchecked) fileprivate(set) var failure: FeedParsingError?

  // Subclasses override these functions.
  func elementStarted(_ element: FeedElement, attributes: AttributeList) {}
  func elementEnded() {}
  func textFound(_ bytes: UnsafeRawBufferPointer) {}

  /// Rejects the document. The first error is kept.
  func fail(_ error: FeedParsingError) { failure = failure ?? error }

  /// Returns the receiver to which a callback's pointer refers.
  fileprivate static func borrowed(_ data: UnsafeMutableRawPointer?) -> ElementReceiver {
    // Safe because PushParser passes its receiver, unretained, as the data of its callbacks. PushParser keeps the
    // receiver alive longer than libxml2's parser, which calls these callbacks.
    Unmanaged<ElementReceiver>.fromOpaque(data!).takeUnretainedValue()
  }
}

/// The attributes of an element, valid only during libxml2's callback.
struct AttributeList {
  /// libxml2's five pointers for each attribute: the first is the name, and the last two are the bounds of the value.
  fileprivate let base: UnsafePointer<UnsafePointer<CChar>?>?
  /// The number of attributes.
  fileprivate let count: Int

  /// The value of an attribute, or `nil` if the element does not have it.
  subscript(attribute: FeedAttribute) -> String? {
    for index in 0..<count {
      guard let name = base?[index * 5], NameCode.isAttribute(attribute, name) else { continue }
      guard let start = base?[index * 5 + 3], let end = base?[index * 5 + 4] else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return nil
  }
}
