/// Measures the cost of reducers. Scripts/dev/benchmark runs the program.
///
/// - `ReducerCost CASE COUNT` performs the case COUNT times without output, for a tool that counts instructions.
/// - `ReducerCost CASE` prints the time of one repetition in nanoseconds.
/// - `ReducerCost memory` prints by how many bytes the allocated memory grows during a million repetitions.
/// - `ReducerCost` prints the names of the cases, also if the argument is no case.
@main
struct ReducerCost {
  @MainActor
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["memory"] { return await printMemory() }
    guard let name = arguments.first, let makeCase = cases[name] else {
      return print((cases.keys.sorted() + ["memory"]).joined(separator: "\n"))
    }
    let repeatCase = makeCase()
    if arguments.count > 1, let count = Int(arguments[1]) {
      await repeatCase(count)
    } else {
      print(await nanosecondsPerRepetition(of: repeatCase))
    }
  }

  /// Returns the time of one repetition in the shortest of three runs. The number of repetitions in a run is doubled
  /// before the first run until they take more than a tenth of a second, including the uncounted time.
  @MainActor
  private static func nanosecondsPerRepetition(of repeatCase: @MainActor (Int) async -> Void) async -> Int {
    let clock = ContinuousClock()
    var count = 64
    while true {
      let duration = await clock.measure { await repeatCase(count) }
      if duration > .milliseconds(100) { break }
      count *= 2
    }
    // Longer than any run.
    var shortest = Duration.seconds(3_600)
    for _ in 0..<3 {
      // The case adds the time of its preparations and waits to `uncountedTime`.
      uncountedTime = .zero
      let duration = await clock.measure { await repeatCase(count) }
      shortest = min(shortest, duration - uncountedTime)
    }
    return Int(shortest / .nanoseconds(1)) / count
  }
}
