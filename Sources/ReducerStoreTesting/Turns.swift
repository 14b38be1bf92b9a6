/// Lets tasks take their turns.
enum Turns {
  /// How many turns the tasks get.
  static var count: Int { 8 }

  /// Lets the tasks that can go on do so.
  ///
  /// On the main actor it is first come, first served: each `yield` lets all tasks go on to their next suspension that are ready there. So a task may
  /// yield so many times for certain. Nothing tells what other threads are about: for what leaves the main actor and comes back each turn goes there
  /// as well, with the least priority, which is behind it as long as no thread is held up on its way.
  ///
  /// - Parameter isOver: Whether there is nothing to wait for any more.
  @MainActor
  static func take(until isOver: () -> Bool = { false }) async {
    for _ in 0..<count where !isOver() {
      await Task.detached(priority: .background) { await Task.yield() }.value
      await Task.yield()
    }
  }
}
