internal import CMainLoopTesting

/// The memory of all that has been allocated and not freed, in bytes. What the allocator keeps back does not count, so a single block that
/// stays shows.
@MainActor public func memoryInUse() -> Int { Int(mainloop_testing_memory()) }
