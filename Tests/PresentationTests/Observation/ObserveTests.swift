import Observation
import Presentation
import Testing

/// Observation of models with `observe`, which needs no view.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ObserveTests {
  @Observable final class Model {
    var name = "Ada"
    /// Whether the observation reads `place` instead of a field, in the test of changing dependencies.
    var readsPlace = false
    var place = "London"
  }

  /// Records lines, and lets a test wait for a number of lines.
  @MainActor final class LineRecorder {
    private(set) var lines: [String] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    func record(_ line: String) {
      lines.append(line)
      guard let waiting, lines.count >= waiting.count else { return }
      self.waiting = nil
      waiting.continuation.resume()
    }

    /// Returns when at least this number of lines is recorded.
    func waitForLines(_ count: Int) async {
      if lines.count < count { await withCheckedContinuation { waiting = (count, $0) } }
    }
  }

  let model = Model()
  let recorder = LineRecorder()

  @Test func `an observation runs at once, and once for all changes of a turn`() async {
    let token = observe { recorder.record(model.name) }
    #expect(recorder.lines == ["Ada"])
    model.name = "Grace"
    model.name = "Edsger"
    #expect(recorder.lines == ["Ada"])
    await recorder.waitForLines(2)
    model.name = "Barbara"
    await recorder.waitForLines(3)
    #expect(recorder.lines == ["Ada", "Edsger", "Barbara"])
    token.cancel()
  }

  @Test func `an observation follows the model properties and fields that it read last`() async {
    // Given an observation that reads `readsPlace`, and then either a field or the property `place`
    let field = ObservedField()
    let token = observe {
      recorder.record(model.readsPlace ? "place" : "field")
      if model.readsPlace { _ = model.place } else { field.access() }
    }
    field.notify()
    await recorder.waitForLines(2)
    model.readsPlace = true
    await recorder.waitForLines(3)

    // When the field and `name`, which the observation does not read now, change, and then values that it reads
    field.notify()
    model.name = "Grace"
    model.place = "Paris"
    await recorder.waitForLines(4)
    model.readsPlace = false
    await recorder.waitForLines(5)

    // Then the observation ran once for each change of a value that it read
    #expect(recorder.lines == ["field", "field", "place", "place", "field"])
    token.cancel()
  }

  @Test func `a token that is released after a change, in the same turn, does not run its closure again`() async {
    // Given two observations. The second one runs after the first one
    var released: ObserveToken? = observe { recorder.record("released \(model.name)") }
    let token = observe { recorder.record("kept \(model.name)") }
    #expect(released != nil)

    // When a property changes, and the first token is released before the observations run
    model.name = "Grace"
    released = nil
    await recorder.waitForLines(3)

    // Then only the second observation has run again
    #expect(recorder.lines == ["released Ada", "kept Ada", "kept Grace"])
    token.cancel()
  }

  @Test func `an observation ends when it is cancelled or its token is released`() async {
    // Given an observation that is cancelled while its next run is scheduled, one whose token is released, and one that
    // does not end. The closure of the first observation retains an object.
    final class Owned {}
    weak var owned: Owned?
    var cancelled: ObserveToken?
    do {
      let object = Owned()
      owned = object
      cancelled = observe { withExtendedLifetime(object) { recorder.record("cancelled \(model.name)") } }
    }
    var dropped: ObserveToken? = observe { recorder.record("dropped \(model.name)") }
    let last = observe { recorder.record("last \(model.name)") }
    // Use the variable, because the compiler warns of a variable that is only written.
    withExtendedLifetime(dropped) {}
    dropped = nil
    model.name = "Grace"
    cancelled?.cancel()

    // Then the closures of the first two do not run again, and the first closure and its object are released
    await recorder.waitForLines(4)
    #expect(recorder.lines == ["cancelled Ada", "dropped Ada", "last Ada", "last Grace"])
    #expect(owned == nil)
    cancelled = nil
    last.cancel()
  }

  @Test func `an observation follows a change from another thread`() async {
    let field = ObservedField()
    let token = observe {
      field.access()
      recorder.record("read")
    }
    await Task.detached { field.notify() }.value
    await recorder.waitForLines(2)
    token.cancel()
  }
}
