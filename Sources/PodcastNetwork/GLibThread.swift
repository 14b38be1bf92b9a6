import CSoup
import GLibSupport

/// A thread that runs its own `GMainContext` until the process ends.
///
/// One thread is the executor of ``NetworkActor``. A second one runs the deadlines of transfers. Deadlines on the first
/// thread could be late, because one iteration of its main loop can last as long as a server sends data to libsoup.
final class GLibThread: SerialExecutor {
  /// A closure as the user data of a GLib callback.
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The thread's own context. It is never released, because the thread runs until the process ends.
  // Safe because GLib locks a context when several threads use it.
  nonisolated(unsafe) fileprivate let context: OpaquePointer

  /// Starts the thread. `name` has at most 15 bytes, which is Linux's limit.
  init(name: String) {
    context = g_main_context_new()
    let thread = g_thread_new(
      name,
      { context in
        let context = OpaquePointer(context)
        g_main_context_push_thread_default(context)
        g_main_loop_run(g_main_loop_new(context, 0))
        return nil
      }, UnsafeMutableRawPointer(context))
    g_thread_unref(thread)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let source = g_idle_source_new()!
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    attach(source) { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    g_source_unref(source)
  }

  func isIsolatingCurrentContext() -> Bool? { g_main_context_is_owner(context) != 0 }

  func checkIsolated() { precondition(g_main_context_is_owner(context) != 0, "not on the thread of this executor") }

  /// Attaches a source to this thread's context. The closure runs once, when the source is ready.
  private func attach(_ source: UnsafeMutablePointer<GSource>, _ body: @escaping @Sendable () -> Void) {
    g_source_set_callback(
      source,
      { work in
        // Safe because GLib keeps the work until the source's destroy notify.
        Unmanaged<Work>.fromOpaque(work!).takeUnretainedValue().body()
        return 0
      },
      // Safe because the destroy notify releases the work, once.
      Unmanaged.passRetained(Work(body)).toOpaque(),
      { Unmanaged<Work>.fromOpaque($0!).release() })
    g_source_attach(source, context)
  }
}

/// A timer that fires once, on a thread where no transfer runs.
final class Deadline: Sendable {
  private static let thread = GLibThread(name: "podcast-time")

  private let timer = GLibTimer()

  init() {}

  /// Calls a closure after a delay, on the deadlines' thread. A second call replaces a running timer.
  func start(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
    timer.start(milliseconds: delay.milliseconds, on: Self.thread.context, body)
  }

  func stop() { timer.stop() }
}

extension Duration {
  /// The duration in whole milliseconds, from 0 to the largest number that GLib's timers accept.
  fileprivate var milliseconds: guint {
    let (seconds, attoseconds) = components
    let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    return guint(min(max(milliseconds, 0), Double(Int32.max)))
  }
}
