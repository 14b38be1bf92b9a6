import Foundation
import Presentation
import Synchronization
import Testing

/// A reader is notified of the changes of the fields that it reads. No other reader is notified.
@MainActor @Suite struct FieldReaderTests {
  /// Counts the notifications of each reader.
  final class Told: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func reader(_ name: String) -> FieldReader {
      FieldReader { [self] in counts.withLock { $0[name, default: 0] += 1 } }
    }

    /// Returns the counts since the last call.
    func take() -> [String: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }
  }

  let told = Told()

  /// Runs a closure whose field accesses belong to a reader.
  private func read(_ reader: FieldReader?, _ body: () -> Void) {
    let outer = FieldReader.begin(reader)
    body()
    FieldReader.end(reader, outer: outer)
  }

  @Test func `a reader is told of each change of what it has read last`() {
    let (first, second, third) = (ObservedField(), ObservedField(), ObservedField())
    let reader = told.reader("it")
    defer { reader.forget() }
    read(reader) { for field in [first, second, first] { field.access() } }
    for field in [first, first, second, third] { field.notify() }
    #expect(told.take() == ["it": 3])

    // When the reader reads other fields, in another order
    read(reader) { for field in [third, second] { field.access() } }
    first.notify()
    #expect(told.take() == [:])
    for field in [second, third] { field.notify() }
    #expect(told.take() == ["it": 2])

    // When the reader reads fewer fields
    read(reader) { third.access() }
    second.notify()
    #expect(told.take() == [:])
    #expect(reader.hasReadings)
    read(reader) {}
    third.notify()
    #expect(told.take() == [:])
    #expect(!reader.hasReadings)
  }

  @Test func `readers of one field leave it in any order`() {
    let field = ObservedField()
    let readers = ["a", "b", "c", "d"].map(told.reader)
    for reader in readers { read(reader) { field.access() } }
    field.notify()
    #expect(told.take() == ["a": 1, "b": 1, "c": 1, "d": 1])
    readers[1].forget()
    field.notify()
    #expect(told.take() == ["a": 1, "c": 1, "d": 1])
    readers[3].forget()
    readers[0].forget()
    field.notify()
    #expect(told.take() == ["c": 1])
    readers[2].forget()
    readers[2].forget()
    field.notify()
    #expect(told.take() == [:])
  }

  @Test func `a reader within a reader reads for itself`() {
    let (outside, inside, after) = (ObservedField(), ObservedField(), ObservedField())
    let (outer, inner) = (told.reader("outer"), told.reader("inner"))
    defer { for reader in [outer, inner] { reader.forget() } }
    read(outer) {
      outside.access()
      read(inner) { inside.access() }
      read(nil) { inside.access() }
      after.access()
    }
    #expect(!FieldReader.isReading)
    for field in [outside, after] { field.notify() }
    #expect(told.take() == ["outer": 2])
    inside.notify()
    #expect(told.take() == ["inner": 1])
  }

  @Test func `what another thread reads meanwhile is not the reader's`() {
    let field = ObservedField()
    let reader = told.reader("it")
    let wasRead = DispatchSemaphore(value: 0)
    read(reader) {
      Thread {
        field.access()
        wasRead.signal()
      }.start()
      wasRead.wait()
    }
    #expect(!reader.hasReadings)
  }

  @Test func `nothing keeps a reader that has forgotten its fields`() {
    let field = ObservedField()
    weak var gone: FieldReader?
    do {
      let reader = told.reader("it")
      gone = reader
      read(reader) { field.access() }
      reader.forget()
    }
    #expect(gone == nil)
  }
}
