internal import CReducerStoreTesting

/// Lets the tasks of effects run on the main actor, turn by turn, until they wait for something.
@MainActor
enum MainActorTurns {
  /// The maximum number of turns. After these the test continues, even if a task is still active.
  private static var limit: Int { 200 }

  /// The number of successive turns without an enqueued job of the pool, after which all tasks count as waiting.
  ///
  /// Tasks that only resume each other on the main actor get this number of turns.
  private static var quietLimit: Int { 8 }

  /// Runs an operation that resumes tasks. The steps of these tasks and of the caller then have a fixed order.
  ///
  /// Each suspension passes a task through the runtime's thread pool, whose state cannot be queried. So during the
  /// operation the main actor runs the pool's jobs of the whole process, in the order in which they are enqueued. A
  /// task that blocks its thread until another task continues, which Swift forbids, would never end.
  static func serve<Failure>(_ operation: () async throws(Failure) -> Void) async throws(Failure) {
    jobs_begin_serving_on_main_actor()
    defer { jobs_end_serving_on_main_actor() }
    try await operation()
  }

  /// Runs the tasks that can continue, until each of them has ended or waits for something.
  ///
  /// During this time the main actor also runs the jobs of tasks that leave it, such as a task that an effect has
  /// started. It does not wait for tasks that already run on threads of the pool.
  ///
  /// - Parameter isOver: Returns whether there is nothing left to wait for.
  static func take(until isOver: () -> Bool = { false }) async {
    jobs_begin_settling()
    defer { jobs_end_settling() }
    var (turns, quietTurns) = (0, 0)
    while turns < limit, quietTurns < quietLimit, !isOver() {
      let jobs = jobs_enqueued_on_main_actor()
      await next()
      turns += 1
      quietTurns = jobs_enqueued_on_main_actor() == jobs ? quietTurns + 1 : 0
    }
  }

  /// Waits for one turn, in which each enqueued job of the main actor runs once. The wait itself does not leave the
  /// main actor.
  private static func next() async {
    await withCheckedContinuation { continuation in
      Task { @MainActor in continuation.resume() }
    }
  }
}
