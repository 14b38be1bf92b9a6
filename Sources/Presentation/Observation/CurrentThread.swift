#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The thread that asks.
package enum CurrentThread {
  /// What tells it from the others that are running. It is never 0.
  package static var id: UInt { UInt(pthread_self()) }
}
