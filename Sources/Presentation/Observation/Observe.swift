internal import Observation
internal import Synchronization

/// Runs a closure that reads models and stores, and runs it again whenever something that the closure read has changed.
///
/// ```swift
/// token = observe { label.text = "\(store.count)" }
/// ```
///
/// This function is for programs that hold widgets themselves. A view does not need it, because a view follows
/// everything that its body reads. If there are several changes within one turn of the main actor, the closure runs
/// again once, in a later turn.
///
/// - Parameter apply: Runs immediately, and then on the main actor after changes. Only a change of something that the
///   last run has read causes another run.
/// - Returns: The token that ends the observation when it is cancelled or released.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObserveToken {
  ObserveToken(apply)
}

/// Keeps an observation of ``observe(_:)`` alive until it is cancelled or released.
@MainActor
public final class ObserveToken {
  private var apply: (@MainActor () -> Void)?
  /// The registration with the `@Observable` models that the last run read.
  private let modelReading = ModelReading()
  /// The registration with the fields of stores that the last run read.
  private lazy var fieldReader = FieldReader { [weak self] in self?.noteChange() }
  /// The number of the current reading of models. A notification for an earlier reading is ignored.
  private nonisolated let readingNumber = Atomic<Int>(0)
  /// Whether the token is in ``waiting``. Several changes add the token once.
  private nonisolated let isWaiting = Atomic<Bool>(false)

  /// A token that waits for its next run. The reference is weak, because a released token does not run again.
  private struct WaitingToken: Sendable {
    weak let token: ObserveToken?
  }

  /// The tokens whose models or stores have changed, in the order of the changes.
  private nonisolated static let waiting = Mutex<[WaitingToken]>([])

  fileprivate init(_ apply: @escaping @MainActor () -> Void) {
    self.apply = apply
    run()
  }

  isolated deinit { cancel() }

  /// Ends the observation. The closure does not run again, and is released.
  public func cancel() {
    apply = nil
    forgetModels()
    fieldReader.forget()
  }

  private func run() {
    guard let apply else { return }
    let reading = forgetModels()
    let outer = FieldReader.begin(fieldReader)
    defer { FieldReader.end(fieldReader, outer: outer) }
    withObservationTracking {
      modelReading.readMark()
      apply()
    } onChange: { [weak self] in
      if let self, readingNumber.load(ordering: .sequentiallyConsistent) == reading { noteChange() }
    }
  }

  /// Ignores later changes of the models that the last run read.
  ///
  /// - Returns: The number of the next reading.
  @discardableResult
  private func forgetModels() -> Int {
    defer { modelReading.cancel() }
    return readingNumber.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
  }

  /// Schedules a run, because something that the closure read has changed. This function may be called on any thread.
  private nonisolated func noteChange() {
    guard !isWaiting.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let isFirst = Self.waiting.withLock { waiting in
      waiting.append(WaitingToken(token: self))
      return waiting.count == 1
    }
    if isFirst { Task { @MainActor in Self.runWaiting() } }
  }

  /// Runs the closures of all waiting tokens.
  private static func runWaiting() {
    let changed = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for waiting in changed {
      guard let token = waiting.token else { continue }
      token.isWaiting.store(false, ordering: .sequentiallyConsistent)
      token.run()
    }
  }
}
