public import Foundation
public import ReducerStore

/// Opens an address in the user's default program, such as the browser. A feature declares `@Dependency(\.openURL) var
/// openURL`, and its effect calls `await openURL(url)`.
///
/// ```swift
/// case .websiteButtonTapped(let address):
///   return .run { _ in await openURL(address) }
/// ```
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates a value that opens addresses by calling a closure. The closure returns whether the address was opened.
  public init(handler: @escaping @Sendable (URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens an address.
  ///
  /// - Returns: Whether the address was opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool { await handler(url) }
}

extension OpenURLEffect {
  /// Opens addresses with the program `xdg-open`, which starts the default program of the desktop. An address counts as
  /// opened if `xdg-open` succeeds.
  fileprivate static let desktop = OpenURLEffect { url in
    await withCheckedContinuation { continuation in
      let program = Process()
      program.executableURL = URL(filePath: "/usr/bin/env")
      program.arguments = ["xdg-open", url.absoluteString]
      program.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
      do {
        try program.run()
      } catch {
        continuation.resume(returning: false)
      }
    }
  }
}

private enum OpenURLKey: DependencyKey {
  static let liveValue = OpenURLEffect.desktop
  static let testValue = OpenURLEffect { _ in
    UnimplementedDependency("openURL").report()
    return false
  }
}

extension DependencyValues {
  /// Opens an address in the user's default program. In a test that does not replace this dependency, each use is
  /// reported as a `Misuse`.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}
