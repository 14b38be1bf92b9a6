import Presentation
import Testing

/// A source is an object whose value a reader reads, such as an observed property. A reader has one dependency on each
/// source. The reader keeps its dependencies while it reads the same sources in the same order.
@Suite struct DependencyListTests {
  final class Source {
    /// The dependencies of all readers on this source.
    var dependents = DependentList<SourceDependency>()
  }

  final class SourceDependency: ObservedDependency {
    let source: Source
    /// The index of this dependency in the source's `dependents`, which sets the index.
    var index = 0

    init(on source: Source) { self.source = source }

    func end() { source.dependents.remove(self) }
  }

  /// A reader that counts the dependencies that it creates.
  final class Reader {
    var list = DependencyList<SourceDependency>()
    var createdCount = 0

    func read(_ sources: [Source]) {
      list.begin()
      for source in sources {
        list.recordRead(of: source) {
          createdCount += 1
          let dependency = SourceDependency(on: source)
          source.dependents.add(dependency)
          return dependency
        }
      }
      list.end()
    }
  }

  @Test func `reading the same sources in the same order creates no dependency`() {
    let (first, second) = (Source(), Source())
    let reader = Reader()
    reader.read([first, second, first])
    #expect(reader.createdCount == 2)
    reader.read([first, second, first])
    #expect(reader.createdCount == 2)
    #expect(first.dependents.dependencies.count == 1 && second.dependents.dependencies.count == 1)
  }

  @Test func `a reader has no dependency on sources that it no longer reads`() {
    let (first, second, third) = (Source(), Source(), Source())
    let reader = Reader()
    reader.read([first, second, third])
    // When the reader no longer reads the second source
    reader.read([first, third])
    #expect(second.dependents.dependencies.isEmpty)
    #expect(first.dependents.dependencies.count == 1 && third.dependents.dependencies.count == 1)
    // When the reader reads only the first source
    reader.read([first])
    #expect(reader.list.onlySource === first)
    #expect(third.dependents.dependencies.isEmpty)
    // When the reader ends all dependencies
    reader.list.removeAll()
    #expect(reader.list.isEmpty && first.dependents.dependencies.isEmpty)
  }

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]])
  func `readers of one source end their dependencies in any order`(order: [Int]) {
    // Given four readers of one source. `order` contains their positions
    let source = Source()
    let readers = (0..<4).map { _ in Reader() }
    for reader in readers { reader.read([source]) }
    for (earlierCount, position) in order.enumerated() {
      // When one more reader ends its dependencies
      readers[position].list.removeAll()
      // Then the source keeps the dependencies of the other readers, each at its index
      #expect(source.dependents.dependencies.count == readers.count - earlierCount - 1)
      #expect(source.dependents.dependencies.enumerated().allSatisfy { $0.offset == $0.element.index })
    }
  }
}
