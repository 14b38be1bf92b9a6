internal import Observation
internal import Synchronization

/// A readable field that notifies its readers when it changes. It may be used on any thread.
///
/// A ``FieldReader`` that reads the field is notified directly. All other readers observe the field with the standard
/// library's Observation.
package final class ObservedField: Sendable {
  /// The registrar of this field alone. Its key path is `\.self`, because the registrar hashes this path fastest.
  private let registrar = ObservationRegistrar()
  /// Whether the field was ever read in an observation. Until then there is no observer to notify.
  private let wasRead = Atomic<Bool>(false)
  /// Whether the field has ever had readers.
  private let hadReaders = Atomic<Bool>(false)
  private let dependents = Mutex(DependentList<FieldDependency>())
  private let isMarked = Atomic<Bool>(false)

  package init() {}

  /// Registers the field with the running reader or observer.
  package func access() {
    if let reader = FieldReader.current { return reader.note(self) }
    if !wasRead.load(ordering: .relaxed) { wasRead.store(true, ordering: .sequentiallyConsistent) }
    registrar.access(self, keyPath: \.self)
  }

  /// Notifies the readers and observers of the field.
  package func notify() {
    if hadReaders.load(ordering: .sequentiallyConsistent) {
      for dependency in dependents.withLock({ $0.dependencies }) { dependency.reader.notify() }
    }
    guard wasRead.load(ordering: .sequentiallyConsistent) else { return }
    registrar.withMutation(of: self, keyPath: \.self) {}
  }

  /// Marks the field as changed, for a notification that follows later.
  ///
  /// - Returns: Whether the field was not marked yet.
  package func mark() -> Bool { !isMarked.exchange(true, ordering: .relaxed) }

  /// Removes the mark.
  package func unmark() { isMarked.store(false, ordering: .relaxed) }

  /// Notifies a reader from now on.
  fileprivate func add(_ dependency: FieldDependency) {
    dependents.withLock { $0.add(dependency) }
    hadReaders.store(true, ordering: .sequentiallyConsistent)
  }

  /// Stops notifying a reader.
  fileprivate func remove(_ dependency: FieldDependency) {
    dependents.withLock { $0.remove(dependency) }
  }
}

extension ObservedField: Observable {}

/// The registration of one reader with one field.
private final class FieldDependency: ObservedDependency, Sendable {
  let source: ObservedField
  let reader: FieldReader
  /// The field's lock guards the index. It is atomic only because the type is `Sendable`.
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
/// The standard library's Observation takes several times as long to notify an observer as an action takes
/// (docs/contributing/performance.md). It also forgets the observer with the notification, so the observer has to
/// register again. A reader stays registered with its fields as long as each reading reads them again in the same
/// order. Such a reading neither creates nor looks up anything.
///
/// The fields that the reader has read keep the reader alive until ``forget()``.
package final class FieldReader: Sendable {
  private let dependencies = Mutex(DependencyList<FieldDependency>())
  private let onChange: @Sendable () -> Void

  /// The reader that is reading. There is one at a time, because all readings run on the main actor.
  private static let running = Mutex<FieldReader?>(nil)
  /// The thread of the running reader, or 0.
  private static let thread = Atomic<UInt>(0)

  /// Creates a reader that has read nothing.
  ///
  /// - Parameter onChange: Called on the thread of the change, as soon as a field of the last reading has changed. It
  ///   is called for each change.
  package init(onChange: @escaping @Sendable () -> Void) {
    self.onChange = onChange
  }

  /// Whether the reader has read any field.
  package var hasDependencies: Bool { dependencies.withLock { !$0.isEmpty } }

  /// Whether a reading is running with a reader.
  @MainActor package static var isReading: Bool { thread.load(ordering: .relaxed) != 0 }

  /// Begins a reading. Fields that are read now are read by this reader. If the reader is `nil`, an observer of the
  /// standard library's Observation is notified instead.
  ///
  /// - Returns: The reader that was reading. Pass it to ``end(_:outer:)``.
  @MainActor package static func begin(_ reader: FieldReader?) -> FieldReader? {
    let outer = isReading ? running.withLock { $0 } : nil
    switchTo(reader)
    reader?.dependencies.withLock { $0.begin() }
    return outer
  }

  /// Ends a reading. The reader forgets the fields that it has not read again.
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
    thread.load(ordering: .relaxed) == CurrentThread.id ? running.withLock { $0 } : nil
  }

  /// Registers the reader with a field, unless it already is.
  fileprivate func note(_ field: ObservedField) {
    dependencies.withLock { dependencies in
      dependencies.note(field) {
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
    thread.store(reader == nil ? 0 : CurrentThread.id, ordering: .relaxed)
  }
}
