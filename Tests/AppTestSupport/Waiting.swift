import Observation
import Synchronization

/// Waits until a condition on observable state is true. The condition is evaluated again when the state that it read
/// changes.
///
/// If the condition never becomes true, the time limit of the test cancels the task. Then the function returns although
/// the condition is false.
@MainActor
package func until(_ condition: @escaping @MainActor () -> Bool) async {
  var holds = false
  while !holds, !Task.isCancelled {
    let once = Once()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        once.keep(continuation)
        holds = withObservationTracking(condition) {
          // This closure is called before the change. The new task runs after the change, on the main actor, and
          // resumes the wait.
          Task { @MainActor in once.resume() }
        }
        if holds { once.resume() }
      }
    } onCancel: {
      once.resume()
    }
  }
}

/// Resumes a continuation once, at the first call of `resume`. If `resume` is called before `keep`, then `keep` resumes
/// the continuation.
private final class Once: Sendable {
  private enum Phase {
    case empty
    case kept(CheckedContinuation<Void, Never>)
    case resumed
  }

  private let phase = Mutex(Phase.empty)

  func keep(_ continuation: CheckedContinuation<Void, Never>) {
    let wasResumed = phase.withLock { phase in
      if case .resumed = phase { return true }
      phase = .kept(continuation)
      return false
    }
    if wasResumed { continuation.resume() }
  }

  func resume() {
    let kept: CheckedContinuation<Void, Never>? = phase.withLock { phase in
      defer { phase = .resumed }
      if case .kept(let continuation) = phase { return continuation }
      return nil
    }
    kept?.resume()
  }
}

/// State that a fake client writes on any thread and that a test waits for.
package final class Recorded<State: Sendable>: Sendable {
  private struct Storage {
    var state: State
    var waiting: [Waiter] = []
  }

  private struct Waiter {
    var condition: @Sendable (State) -> Bool
    var once: Once
  }

  private let storage: Mutex<Storage>

  package init(_ state: State) {
    storage = Mutex(Storage(state: state))
  }

  /// The current state.
  package var current: State { storage.withLock { $0.state } }

  /// Changes the state and resumes the waiters whose condition is now true.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, resumed) = storage.withLock { storage in
      let result = body(&storage.state)
      let state = storage.state
      let resumed = storage.waiting.filter { $0.condition(state) }.map(\.once)
      storage.waiting.removeAll { $0.condition(state) }
      return (result, resumed)
    }
    resumed.forEach { $0.resume() }
    return result
  }

  /// Waits until a condition on the state is true, or until the task is cancelled, for example by the time limit of a
  /// test.
  package func until(_ condition: @escaping @Sendable (State) -> Bool) async {
    let once = Once()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        once.keep(continuation)
        let holds = storage.withLock { storage in
          if condition(storage.state) { return true }
          storage.waiting.append(Waiter(condition: condition, once: once))
          return false
        }
        if holds { once.resume() }
      }
    } onCancel: {
      once.resume()
    }
  }
}

/// A gate before which tasks wait. A task continues when the gate is opened or when the task is cancelled.
package final class Gate: Sendable {
  /// The arrivals whose tasks were cancelled. Each call of ``pass()`` is an arrival, numbered from 1.
  private let cancelled = Recorded(Set<Int>())
  private let arrivalCount = Recorded(0)
  private let isOpen = Recorded(false)

  package init() {}

  /// Waits until the gate is opened or the task is cancelled. Returns `false` if the task was cancelled.
  package func pass() async -> Bool {
    let number = arrivalCount.change { count in
      count += 1
      return count
    }
    let (cancelled, isOpen) = (cancelled, isOpen)
    await withTaskCancellationHandler {
      await cancelled.until { $0.contains(number) || isOpen.current }
    } onCancel: {
      cancelled.change { _ = $0.insert(number) }
    }
    return !Task.isCancelled
  }

  /// Lets all current and later tasks pass.
  package func open() {
    isOpen.change { $0 = true }
    // Evaluate the conditions of the waiting tasks again.
    cancelled.change { _ in }
  }

  /// Waits until at least this many tasks have arrived.
  package func waitForArrivals(_ count: Int) async {
    await arrivalCount.until { $0 >= count }
  }
}
