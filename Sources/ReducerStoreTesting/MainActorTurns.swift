internal import CReducerStoreTesting

/// Runs the tasks of effects in turns on the main actor.
@MainActor
enum MainActorTurns {
  /// How many turns the tasks get at most. The test goes on after these, even if a task has not come to rest.
  private static var limit: Int { 200 }

  /// After how many turns the tasks have come to rest, if none of them has left the main actor in these. Tasks that only wake each other on the main actor
  /// get that many.
  private static var quietLimit: Int { 8 }

  /// Runs an operation that resumes tasks. The steps of these tasks and of the caller alternate in a fixed order.
  ///
  /// Each suspension passes a task through the runtime's pool of threads, whose state cannot be queried. So the main actor serves the pool's tasks of
  /// the whole process during the operation, in the order in which they are enqueued. A task that blocks its thread until another task continues,
  /// which Swift forbids, would never end.
  static func serve<Failure>(_ operation: () async throws(Failure) -> Void) async throws(Failure) {
    jobs_begin_serving_on_main_actor()
    defer { jobs_end_serving_on_main_actor() }
    try await operation()
  }

  /// Lets the tasks that can go on do so, until each of them has ended or waits for something.
  ///
  /// During this time the main actor also serves the tasks that leave it, such as a task that an effect has begun. Tasks on threads of the pool are not
  /// waited for.
  ///
  /// - Parameter isOver: Whether there is nothing to wait for any more.
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

  /// Lets each job that the main actor has run once. It does not leave the main actor, whose jobs run in their order.
  private static func next() async {
    await withCheckedContinuation { continuation in
      Task { @MainActor in continuation.resume() }
    }
  }
}
