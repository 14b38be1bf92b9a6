#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The calling thread.
package enum CurrentThread {
  /// The identifier of the calling thread among the running threads. It is never 0.
  package static var id: UInt { UInt(pthread_self()) }
}
