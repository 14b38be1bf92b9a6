#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The calling thread.
package enum CurrentThread {
  /// The identifier of the calling thread among the running threads. It is never 0.
  package static var id: UInt { UInt(pthread_self()) }
  /// Whether the calling thread is the first thread of the process, on which the main actor runs. Each use reads a
  /// symbolic link in `/proc`, so this property is slow.
  package static var isMain: Bool {
    // The link is `PROCESS/task/THREAD`, and the first thread has the number of the process.
    let linkOfFirstThread = "\(getpid())/task/\(getpid())"
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let length = readlink("/proc/thread-self", buffer.baseAddress!, buffer.count)
      return length == linkOfFirstThread.utf8.count
        && linkOfFirstThread.withCString { memcmp($0, buffer.baseAddress!, length) == 0 }
    }
  }
}
