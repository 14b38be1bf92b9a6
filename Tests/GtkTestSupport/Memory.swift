internal import CMainLoopTesting
public import Testing

/// The memory of all that has been allocated and not freed, in bytes. What the allocator keeps back does not count, so a single block that
/// stays shows. But what it keeps for a thread counts, some hundred kilobytes in time: `Scripts/test` has it keep nothing there
/// (`glibc.malloc.tcache_count`).
@MainActor public func memoryInUse() -> Int { Int(mainloop_testing_memory()) }

/// Does the same many times, and expects that it leaves nothing behind: no list has become longer by one each time, since the smallest block of
/// memory is 32 bytes. Libraries fill caches meanwhile, which grow in steps, and end somewhere; so the second half counts, in ten parts, and
/// of the ten what the part in the middle has left. What each time leaves, each part leaves.
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
  let growth = zip(looks.suffix(10), looks.suffix(11)).map { $0 - $1 }.sorted()[5]
  #expect(growth < 32 * cycles / 20, "\(cycles / 20) times have left \(growth) bytes behind: \(looks)", sourceLocation: sourceLocation)
}
