internal import CReducerStoreTesting

/// Lets tasks take their turns.
@MainActor
enum Turns {
  /// How many turns the tasks get.
  private static var count: Int { 8 }

  /// Runs what makes tasks go on, so that their steps and those of the caller take turns, for certain.
  ///
  /// Each suspension takes a task through the runtime's pool of threads, where nothing tells what a held-up thread is still about. So in the meantime the main
  /// actor serves the pool's tasks too, of the whole process, first come, first served. A task that blocks its thread until another has gone on, which Swift
  /// forbids, would wait for ever.
  static func serve<Failure>(_ operation: () async throws(Failure) -> Void) async throws(Failure) {
    jobs_begin_serving_on_main_actor()
    defer { jobs_end_serving_on_main_actor() }
    try await operation()
  }

  /// Lets the tasks that can go on do so: each of them may yield eight times.
  ///
  /// What another thread than those of the pool has to do is not waited for.
  ///
  /// - Parameter isOver: Whether there is nothing to wait for any more.
  static func take(until isOver: () -> Bool = { false }) async {
    await serve {
      for _ in 0..<count where !isOver() {
        await Task.detached { await Task.yield() }.value
        await Task.yield()
      }
    }
  }
}
