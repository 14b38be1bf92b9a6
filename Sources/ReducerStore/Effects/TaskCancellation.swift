/// Runs a part of the work of an effect with a separate id, so that this part can be cancelled by its id.
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
/// ``Effect/cancel(id:)``, ``_Concurrency/Task/cancel(id:fileID:line:)`` and a cancellation of the effect cancel the
/// work. Like all ids of effects, the id belongs to the part of the feature that returned the effect. Outside of an
/// effect, the work runs but cannot be cancelled by the id, and the call is reported as a `Misuse`.
///
/// - Parameters:
///   - id: The id of the work. All running work with an equal id is cancelled together.
///   - cancelInFlight: Whether running work with this id is cancelled before the new work starts.
///   - operation: The work. It starts immediately, on the main actor.
///   - fileID: The file of the caller.
///   - line: The line of the caller.
/// - Returns: The result of the work.
/// - Throws: The error of the work, most often a `CancellationError` after the work was cancelled.
@MainActor
public func withTaskCancellation<Result, Failure: Error>(
  id: some Hashable, cancelInFlight: Bool = false, operation: @escaping @MainActor () async throws(Failure) -> Result,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws(Failure) -> Result {
  guard let context = CurrentEffect.context else {
    EffectContext.reportMissingEffect(
      "withTaskCancellation", "The work was done, and nothing can cancel it by its id.", fileID: fileID, line: line)
    return try await operation()
  }
  return try await context.perform(AnyHashable(id), cancelInFlight: cancelInFlight, operation)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels all running work with this id, from within an effect: `Task.cancel(id: CancelID.search)`.
  ///
  /// Like all ids of effects, the id applies only to the part of the feature that returned the effect, and to the
  /// children of that part. Work of other features with the same id continues. Outside of an effect, nothing is
  /// cancelled, and the call is reported as a `Misuse`.
  @MainActor
  public static func cancel(id: some Hashable, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let context = CurrentEffect.context else {
      return EffectContext.reportMissingEffect("Task.cancel(id:)", "Nothing was cancelled.", fileID: fileID, line: line)
    }
    context.cancel(AnyHashable(id))
  }
}

/// An object that runs effects: the engine of a store. Unlike the type of the engine, the protocol is not generic.
@MainActor
protocol EffectHost: AnyObject {
  /// Starts work. Returns the task of the work, or `nil` if the work ended before its first suspension.
  ///
  /// - Parameter origin: The scopes and ids by which the work can be cancelled.
  func start(_ body: @escaping @MainActor () async -> Void, from origin: EffectOrigin) -> Task<Void, Never>?
  /// Cancels effects by id or scope.
  func cancel(_ cancellation: EffectCancellation)
}

/// Holds the effect to which the running task belongs.
enum CurrentEffect {
  /// The running effect, or `nil` outside of effects.
  @TaskLocal static var context: EffectContext?
}

/// A running effect, for functions such as `withTaskCancellation` that the work of the effect calls.
@MainActor
final class EffectContext {
  private let origin: EffectOrigin
  /// Weak. `nil` after the store was released.
  private weak let host: (any EffectHost)?

  init(origin: EffectOrigin, host: any EffectHost) {
    self.origin = origin
    self.host = host
  }

  func cancel(_ id: AnyHashable) {
    host?.cancel(.id(id, in: origin.path))
  }

  /// Runs work with an id, and returns its result.
  func perform<Result, Failure: Error>(
    _ id: AnyHashable, cancelInFlight: Bool, _ operation: @escaping @MainActor () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // If the store was released, it has already cancelled the effect, and the running task is cancelled.
    guard let host else { return try await operation() }
    if cancelInFlight { cancel(id) }
    // The work has only this id. If the effect is cancelled by another id, the cancellation handler cancels the work.
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

  /// Reports a call that is only useful within an effect.
  static func reportMissingEffect(_ call: String, _ consequence: String, fileID: StaticString, line: UInt) {
    Misuse(
      "“\(call)” was called, but not from an effect of a store. \(consequence) Call it in “Effect.run”.",
      fileID: fileID, line: line
    ).report()
  }
}
