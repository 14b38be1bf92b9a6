import FeedParsing
import Foundation
import Podcasts

/// Parsing of a feed, from its bytes to a `Podcast`. The items of a `Podcast` are its episodes.
enum ParserCases {
  /// The number of bytes that the parser receives at once. A feed from a network also arrives in pieces.
  private static let pieceSize = 65_536

  /// Parses a file several times. Prints the shortest processor time of a repetition in milliseconds, and the number of
  /// items.
  static func parse(_ file: URL, repetitions: Int) throws {
    let data = try Data(contentsOf: file)
    // The first value is longer than any repetition.
    var shortest = Duration.seconds(3600)
    var itemCount = 0
    for _ in 0..<repetitions {
      let start = processorTime()
      let parser = FeedParser(source: nil)
      try data.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          try parser.parse(UnsafeRawBufferPointer(rebasing: rest.prefix(pieceSize)))
          rest = rest.dropFirst(pieceSize)
        }
      }
      itemCount = try parser.finish().podcast.items.count
      shortest = min(shortest, processorTime() - start)
    }
    EngineCost.print("milliseconds", shortest / .milliseconds(1))
    EngineCost.print("items", Double(itemCount))
  }

  /// Parses a file once. Prints the peak of the program's memory in bytes, and the number of items. The file is not in
  /// memory as a whole, but all items are in memory at the end.
  static func measureMemory(_ file: URL) throws {
    let parser = FeedParser(source: nil)
    let handle = try FileHandle(forReadingFrom: file)
    while let piece = try handle.read(upToCount: pieceSize), !piece.isEmpty { try parser.parse(piece) }
    let feed = try parser.finish()
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    // The line `VmHWM` has the peak of the resident memory, in KiB.
    let peakLine = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let peakInKiB = peakLine?.split(whereSeparator: \.isWhitespace)[1]
    EngineCost.print("peak", (peakInKiB.flatMap { Double($0) } ?? 0) * 1024)
    EngineCost.print("items", Double(feed.podcast.items.count))
  }

  /// Returns the processor time that this program has used. Other work on the machine does not count.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
