import Presentation
import Synchronization
import Testing

/// Writes to values that no longer exist. The first such write to a binding is reported, at the line that created the
/// binding, and the program continues.
@MainActor
@Suite struct LateWriteTests {
  /// A value that bindings read and write.
  @MainActor final class Source<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }

    var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
  }

  /// Returns the misuses that are reported while a closure runs.
  private func gatherMisuses(during act: () throws -> Void) rethrows -> [Misuse] {
    let recorder = MisuseRecorder()
    try MisuseReporter.$current.withValue(MisuseReporter { misuse in recorder.misuses.withLock { $0.append(misuse) } })
    {
      try act()
    }
    return recorder.misuses.withLock { $0 }
  }

  private final class MisuseRecorder: Sendable {
    let misuses = Mutex<[Misuse]>([])
  }

  @Test func `writes to a removed element are reported once`() {
    let source = Source(["first", "second"])
    var line: UInt = 0
    let misuses = gatherMisuses {
      // Given a binding to an element that is removed
      line = #line + 1
      let second = source.binding[1]
      source.value = ["first"]

      // When the binding is written twice
      second.wrappedValue = "late"
      second.wrappedValue = "later"

      // Then the binding returns its last value, and the source is unchanged
      #expect(second.wrappedValue == "second")
      #expect(source.value == ["first"])

      // And when the element exists again, the binding writes to it
      source.value = ["first", "new"]
      second.wrappedValue = "written"
      #expect(source.value == ["first", "written"])
    }
    #expect(misuses.count == 1)
    #expect(misuses.first?.fileID == #fileID)
    #expect(misuses.first?.line == line)
    #expect(misuses.first?.message.contains("the element at 1 of a collection") == true)
  }

  @Test func `a binding to an element that never existed can be created, and a write to it is reported`() {
    let source = Source(["first"])
    let misuses = gatherMisuses {
      let missing = source.binding[3]
      missing.wrappedValue = "late"
      #expect(source.value == ["first"])

      // When the element exists, the binding works like any other binding
      source.value = ["a", "b", "c", "d"]
      missing.wrappedValue = "written"
      #expect(source.value == ["a", "b", "c", "written"])
      source.value = []
      // After the element is removed, the binding returns its last value.
      #expect(missing.wrappedValue == "written")
    }
    #expect(misuses.count == 1)
  }

  @Test func `reading an element that never existed ends the program and prints the caller's line`()
    async throws
  {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let binding = Binding<[Int]>(get: { [] }, set: { _ in })[3]
        _ = binding.wrappedValue
      }
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("PresentationTests/LateWriteTests.swift:"))
    #expect(output.contains("the element at 3 of a collection was read, but there is no such element"))
  }

  /// Evaluates a view's body, with a number for each evaluation. The view's cache keeps the last values of the bindings
  /// to elements. The cache forgets a binding that the body did not create in its last evaluation.
  private func evaluate(number: Int, with cache: ElementBindingCache, _ body: () throws -> Void) rethrows {
    let outerCache = ElementBindingCache.ofBodyBeingEvaluated
    cache.begin(number)
    ElementBindingCache.ofBodyBeingEvaluated = { cache }
    defer { ElementBindingCache.ofBodyBeingEvaluated = outerCache }
    try body()
  }

  @Test func `if a body creates the binding to a removed element again, the binding returns the last value`() {
    // Given a body that creates bindings to two elements, and a write through one of the bindings
    let (firstSource, secondSource) = (Source(["a", "b"]), Source(["c", "d"]))
    var creationReports: [String] = []
    let cache = ElementBindingCache(viewSuffix: " in Library") { creationReports.append($0.message) }
    var bindings: [Binding<String>] = []
    let body = { bindings = [firstSource, secondSource].map { $0.binding[1] } }
    evaluate(number: 1, with: cache, body)
    bindings[1].wrappedValue = "e"

    // When the elements are removed, and the body is evaluated twice
    (firstSource.value, secondSource.value) = ([], ["c"])
    evaluate(number: 2, with: cache, body)
    evaluate(number: 3, with: cache, body)

    // Then each binding returns its last value, and each of the two evaluations reports both bindings
    #expect(bindings.map(\.wrappedValue) == ["b", "e"])
    let start = "A binding to the element at 1 of a collection was created in Library after"
    #expect(creationReports.count == 4 && creationReports.allSatisfy { $0.hasPrefix(start) })
    // And a write is dropped, and is reported once with the view's name, also after another evaluation
    let misuses = gatherMisuses {
      bindings[1].wrappedValue = "late"
      evaluate(number: 4, with: cache, body)
      bindings[1].wrappedValue = "later"
    }
    #expect(secondSource.value == ["c"])
    #expect(misuses.count == 1 && misuses[0].message.contains("of a collection in Library was written after"))

    // And the cache forgets the bindings that the body did not create in its last evaluation. These evaluations create
    // no bindings.
    evaluate(number: 5, with: cache) {}
    evaluate(number: 6, with: cache) {}
    firstSource.value = ["x", "y"]
    let previousReportCount = creationReports.count
    evaluate(number: 7, with: cache, body)
    #expect(bindings[0].wrappedValue == "y")
    // The second element is still removed. The creation of its binding would be reported only if its last value were
    // known.
    #expect(creationReports.count == previousReportCount)
  }

  @Test func `writes through an unwrapped binding to nil are reported once`() throws {
    let source = Source<String?>("first")
    var line: UInt = 0
    let misuses = try gatherMisuses {
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

  @Test
  func
    `a late write to a binding of the unlabelled unwrapping initializer is reported at the line that created the binding`()
  {
    let source = Source<String?>("first")
    var line: UInt = 0
    let misuses = gatherMisuses {
      line = #line + 1
      guard let unwrapped = Binding(source.binding) else { return }
      source.value = nil
      unwrapped.wrappedValue = "late"
    }
    #expect(misuses.map(\.line) == [line])
  }
}
