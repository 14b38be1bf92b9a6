internal import Presentation

/// A dependency, or a closure of one, that was used in a test which has not replaced it.
///
/// `@DependencyClient` and the test values of the library's dependencies report it. A closure that throws also throws it.
public struct UnimplementedDependency: Error, Hashable, CustomStringConvertible {
  /// The dependency, such as `uuid` or `FactClient.fetch`.
  public let name: String

  /// Names a dependency that has no implementation.
  public init(_ name: String) {
    self.name = name
  }

  /// Reports that the dependency was used, as a `Misuse`. In a `TestStore` the test fails.
  ///
  /// - Parameters:
  ///   - fileID: The file of the dependency.
  ///   - line: The line of the dependency.
  public func report(fileID: StaticString = #fileID, line: UInt = #line) {
    Misuse("\(description) Replace the dependency with “withDependencies”.", fileID: fileID, line: line).report()
  }

  /// The name, and the reason.
  public var description: String { "“\(name)” was used, but it is not implemented here." }
}
