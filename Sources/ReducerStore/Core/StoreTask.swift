/// The effects of one action, and the effects of the actions that they send.
///
/// ```swift
/// List(episodes) { EpisodeRow(episode: $0) }
///   .task { await store.send(.appeared).finish() }
/// ```
///
/// If the `StoreTask` is discarded, the effects continue.
public struct StoreTask: Sendable {
  /// The effects, or `nil` if the action has no effects.
  package let group: EffectGroup?

  /// Waits for one effect after another until all have ended. If the task that called this method is cancelled, each
  /// effect is cancelled when this method waits for the effect.
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

  /// Cancels all effects.
  @MainActor
  public func cancel() {
    for task in group?.tasks.values ?? [:].values { task.cancel() }
  }

  /// Whether effects are running and all of them have been cancelled.
  @MainActor
  public var isCancelled: Bool { isRunning && group?.tasks.values.allSatisfy(\.isCancelled) == true }

  /// Whether any effect has not ended.
  @MainActor
  package var isRunning: Bool { group?.tasks.isEmpty == false }
}

/// The running effects of one action, and of the actions that these effects send.
@MainActor
package final class EffectGroup {
  package var tasks: [EffectID: Task<Void, Never>] = [:]
}

/// The identity of one effect of a store.
package struct EffectID: Hashable, Sendable {
  let number: Int
}
