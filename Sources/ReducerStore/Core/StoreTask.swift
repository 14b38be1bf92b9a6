/// The effects of one action, and the effects of the actions that they send.
///
/// The task may be discarded; the work continues.
public struct StoreTask: Sendable {
  /// The effects, or `nil` where nothing follows.
  package let group: EffectGroup?

  /// Waits until all of the work has ended. When the waiting task is cancelled, so is the work.
  @MainActor
  public func finish() async {
    while let group, let (id, task) = group.tasks.first {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      group.tasks[id] = nil
    }
  }

  /// Cancels all of the work.
  @MainActor
  public func cancel() {
    for task in group?.tasks.values ?? [:].values { task.cancel() }
  }

  /// Whether work is going on, and all of it has been cancelled.
  @MainActor
  public var isCancelled: Bool { isRunning && group?.tasks.values.allSatisfy(\.isCancelled) == true }

  /// Whether some of the work has not ended.
  @MainActor
  package var isRunning: Bool { group?.tasks.isEmpty == false }
}

/// The effects that follow from one action, and have not ended.
@MainActor
package final class EffectGroup {
  package var tasks: [EffectID: Task<Void, Never>] = [:]
}

/// The identity of one effect of a store.
package struct EffectID: Hashable, Sendable {
  let number: Int
}
