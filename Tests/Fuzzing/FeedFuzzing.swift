import FeedParsing
import Foundation
import Glibc
import Podcasts

/// The fuzz target of the parsers. `Scripts/dev/fuzz-feeds` starts libFuzzer, which calls this function with
/// one input after another.
///
/// libFuzzer keeps each input that ends the process. The process ends if:
///
/// - a parser crashes;
/// - the call takes more than two seconds of processor time;
/// - a parser has another result when the same bytes arrive in pieces. An error of a parser is a result, too;
/// - a list of feeds that was written is not read back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  limitProcessorTime()
  let response = Response(bytes.map { Data(bytes: $0, count: count) } ?? Data())
  let data = response.body
  let wholeFeed = parsedFeed(response, division: nil)
  requireEqual(wholeFeed, parsedFeed(response, division: Division(seed: data)), "feed")
  let wholeList = parsedList(data, division: nil)
  requireEqual(wholeList, parsedList(data, division: Division(seed: data)), "list of feeds")
  if case .success(let feed) = wholeFeed {
    // The notes of at most eight items are read, so that one input does not take long.
    for item in feed.podcast.items.prefix(8) { _ = NotesReader.events(in: item.summary) }
  }
  if case .success(let list) = wholeList { writeAndReread(list) }
  // The input is also read as notes.
  _ = NotesReader.events(in: String(decoding: data, as: UTF8.self))
  return 0
}

/// Aborts the process after two seconds of processor time from now on. The limit is not in real time, so that a busy
/// machine has the same results as an idle one.
private func limitProcessorTime() {
  signal(SIGVTALRM) { _ in abort() }
  var limit = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 2, tv_usec: 0))
  setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &limit, nil)
}

/// An input as the response of a server: a body, and before it an optional part that selects the `Content-Type`. This
/// part begins with the byte `01` or `02`. No feed begins with either byte.
private struct Response {
  /// The content types that the byte after `02` selects. They have no charset, a known charset or an unknown one. `nil`
  /// stands for a response without a content type.
  private static let contentTypes: [String?] = [
    nil, "text/xml", "application/rss+xml; charset=utf-8", "text/xml; charset=utf-16", "text/xml; charset=UTF-16BE",
    "text/xml; charset=utf-16le",
    "text/xml; charset=ucs-4", "text/xml; charset=utf-32", "text/xml; charset=us-ascii", "text/xml; charset=iso-8859-1",
    "text/xml; charset=windows-1252", "text/xml; charset=\"EUC-KR\"", "text/xml; charset=shift_jis",
    "text/xml; charset=iso-2022-kr",
    "text/xml; charset=gb18030", "text/xml; charset=koi8-r", "text/xml; charset=utf-7", "text/xml; charset=ebcdic-us",
    "application/json; charset=utf-8", "text/html; charset=", "text/xml; charset=none", "; ; charset==;charset='x'",
  ]

  var charset: String?
  var body: Data

  /// Splits an input. A content type and a line feed follow the byte `01`. An index of ``contentTypes``, in one byte,
  /// follows the byte `02`.
  init(_ input: Data) {
    body = input
    var contentType: String?
    if input.first == 1, let end = input.firstIndex(of: 0x0A) {
      contentType = String(decoding: input[1..<end], as: UTF8.self)
      body = Data(input[(end + 1)...])
    } else if input.first == 2, input.count > 1 {
      contentType = Self.contentTypes[Int(input[1]) % Self.contentTypes.count]
      body = Data(input.dropFirst(2))
    }
    charset = contentType.flatMap(ContentTypeHeader.charset)
  }
}

private func parsedFeed(_ response: Response, division: Division?) -> Result<ParsedFeed, FeedParsingError> {
  let parser = FeedParser(source: URL(string: "https://shows.example/feeds/one.xml"), encoding: response.charset)
  return Result { () throws(FeedParsingError) in
    for piece in division?.divide(response.body) ?? [response.body] { try parser.parse(piece) }
    return try parser.finish()
  }
}

private func parsedList(_ data: Data, division: Division?) -> Result<ParsedOPML, OPMLParsingError> {
  let reader = OPMLReader()
  return Result { () throws(OPMLParsingError) in
    for piece in division?.divide(data) ?? [data] { try reader.parse(piece) }
    return try reader.finish()
  }
}

/// Writes a list of feeds, and reads the written list. Aborts if the addresses of the feeds differ.
private func writeAndReread(_ list: ParsedOPML) {
  let rereadList = try? OPMLReader.list(from: OPMLWriter.data(list.outlines, title: "Shows"))
  guard let rereadList, Set(rereadList.outlines.map(\.feedURL)) == Set(list.outlines.map(\.feedURL)) else {
    fatalError("A list does not survive its own writer:\n\(list)\n\(String(describing: rereadList))")
  }
}

/// Aborts if the result for an input as a whole differs from the result for the same input in pieces.
private func requireEqual<Value: Equatable, Failure: Equatable>(
  _ whole: Result<Value, Failure>, _ divided: Result<Value, Failure>, _ name: String
) {
  guard whole == divided else { fatalError("The \(name) differs when it comes in pieces:\n\(whole)\n\(divided)") }
}

/// A division of bytes into pseudorandom pieces of at most 64 bytes. The division depends only on the seed, so that an
/// input has the same result in each run.
private struct Division {
  /// The state of the generator of pseudorandom numbers.
  private var state: UInt64

  init(seed: Data) {
    // The FNV-1a hash of the seed.
    state = seed.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  func divide(_ data: Data) -> [Data] {
    var state = state
    let largestSize = UInt64(1 + (state >> 40) % 64)
    var rest = data[...]
    var pieces: [Data] = []
    while !rest.isEmpty {
      // One step of a linear congruential generator.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = Int(1 + (state >> 33) % largestSize)
      pieces.append(Data(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
