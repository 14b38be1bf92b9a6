import FeedParsing
import Foundation
import Podcasts

/// Parsing of a feed, from its bytes to a `Podcast` with its items.
enum ParserCases {
  /// Parses a file `count` times, in pieces of 64 KB, as they arrive from a network. Prints the shortest time in
  /// milliseconds, and the number of episodes.
  static func parse(_ file: URL, count: Int) throws {
    let data = try Data(contentsOf: file)
    var shortest = Duration.seconds(3600)
    var items = 0
    for _ in 0..<count {
      let start = processorTime()
      let parser = FeedParser(source: nil)
      try data.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          try parser.parse(UnsafeRawBufferPointer(rebasing: rest.prefix(65_536)))
          rest = rest.dropFirst(65_536)
        }
      }
      items = try parser.finish().podcast.items.count
      shortest = min(shortest, processorTime() - start)
    }
    EngineCost.print("milliseconds", shortest / .milliseconds(1))
    EngineCost.print("items", Double(items))
  }

  /// Parses a file in pieces. Prints the peak of the program's memory in bytes, and the number of episodes. All
  /// episodes are in memory at the end.
  static func memory(_ file: URL) throws {
    let parser = FeedParser(source: nil)
    let handle = try FileHandle(forReadingFrom: file)
    while let piece = try handle.read(upToCount: 65_536), !piece.isEmpty { try parser.parse(piece) }
    let feed = try parser.finish()
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    // The line `VmHWM` has the peak of the memory, in KiB.
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: \.isWhitespace)[1]
    EngineCost.print("peak", (peak.flatMap { Double($0) } ?? 0) * 1024)
    EngineCost.print("items", Double(feed.podcast.items.count))
  }

  /// The processor time of this program, so that other work on the machine does not count.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
