internal import CGtk
internal import GtkBridge
internal import Glibc
public import Testing

/// Occupies GLib's worker threads, so that no asynchronous file operation of GTK ends before ``release()``.
@MainActor public final class OccupiedWorkers {
  /// The number of waiting tasks: more than GLib's worker threads. GLib starts with ten threads, and adds others slowly
  /// while all are occupied.
  private static let taskCount = 40
  /// The semaphore at which the tasks wait. Owned: freed in ``release()``, after the last task has ended.
  private let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  /// The number of tasks that have ended.
  private var endedCount = 0

  /// Starts tasks that wait on the worker threads.
  public init() {
    sem_init(gate, 0, 0)
    for _ in 0..<Self.taskCount {
      // Safe because the callback of each task releases the reference that is retained here.
      let data = Unmanaged.passRetained(self).toOpaque()
      let task = g_task_new(
        nil, nil,
        { _, _, data in
          // Safe because GLib calls the callback on the first thread, once for each task.
          let workers = Unmanaged<OccupiedWorkers>.fromOpaque(data!).takeRetainedValue()
          MainActor.assumeIsolated { workers.endedCount += 1 }
        }, data)
      // With this priority, GLib starts the task before the waiting tasks of GTK.
      g_task_set_priority(task, G_PRIORITY_HIGH)
      g_task_set_task_data(task, gate, nil)
      g_task_run_in_thread(task, waitAtGate)
      g_object_unref(task?.rawPointer)
    }
  }

  /// Ends the waiting tasks, so that the worker threads can perform other operations, and waits until the main loop has
  /// settled. Call it once.
  public func release(sourceLocation: SourceLocation = #_sourceLocation) async {
    for _ in 0..<Self.taskCount { sem_post(gate) }
    await waitUntil("the worker threads", sourceLocation: sourceLocation) { self.endedCount == Self.taskCount }
    await mainLoopSettles()
    sem_destroy(gate)
    gate.deallocate()
  }
}

/// Waits at a semaphore on a worker thread.
private let waitAtGate: GTaskThreadFunc = { _, _, gate, _ in sem_wait(gate!.assumingMemoryBound(to: sem_t.self)) }
