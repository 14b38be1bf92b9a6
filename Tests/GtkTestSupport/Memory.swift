internal import CMainLoopTesting

/// The memory that the process has in use, in kilobytes, once the allocator has given back what it can.
@MainActor public func memoryInUse() -> Int { mainloop_testing_memory() }
