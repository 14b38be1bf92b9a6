import FeedParsing
import Foundation
import Glibc
import Podcasts

/// The fuzz target of the parsers, called by libFuzzer with one input after another: `Scripts/fuzz-feeds`.
///
/// It stops the program, so that libFuzzer keeps the input, if a parser crashes, takes over two seconds, or gives another result when the
/// same bytes come in pieces. An error is a result too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  limitProcessorTime()
  let data = bytes.map { Data(bytes: $0, count: count) } ?? Data()
  let whole = feed(data, pieces: nil)
  compare(whole, with: feed(data, pieces: Pieces(seed: data)), "feed")
  let list = outlines(data, pieces: nil)
  compare(list, with: outlines(data, pieces: Pieces(seed: data)), "list of subscriptions")
  if case .success(let feed) = whole {
    for item in feed.podcast.items.prefix(8) { _ = NotesReader.events(in: item.summary) }
  }
  if case .success(let list) = list { reread(list) }
  _ = NotesReader.events(in: String(decoding: data, as: UTF8.self))
  return 0
}

/// Aborts after two seconds of the processor, so that a machine with other work finds the same as an idle one.
private func limitProcessorTime() {
  signal(SIGVTALRM) { _ in abort() }
  var limit = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 2, tv_usec: 0))
  setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &limit, nil)
}

private func feed(_ data: Data, pieces: Pieces?) -> Result<ParsedFeed, FeedParsingError> {
  let parser = FeedParser(source: URL(string: "https://shows.example/feeds/one.xml"))
  return Result { () throws(FeedParsingError) in
    for piece in pieces?.divide(data) ?? [data] { try parser.parse(piece) }
    return try parser.finish()
  }
}

private func outlines(_ data: Data, pieces: Pieces?) -> Result<ParsedOPML, OPMLParsingError> {
  let reader = OPMLReader()
  return Result { () throws(OPMLParsingError) in
    for piece in pieces?.divide(data) ?? [data] { try reader.parse(piece) }
    return try reader.finish()
  }
}

/// A list that was read is read again as it is written.
private func reread(_ list: ParsedOPML) {
  let again = try? OPMLReader.list(from: OPMLWriter.data(list.outlines, title: "Shows"))
  guard let again, Set(again.outlines.map(\.feedURL)) == Set(list.outlines.map(\.feedURL)) else {
    fatalError("A list does not survive its own writer:\n\(list)\n\(String(describing: again))")
  }
}

private func compare<Value: Equatable, Failure: Equatable>(_ whole: Result<Value, Failure>, with divided: Result<Value, Failure>, _ what: String) {
  guard whole == divided else { fatalError("The \(what) differs when it comes in pieces:\n\(whole)\n\(divided)") }
}

/// Divisions that follow from the input, so that an input always does the same.
private struct Pieces {
  private var state: UInt64

  init(seed: Data) {
    state = seed.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  func divide(_ data: Data) -> [Data] {
    var state = state
    let largest = UInt64(1 + (state >> 40) % 64)
    var rest = data[...]
    var pieces: [Data] = []
    while !rest.isEmpty {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = Int(1 + (state >> 33) % largest)
      pieces.append(Data(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
