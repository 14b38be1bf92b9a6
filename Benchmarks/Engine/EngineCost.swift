import Foundation

/// Measures the engine of the player: the parser of feeds, the library and the refreshes. The first argument is the
/// name of a case. The second argument is the file that the case reads, changes or makes. The other arguments depend
/// on the case. The program runs the case and prints one result on each line: a name, a tab and a number.
/// Scripts/dev/bench-engine runs the program.
@main
enum EngineCost {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { throw InvalidArguments() }
    let file = URL(filePath: arguments[1])
    func number(_ index: Int) throws -> Int {
      guard arguments.indices.contains(index), let number = Int(arguments[index]) else { throw InvalidArguments() }
      return number
    }
    switch arguments[0] {
    case "parse": try ParserCases.parse(file, repetitions: number(2))
    case "memory": try ParserCases.measureMemory(file)
    case "make": try await LibraryCases.make(file, showCount: number(2), episodesPerShow: number(3))
    case "lists": try await LibraryCases.lists(file)
    case "search": try await LibraryCases.search(file, texts: Array(arguments.dropFirst(2)))
    case "record": try await LibraryCases.record(file, episodeCount: number(2))
    case "subscribe":
      guard arguments.count == 3 else { throw InvalidArguments() }
      try await RefreshCases.subscribe(file, in: URL(filePath: arguments[2]))
    case "refresh": try await RefreshCases.refresh(file)
    default: throw InvalidArguments()
    }
  }

  /// Returns the median time of `count` runs, in milliseconds. One more run comes first and is not measured, because it
  /// reads the file into memory.
  static func medianMilliseconds(ofRuns count: Int, _ work: () async throws -> Void) async rethrows -> Double {
    try await work()
    var times: [Duration] = []
    for _ in 0..<count { times.append(try await time(work)) }
    return median(of: times) / .milliseconds(1)
  }

  /// Returns the duration of `work`.
  static func time(_ work: () async throws -> Void) async rethrows -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    try await work()
    return clock.now - start
  }

  static func median(of times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

  /// Prints the line of a result.
  static func print(_ name: String, _ value: Double) { Swift.print("\(name)\t\(value)") }
}

/// Thrown if the arguments do not name a case, or do not fit their case.
struct InvalidArguments: Error {}
