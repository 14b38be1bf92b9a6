import Observation
import Presentation
import Testing

/// What follows models without a view.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ObserveTests {
  @Observable final class Model {
    var name = "Ada"
    var isLong = false
    var place = "London"
  }

  /// What was seen, and who waits for more of it.
  @MainActor final class Seen {
    private(set) var lines: [String] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    func note(_ line: String) {
      lines.append(line)
      guard let waiting, lines.count >= waiting.count else { return }
      self.waiting = nil
      waiting.continuation.resume()
    }

    /// Returns when there are so many lines.
    func reaches(_ count: Int) async {
      if lines.count < count { await withCheckedContinuation { waiting = (count, $0) } }
    }
  }

  let model = Model()
  let seen = Seen()

  @Test func `it runs at once, and once for the changes of a turn`() async {
    let token = observe { seen.note(model.name) }
    #expect(seen.lines == ["Ada"])
    model.name = "Grace"
    model.name = "Edsger"
    #expect(seen.lines == ["Ada"])
    await seen.reaches(2)
    model.name = "Barbara"
    await seen.reaches(3)
    #expect(seen.lines == ["Ada", "Edsger", "Barbara"])
    token.cancel()
  }

  @Test func `it follows what it has read last, of models and of fields`() async {
    // Given somebody who reads a field, or a model, as another model says
    let field = ObservedField()
    let token = observe {
      seen.note(model.isLong ? "place" : "field")
      if model.isLong { _ = model.place } else { field.access() }
    }
    field.notify()
    await seen.reaches(2)
    model.isLong = true
    await seen.reaches(3)

    // When what is no longer read changes, and then what is
    field.notify()
    model.name = "Grace"
    model.place = "Paris"
    await seen.reaches(4)
    model.isLong = false
    await seen.reaches(5)

    // Then it ran for the latter alone
    #expect(seen.lines == ["field", "field", "place", "place", "field"])
    token.cancel()
  }

  @Test func `it ends when it is cancelled, and when nobody has its token`() async {
    // Given two who are ended, one of them while it waits for its turn, and one behind them
    final class Owned {}
    weak var owned: Owned?
    var cancelled: ObserveToken?
    do {
      let object = Owned()
      owned = object
      cancelled = observe { withExtendedLifetime(object) { seen.note("cancelled \(model.name)") } }
    }
    var dropped: ObserveToken? = observe { seen.note("dropped \(model.name)") }
    let last = observe { seen.note("last \(model.name)") }
    withExtendedLifetime(dropped) {}
    dropped = nil
    model.name = "Grace"
    cancelled?.cancel()

    // Then they do not run again, and nothing of them is kept
    await seen.reaches(4)
    #expect(seen.lines == ["cancelled Ada", "dropped Ada", "last Ada", "last Grace"])
    #expect(owned == nil)
    cancelled = nil
    last.cancel()
  }

  @Test func `a change from another thread is followed too`() async {
    let field = ObservedField()
    let token = observe {
      field.access()
      seen.note("read")
    }
    await Task.detached { field.notify() }.value
    await seen.reaches(2)
    token.cancel()
  }
}
