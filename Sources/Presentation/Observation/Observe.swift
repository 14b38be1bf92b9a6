internal import Observation
internal import Synchronization

/// Does something with what models and stores hold now, and does it again whenever something that it has read has changed.
///
/// ```swift
/// token = observe { label.text = "\(store.count)" }
/// ```
///
/// It is for programs that hold widgets themselves; a view follows what its body reads without it. Changes within one turn of the main
/// actor are one: the closure runs again in a later turn.
///
/// - Parameter apply: Runs at once, and then on the main actor after each change. What it read the last time is what it follows.
/// - Returns: What ends it, when it is cancelled or nobody has it any more.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObserveToken {
  ObserveToken(apply)
}

/// Keeps what ``observe(_:)`` has begun going.
@MainActor
public final class ObserveToken {
  private var apply: (@MainActor () -> Void)?
  private let models = ModelReading()
  private lazy var fields = FieldReader { [weak self] in self?.noteChange() }
  /// How often it has read: what an earlier reading registered for no longer matters.
  private nonisolated let readings = Atomic<Int>(0)
  /// Whether it waits for its turn.
  private nonisolated let isWaiting = Atomic<Bool>(false)

  /// Those that have read what has changed, in the order of the changes.
  private nonisolated static let waiting = Mutex<[ObserveToken]>([])

  fileprivate init(_ apply: @escaping @MainActor () -> Void) {
    self.apply = apply
    run()
  }

  isolated deinit { cancel() }

  /// Ends it: the closure does not run again, and is let go.
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

  /// Changes of the models that were read no longer matter.
  ///
  /// - Returns: The number of the reading that follows.
  @discardableResult
  private func forgetModels() -> Int {
    defer { models.end() }
    return readings.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
  }

  /// Something that it has read has changed, on whichever thread.
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
