import Presentation
import Testing

/// Writes that a binding drops. A dropped write does not call the setter of the source, not even with the value that
/// the source has already. Most of these writes are also reported as a misuse, which other tests check.
@MainActor
@Suite struct DroppedWriteTests {
  /// A source of truth that counts the writes to it.
  @MainActor final class Source<Value> {
    var value: Value
    var writeCount = 0

    init(_ value: Value) {
      self.value = value
    }

    var binding: Binding<Value> {
      Binding(
        get: { self.value },
        set: {
          self.value = $0
          self.writeCount += 1
        })
    }
  }

  @Test func `writing true to a mapped Boolean does not write the source`() {
    let source = Source<String?>("alert")
    let isPresented = source.binding.mappedToBool()
    // This reporter ignores the report of the misuse.
    MisuseReporter.$current.withValue(MisuseReporter { _ in }) { isPresented.wrappedValue = true }
    #expect((source.value, source.writeCount) == ("alert", 0))
    isPresented.wrappedValue = false
    #expect((source.value, source.writeCount) == (nil, 1))
  }

  @Test func `writing an unwrapped binding whose source became nil does not write the source`() throws {
    let source = Source<String?>("first")
    let unwrapped = try #require(Binding(unwrapping: source.binding))
    unwrapped.wrappedValue = "second"
    #expect((source.value, source.writeCount) == ("second", 1))
    source.value = nil
    unwrapped.wrappedValue = "late"
    #expect((source.value, source.writeCount) == (nil, 1))
    // While the source is nil, the binding returns the last value.
    #expect(unwrapped.wrappedValue == "second")
  }

  @Test func `writing nil to an optional binding does not write a nonoptional source`() {
    let source = Source("always")
    let optional = Binding<String?>(source.binding)
    optional.wrappedValue = nil
    #expect((source.value, source.writeCount) == ("always", 0))
    optional.wrappedValue = "another"
    #expect((source.value, source.writeCount) == ("another", 1))
  }

  @Test func `writing a removed element does not write the source`() {
    let source = Source(["first", "second"])
    let second = source.binding[1]
    second.wrappedValue = "changed"
    #expect((source.value, source.writeCount) == (["first", "changed"], 1))
    source.value = ["first"]
    second.wrappedValue = "late"
    #expect((source.value, source.writeCount) == (["first"], 1))
  }

  @Test func `writing a member of a removed value does not write the source`() throws {
    struct Episode { var title: String }
    let source = Source<Episode?>(Episode(title: "One"))
    let title = try #require(Binding(unwrapping: source.binding)).title
    source.value = nil
    title.wrappedValue = "late"
    #expect(source.writeCount == 0)
  }
}
