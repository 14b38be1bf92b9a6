#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The calling thread.
package enum CurrentThread {
  /// The identifier of the calling thread among the running threads. It is never 0.
  package static var id: UInt { UInt(pthread_self()) }
  /// Whether it is the process's first thread, which is the main actor's. It asks the kernel, so it is not for frequent
  /// use.
  package static var isMain: Bool {
    // The link is `PROCESS/task/THREAD`, and the first thread has the number of the process.
    let expected = "\(getpid())/task/\(getpid())"
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let length = readlink("/proc/thread-self", buffer.baseAddress!, buffer.count)
      return length == expected.utf8.count && expected.withCString { memcmp($0, buffer.baseAddress!, length) == 0 }
    }
  }
}
