import Foundation
import Podcasts

/// Reads a document in XML, such as a feed or a list of feeds, piece by piece, and reports the document's elements.
///
/// ``Prologue`` finds the first element, ``TextDecoder`` converts the bytes to UTF-8, ``MarkupRepair`` makes the markup
/// well-formed, and ``PushParser`` passes the markup to libxml2. A document in JSON is only collected
/// (``JSONDocument``). ``JSONFeedReader`` reads the collected document afterwards.
final class DocumentParser {
  private enum Stage {
    /// The first element was not found yet. The value is all bytes so far.
    case prologue([UInt8])
    /// The first element was found, and the markup is parsed.
    case markup
    /// An object in JSON, which is parsed after it has arrived completely.
    case json(JSONDocument)
    /// The document has ended. Further bytes are ignored.
    case complete
    case failed(FeedParsingError)
  }

  private let limits: FeedLimits
  private let parser: PushParser
  /// The name of the encoding in HTTP's `charset`.
  private let httpEncoding: String?
  private var stage = Stage.prologue([])
  /// How many bytes must have arrived before the first element is searched for again.
  private var byteCountOfNextSearch = 4
  private var decoder: TextDecoder?
  private var repair: MarkupRepair
  private var hasTextBeforeMarkup = false
  /// The decoded text of the current piece. The array is kept between pieces, so that its memory is reused.
  private var decoded: [UInt8] = []
  /// The repaired markup of the current piece. The array is kept for the same reason.
  private var repaired: [UInt8] = []

  /// Creates a parser that reports to `receiver`, and keeps the receiver alive. `encoding` is the `charset` of HTTP.
  init(receiver: ElementReceiver, kind: MarkupRepair.Kind, limits: FeedLimits, encoding: String?) {
    self.limits = limits
    httpEncoding = encoding
    parser = PushParser(receiver: receiver)
    repair = MarkupRepair(kind: kind, limits: limits)
  }

  /// Whether the document has ended.
  var isComplete: Bool {
    switch stage {
    case .complete: true
    case .json(let document): document.isComplete
    case .prologue, .markup, .failed: false
    }
  }
  /// Whether the last element, or the object in JSON, was not complete at the end of the document. Known after
  /// ``finish()``.
  var isCut: Bool { json?.isCut ?? repair.isCut }
  /// How many different names libxml2 has stored.
  var storedNameCount: Int { parser.storedNameCount }
  /// The collected document, or `nil` if the document is not in JSON.
  var json: JSONDocument? { if case .json(let document) = stage { document } else { nil } }

  /// The repairs of the document's encoding and markup. ``FeedReader`` records the repairs of values and items.
  var repairs: Set<FeedRepair.Kind> {
    var repairs: Set<FeedRepair.Kind> = []
    if hasTextBeforeMarkup { repairs.insert(.textBeforeDocument) }
    // A piece may contain bytes after the end of the document. Repairs of these bytes are ignored.
    // A document that is cut off has no such bytes.
    if let offset = decoder?.firstRepairOffset, offset < repair.readCount || repair.isCut { repairs.insert(.encoding) }
    if repair.isRepaired { repairs.insert(.markup) }
    if repair.namespaces.hasUndeclaredPrefix { repairs.insert(.namespace) }
    if repair.isShortened { repairs.insert(.longValue) }
    if isCut { repairs.insert(.truncated) }
    return repairs
  }

  /// Reads the next chunk, of any size. After an error, each call throws the same error.
  func parse(_ chunk: Data) throws(FeedParsingError) {
    let result = chunk.withUnsafeBytes { bytes in Result { () throws(FeedParsingError) in try parse(bytes) } }
    try result.get()
  }

  /// Reads the next chunk, of any size. The buffer is borrowed for the call.
  func parse(_ chunk: UnsafeRawBufferPointer) throws(FeedParsingError) {
    do {
      // Parse a large chunk in pieces of 64 KB, so that the buffers stay small.
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

  /// Ends the document. Throws ``FeedParsingError/truncated`` if the document ends before its first element.
  func finish() throws(FeedParsingError) {
    try parse(piece: UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    if json != nil { return }
    guard isComplete else { throw .truncated }
    try parser.finish()
  }

  private func parse(piece: UnsafeRawBufferPointer, isLast: Bool) throws(FeedParsingError) {
    switch stage {
    case .prologue(var bytes):
      // This placeholder releases the reference of the stage, so that appending does not copy the bytes.
      stage = .complete
      bytes.append(contentsOf: piece)
      // Search again only after the number of bytes has grown by half, so that the time is linear for pieces of any
      // size.
      let isSearchDue = isLast || bytes.count >= byteCountOfNextSearch
      if isSearchDue { byteCountOfNextSearch = bytes.count + max(bytes.count / 2, 4) }
      if isSearchDue || bytes.count >= limits.prologueLength {
        try parsePrologue(bytes, isLast: isLast)
      } else {
        stage = .prologue(bytes)
      }
    case .markup: try parseMarkup(piece, isLast: isLast)
    case .json(var document):
      // This placeholder releases the reference of the stage, so that appending does not copy the bytes.
      stage = .complete
      document.append(piece)
      guard document.bytes.count <= limits.jsonLength else {
        throw .hostile(reason: "It has more than \(limits.jsonLength) bytes of JSON.")
      }
      stage = .json(document)
    case .complete: return
    case .failed(let error): throw error
    }
  }
}

extension DocumentParser {
  /// Searches for the first element, or for the start of an object in JSON. If the element is found, selects the
  /// decoder and parses the markup.
  private func parsePrologue(_ bytes: [UInt8], isLast: Bool) throws(FeedParsingError) {
    stage = .prologue(bytes)
    if Prologue.isJSONObject(bytes) {
      var document = JSONDocument()
      document.append(bytes)
      return stage = .json(document)
    }
    var text = bytes
    var isUTF16 = false
    if let isBigEndian = TextDecoder.utf16IsBigEndian(bytes) {
      text.removeAll()
      isUTF16 = true
      var decoder = TextDecoder(utf16IsBigEndian: isBigEndian)
      bytes.withUnsafeBufferPointer { decoder.decode($0, isLast: isLast, into: &text) }
      self.decoder = decoder
    }
    // Search only up to the limit, so that the result does not depend on the size of the pieces.
    let isTextComplete = isLast || text.count >= limits.prologueLength
    guard let prologue = try Prologue.find(in: text.prefix(limits.prologueLength), isComplete: isTextComplete) else {
      return
    }
    stage = .markup
    hasTextBeforeMarkup = prologue.hasText
    // Keep the line breaks before the markup, so that messages have the right line numbers.
    let rest = text[..<prologue.start].filter { $0 == .newline } + text[prologue.start...]
    if isUTF16 { return try parse(decodedText: rest, isLast: isLast) }
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    decoder =
      hasByteOrderMark ? TextDecoder() : TextDecoder(httpEncoding: httpEncoding, documentEncoding: prologue.encoding)
    try rest.withUnsafeBufferPointer { bytes throws(FeedParsingError) in
      try parseMarkup(UnsafeRawBufferPointer(bytes), isLast: isLast)
    }
  }

  private func parseMarkup(_ piece: UnsafeRawBufferPointer, isLast: Bool) throws(FeedParsingError) {
    decoded.removeAll(keepingCapacity: true)
    decoder?.decode(piece.assumingMemoryBound(to: UInt8.self), isLast: isLast, into: &decoded)
    try parse(decodedText: decoded, isLast: isLast)
  }

  private func parse(decodedText text: [UInt8], isLast: Bool) throws(FeedParsingError) {
    repaired.removeAll(keepingCapacity: true)
    try text.withUnsafeBufferPointer { text throws(FeedParsingError) in
      try repair.repair(text, isLast: isLast, into: &repaired)
    }
    try parser.parse(repaired)
    if repair.isComplete { stage = .complete }
  }
}
