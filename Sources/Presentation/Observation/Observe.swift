internal import Observation
internal import Synchronization

/// Runs a closure that reads models and stores, and runs it again whenever something that the closure read has changed.
///
/// ```swift
/// token = observe { label.text = "\(store.count)" }
/// ```
///
/// Use it in programs that hold widgets themselves. A view does not need it, because a view follows everything that its
/// body reads. Changes within one turn of the main actor count as one: the closure runs again in a later turn.
///
/// - Parameter apply: Runs immediately, and then on the main actor after each change. It follows everything that its
///   last run read.
/// - Returns: The token that ends the observation when it is cancelled or released.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObserveToken {
  ObserveToken(apply)
}

/// Keeps an observation of ``observe(_:)`` alive.
@MainActor
public final class ObserveToken {
  private var apply: (@MainActor () -> Void)?
  private let models = ModelReading()
  private lazy var fields = FieldReader { [weak self] in self?.noteChange() }
  /// The number of the current reading. Registrations of earlier readings are ignored.
  private nonisolated let readings = Atomic<Int>(0)
  /// Whether the token is in ``waiting``.
  private nonisolated let isWaiting = Atomic<Bool>(false)

  /// The tokens whose models or stores have changed, in the order of the changes.
  private nonisolated static let waiting = Mutex<[ObserveToken]>([])

  fileprivate init(_ apply: @escaping @MainActor () -> Void) {
    self.apply = apply
    run()
  }

  isolated deinit { cancel() }

  /// Ends the observation. The closure does not run again, and is released.
  public func cancel() {
    apply = nil
    forgetModels()
    fields.forget()
  }

  private func run() {
    guard let apply else { return }
    let reading = forgetModels()
    let outer = FieldReader.begin(fields)
    defer { FieldReader.end(fields, outer: outer) }
    withObservationTracking {
      models.begin()
      apply()
    } onChange: { [weak self] in
      if let self, readings.load(ordering: .sequentiallyConsistent) == reading { noteChange() }
    }
  }

  /// Ignores later changes of the models that were read.
  ///
  /// - Returns: The number of the next reading.
  @discardableResult
  private func forgetModels() -> Int {
    defer { models.end() }
    return readings.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
  }

  /// Schedules a run after something that the closure read has changed. It may be called on any thread.
  private nonisolated func noteChange() {
    guard !isWaiting.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let isFirst = Self.waiting.withLock { waiting in
      waiting.append(self)
      return waiting.count == 1
    }
    if isFirst { Task { @MainActor in Self.runWaiting() } }
  }

  private static func runWaiting() {
    let changed = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for token in changed {
      token.isWaiting.store(false, ordering: .sequentiallyConsistent)
      token.run()
    }
  }
}
