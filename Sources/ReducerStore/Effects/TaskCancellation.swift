/// Does a piece of an effect's work that `cancel(id:)` can end by itself.
///
/// ```swift
/// return .run { send in
///   try await withTaskCancellation(id: CancelID.search, cancelInFlight: true) {
///     await send(.found(try await search(text)))
///   }
///   await send(.searchEnded)
/// }
/// ```
///
/// The work is cancelled by ``Effect/cancel(id:)`` and by ``_Concurrency/Task/cancel(id:fileID:line:)``, and with the effect that does it. Like all
/// ids of effects, the id belongs to the place of the feature. Outside of an effect nothing can cancel the work: it is done, and the call is reported
/// as a `Misuse`.
///
/// - Parameters:
///   - id: A value that distinguishes the work from other work of the feature.
///   - cancelInFlight: Whether work with this id that is going on is cancelled first.
///   - operation: The work. It starts at once, on the main actor.
///   - fileID: The file of the caller.
///   - line: The line of the caller.
/// - Returns: The result of the work.
/// - Throws: The error of the work, most often a `CancellationError` after its cancellation.
@MainActor
public func withTaskCancellation<Result, Failure: Error>(
  id: some Hashable, cancelInFlight: Bool = false, operation: @escaping @MainActor () async throws(Failure) -> Result,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws(Failure) -> Result {
  guard let context = CurrentEffect.context else {
    EffectContext.reportMissingEffect("withTaskCancellation", "The work was done, and nothing can cancel it by its id.", fileID: fileID, line: line)
    return try await operation()
  }
  return try await context.perform(AnyHashable(id), cancelInFlight: cancelInFlight, operation)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels all running work with this id, from within an effect: `Task.cancel(id: CancelID.search)`.
  ///
  /// As all ids of effects it belongs to the place of the feature: work of another feature with the same id goes on, unless that is a child of this
  /// one. Outside of an effect nothing is cancelled, which is reported as a `Misuse`.
  @MainActor
  public static func cancel(id: some Hashable, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let context = CurrentEffect.context else {
      return EffectContext.reportMissingEffect("Task.cancel(id:)", "Nothing was cancelled.", fileID: fileID, line: line)
    }
    context.cancel(AnyHashable(id))
  }
}

/// The host of effects: a store's engine.
@MainActor
protocol EffectHost: AnyObject {
  /// Begins work, and gives its task unless it has ended at once.
  func start(_ body: @escaping @MainActor () async -> Void, from origin: EffectOrigin) -> Task<Void, Never>?
  /// Cancels work.
  func cancel(_ end: EffectEnd)
}

/// The effect that the task belongs to, if it does to one.
enum CurrentEffect {
  @TaskLocal static var context: EffectContext?
}

/// An effect that is running, as its own work sees it.
@MainActor
final class EffectContext {
  private let origin: EffectOrigin
  private weak let host: (any EffectHost)?

  init(origin: EffectOrigin, host: any EffectHost) {
    self.origin = origin
    self.host = host
  }

  func cancel(_ id: AnyHashable) {
    host?.cancel(.id(id, in: origin.path))
  }

  /// Does work that has an id.
  func perform<Result, Failure: Error>(
    _ id: AnyHashable, cancelInFlight: Bool, _ operation: @escaping @MainActor () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // Where the store is gone the effect has been cancelled with it.
    guard let host else { return try await operation() }
    if cancelInFlight { cancel(id) }
    var origin = origin
    origin.ids = [CancelID(id: id, path: origin.path)]
    var outcome: Swift.Result<Result, Failure>?
    let task = host.start(
      {
        do throws(Failure) {
          outcome = .success(try await operation())
        } catch {
          outcome = .failure(error)
        }
      }, from: origin)
    await withTaskCancellationHandler {
      await task?.value
    } onCancel: {
      task?.cancel()
    }
    guard let outcome else { preconditionFailure("Work that has ended has an outcome.") }
    return try outcome.get()
  }

  static func reportMissingEffect(_ call: String, _ consequence: String, fileID: StaticString, line: UInt) {
    Misuse(
      "“\(call)” was called, but not from an effect of a store. \(consequence) Call it in “Effect.run”.", fileID: fileID, line: line
    ).report()
  }
}
