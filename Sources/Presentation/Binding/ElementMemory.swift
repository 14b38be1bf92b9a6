/// What the bindings to elements gave last that one body makes: a body that makes such a binding again when its element is gone goes on with
/// that.
///
/// It is the body's own, and knows the places at which the body made bindings when it was evaluated last, and no others.
@MainActor
package final class ElementMemory {
  /// That of the body that is being evaluated, or `nil` if there is none. Who evaluates bodies says it.
  package static var ofRunningBody: @MainActor () -> ElementMemory? = { nil }

  /// The name of the view whose body it is, to be put behind something in it: “ in LibraryView”.
  let placeName: String
  private let report: @MainActor (_ misuse: Misuse) -> Void
  private var evaluation: Int?
  private var present: [Place: AnyObject] = [:]
  private var before: [Place: AnyObject] = [:]

  /// Where a body makes a binding to an element.
  struct Place: Hashable {
    let file: UInt
    let line: UInt
    let column: UInt
    let position: Int
    /// How many before it are made by the same words.
    var ordinal = 0

    init(_ fileID: StaticString, _ line: UInt, _ column: UInt, _ position: Int) {
      file = UInt(bitPattern: fileID.utf8Start)
      self.line = line
      self.column = column
      self.position = position
    }
  }

  /// A memory of nothing.
  ///
  /// - Parameters:
  ///   - placeName: The name of the view, to be put behind something in it.
  ///   - report: Is told what the body does wrong.
  package init(placeName: String, report: @escaping @MainActor (_ misuse: Misuse) -> Void) {
    self.placeName = placeName
    self.report = report
  }

  /// To be called before the memory is used in an evaluation. Each has a number of its own.
  package func begin(_ evaluation: Int) {
    guard evaluation != self.evaluation else { return }
    self.evaluation = evaluation
    before = present
    present.removeAll(keepingCapacity: true)
  }

  /// Notes what a new binding gives, or lets it give what the one before it gave, if its element is gone.
  ///
  /// - Returns: Whether the element is gone, and it gives that.
  func remember<Element>(_ last: LastValue<Element?>, at place: Place) -> Bool {
    var place = place
    while present[place] != nil { place.ordinal += 1 }
    present[place] = last
    guard last.value == nil, let earlier = before[place] as? LastValue<Element?>, let value = earlier.value else { return false }
    (last.value, last.isReported) = (value, earlier.isReported)
    return true
  }

  func reportGone(_ position: Int, fileID: StaticString, line: UInt) {
    report(
      Misuse(
        "A binding to the element at \(position) of a collection was made\(placeName) after that was gone; it gives what was there last, and what is "
          + "written is dropped. Ask the collection what it has before.", fileID: fileID, line: line))
  }
}

/// The value that a binding gave last, for when its source of truth no longer has one.
///
/// It is never a second source of truth: it is asked only when the first has nothing to say.
@MainActor
final class LastValue<Value> {
  var value: Value
  fileprivate var isReported = false

  init(_ value: Value) {
    self.value = value
  }

  /// Remembers what the source says, if it says something, and gives what was remembered last.
  func update(to newValue: Value?) -> Value {
    if let newValue { value = newValue }
    return value
  }

  /// Reports the first write after the source's value was gone.
  func reportDropped(_ what: @autoclosure () -> String, fileID: StaticString, line: UInt) {
    guard !isReported else { return }
    isReported = true
    Misuse(
      "A binding to \(what()) was written after that was gone; the value is dropped. Write to what is there, or let what writes go too.",
      fileID: fileID, line: line
    ).report()
  }
}
