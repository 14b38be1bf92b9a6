import Foundation

/// Measures the engine: runs the case that the first argument names, and prints its figures to the standard output. Scripts/bench-engine runs it.
@main
enum EngineCost {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { throw Misuse() }
    let file = URL(filePath: arguments[1])
    func number(_ index: Int) throws -> Int {
      guard arguments.indices.contains(index), let number = Int(arguments[index]) else { throw Misuse() }
      return number
    }
    switch arguments[0] {
    case "parse": try ParserCases.parse(file, count: number(2))
    case "memory": try ParserCases.memory(file)
    case "make": try await LibraryCases.make(file, shows: number(2), episodes: number(3))
    case "lists": try await LibraryCases.lists(file)
    case "search": try await LibraryCases.search(file, texts: Array(arguments.dropFirst(2)))
    case "record": try await LibraryCases.record(file, episodes: number(2))
    case "refresh": try await RefreshCases.refresh(file)
    default: throw Misuse()
    }
  }

  /// The best time of several runs, in milliseconds.
  static func best(of count: Int, _ work: () async throws -> Void) async rethrows -> Double {
    var best = Duration.seconds(3600)
    for _ in 0..<count {
      let clock = ContinuousClock()
      let start = clock.now
      try await work()
      best = min(best, clock.now - start)
    }
    return best / .milliseconds(1)
  }

  static func print(_ name: String, _ value: Double) { Swift.print("\(name)\t\(value)") }
}

/// The arguments name no case.
struct Misuse: Error {}
