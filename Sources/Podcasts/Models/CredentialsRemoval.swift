package import Foundation

extension URL {
  /// Returns the address without its user name and password, and the credentials. The credentials are `nil` if the name
  /// and the password are missing or empty.
  package func splittingCredentials() -> (bare: URL, credentials: Credentials?) {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      parts.user != nil || parts.password != nil
    else {
      return (self, nil)
    }
    let credentials = Credentials(user: parts.user ?? "", password: parts.password ?? "")
    parts.user = nil
    parts.password = nil
    guard let bare = parts.url else { return (self, nil) }
    return (bare, credentials.user.isEmpty && credentials.password.isEmpty ? nil : credentials)
  }
}

/// Removes the user names and passwords from the addresses in a feed, and collects them.
///
/// The library must not contain passwords. `PodcastNetwork` stores the collected credentials with
/// ``CredentialsClient``.
package struct CredentialsRemoval {
  /// The removed credentials. The key is the address that contained them, now without credentials. There is one entry
  /// for each server: the credentials that were found first.
  package private(set) var removed: [URL: Credentials] = [:]
  /// The servers in ``removed``, each as `scheme://host:port`. The port is 0 if the address does not contain one.
  private var servers: Set<String> = []

  package init() {}

  /// Removes the credentials from an `http` or `https` address. Addresses with other schemes are not changed.
  package mutating func remove(from url: inout URL) {
    // Parsing an address is slow. An address with credentials contains `@`, and most addresses do not.
    guard url.absoluteString.utf8.contains(UInt8(ascii: "@")), ["http", "https"].contains(url.scheme?.lowercased())
    else { return }
    let (bare, credentials) = url.splittingCredentials()
    url = bare
    guard let credentials else { return }
    let server = "\(bare.scheme ?? "")://\(bare.host()?.lowercased() ?? ""):\(bare.port ?? 0)"
    if servers.insert(server).inserted { removed[bare] = credentials }
  }

  /// Removes the credentials from an optional address. Does nothing for `nil`.
  package mutating func remove(from url: inout URL?) {
    guard var address = url else { return }
    remove(from: &address)
    url = address
  }

  /// Removes the credentials from all addresses of a show and of its items.
  package mutating func remove(from podcast: inout Podcast) {
    remove(from: &podcast.artworkURL)
    remove(from: &podcast.websiteURL)
    remove(from: &podcast.details)
    for index in podcast.items.indices { remove(from: &podcast.items[index]) }
  }

  /// Removes the credentials from all addresses of an item. If the `guid` is the address of the audio, the `guid` is
  /// changed, too.
  package mutating func remove(from item: inout Podcast.Item) {
    let isGUIDAudioAddress = item.guid == item.enclosure.url.absoluteString
    remove(from: &item.enclosure.url)
    if isGUIDAudioAddress { item.guid = item.enclosure.url.absoluteString }
    remove(from: &item.artworkURL)
    remove(from: &item.details)
  }

  /// Removes the credentials from the addresses in the details of a show.
  package mutating func remove(from details: inout PodcastDetails) {
    remove(from: &details.newFeedURL)
    remove(from: &details.nextPageURL)
    remove(from: &details.selfURL)
    for index in details.funding.indices { remove(from: &details.funding[index].url) }
    remove(from: &details.people)
  }

  /// Removes the credentials from the addresses in the details of an episode.
  package mutating func remove(from details: inout EpisodeDetails) {
    remove(from: &details.websiteURL)
    remove(from: &details.chaptersURL)
    remove(from: &details.people)
    for index in details.chapters.indices {
      remove(from: &details.chapters[index].websiteURL)
      remove(from: &details.chapters[index].pictureURL)
    }
    for index in details.transcripts.indices { remove(from: &details.transcripts[index].url) }
    for index in details.alternateEnclosures.indices { remove(from: &details.alternateEnclosures[index].url) }
    for index in details.funding.indices { remove(from: &details.funding[index].url) }
  }

  private mutating func remove(from people: inout [FeedPerson]) {
    for index in people.indices {
      remove(from: &people[index].pictureURL)
      remove(from: &people[index].websiteURL)
    }
  }
}
