internal import CReducerStoreTesting

/// Runs the effects of a test's store on the main actor, also where they leave it.
///
/// Jobs run in the order in which they are enqueued. The order of effects therefore does not depend on the threads of the pool.
final class EffectExecutor: TaskExecutor {
  static let shared = EffectExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    // Safe because an unowned job is one pointer, which the runtime passes to the executor once.
    jobs_enqueue_on_main_actor(unsafeBitCast(UnownedJob(job), to: UnsafeMutableRawPointer.self))
  }
}
