package import Foundation

/// The values by which a server recognizes that a feed is unchanged. The server sends them with a feed, and the next
/// request contains them.
package struct FeedValidators: Hashable, Sendable, Codable {
  /// The entity tag, or `nil` if the server sent none.
  package var etag: String?
  /// The date of the last change, or `nil` if the server sent none.
  package var lastModified: String?

  package init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// A conditional request for a feed.
package struct FeedRequest: Hashable, Sendable {
  package var url: URL
  /// The validators of the last answer. Without validators the server sends the complete feed.
  package var validators: FeedValidators
  /// The hash of the last received document, or empty if there is none. A document with the same hash is not parsed.
  package var hash: String
  /// Whether a redirect of the feed, or an address in the feed, may lead from the web to a private network. `true` only
  /// if the user has confirmed this.
  package var allowsPrivateNetwork: Bool
  /// The address of the feed that contains `url`, or `nil` if the user entered `url`. If a feed on the web contains an
  /// address in a private network, and ``allowsPrivateNetwork`` is `false`, the request fails with
  /// ``FeedError/redirectsToPrivateNetwork(host:)``, as after a redirect.
  package var referrer: URL?

  package init(
    url: URL, validators: FeedValidators = FeedValidators(), hash: String = "", allowsPrivateNetwork: Bool = false,
    referrer: URL? = nil
  ) {
    self.url = url
    self.validators = validators
    self.hash = hash
    self.allowsPrivateNetwork = allowsPrivateNetwork
    self.referrer = referrer
  }
}

/// The answer to a ``FeedRequest``.
package struct FeedResponse: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The server answered with HTTP 304, or the document has the hash of the request.
    case unchanged
    /// The content of a new document, and the document's hash (SHA-256, in hexadecimal digits).
    case podcast(Podcast, hash: String)
  }

  package var content: Content
  package var validators: FeedValidators
  /// The HTTP status. 0 for a feed that is a file.
  package var status: Int
  /// The new address of the feed, if there were redirects and all of them were permanent (HTTP 301 or 308).
  package var permanentURL: URL?
  /// The delay that the server requests before the next request (`Retry-After`, or `Cache-Control: max-age`).
  package var retryAfter: Duration?
  /// The repairs of the received document, one of each kind.
  package var repairs: [FeedRepair]
  /// Whether the feed was cut off. The content of such a feed has only the episodes that are complete.
  package var isPartial: Bool

  package init(
    content: Content, validators: FeedValidators = FeedValidators(), status: Int = 200, permanentURL: URL? = nil,
    retryAfter: Duration? = nil,
    repairs: [FeedRepair] = [], isPartial: Bool = false
  ) {
    self.content = content
    self.validators = validators
    self.status = status
    self.permanentURL = permanentURL
    self.retryAfter = retryAfter
    self.repairs = repairs
    self.isPartial = isPartial
  }
}

/// The result of the last refresh of a feed.
package enum FeedStatus: Hashable, Sendable, Codable {
  /// The feed has not been fetched since the show was added.
  case neverFetched
  /// The last refresh succeeded.
  case current
  /// The last refresh failed.
  case failed(FeedError)
  /// The feed was removed permanently (HTTP 410). It is refreshed only at the user's request.
  case gone
}

/// The values of a show that a refresh needs: the address of its feed, and the result of the last refresh.
package struct Subscription: Hashable, Sendable, Identifiable {
  package var id: Show.ID
  package var title: String
  package var feedURL: URL
  package var validators: FeedValidators
  /// The hash of the last received document. Empty if there is none.
  package var hash: String
  package var status: FeedStatus
  /// How many refreshes have failed in a row.
  package var failureCount: Int
  /// When the last refresh ended, with or without an error.
  package var lastRefreshedAt: Date?
  /// When the last refresh succeeded.
  package var lastSucceededAt: Date?
  /// When the next refresh is due. `nil` means at once, or never if ``status`` is ``FeedStatus/gone``.
  package var nextDueAt: Date?
  /// The addresses that the feed had before, the newest first.
  package var formerURLs: [URL]
  /// The repairs of the feed when it was last read.
  package var repairs: [FeedRepair]
  /// Whether the feed was cut off when it was last read.
  package var isPartial: Bool
  /// The HTTP status of the last answer, or `nil` if there was none.
  package var httpStatus: Int?
  /// The new address of the feed in the last answer (``FeedResponse/permanentURL``). The feed has moved if the next
  /// answer has the same new address.
  package var permanentURL: URL?
  /// Whether a redirect of the feed, or an address in the feed, may lead from the web to a private network. `true` only
  /// if the user has confirmed this.
  package var allowsPrivateNetwork: Bool

  package init(
    id: Show.ID, title: String, feedURL: URL, validators: FeedValidators = FeedValidators(), hash: String = "",
    status: FeedStatus = .neverFetched,
    failureCount: Int = 0, lastRefreshedAt: Date? = nil, lastSucceededAt: Date? = nil, nextDueAt: Date? = nil,
    formerURLs: [URL] = [],
    repairs: [FeedRepair] = [], isPartial: Bool = false, httpStatus: Int? = nil, permanentURL: URL? = nil,
    allowsPrivateNetwork: Bool = false
  ) {
    self.id = id
    self.title = title
    self.feedURL = feedURL
    self.validators = validators
    self.hash = hash
    self.status = status
    self.failureCount = failureCount
    self.lastRefreshedAt = lastRefreshedAt
    self.lastSucceededAt = lastSucceededAt
    self.nextDueAt = nextDueAt
    self.formerURLs = formerURLs
    self.repairs = repairs
    self.isPartial = isPartial
    self.httpStatus = httpStatus
    self.permanentURL = permanentURL
    self.allowsPrivateNetwork = allowsPrivateNetwork
  }
}

/// The result of one refresh, before it is recorded in the library.
package struct RefreshOutcome: Hashable, Sendable {
  package var show: Show.ID
  /// When the refresh ended, with or without an error.
  package var endedAt: Date
  /// When the next refresh is due. `nil` means at once, or never if the feed is gone.
  package var nextDueAt: Date?
  package var result: Result<FeedResponse, FeedError>
  /// The new address of the feed, if the feed has moved and the move was confirmed.
  package var movedTo: URL?

  package init(
    show: Show.ID, endedAt: Date, nextDueAt: Date?, result: Result<FeedResponse, FeedError>, movedTo: URL? = nil
  ) {
    self.show = show
    self.endedAt = endedAt
    self.nextDueAt = nextDueAt
    self.result = result
    self.movedTo = movedTo
  }
}

/// The changes that a recorded refresh has made in the library.
package struct RecordedRefresh: Hashable, Sendable {
  /// The added episodes, the newest first.
  package var newEpisodes: [Episode.ID]
  /// Those of ``newEpisodes`` that are not older than the oldest episode that the show had before the refresh. Older
  /// ones belong to a back catalog. Empty if the show had no episodes before the refresh.
  package var arrivals: [Episode.ID]
  /// The episodes that were matched to an item of the feed with another `guid`.
  package var mergedEpisodes: [EpisodeMerge]

  package init(newEpisodes: [Episode.ID] = [], arrivals: [Episode.ID] = [], mergedEpisodes: [EpisodeMerge] = []) {
    self.newEpisodes = newEpisodes
    self.arrivals = arrivals
    self.mergedEpisodes = mergedEpisodes
  }
}

/// The merge of an episode of the library with an item of the feed that has another `guid`. The user can undo the
/// merge. Then the item becomes a separate episode.
package struct EpisodeMerge: Hashable, Sendable, Identifiable {
  package struct ID: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// Why an item with another `guid` is considered the same episode.
  package enum Evidence: String, Hashable, Sendable, Codable {
    /// The path of the audio is the same.
    case sameAudio
    /// The title is the same, and the date and the length are almost the same.
    case sameTitleDateAndLength
  }

  package var id: ID
  package var episode: Episode.ID
  /// The current title of the episode.
  package var title: String
  package var evidence: Evidence
  package var mergedAt: Date

  package init(id: ID, episode: Episode.ID, title: String, evidence: Evidence, mergedAt: Date) {
    self.id = id
    self.episode = episode
    self.title = title
    self.evidence = evidence
    self.mergedAt = mergedAt
  }
}

/// A feed to which a web page links.
package struct DiscoveredFeed: Hashable, Sendable, Identifiable {
  package var url: URL
  /// The title of the link. Empty if the link has none.
  package var title: String

  package var id: URL { url }

  package init(url: URL, title: String = "") {
    self.url = url
    self.title = title
  }
}
