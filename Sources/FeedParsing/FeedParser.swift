// This file is the public interface of FeedParsing, with ParsedFeed, FeedParsingError and FeedLimits. All else is implementation.
package import Foundation

/// Reads one feed, piece by piece, as its bytes arrive.
///
/// It reads RSS 2.0 with the iTunes tags as the world writes it, which is seldom as the specification has it: docs/feed-parsing.md lists
/// what is repaired. It opens no file and no connection, keeps no document tree, and bounds what a feed may ask of it (``FeedLimits``).
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
    /// The root element is closed. What follows does not count.
    case complete
    case failed(FeedParsingError)
  }

  private let limits: FeedLimits
  private let reader: FeedReader
  private let parser: PushParser
  private var stage = Stage.prologue([])
  private var decoder: TextDecoder?
  private var repair: MarkupRepair
  /// Kept between pieces for their room.
  private var decoded: [UInt8] = []
  private var repaired: [UInt8] = []

  /// A parser for the feed that comes from `source`, after redirects: relative addresses in it are resolved against that, and a feed
  /// without a title is named by it.
  package init(source: URL?, limits: FeedLimits = FeedLimits()) {
    self.limits = limits
    reader = FeedReader(source: source, limits: limits)
    parser = PushParser(reader: reader)
    repair = MarkupRepair(limits: limits)
  }

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

  /// The feed, once all its bytes were given to ``parse(_:)-swift.method``. To be called once.
  package func finish() throws(FeedParsingError) -> ParsedFeed {
    try parse(piece: UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    guard case .complete = stage else { throw .truncated }
    try parser.finish()
    return try reader.feed()
  }

  /// The feed that is wholly in memory already.
  package static func feed(from data: Data, source: URL?) throws(FeedParsingError) -> ParsedFeed {
    let parser = FeedParser(source: source)
    try parser.parse(data)
    return try parser.finish()
  }

  private func parse(piece: UnsafeRawBufferPointer, isLast: Bool) throws(FeedParsingError) {
    switch stage {
    case .prologue(let bytes): try parsePrologue(bytes + piece, isLast: isLast)
    case .markup: try parseMarkup(piece, isLast: isLast)
    case .complete: return
    case .failed(let error): throw error
    }
  }

  private func parsePrologue(_ bytes: [UInt8], isLast: Bool) throws(FeedParsingError) {
    stage = .prologue(bytes)
    if bytes.count < 4 && !isLast { return }
    var text = bytes
    var isUTF16 = false
    if let isBigEndian = TextDecoder.utf16IsBigEndian(bytes) {
      text.removeAll()
      isUTF16 = true
      var decoder = TextDecoder(utf16IsBigEndian: isBigEndian)
      bytes.withUnsafeBufferPointer { decoder.decode($0, isLast: isLast, into: &text) }
      self.decoder = decoder
    }
    guard let prologue = try Prologue.find(in: text, isComplete: isLast || text.count > limits.prologueLength) else { return }
    stage = .markup
    // The lines that are left out still count in messages.
    let rest = text[..<prologue.start].filter { $0 == .newline } + text[prologue.start...]
    if isUTF16 { return try parse(text: rest, isLast: isLast) }
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    decoder = TextDecoder(declaredEncoding: hasByteOrderMark ? nil : prologue.encoding)
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
