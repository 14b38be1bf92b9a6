// The files `…Client+Live.swift` create the clients of PodcastNetwork for the program.
import Foundation
package import Podcasts

extension TransferLimits {
  /// The limits of a feed. The idle limit is short, so that a silent host does not delay a refresh of hundreds of
  /// feeds.
  package static let feed = TransferLimits(idle: .seconds(20))
}

extension FeedClient {
  /// Returns a client that fetches feeds from the network, through libsoup, and reads them from files.
  ///
  /// All transfers run on the thread of `NetworkActor`. The desktop's proxy and certificate settings apply. Between
  /// fetches, the client keeps only open connections. They are closed when the client is deallocated.
  ///
  /// Relative addresses in a feed are resolved against the feed's address after all redirects. An address on the web,
  /// that is, outside of private networks, must not redirect to a private network. An address that a document on the
  /// web contains must not be in a private network. Both are allowed if the request's `allowsPrivateNetwork` is `true`.
  /// If an HTTPS address redirects to an HTTP address, the target is requested over HTTPS.
  ///
  /// A page of Apple Podcasts is not fetched: `fetch` and `refresh` throw `.webPage`, and `discover` looks up the show
  /// in Apple's directory.
  ///
  /// If an address contains a user name and a password, they are sent to its server after an answer of 401, and to no
  /// other server. `resolve` stores them with `credentials`, and returns the address without them.
  ///
  /// - Parameters:
  ///   - limits: The limits of a feed.
  ///   - version: The program's version, for the user agent, `Podcaster/VERSION`.
  ///   - queue: The queue of the program's short transfers.
  ///   - credentials: Stores credentials, and finds them after an answer of 401. See
  ///     ``CredentialsClient/remembering(_:)``.
  ///   - apple: Apple's directory, which contains the feed address of each show on Apple Podcasts.
  package static func live(
    limits: TransferLimits = .feed, version: String, queue: TransferQueue = TransferQueue(),
    credentials: CredentialsClient = .remembering(.unavailable), apple: DirectoryServer = .apple
  ) -> FeedClient {
    let session = HTTPSession(userAgent: "Podcaster/\(version)", kind: .feed, queue: queue, credentials: credentials)
    let network = FeedNetwork(session: session, limits: limits, apple: apple)
    return FeedClient(
      resolve: { address throws(FeedError) in
        try await network.storingCredentials(of: FeedAddressResolver.resolve(address))
      },
      fetch: { feed throws(FeedError) in try await network.fetch(feed) },
      refresh: { request throws(FeedError) in try await network.refresh(request) },
      discover: { page throws(FeedError) in try await network.discover(page) })
  }
}
