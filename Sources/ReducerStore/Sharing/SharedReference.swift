internal import Presentation
internal import Synchronization

/// The place that copies of a ``Shared`` have in common.
package protocol SharedReference<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable
  /// The value. Reading it observes it.
  var value: Value { get }
  /// Changes the value. Of several threads, one at a time does so.
  func withLock(_ change: (inout Value) throws -> Void) rethrows
  /// The place that holds the value or the whole that the value is a part of.
  var root: any SharedRoot { get }
}

/// The place of a whole shared value.
package protocol SharedRoot: AnyObject, Sendable {
  /// The value without observation.
  var unobservedValue: any Sendable { get }
  /// Why the value could not be loaded or stored the last time, or `nil` if it was.
  var problem: (any Error)? { get }
}

/// Holds a shared value, notifies its observers, and stores it by its key.
final class SharedValue<Value: Sendable>: SharedReference, SharedRoot {
  private let contents: Mutex<Contents>
  private let field = ObservedField()
  private let key: (any SharedKey<Value>)?
  /// One thread at a time changes the value. The value is not locked during the change, so the change can read it.
  private let changing = Mutex(())
  /// The thread that changes the value, or 0.
  private let changingThread = Atomic<UInt>(0)
  /// Owned.
  private let observation = Mutex<(any AnyObject & Sendable)?>(nil)

  private struct Contents {
    var value: Value
    var problem: (any Error)?
  }

  /// - Parameters:
  ///   - value: The value to begin with.
  ///   - key: The place to store it in, or `nil` if it is in memory only.
  init(_ value: Value, key: (any SharedKey<Value>)? = nil) {
    self.key = key
    do {
      let stored = try key?.load()
      contents = Mutex(Contents(value: stored ?? value))
    } catch {
      contents = Mutex(Contents(value: value, problem: error))
    }
    let token = key?.observe { [weak self] load in self?.receive(default: value, load) }
    observation.withLock { $0 = token }
  }

  var root: any SharedRoot { self }
  var unobservedValue: any Sendable { unobserved }
  private var unobserved: Value { contents.withLock { $0.value } }
  var problem: (any Error)? { contents.withLock { $0.problem } }

  var value: Value {
    if let overlay = SharedOverlay.current { return overlay.value(of: self) as? Value ?? contents.withLock { $0.value } }
    if !MutationLog.isOpen { field.access() }
    return contents.withLock { $0.value }
  }

  func withLock(_ change: (inout Value) throws -> Void) rethrows {
    if let overlay = SharedOverlay.current {
      var value = value
      defer { overlay.setValue(value, of: self) }
      return try change(&value)
    }
    guard changingThread.load(ordering: .relaxed) != CurrentThread.id else {
      Misuse(
        "“withLock” was called within “withLock” of the same shared value. Nothing was changed. Change the value that the outer closure is given.",
        fileID: #fileID, line: #line
      ).report()
      var copy = unobserved
      return try change(&copy)
    }
    try changing.withLock { _ in
      changingThread.store(CurrentThread.id, ordering: .relaxed)
      defer { changingThread.store(0, ordering: .relaxed) }
      try update(change)
    }
  }

  private func update(_ change: (inout Value) throws -> Void) rethrows {
    var value = contents.withLock { $0.value }
    SharedTracker.current?.willChange(self, from: value)
    var problem: (any Error)?
    defer {
      contents.withLock { $0 = Contents(value: value, problem: problem) }
      notify()
    }
    if let key { problem = try key.update(&value, change) } else { try change(&value) }
  }

  /// Takes a value that another writer has stored. If it cannot be loaded, the value in memory stays. A change on another thread comes before or after it.
  private func receive(default value: Value, _ load: () -> Result<Value?, any Error>?) {
    let isChangingHere = changingThread.load(ordering: .relaxed) == CurrentThread.id
    let isNews = isChangingHere ? take(load, default: value) : changing.withLock { _ in take(load, default: value) }
    if isNews { notify() }
  }

  private func take(_ load: () -> Result<Value?, any Error>?, default value: Value) -> Bool {
    guard let result = load() else { return false }
    contents.withLock { contents in
      switch result {
      case .success(let newValue): contents = Contents(value: newValue ?? value)
      case .failure(let problem): contents.problem = problem
      }
    }
    return true
  }

  private func notify() {
    if MutationLog.isOpen { MutationLog.note(field) } else { field.notify() }
  }
}

/// A part of a shared value.
final class SharedPart<Whole: Sendable, Value: Sendable>: SharedReference {
  private let whole: any SharedReference<Whole>
  private let read: @Sendable (Whole) -> Value
  private let write: @Sendable (inout Whole, Value) -> Void

  init(of whole: any SharedReference<Whole>, read: @escaping @Sendable (Whole) -> Value, write: @escaping @Sendable (inout Whole, Value) -> Void) {
    self.whole = whole
    self.read = read
    self.write = write
  }

  var root: any SharedRoot { whole.root }
  var value: Value { read(whole.value) }

  func withLock(_ change: (inout Value) throws -> Void) rethrows {
    try whole.withLock { whole in
      var value = read(whole)
      defer { write(&whole, value) }
      try change(&value)
    }
  }
}
