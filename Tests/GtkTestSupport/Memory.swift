internal import CMainLoopTesting
public import Testing

/// The memory that is allocated and not freed, in bytes. Freed memory in the allocator's common pool does not count, so
/// a single leaked block is visible. Freed memory in the cache of a thread would count, up to some hundred kilobytes.
/// So `Scripts/test` disables the caches of threads (`glibc.malloc.tcache_count`).
@MainActor public func memoryInUse() -> Int { Int(mainloop_testing_memory()) }

/// Runs a closure many times, and expects that it leaks no memory. A leak of one block in each cycle is detected,
/// because the smallest block has 32 bytes.
///
/// Libraries fill caches during the cycles. These caches grow in steps, and stop growing at some point. So only the
/// second half of the cycles counts. This half is divided into ten parts, and only the median growth of these parts
/// counts. A leak in each cycle enlarges the growth of each part.
///
/// - Parameters:
///   - cycles: The total number of cycles: a multiple of 20.
///   - waitUntilFreed: Waits until everything that the cycles have created is freed.
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
  // The growth in a part is the difference of two successive samples. Of the two middle values, the larger one counts.
  let medianGrowth = zip(samples.suffix(10), samples.suffix(11)).map { $0 - $1 }.sorted()[5]
  #expect(
    medianGrowth < 32 * cycles / 20, "\(cycles / 20) times have left \(medianGrowth) bytes behind: \(samples)",
    sourceLocation: sourceLocation)
}
