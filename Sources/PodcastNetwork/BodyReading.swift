import Foundation
import Podcasts

/// Reads the body of a transfer, piece by piece, off the main actor.
protocol BodyReading: Actor {
  /// The content of a body.
  associatedtype Content: Sendable

  /// Processes the next piece. Throws an error to end the transfer.
  func read(_ chunk: Data) async throws(FeedError)

  /// Whether the received part of a body is used if the connection breaks or the server stalls. If `false`, the
  /// transfer throws the error of the interruption. A body that ends before its announced length (`.truncated`) is
  /// passed to ``finish(isCut:)`` regardless of this property.
  nonisolated var keepsPart: Bool { get }

  /// Whether enough of the body was read. The transfer ends as soon as this is `true`.
  var isSatisfied: Bool { get }

  /// Called after the last piece. Returns the content of the body.
  ///
  /// - Parameter isCut: Whether the body was cut off: it ended before its announced length, or the transfer was
  ///   interrupted. `false` if the transfer ended because of ``isSatisfied``.
  func finish(isCut: Bool) async throws(FeedError) -> Content
}

extension BodyReading {
  nonisolated var keepsPart: Bool { false }
  var isSatisfied: Bool { false }
}
