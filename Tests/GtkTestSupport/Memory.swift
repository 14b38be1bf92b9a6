internal import CMainLoopTesting
public import Testing

/// The memory that is allocated and not freed, in bytes. Memory that the allocator keeps back does not count, so a
/// single block that stays is visible. Memory that the allocator keeps for a thread does count, some hundred kilobytes
/// in time. `Scripts/test` configures the allocator to keep nothing there (`glibc.malloc.tcache_count`).
@MainActor public func memoryInUse() -> Int { Int(mainloop_testing_memory()) }

/// Runs a closure many times, and expects that it leaves nothing behind. A list that has become longer by one element
/// each time is detected, because the smallest block of memory is 32 bytes.
///
/// Libraries fill caches during the cycles. These caches grow in steps, and stop growing at some point. So only the
/// second half of the cycles counts. It is divided into ten parts, and the median of their growth counts. Memory that
/// each cycle leaves is part of the growth of each part.
///
/// - Parameters:
///   - cycles: The total number of cycles: a multiple of 20.
///   - rest: Waits until everything that the cycles have shown is freed.
///   - cycle: Receives its number, from 0.
@MainActor public func expectNoGrowth(
  cycles: Int, sourceLocation: SourceLocation = #_sourceLocation, rest: @MainActor () async -> Void,
  _ cycle: @MainActor (Int) async -> Void
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
  #expect(
    growth < 32 * cycles / 20, "\(cycles / 20) times have left \(growth) bytes behind: \(looks)",
    sourceLocation: sourceLocation)
}
