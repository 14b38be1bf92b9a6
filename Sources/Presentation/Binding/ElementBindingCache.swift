/// The last values of those bindings of one body that refer to elements of collections. If the body creates such a
/// binding again after the element is gone, the binding returns the last value.
///
/// Each body has its own cache. The cache contains only the values from the body's current and previous evaluations.
/// The key of a value is the ``Site`` of the binding.
@MainActor
package final class ElementBindingCache {
  /// Returns the cache of the body that is being evaluated, or `nil` if there is none. The module that evaluates bodies
  /// sets this closure.
  package static var ofBodyBeingEvaluated: @MainActor () -> ElementBindingCache? = { nil }

  /// The name of the body's view, as a suffix for messages: “ in LibraryView”.
  let viewSuffix: String
  /// Called with each misuse by the body.
  private let report: @MainActor (_ misuse: Misuse) -> Void
  /// The number of the current evaluation, or `nil` before the first one.
  private var evaluationNumber: Int?
  /// The last values of the current evaluation.
  private var currentValues: [Site: AnyObject] = [:]
  /// The last values of the previous evaluation.
  private var previousValues: [Site: AnyObject] = [:]

  /// The source location at which a body creates a binding, and the position of the element.
  struct Site: Hashable {
    /// The memory address of the file's name, which identifies the file.
    let file: UInt
    let line: UInt
    let column: UInt
    /// The position of the element in its collection.
    let position: Int
    /// The number of earlier bindings in this evaluation with the same source location and position.
    var ordinal = 0

    init(fileID: StaticString, line: UInt, column: UInt, position: Int) {
      file = UInt(bitPattern: fileID.utf8Start)
      self.line = line
      self.column = column
      self.position = position
    }
  }

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - viewSuffix: The name of the view, as a suffix for messages.
  ///   - report: Called with each misuse by the body.
  package init(viewSuffix: String, report: @escaping @MainActor (_ misuse: Misuse) -> Void) {
    self.viewSuffix = viewSuffix
    self.report = report
  }

  /// Begins the evaluation with this number, unless it has begun already. Call this function before each use of the
  /// cache. Each evaluation has a number of its own.
  package func begin(_ evaluationNumber: Int) {
    guard evaluationNumber != self.evaluationNumber else { return }
    self.evaluationNumber = evaluationNumber
    previousValues = currentValues
    currentValues.removeAll(keepingCapacity: true)
  }

  /// Stores the last value of a new binding. If the element is gone, the new binding takes over the last value of the
  /// earlier binding at the same site.
  ///
  /// - Returns: Whether the element is gone and the earlier value was taken over.
  func remember<Element>(_ last: LastValue<Element?>, at site: Site) -> Bool {
    var site = site
    while currentValues[site] != nil { site.ordinal += 1 }
    currentValues[site] = last
    guard last.value == nil, let earlier = previousValues[site] as? LastValue<Element?>,
      let value = earlier.value
    else {
      return false
    }
    (last.value, last.isDroppedWriteReported) = (value, earlier.isDroppedWriteReported)
    return true
  }

  /// Reports that a body created a binding to a removed element.
  func reportRemovedElement(_ position: Int, fileID: StaticString, line: UInt) {
    report(
      Misuse(
        "A binding to the element at \(position) of a collection was created\(viewSuffix) after that element was removed. It returns the element's last value, and a written "
          + "value is dropped. Check the collection before you create the binding.", fileID: fileID, line: line))
  }
}

/// The value that a binding returned last. The binding returns this value again when the source of truth no longer has
/// a value.
///
/// The last value is not a second source of truth: while the source of truth has a value, the binding returns that
/// value.
@MainActor
final class LastValue<Value> {
  var value: Value
  /// Whether a dropped write has been reported.
  fileprivate var isDroppedWriteReported = false

  init(_ value: Value) {
    self.value = value
  }

  /// Stores the value of the source of truth, unless it is `nil`. Returns the stored value.
  func update(to newValue: Value?) -> Value {
    if let newValue { value = newValue }
    return value
  }

  /// Reports the first write after the source's value was removed. `target` describes the value for the message.
  func reportDroppedWrite(to target: @autoclosure () -> String, fileID: StaticString, line: UInt) {
    guard !isDroppedWriteReported else { return }
    isDroppedWriteReported = true
    Misuse(
      "A binding to \(target()) was written after its value was removed. The value is dropped. Write only while the value exists, or remove the view that writes.",
      fileID: fileID, line: line
    ).report()
  }
}
