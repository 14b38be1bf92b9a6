/// The registration of one reader with one source: a field of a store, or a `State` of a view.
///
/// The source keeps it in its ``DependentList``, to notify the reader. The reader keeps it in its ``DependencyList``
/// until it no longer reads the source. Both keep each other alive until then.
package protocol ObservedDependency: AnyObject {
  associatedtype Source: AnyObject
  /// The source that was read.
  var source: Source { get }
  /// The index of this dependency in the list of its source. The list sets it.
  var index: Int { get set }
  /// Removes this dependency from the list of its source.
  func end()
}

/// The sources that one reader has read, in the order of reading.
///
/// A reading that reads the same sources in the same order neither creates nor looks up a dependency. This is the
/// usual case: a body or an observation runs again after one of its sources has changed.
package struct DependencyList<Element: ObservedDependency> {
  @usableFromInline var dependencies: [Element] = []
  /// The number of dependencies at the start of the array that the current reading has repeated or added.
  @usableFromInline var count = 0

  @inlinable package init() {}

  /// Whether no source was read.
  @inlinable package var isEmpty: Bool { dependencies.isEmpty }

  /// The only source that the last reading has read. `nil` if it has read none or several.
  @inlinable package var onlySource: Element.Source? { dependencies.count == 1 ? dependencies[0].source : nil }

  /// Begins a reading.
  @inlinable package mutating func begin() {
    count = 0
  }

  /// Records that the current reading has read a source.
  ///
  /// - Parameter register: Creates the dependency and adds it to the list of the source. It is called if the last
  ///   reading has not read the source at this point, and the current one has not read it yet.
  @inlinable package mutating func note(_ source: Element.Source, _ register: () -> Element) {
    if count < dependencies.count, dependencies[count].source === source {
      count += 1
    } else if !dependencies[..<count].contains(where: { $0.source === source }) {
      removeAll(from: count)
      dependencies.append(register())
      count += 1
    }
  }

  /// Ends a reading. Ends the dependencies on sources that only earlier readings have read.
  @inlinable package mutating func end() {
    if dependencies.count > count { removeAll(from: count) }
  }

  /// Ends all dependencies. The sources no longer notify the reader.
  @inlinable package mutating func removeAll() {
    removeAll(from: 0)
  }

  @inlinable mutating func removeAll(from first: Int) {
    for dependency in dependencies[first...] { dependency.end() }
    dependencies.removeSubrange(first...)
    count = min(count, first)
  }
}

/// The dependencies of all readers of one source, in no particular order. Adding and removing take constant time.
package struct DependentList<Element: ObservedDependency> {
  /// The dependencies.
  package var dependencies: [Element] = []

  @inlinable package init() {}

  /// Adds a dependency. Its reader is notified from now on.
  @inlinable package mutating func add(_ dependency: Element) {
    dependency.index = dependencies.count
    dependencies.append(dependency)
  }

  /// Removes a dependency. The last dependency takes its index.
  @inlinable package mutating func remove(_ dependency: Element) {
    let last = dependencies.removeLast()
    guard last !== dependency else { return }
    dependencies[dependency.index] = last
    last.index = dependency.index
  }
}
