import Presentation
import Synchronization
import Testing

/// A write to what is gone is said once, at the line that made the binding, and the program goes on.
@MainActor
@Suite struct LateWriteTests {
  @MainActor final class Source<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }

    var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
  }

  /// What is reported while something is done.
  private func reports(_ act: () throws -> Void) rethrows -> [Misuse] {
    let heard = Heard()
    try MisuseReporter.$current.withValue(MisuseReporter { misuse in heard.misuses.withLock { $0.append(misuse) } }) { try act() }
    return heard.misuses.withLock { $0 }
  }

  private final class Heard: Sendable {
    let misuses = Mutex<[Misuse]>([])
  }

  @Test func `writes to an element that is gone are said once`() {
    let source = Source(["first", "second"])
    var line: UInt = 0
    let misuses = reports {
      // Given a binding to an element that goes
      line = #line + 1
      let second = source.binding[1]
      source.value = ["first"]

      // When it is written, and a member of it
      second.wrappedValue = "late"
      second.wrappedValue = "later"

      // Then it gives what was there last
      #expect(second.wrappedValue == "second")
      #expect(source.value == ["first"])

      // And once there is an element again it is written
      source.value = ["first", "new"]
      second.wrappedValue = "written"
      #expect(source.value == ["first", "written"])
    }
    #expect(misuses.count == 1)
    #expect(misuses.first?.fileID == #fileID)
    #expect(misuses.first?.line == line)
    #expect(misuses.first?.message.contains("the element at 1 of a collection") == true)
  }

  @Test func `a binding to an element that is gone already can be made and written`() {
    let source = Source(["first"])
    let misuses = reports {
      let gone = source.binding[3]
      gone.wrappedValue = "late"
      #expect(source.value == ["first"])

      // Once there is such an element it is like any other
      source.value = ["a", "b", "c", "d"]
      gone.wrappedValue = "written"
      #expect(source.value == ["a", "b", "c", "written"])
      source.value = []
      #expect(gone.wrappedValue == "written")
    }
    #expect(misuses.count == 1)
  }

  @Test func `to read an element that never was ends the program, as an array does`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let binding = Binding<[Int]>(get: { [] }, set: { _ in })[3]
        _ = binding.wrappedValue
      }
    }
  }

  @Test func `writes to the value of an optional that is nil are said once`() throws {
    let source = Source<String?>("first")
    var line: UInt = 0
    let misuses = try reports {
      line = #line + 1
      let unwrapped = try #require(Binding(unwrapping: source.binding))
      source.value = nil
      unwrapped.wrappedValue = "late"
      unwrapped.wrappedValue = "later"
      #expect(source.value == nil)
      #expect(unwrapped.wrappedValue == "first")
      source.value = "new"
      unwrapped.wrappedValue = "written"
      #expect(source.value == "written")
    }
    #expect(misuses.count == 1)
    #expect(misuses.first?.fileID == #fileID)
    #expect(misuses.first?.line == line)
  }

  @Test func `the short spelling says it at the caller's line too`() {
    let source = Source<String?>("first")
    var line: UInt = 0
    let misuses = reports {
      line = #line + 1
      guard let unwrapped = Binding(source.binding) else { return }
      source.value = nil
      unwrapped.wrappedValue = "late"
    }
    #expect(misuses.map(\.line) == [line])
  }
}
