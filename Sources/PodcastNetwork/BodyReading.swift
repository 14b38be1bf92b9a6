import Foundation
import Podcasts

/// Takes what a transfer brings, piece by piece, off the main actor.
protocol BodyReading: Actor {
  /// What the pieces make together.
  associatedtype Content: Sendable

  /// Takes the next piece. Throws as soon as no more is wanted.
  func read(_ chunk: Data) throws(FeedError)

  /// Whether the rest is not needed.
  var isSatisfied: Bool { get }

  /// What they make, once there are no more.
  func finish() throws(FeedError) -> Content
}

extension BodyReading {
  var isSatisfied: Bool { false }
}
