// This file is the public interface of FeedParsing, with ParsedFeed, FeedParsingError and FeedLimits, OPMLReader and OPMLWriter, and
// ShowNotesReader. All else is implementation.
package import Foundation

/// Reads one feed, piece by piece, as its bytes arrive.
///
/// It reads RSS 2.0 and 1.0, Atom and JSON Feed, with the tags of iTunes, of the podcast namespace and others. docs/feed-parsing.md lists
/// the repairs. It opens no file and no connection, and limits the cost of a feed (``FeedLimits``). The result does not depend on the
/// division into pieces.
///
/// ```swift
/// let parser = FeedParser(source: url)
/// for try await chunk in response { try parser.parse(chunk) }
/// let feed = try parser.finish()
/// ```
///
/// A parser is for one feed and for one task at a time. To cancel, let it go.
package final class FeedParser {
  private enum Stage {
    /// Looking for the first element, in all the bytes so far.
    case prologue([UInt8])
    case markup
    /// An object in JSON, which is read as a whole.
    case json([UInt8])
    /// The document has ended. The rest does not count.
    case complete
    case failed(FeedParsingError)
  }

  private let limits: FeedLimits
  private let reader: FeedReader
  private let parser: PushParser
  private let encoding: String?
  private var stage = Stage.prologue([])
  private var decoder: TextDecoder?
  private var repair: MarkupRepair
  private var hasSurroundingBytes = false
  /// Kept between pieces for their room.
  private var decoded: [UInt8] = []
  private var repaired: [UInt8] = []

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - source: the address of the feed, after redirects. Relative addresses are resolved against it, and a feed without a title is named
  ///     after it.
  ///   - limits: how much a feed may cost.
  ///   - encoding: the `charset` of HTTP's `Content-Type`, if there is one. A byte order mark goes before it; it goes before the XML
  ///     declaration if it can decode the bytes.
  package init(source: URL?, limits: FeedLimits = FeedLimits(), encoding: String? = nil) {
    self.limits = limits
    self.encoding = encoding
    reader = FeedReader(source: source, limits: limits)
    parser = PushParser(reader: reader)
    repair = MarkupRepair(limits: limits)
  }

  /// Whether the feed has ended, so that a transfer can stop. Further bytes do not count.
  package var isComplete: Bool { if case .complete = stage { true } else { false } }

  /// How many different names the XML parser has stored. It is bounded, whatever names are in the feed, so that they take linear time.
  package var storedNameCount: Int { parser.nameCount }

  /// Reads the next piece, of any size.
  ///
  /// Throws as soon as the bytes so far cannot be a feed, so that a transfer can be stopped early. After that, each call throws the
  /// same error.
  package func parse(_ chunk: Data) throws(FeedParsingError) {
    let result = chunk.withUnsafeBytes { bytes in Result { () throws(FeedParsingError) in try parse(bytes) } }
    try result.get()
  }

  /// Reads the next piece, of any size. The buffer is borrowed for the call.
  package func parse(_ chunk: UnsafeRawBufferPointer) throws(FeedParsingError) {
    do {
      // In pieces, so that a large chunk needs no buffers of its size.
      var rest = chunk[...]
      repeat {
        try parse(piece: UnsafeRawBufferPointer(rebasing: rest.prefix(65_536)), isLast: false)
        rest = rest.dropFirst(65_536)
      } while !rest.isEmpty
    } catch {
      stage = .failed(error)
      throw error
    }
  }

  /// The feed, after all its bytes were given to ``parse(_:)-swift.method``. Call it once.
  ///
  /// A feed that is cut off is returned with its complete items (``ParsedFeed/isPartial``). Without any it is ``FeedParsingError/truncated``.
  package func finish() throws(FeedParsingError) -> ParsedFeed {
    try parse(piece: UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    if case .json(let bytes) = stage { return try JSONFeedReader(reader: reader).feed(bytes) }
    guard case .complete = stage else { throw .truncated }
    try parser.finish()
    if repair.isCut, !reader.hasItems { throw .truncated }
    var feed = try reader.feed()
    feed.isPartial = repair.isCut
    feed.repairs = ParsedFeed.Repair.allCases.filter(repairs.contains)
    return feed
  }

  /// The feed that is wholly in memory already.
  package static func feed(from data: Data, source: URL?) throws(FeedParsingError) -> ParsedFeed {
    let parser = FeedParser(source: source)
    try parser.parse(data)
    return try parser.finish()
  }

  private var repairs: Set<ParsedFeed.Repair> {
    var repairs = reader.repairs
    if hasSurroundingBytes { repairs.insert(.surroundingBytes) }
    if decoder?.isRepaired == true { repairs.insert(.encoding) }
    if repair.isRepaired { repairs.insert(.markup) }
    if repair.namespaces.hasUndeclaredPrefix { repairs.insert(.namespace) }
    if repair.isShortened { repairs.insert(.longValue) }
    if repair.isCut { repairs.insert(.truncated) }
    return repairs
  }

  private func parse(piece: UnsafeRawBufferPointer, isLast: Bool) throws(FeedParsingError) {
    switch stage {
    case .prologue(let bytes): try parsePrologue(bytes + piece, isLast: isLast)
    case .markup: try parseMarkup(piece, isLast: isLast)
    case .json(var bytes):
      stage = .complete  // So that the bytes are not copied.
      bytes.append(contentsOf: piece)
      guard bytes.count <= limits.jsonLength else { throw .hostile(reason: "It has more than \(limits.jsonLength) bytes of JSON.") }
      stage = .json(bytes)
    case .complete: return
    case .failed(let error): throw error
    }
  }
}

/// The way from bytes to elements.
extension FeedParser {
  private func parsePrologue(_ bytes: [UInt8], isLast: Bool) throws(FeedParsingError) {
    stage = .prologue(bytes)
    if bytes.count < 4 && !isLast { return }
    if Prologue.isJSON(bytes) { return stage = .json(bytes) }
    var text = bytes
    var isUTF16 = false
    if let isBigEndian = TextDecoder.utf16IsBigEndian(bytes) {
      text.removeAll()
      isUTF16 = true
      var decoder = TextDecoder(utf16IsBigEndian: isBigEndian)
      bytes.withUnsafeBufferPointer { decoder.decode($0, isLast: isLast, into: &text) }
      self.decoder = decoder
    }
    // Not more than the limit, so that the result does not depend on the pieces.
    let isComplete = isLast || text.count >= limits.prologueLength
    guard let prologue = try Prologue.find(in: text.prefix(limits.prologueLength), isComplete: isComplete) else { return }
    stage = .markup
    hasSurroundingBytes = prologue.hasText
    // The lines that are left out still count in messages.
    let rest = text[..<prologue.start].filter { $0 == .newline } + text[prologue.start...]
    if isUTF16 { return try parse(text: rest, isLast: isLast) }
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    decoder = hasByteOrderMark ? TextDecoder() : TextDecoder(transport: encoding, declaredEncoding: prologue.encoding)
    try rest.withUnsafeBufferPointer { bytes throws(FeedParsingError) in try parseMarkup(UnsafeRawBufferPointer(bytes), isLast: isLast) }
  }

  private func parseMarkup(_ piece: UnsafeRawBufferPointer, isLast: Bool) throws(FeedParsingError) {
    decoded.removeAll(keepingCapacity: true)
    decoder?.decode(piece.assumingMemoryBound(to: UInt8.self), isLast: isLast, into: &decoded)
    try parse(text: decoded, isLast: isLast)
  }

  private func parse(text: [UInt8], isLast: Bool) throws(FeedParsingError) {
    repaired.removeAll(keepingCapacity: true)
    try text.withUnsafeBufferPointer { text throws(FeedParsingError) in try repair.repair(text, isLast: isLast, into: &repaired) }
    try parser.parse(repaired)
    if repair.isComplete { stage = .complete }
  }
}
