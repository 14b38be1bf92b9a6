internal import Presentation

/// The error of a dependency, or of a closure of a client, that was used in a test but not replaced.
///
/// This error is reported by the closures that `@DependencyClient` generates, and by the test values of the library's
/// dependencies. A generated closure also throws it, if the closure can throw any error and has no initial value.
public struct UnimplementedDependency: Error, Hashable, CustomStringConvertible {
  /// The name of the dependency, such as `uuid` or `FactClient.fetch`.
  public let name: String

  /// Creates the error of a dependency.
  public init(_ name: String) {
    self.name = name
  }

  /// Reports the use of the dependency as a `Misuse`. In a feature of a `TestStore`, the report fails the test.
  ///
  /// - Parameters:
  ///   - fileID: The reported file. The default is the caller's.
  ///   - line: The reported line. The default is the caller's.
  public func report(fileID: StaticString = #fileID, line: UInt = #line) {
    Misuse("\(description) Replace the dependency with “withDependencies”.", fileID: fileID, line: line).report()
  }

  /// The name of the dependency, and the reason for the report.
  public var description: String { "“\(name)” was used, but it is not implemented here." }
}
