import CSecret

/// A thread with its own main loop. GDBus calls an object on the thread that has exported it. So an object that is
/// exported on this thread answers while the program's main loop is busy. The thread ends after this `BusThread` is
/// deallocated.
final class BusThread: Sendable {
  /// The data for the new thread.
  private final class ThreadData {
    let body: @Sendable () -> Void
    /// The thread's `GMainLoop`. The thread releases this reference when it ends.
    let loop: OpaquePointer

    init(_ loop: OpaquePointer, _ body: @escaping @Sendable () -> Void) {
      self.loop = loop
      self.body = body
    }
  }

  /// The thread's `GMainLoop`. This object owns another reference to it.
  // Safe because GLib locks a loop.
  nonisolated(unsafe) private let loop: OpaquePointer

  /// Starts the thread.
  ///
  /// - Parameter body: Runs on the thread before the loop, and exports objects. The loop then receives GDBus's calls of
  ///   these objects, because the loop's `GMainContext` is the thread's default one.
  init(_ body: @escaping @Sendable () -> Void) {
    let context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    g_main_context_unref(context)
    let threadData = ThreadData(g_main_loop_ref(loop), body)
    // Safe because the thread takes over the reference of `passRetained`.
    let data = Unmanaged.passRetained(threadData).toOpaque()
    let thread = g_thread_new(
      "podcast-bus",
      { data in
        // Safe because this is the object that was retained for the thread.
        let threadData = Unmanaged<ThreadData>.fromOpaque(data!).takeRetainedValue()
        let context = g_main_loop_get_context(threadData.loop)
        g_main_context_push_thread_default(context)
        threadData.body()
        g_main_loop_run(threadData.loop)
        g_main_context_pop_thread_default(context)
        g_main_loop_unref(threadData.loop)
        return nil
      }, data)
    g_thread_unref(thread)
  }

  deinit {
    // `g_main_loop_quit` has no effect on a loop that does not run yet. So an idle source calls
    // `g_main_loop_quit` when the loop runs.
    let source = g_idle_source_new()
    g_source_set_callback(
      source,
      { loop in
        g_main_loop_quit(OpaquePointer(loop))
        return 0
      }, UnsafeMutableRawPointer(g_main_loop_ref(loop)), { g_main_loop_unref(OpaquePointer($0)) })
    g_source_attach(source, g_main_loop_get_context(loop))
    g_source_unref(source)
    g_main_loop_unref(loop)
  }
}
