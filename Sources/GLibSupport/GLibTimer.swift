internal import CGLib
internal import Synchronization

/// A timer on a main context of GLib, for time limits and intervals.
///
/// A timer can be started and stopped on any thread. A stopped timer does not wake the process. If the closure is
/// running when the timer is stopped, it runs to its end. The timer stops when it is deallocated.
package final class GLibTimer: Sendable {
  /// The closure of a running timer and whether it repeats, as an object that GLib retains.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    let repeats: Bool

    init(_ body: @escaping @Sendable () -> Void, repeats: Bool) {
      self.body = body
      self.repeats = repeats
    }
  }

  /// Owned: the pointer to GLib's source, which calls the closure. 0 if the timer was not started or was stopped. The
  /// pointer is stored as an integer, because a pointer is not `Sendable`.
  private let source = Mutex<UInt>(0)

  /// Creates a timer that does not run.
  package init() {}

  deinit { stop() }

  /// Whether the timer runs. A timer without repetition runs until its closure has returned.
  package var isRunning: Bool {
    source.withLock { UnsafeMutablePointer<GSource>(bitPattern: $0).map { g_source_is_destroyed($0) == 0 } ?? false }
  }

  /// Starts the timer. A timer that is already running starts over with the new values.
  ///
  /// - Parameters:
  ///   - milliseconds: The time until the closure is called, and between two calls.
  ///   - repeats: Whether the closure is called repeatedly until the timer is stopped.
  ///   - context: The `GMainContext` whose thread calls the closure. `nil` means the default one, which runs on the
  ///     main actor's thread.
  ///   - body: The closure. It is released when the timer is stopped, or after it has fired without repetition.
  package func start(
    milliseconds: UInt32, repeats: Bool = false, on context: OpaquePointer? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    let timeout = g_timeout_source_new(milliseconds)!
    g_source_set_callback(
      timeout,
      { work in
        // Safe because GLib keeps the work until it calls the destroy notify of the source.
        let work = Unmanaged<Work>.fromOpaque(work!).takeUnretainedValue()
        work.body()
        return work.repeats ? 1 : 0
      },
      // Safe because the destroy notify releases the work once.
      Unmanaged.passRetained(Work(body, repeats: repeats)).toOpaque(), { Unmanaged<Work>.fromOpaque($0!).release() })
    let (newSource, context) = (UInt(bitPattern: timeout), UInt(bitPattern: context))
    replace {
      // Safe because the integers are the pointers from above. The source is attached under the lock, so that no other
      // thread destroys the source before it is attached.
      g_source_attach(UnsafeMutablePointer(bitPattern: newSource), OpaquePointer(bitPattern: context))
      return newSource
    }
  }

  /// Starts the timer on the main actor, with repetition.
  @MainActor
  package func start(everyMilliseconds milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) {
    start(milliseconds: milliseconds, repeats: true) {
      // Safe because the source is on GLib's default main context, which runs on the main actor's thread.
      MainActor.assumeIsolated { body() }
    }
  }

  /// Stops the timer. A timer that does not run is left as it is.
  package func stop() { replace { 0 } }

  /// Replaces the source, and destroys the former one. `makeSource` is called under the lock.
  private func replace(_ makeSource: () -> UInt) {
    let old = source.withLock { source in
      let old = source
      source = makeSource()
      return old
    }
    guard let old = UnsafeMutablePointer<GSource>(bitPattern: old) else { return }
    g_source_destroy(old)
    g_source_unref(old)
  }
}
