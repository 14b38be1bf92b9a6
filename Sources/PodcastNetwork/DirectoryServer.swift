package import Foundation
package import Podcasts

/// A directory of podcasts, and its address.
package enum DirectoryServer: Hashable, Sendable {
  /// Apple's directory. `base` is the address of its iTunes Search API.
  case iTunes(base: URL)
  /// The directory of fyyd.de. `base` is the address of its API.
  case fyyd(base: URL)
  /// A server with Podcast Index's protocol. `base` is the address of its API. The server has issued the key and the
  /// secret.
  case podcastIndex(base: URL, key: String, secret: String)

  /// Apple's own server.
  package static let apple = DirectoryServer.iTunes(base: URL(string: "https://itunes.apple.com")!)
  /// fyyd's own server.
  package static let fyydDotDe = DirectoryServer.fyyd(base: URL(string: "https://api.fyyd.de")!)

  /// The name in the settings and in `DirectorySearch.failures`.
  package var name: String {
    switch self {
    case .iTunes: "iTunes"
    case .fyyd: "fyyd"
    case .podcastIndex: "Podcast Index"
    }
  }

  /// Returns the directories that are selected in the settings. Podcast Index is omitted unless the settings contain
  /// its address, a key and a secret.
  package static func selected(in preferences: Preferences) -> [DirectoryServer] {
    var servers: [DirectoryServer] = [.apple, .fyydDotDe]
    if let base = WebAddress.url(preferences.podcastIndexServer), !preferences.podcastIndexKey.isEmpty,
      !preferences.podcastIndexSecret.isEmpty
    {
      servers.append(
        .podcastIndex(base: base, key: preferences.podcastIndexKey, secret: preferences.podcastIndexSecret))
    }
    return servers.filter { preferences.directories.contains($0.name) }
  }

  /// Returns the request for a search. `time` is the present time, which is a part of the signature for Podcast Index.
  func request(for words: String, at time: Date) -> HTTPRequest {
    switch self {
    case .iTunes(let base):
      return HTTPRequest(Self.address(base, "search", ["media": "podcast", "limit": "50", "term": words]))
    case .fyyd(let base):
      return HTTPRequest(Self.address(base, "0.2/search/podcast", ["title": words]))
    case .podcastIndex(let base, let key, let secret):
      var request = HTTPRequest(Self.address(base, "api/1.0/search/byterm", ["q": words]))
      let date = String(Int64(time.timeIntervalSince1970))
      request.secretHeaders = [
        "X-Auth-Key": key, "X-Auth-Date": date,
        "Authorization": Checksum.hexadecimalHash(of: key + secret + date, .sha1),
      ]
      return request
    }
  }

  /// Returns the shows of an answer, in the order of the answer. Entries that cannot be read, or that have no address
  /// of a feed, are skipped. Throws `.notAFeed` if the whole answer cannot be read.
  func results(in answer: [UInt8]) throws(FeedError) -> [DirectoryResult] {
    do {
      let decoder = JSONDecoder()
      let data = Data(answer)
      return switch self {
      case .iTunes: try decoder.decode(ITunesAnswer.self, from: data).results.values.compactMap(\.result)
      case .fyyd: try decoder.decode(FyydAnswer.self, from: data).data.values.compactMap(\.result)
      case .podcastIndex: try decoder.decode(PodcastIndexAnswer.self, from: data).feeds.values.compactMap(\.result)
      }
    } catch {
      throw .notAFeed(reason: "The directory's answer cannot be read.")
    }
  }

  /// Returns the address of a path below `base`, with a query. The fields of the query are sorted, so that the address
  /// is always the same.
  static func address(_ base: URL, _ path: String, _ query: [String: String]) -> URL {
    var components = URLComponents(url: base.appending(path: path), resolvingAgainstBaseURL: true) ?? URLComponents()
    components.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    // A plus sign means a space in a query, and Foundation does not encode it.
    components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
    return components.url ?? base
  }
}
