import Foundation
import Presentation
import Synchronization
import Testing

/// A field stands for an observed property. A reader is notified of the changes of the fields that it reads. No other
/// reader is notified.
@MainActor @Suite struct FieldReaderTests {
  /// Counts the notifications of each reader.
  final class NotificationCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Creates a reader whose notifications are counted under a name.
    func makeReader(_ name: String) -> FieldReader {
      FieldReader { [self] in counts.withLock { $0[name, default: 0] += 1 } }
    }

    /// Returns the counts since the last call.
    func takeCounts() -> [String: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }
  }

  let notifications = NotificationCounts()

  /// Runs a closure whose field accesses belong to a reader, or to no reader (`nil`).
  private func read(_ reader: FieldReader?, _ body: () -> Void) {
    let outer = FieldReader.begin(reader)
    body()
    FieldReader.end(reader, outer: outer)
  }

  @Test func `a reader is notified of changes of the fields that it read last`() {
    let (first, second, third) = (ObservedField(), ObservedField(), ObservedField())
    let reader = notifications.makeReader("reader")
    defer { reader.forget() }
    read(reader) { for field in [first, second, first] { field.access() } }
    // Two changes of `first` and one of `second` count. `third` was not read.
    for field in [first, first, second, third] { field.notify() }
    #expect(notifications.takeCounts() == ["reader": 3])

    // When the reader reads again, and this time the second and the third field
    read(reader) { for field in [third, second] { field.access() } }
    first.notify()
    #expect(notifications.takeCounts() == [:])
    for field in [second, third] { field.notify() }
    #expect(notifications.takeCounts() == ["reader": 2])

    // When the reader reads only one field, and then none
    read(reader) { third.access() }
    second.notify()
    #expect(notifications.takeCounts() == [:])
    #expect(reader.hasDependencies)
    read(reader) {}
    third.notify()
    #expect(notifications.takeCounts() == [:])
    #expect(!reader.hasDependencies)
  }

  @Test func `readers of one field can forget it in any order`() {
    let field = ObservedField()
    let readers = ["a", "b", "c", "d"].map(notifications.makeReader)
    for reader in readers { read(reader) { field.access() } }
    field.notify()
    #expect(notifications.takeCounts() == ["a": 1, "b": 1, "c": 1, "d": 1])
    readers[1].forget()
    field.notify()
    #expect(notifications.takeCounts() == ["a": 1, "c": 1, "d": 1])
    readers[3].forget()
    readers[0].forget()
    field.notify()
    #expect(notifications.takeCounts() == ["c": 1])
    readers[2].forget()
    // A second call has no effect.
    readers[2].forget()
    field.notify()
    #expect(notifications.takeCounts() == [:])
  }

  @Test func `a nested reader collects its own dependencies`() {
    let (outside, inside, after) = (ObservedField(), ObservedField(), ObservedField())
    let (outer, inner) = (notifications.makeReader("outer"), notifications.makeReader("inner"))
    defer { for reader in [outer, inner] { reader.forget() } }
    read(outer) {
      outside.access()
      read(inner) { inside.access() }
      // A read that belongs to no reader creates no dependency.
      read(nil) { inside.access() }
      after.access()
    }
    #expect(!FieldReader.isReading)
    for field in [outside, after] { field.notify() }
    #expect(notifications.takeCounts() == ["outer": 2])
    inside.notify()
    #expect(notifications.takeCounts() == ["inner": 1])
  }

  @Test func `a field that another thread reads is not a dependency of the reader`() {
    let field = ObservedField()
    let reader = notifications.makeReader("reader")
    let wasRead = DispatchSemaphore(value: 0)
    read(reader) {
      Thread {
        field.access()
        wasRead.signal()
      }.start()
      wasRead.wait()
    }
    #expect(!reader.hasDependencies)
  }

  @Test func `a reader that has forgotten its fields is released`() {
    let field = ObservedField()
    weak var releasedReader: FieldReader?
    do {
      let reader = notifications.makeReader("reader")
      releasedReader = reader
      read(reader) { field.access() }
      reader.forget()
    }
    #expect(releasedReader == nil)
  }
}
