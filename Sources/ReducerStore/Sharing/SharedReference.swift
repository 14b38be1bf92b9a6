internal import Presentation
internal import Synchronization

/// The object that a ``Shared`` reads and changes. All copies of the ``Shared`` refer to the same object.
package protocol SharedReference<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable
  /// The value. A read registers the current observer.
  var value: Value { get }
  /// Changes the value. During the call, no other thread can change it.
  func withLock(_ change: (inout Value) throws -> Void) rethrows
  /// The object that holds the whole value. If this value is a part of another value, the object holds the other value.
  var root: any SharedRoot { get }
}

/// An object that holds a whole shared value.
package protocol SharedRoot: AnyObject, Sendable {
  /// The value. A read registers no observer.
  var unobservedValue: any Sendable { get }
  /// The error of the last attempt to load or store the value, or `nil` if the attempt succeeded.
  var problem: (any Error)? { get }
}

/// Holds a shared value, notifies its observers, and stores it with its key.
final class SharedValue<Value: Sendable>: SharedReference, SharedRoot {
  private let contents: Mutex<Contents>
  /// Notifies the observers of the value.
  private let observedField = ObservedField()
  /// The key that stores the value, or `nil` if the value is in memory only.
  private let key: (any SharedKey<Value>)?
  /// A lock that allows one change at a time. `contents` is not locked during a change, so that the change can read the
  /// value.
  private let changeLock = Mutex(())
  /// The id of the thread that is changing the value, or 0 if no thread changes it.
  private let changingThread = Atomic<UInt>(0)
  /// The observation of other writers, such as another process. It ends when this object is released.
  private let observation = Mutex<(any AnyObject & Sendable)?>(nil)

  /// The value, and the error of the last attempt to load or store it.
  private struct Contents {
    var value: Value
    var problem: (any Error)?
  }

  /// - Parameters:
  ///   - defaultValue: The value in memory if the key has no stored value, or if there is no key.
  ///   - key: The key that stores the value, or `nil` if the value is in memory only.
  init(_ defaultValue: Value, key: (any SharedKey<Value>)? = nil) {
    self.key = key
    do {
      let stored = try key?.load()
      contents = Mutex(Contents(value: stored ?? defaultValue))
    } catch {
      contents = Mutex(Contents(value: defaultValue, problem: error))
    }
    let token = key?.observe { [weak self] load in self?.receive(load, default: defaultValue) }
    observation.withLock { $0 = token }
  }

  var root: any SharedRoot { self }
  var unobservedValue: any Sendable { valueInMemory }
  private var valueInMemory: Value { contents.withLock { $0.value } }
  var problem: (any Error)? { contents.withLock { $0.problem } }

  var value: Value {
    // While a test describes the expected state in a closure, the closure reads and changes the values of an overlay.
    if let overlay = SharedOverlay.current {
      return overlay.value(of: self) as? Value ?? valueInMemory
    }
    // While a reducer runs, the `MutationLog` is open. A reducer is no observer, so its reads are not registered.
    if !MutationLog.isOpen { observedField.access() }
    return valueInMemory
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
      var copy = valueInMemory
      return try change(&copy)
    }
    try changeLock.withLock { _ in
      changingThread.store(CurrentThread.id, ordering: .relaxed)
      defer { changingThread.store(0, ordering: .relaxed) }
      try update(change)
    }
  }

  /// Changes the value, stores it with the key, and notifies the observers. The caller has locked `changeLock`.
  private func update(_ change: (inout Value) throws -> Void) rethrows {
    var value = valueInMemory
    // A `TestStore` records the value before the first change.
    SharedTracker.current?.willChange(self, from: value)
    var problem: (any Error)?
    defer {
      contents.withLock { $0 = Contents(value: value, problem: problem) }
      notify()
    }
    if let key { problem = try key.update(&value, change) } else { try change(&value) }
  }

  /// Loads a value that another writer has stored, or takes the default value if the stored value was removed. If the
  /// load fails, the value in memory does not change.
  ///
  /// A change on another thread is not interrupted: the value is replaced before or after the change.
  private func receive(_ load: () -> Result<Value?, any Error>?, default defaultValue: Value) {
    // A key may call this method while it changes the value. This thread has then already locked `changeLock`.
    let isChangingOnThisThread = changingThread.load(ordering: .relaxed) == CurrentThread.id
    let didReplace =
      isChangingOnThisThread
      ? replaceContents(load, default: defaultValue)
      : changeLock.withLock { _ in replaceContents(load, default: defaultValue) }
    if didReplace { notify() }
  }

  /// Replaces the value by the loaded value, or records the error of the load. Returns `false` if `load` returned
  /// `nil`, because the stored value has not changed.
  private func replaceContents(_ load: () -> Result<Value?, any Error>?, default defaultValue: Value) -> Bool {
    guard let result = load() else { return false }
    contents.withLock { contents in
      switch result {
      case .success(let newValue): contents = Contents(value: newValue ?? defaultValue)
      case .failure(let problem): contents.problem = problem
      }
    }
    return true
  }

  /// Notifies the observers. While a reducer runs, the notification waits in the ``MutationLog`` until the reducer has
  /// ended.
  private func notify() {
    if MutationLog.isOpen { MutationLog.recordChange(of: observedField) } else { observedField.notify() }
  }
}

/// A part of a shared value.
final class SharedPart<Whole: Sendable, Value: Sendable>: SharedReference {
  private let whole: any SharedReference<Whole>
  /// Returns the part of a whole value.
  private let read: @Sendable (Whole) -> Value
  /// Replaces the part of a whole value.
  private let write: @Sendable (inout Whole, Value) -> Void

  init(
    of whole: any SharedReference<Whole>, read: @escaping @Sendable (Whole) -> Value,
    write: @escaping @Sendable (inout Whole, Value) -> Void
  ) {
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
