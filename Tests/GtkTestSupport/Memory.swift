internal import CMainLoopTesting
public import Testing

/// The memory of all that has been allocated and not freed, in bytes. What the allocator keeps back does not count, so a single block that
/// stays shows.
@MainActor public func memoryInUse() -> Int { Int(mainloop_testing_memory()) }

/// Does the same many times, and expects that it leaves nothing behind: no list has become longer by one each time, since that takes 24 bytes
/// and more. Libraries fill caches meanwhile, which end somewhere, and empty them now and then. So what counts is the lower of two
/// looks at the memory, and how far that has grown in the second half.
///
/// - Parameters:
///   - cycles: How often, in all: a multiple of 20.
///   - rest: Waits until what the cycles have shown is freed.
///   - cycle: Is given its number, from 0.
@MainActor public func expectNoGrowth(
  cycles: Int, sourceLocation: SourceLocation = #_sourceLocation, rest: @MainActor () async -> Void, _ cycle: @MainActor (Int) async -> Void
) async {
  var looks: [Int] = []
  looks.reserveCapacity(20)
  for number in 0..<cycles {
    await cycle(number)
    guard (number + 1).isMultiple(of: cycles / 20) else { continue }
    await rest()
    looks.append(memoryInUse())
  }
  let growth = min(looks[18], looks[19]) - min(looks[8], looks[9])
  #expect(growth < 16 * cycles / 2, "\(cycles / 2) times have left \(growth) bytes behind: \(looks)", sourceLocation: sourceLocation)
}
