/// A dependency: the registration of one reader with one source.
///
/// A source is a field of a store, or a `State` of a view. A reader is a body or an observation, which reads sources
/// and runs again after one of these sources has changed. The source keeps the dependency in its ``DependentList``, to
/// notify the reader. The reader keeps the dependency in its ``DependencyList`` until the reader no longer reads the
/// source. Until then, the reader and the source keep each other alive.
package protocol ObservedDependency: AnyObject {
  associatedtype Source: AnyObject
  /// The source that was read.
  var source: Source { get }
  /// The index of this dependency in the ``DependentList`` of its source. Only that list sets the index.
  var index: Int { get set }
  /// Removes this dependency from the list of its source.
  func end()
}

/// The dependencies of one reader, in the order in which it has read their sources.
///
/// A reading is one run of the reader, from ``begin()`` to ``end()``. A reading that reads the same sources in the same
/// order as the last one neither creates nor looks up a dependency. This is the usual case.
package struct DependencyList<Element: ObservedDependency> {
  @usableFromInline var dependencies: [Element] = []
  /// The number of sources that the current reading has read. Their dependencies are the first elements of the array.
  @usableFromInline var readCount = 0

  @inlinable package init() {}

  /// Whether the reader has no dependencies.
  @inlinable package var isEmpty: Bool { dependencies.isEmpty }

  /// The source that the last reading has read, if it has read exactly one. Otherwise `nil`.
  @inlinable package var onlySource: Element.Source? { dependencies.count == 1 ? dependencies[0].source : nil }

  /// Begins a reading.
  @inlinable package mutating func begin() {
    readCount = 0
  }

  /// Records that the current reading has read a source.
  ///
  /// - Parameter register: Creates the dependency and adds it to the list of the source. `register` is called only if
  ///   the current reading has not read the source yet, and no longer reads the same sources in the same order as the
  ///   last reading.
  @inlinable package mutating func recordRead(of source: Element.Source, register: () -> Element) {
    if readCount < dependencies.count, dependencies[readCount].source === source {
      readCount += 1
    } else if !dependencies[..<readCount].contains(where: { $0.source === source }) {
      removeAll(from: readCount)
      dependencies.append(register())
      readCount += 1
    }
  }

  /// Ends a reading, and ends the dependencies on sources that this reading has not read.
  @inlinable package mutating func end() {
    if dependencies.count > readCount { removeAll(from: readCount) }
  }

  /// Ends all dependencies. The sources no longer notify the reader.
  @inlinable package mutating func removeAll() {
    removeAll(from: 0)
  }

  /// Ends the dependencies from the index `first` on.
  @inlinable mutating func removeAll(from first: Int) {
    for dependency in dependencies[first...] { dependency.end() }
    dependencies.removeSubrange(first...)
    readCount = min(readCount, first)
  }
}

/// The dependencies of all readers of one source, in no particular order. Adding and removing take constant time.
package struct DependentList<Element: ObservedDependency> {
  /// The dependencies. The ``ObservedDependency/index`` of each is its index in this array.
  package var dependencies: [Element] = []

  @inlinable package init() {}

  /// Adds a dependency. Its reader is notified from now on.
  @inlinable package mutating func add(_ dependency: Element) {
    dependency.index = dependencies.count
    dependencies.append(dependency)
  }

  /// Removes a dependency, and moves the last dependency of the array to the free index.
  @inlinable package mutating func remove(_ dependency: Element) {
    let last = dependencies.removeLast()
    guard last !== dependency else { return }
    dependencies[dependency.index] = last
    last.index = dependency.index
  }
}
