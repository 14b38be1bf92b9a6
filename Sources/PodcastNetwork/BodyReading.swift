import Foundation
import Podcasts

/// Reads the body of a transfer, piece by piece, off the main actor.
protocol BodyReading: Actor {
  /// The content of a body.
  associatedtype Content: Sendable

  /// Takes the next piece. Throws as soon as no more is wanted.
  func read(_ chunk: Data) async throws(FeedError)

  /// Whether the part of a body that arrived is of use if the connection breaks or the server falls silent.
  nonisolated var keepsPart: Bool { get }

  /// Whether the rest is not needed.
  var isSatisfied: Bool { get }

  /// Returns the content after the last piece. `isCut`: the connection ended before the body did.
  func finish(isCut: Bool) async throws(FeedError) -> Content
}

extension BodyReading {
  nonisolated var keepsPart: Bool { false }
  var isSatisfied: Bool { false }
}
