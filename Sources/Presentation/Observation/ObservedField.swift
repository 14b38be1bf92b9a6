internal import Observation
internal import Synchronization

/// One thing that can be read, and tells who has read it that it has changed. On any thread.
///
/// Who reads it with a ``FieldReader`` is told by that. All others observe it with the standard library's Observation.
package final class ObservedField: Sendable {
  /// It is asked about this field alone. The path to the field itself stands for that, whose hash costs the registrar the least.
  private let registrar = ObservationRegistrar()
  /// Whether anybody has ever read it in an observation. Until then there is nobody to tell.
  private let wasRead = Atomic<Bool>(false)
  /// Whether it has ever had readers.
  private let hadReaders = Atomic<Bool>(false)
  private let readings = Mutex<[FieldReading]>([])
  private let isMarked = Atomic<Bool>(false)

  package init() {}

  /// The running reader or observer reads it.
  package func access() {
    if let reader = FieldReader.current { return reader.note(self) }
    if !wasRead.load(ordering: .relaxed) { wasRead.store(true, ordering: .sequentiallyConsistent) }
    registrar.access(self, keyPath: \.self)
  }

  /// Tells those who have read it.
  package func notify() {
    if hadReaders.load(ordering: .sequentiallyConsistent) {
      for reading in readings.withLock({ $0 }) { reading.reader.tell() }
    }
    guard wasRead.load(ordering: .sequentiallyConsistent) else { return }
    registrar.withMutation(of: self, keyPath: \.self) {}
  }

  /// Marks it as changed, where that is to be told later.
  ///
  /// - Returns: Whether it was not marked yet.
  package func mark() -> Bool { !isMarked.exchange(true, ordering: .relaxed) }

  /// Takes the mark away.
  package func unmark() { isMarked.store(false, ordering: .relaxed) }

  /// Tells a reader from now on.
  fileprivate func add(_ reading: FieldReading) {
    readings.withLock { readings in
      reading.position.store(readings.count, ordering: .relaxed)
      readings.append(reading)
    }
    hadReaders.store(true, ordering: .sequentiallyConsistent)
  }

  /// No longer tells a reader. The last one takes its place.
  fileprivate func remove(_ reading: FieldReading) {
    readings.withLock { readings in
      let last = readings.removeLast()
      guard last !== reading else { return }
      let position = reading.position.load(ordering: .relaxed)
      readings[position] = last
      last.position.store(position, ordering: .relaxed)
    }
  }
}

extension ObservedField: Observable {}

/// That a reader has read a field. Both keep it until the reader reads something else instead, or forgets it.
private final class FieldReading: Sendable {
  let field: ObservedField
  let reader: FieldReader
  /// Where in the field's readings this is. The field guards it.
  let position = Atomic<Int>(0)

  init(_ field: ObservedField, by reader: FieldReader) {
    self.field = field
    self.reader = reader
  }
}

/// Who reads fields, and is told each time that one of them changes.
///
/// The standard library's Observation takes several times as long to tell an observer as an action takes (docs/performance.md), and forgets the
/// observer with that, which has to register again. A reader stays with the fields that it reads for as long as each reading reads
/// them again, in the same order: then a reading neither makes nor looks up anything.
///
/// The fields that it has read keep it until ``forget()``.
package final class FieldReader: Sendable {
  private let notes = Mutex(Notes())
  private let onChange: @Sendable () -> Void

  /// The reader that is reading. There is one at a time, since all read on the main actor.
  private static let running = Mutex<FieldReader?>(nil)
  /// The thread on which it does, or 0.
  private static let thread = Atomic<UInt>(0)

  fileprivate struct Notes {
    var readings: [FieldReading] = []
    /// How many of them the reading that is under way has read.
    var count = 0
  }

  /// Makes a reader that has read nothing.
  ///
  /// - Parameter onChange: Called on the thread of the change, as soon as a field that was read last has changed, and each time again.
  package init(onChange: @escaping @Sendable () -> Void) {
    self.onChange = onChange
  }

  /// Whether it has read any field.
  package var hasReadings: Bool { notes.withLock { !$0.readings.isEmpty } }

  /// Whether somebody is reading.
  @MainActor package static var isReading: Bool { thread.load(ordering: .relaxed) != 0 }

  /// A reading begins: what is read now is read by this reader, or by none, where an observer of the standard library's is told instead.
  ///
  /// - Returns: The reader that was reading, to be given to ``end(_:outer:)``.
  @MainActor package static func begin(_ reader: FieldReader?) -> FieldReader? {
    let outer = isReading ? running.withLock { $0 } : nil
    switchTo(reader)
    reader?.notes.withLock { $0.count = 0 }
    return outer
  }

  /// A reading ends: what it has not read again no longer matters to the reader.
  @MainActor package static func end(_ reader: FieldReader?, outer: FieldReader?) {
    reader?.notes.withLock { notes in
      if notes.readings.count > notes.count { notes.forget(from: notes.count) }
    }
    switchTo(outer)
  }

  /// Is told of no field any more.
  package func forget() {
    notes.withLock { $0.forget(from: 0) }
  }

  /// Who is reading on this thread.
  fileprivate static var current: FieldReader? {
    thread.load(ordering: .relaxed) == CurrentThread.id ? running.withLock { $0 } : nil
  }

  fileprivate func note(_ field: ObservedField) {
    notes.withLock { notes in
      if notes.count < notes.readings.count, notes.readings[notes.count].field === field {
        notes.count += 1
      } else if !notes.readings[..<notes.count].contains(where: { $0.field === field }) {
        notes.forget(from: notes.count)
        let reading = FieldReading(field, by: self)
        notes.readings.append(reading)
        notes.count += 1
        field.add(reading)
      }
    }
  }

  fileprivate func tell() {
    onChange()
  }

  private static func switchTo(_ reader: FieldReader?) {
    running.withLock { $0 = reader }
    thread.store(reader == nil ? 0 : CurrentThread.id, ordering: .relaxed)
  }
}

extension FieldReader.Notes {
  fileprivate mutating func forget(from first: Int) {
    for reading in readings[first...] { reading.field.remove(reading) }
    readings.removeSubrange(first...)
    count = min(count, first)
  }
}
