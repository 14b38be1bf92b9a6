internal import Observation
internal import Synchronization

/// A field of a store that notifies its readers and observers when it changes. It may be used on any thread.
///
/// A reader is a ``FieldReader``, which the field notifies directly. An observer uses the standard library's
/// Observation.
package final class ObservedField: Sendable {
  /// The registrar of this field alone. All registrations use the key path `\.self`, because the registrar hashes this
  /// path fastest.
  private let registrar = ObservationRegistrar()
  /// Whether the field was ever read without a running reader. While this is `false`, there is no observer to notify.
  private let wasObserved = Atomic<Bool>(false)
  /// Whether the field has ever had a reader. While this is `false`, there is no reader to notify.
  private let everHadReaders = Atomic<Bool>(false)
  /// The registrations of the readers.
  private let dependents = Mutex(DependentList<FieldDependency>())
  /// Whether the field has changed, and a notification of this change follows later (``mark()``).
  private let isMarked = Atomic<Bool>(false)

  package init() {}

  /// Registers the running reader with the field, or the running observer if there is no reader.
  package func access() {
    if let reader = FieldReader.current { return reader.recordRead(of: self) }
    if !wasObserved.load(ordering: .relaxed) { wasObserved.store(true, ordering: .sequentiallyConsistent) }
    registrar.access(self, keyPath: \.self)
  }

  /// Notifies the readers and observers of the field.
  package func notify() {
    if everHadReaders.load(ordering: .sequentiallyConsistent) {
      for dependency in dependents.withLock({ $0.dependencies }) { dependency.reader.notify() }
    }
    guard wasObserved.load(ordering: .sequentiallyConsistent) else { return }
    registrar.withMutation(of: self, keyPath: \.self) {}
  }

  /// Marks the field as changed, for a notification that follows later.
  ///
  /// - Returns: Whether the field was not marked yet.
  package func mark() -> Bool { !isMarked.exchange(true, ordering: .relaxed) }

  /// Removes the mark.
  package func unmark() { isMarked.store(false, ordering: .relaxed) }

  /// Adds the dependency of a reader, which is notified from now on.
  fileprivate func add(_ dependency: FieldDependency) {
    dependents.withLock { $0.add(dependency) }
    everHadReaders.store(true, ordering: .sequentiallyConsistent)
  }

  /// Removes the dependency of a reader, which is no longer notified.
  fileprivate func remove(_ dependency: FieldDependency) {
    dependents.withLock { $0.remove(dependency) }
  }
}

extension ObservedField: Observable {}

/// The registration of one reader with one field.
private final class FieldDependency: ObservedDependency, Sendable {
  let source: ObservedField
  let reader: FieldReader
  /// The lock of the field's `dependents` guards the index. The index is atomic only because the type is `Sendable`.
  private let atomicIndex = Atomic<Int>(0)

  init(on field: ObservedField, of reader: FieldReader) {
    source = field
    self.reader = reader
  }

  var index: Int {
    get { atomicIndex.load(ordering: .relaxed) }
    set { atomicIndex.store(newValue, ordering: .relaxed) }
  }

  func end() { source.remove(self) }
}

/// An object that reads fields and is notified each time one of them changes.
///
/// A notification by the standard library's Observation takes several times as long as a store takes for an action
/// (docs/contributing/performance.md). It also removes the observer, which has to register again. In contrast, a reader
/// stays registered with the fields that its last reading has read. A reading lasts from ``begin(_:)`` to
/// ``end(_:outer:)``. A reading of the same fields in the same order as before neither creates nor looks up anything.
///
/// The fields with which the reader is registered keep the reader alive. ``forget()`` ends all registrations.
package final class FieldReader: Sendable {
  private let dependencies = Mutex(DependencyList<FieldDependency>())
  private let onChange: @Sendable () -> Void

  /// The reader that is reading. There is at most one, because all readings run on the main actor.
  private static let running = Mutex<FieldReader?>(nil)
  /// The identifier of the running reader's thread, or 0 if no reader is running.
  private static let runningThread = Atomic<UInt>(0)

  /// Creates a reader that has read nothing.
  ///
  /// - Parameter onChange: Called on the thread of the change, as soon as a field of the last reading has changed. It
  ///   is called for each change.
  package init(onChange: @escaping @Sendable () -> Void) {
    self.onChange = onChange
  }

  /// Whether the reader is registered with a field.
  package var hasDependencies: Bool { dependencies.withLock { !$0.isEmpty } }

  /// Whether a reader is reading.
  @MainActor package static var isReading: Bool { runningThread.load(ordering: .relaxed) != 0 }

  /// Begins a reading. Fields that are read from now on register this reader. If the reader is `nil`, they register an
  /// observer of the standard library's Observation instead.
  ///
  /// - Returns: The outer reader, whose reading the new reading interrupts, or `nil`. Pass it to ``end(_:outer:)``.
  @MainActor package static func begin(_ reader: FieldReader?) -> FieldReader? {
    let outer = isReading ? running.withLock { $0 } : nil
    switchTo(reader)
    reader?.dependencies.withLock { $0.begin() }
    return outer
  }

  /// Ends a reading. The reader forgets the fields that this reading has not read. The outer reader continues.
  @MainActor package static func end(_ reader: FieldReader?, outer: FieldReader?) {
    reader?.dependencies.withLock { $0.end() }
    switchTo(outer)
  }

  /// Forgets all fields. The reader receives no notifications any more.
  package func forget() {
    dependencies.withLock { $0.removeAll() }
  }

  /// The reader that is reading on this thread.
  fileprivate static var current: FieldReader? {
    runningThread.load(ordering: .relaxed) == CurrentThread.id ? running.withLock { $0 } : nil
  }

  /// Registers the reader with a field, unless the reader is already registered.
  fileprivate func recordRead(of field: ObservedField) {
    dependencies.withLock { dependencies in
      dependencies.recordRead(of: field) {
        let dependency = FieldDependency(on: field, of: self)
        field.add(dependency)
        return dependency
      }
    }
  }

  /// Reports a change of a field that the reader has read.
  fileprivate func notify() {
    onChange()
  }

  private static func switchTo(_ reader: FieldReader?) {
    running.withLock { $0 = reader }
    runningThread.store(reader == nil ? 0 : CurrentThread.id, ordering: .relaxed)
  }
}
