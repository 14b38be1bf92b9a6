internal import CMainLoopTesting
public import Testing

/// The memory that is allocated and not freed, in bytes. Freed memory in the allocator's common
/// pool does not count, so a single leaked block is visible. Freed memory in a thread's cache would count, up to some
/// hundred kilobytes. So `Scripts/test` configures these caches to be empty (`glibc.malloc.tcache_count`).
@MainActor public func memoryInUse() -> Int { Int(mainloop_testing_memory()) }

/// Runs a closure many times, and expects that it leaks no memory. A list that grows by one element
/// in each cycle is detected, because the smallest block of memory is 32 bytes.
///
/// Libraries fill caches during the cycles. These caches grow in steps, and stop growing at some point. So only the
/// second half of the cycles counts. It is divided into ten parts, and the median of their growth counts. A leak
/// in each cycle is part of the growth of each part.
///
/// - Parameters:
///   - cycles: The total number of cycles: a multiple of 20.
///   - waitUntilFreed: Waits until everything that the cycles have shown is freed.
///   - cycle: The closure. Its argument is the number of the cycle, from 0.
@MainActor public func expectNoGrowth(
  cycles: Int, sourceLocation: SourceLocation = #_sourceLocation, waitUntilFreed: @MainActor () async -> Void,
  _ cycle: @MainActor (Int) async -> Void
) async {
  // The memory in use after each twentieth of the cycles.
  var samples: [Int] = []
  samples.reserveCapacity(20)
  for number in 0..<cycles {
    await cycle(number)
    guard (number + 1).isMultiple(of: cycles / 20) else { continue }
    await waitUntilFreed()
    samples.append(memoryInUse())
  }
  let medianGrowth = zip(samples.suffix(10), samples.suffix(11)).map { $0 - $1 }.sorted()[5]
  #expect(
    medianGrowth < 32 * cycles / 20, "\(cycles / 20) times have left \(medianGrowth) bytes behind: \(samples)",
    sourceLocation: sourceLocation)
}
