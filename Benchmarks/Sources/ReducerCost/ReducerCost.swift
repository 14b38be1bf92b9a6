/// Measures the cost of reducers. Scripts/dev/benchmark runs the program.
///
/// - `ReducerCost CASE COUNT` performs the case COUNT times without output, for a tool that counts instructions.
/// - `ReducerCost CASE` prints the nanoseconds of one repetition, the best of three runs.
/// - `ReducerCost memory` prints how many more bytes are allocated after a million actions than before.
/// - `ReducerCost` prints the names of the cases.
@main
struct ReducerCost {
  @MainActor
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["memory"] { return await printMemory() }
    guard let name = arguments.first, let makeCase = cases[name] else {
      return print((cases.keys.sorted() + ["memory"]).joined(separator: "\n"))
    }
    let perform = makeCase()
    if arguments.count > 1, let count = Int(arguments[1]) {
      await perform(count)
    } else {
      print(await nanoseconds(of: perform))
    }
  }

  /// Returns the nanoseconds of one repetition: the shortest of three runs of at least a tenth of a second.
  @MainActor
  private static func nanoseconds(of perform: @MainActor (Int) async -> Void) async -> Int {
    let clock = ContinuousClock()
    var count = 64
    while true {
      let taken = await clock.measure { await perform(count) }
      if taken > .milliseconds(100) { break }
      count *= 2
    }
    var best = Duration.seconds(3_600)
    for _ in 0..<3 {
      notCounted = .zero
      let taken = await clock.measure { await perform(count) }
      best = min(best, taken - notCounted)
    }
    return Int(best / .nanoseconds(1)) / count
  }
}

extension Duration {
  static func / (first: Duration, second: Duration) -> Double {
    let parts = (first.components, second.components)
    return (Double(parts.0.seconds) * 1e18 + Double(parts.0.attoseconds))
      / (Double(parts.1.seconds) * 1e18 + Double(parts.1.attoseconds))
  }
}
