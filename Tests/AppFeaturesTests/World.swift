import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStore

/// The fake dependencies of the app, and the values that they record.
@MainActor
final class World {
  /// The library in memory: shows, episodes and queue.
  let libraryFile: FakeLibrary
  let feeds = FakeFeeds()
  let opml = FakeOPML()
  /// The player, which records its commands and plays nothing.
  let sound = FakePlayer()
  let subscriptions = FakeSubscriptions()
  /// The settings of shows, with notifications of changes. ``provide(_:)`` does not use this object. A test of
  /// these settings sets the dependency `showSettings` to its client.
  let showSettings = FakeShowSettings()
  let credentials = FakeCredentials()
  /// The writes that are not done yet.
  let writes = PendingWrites()
  let downloads = FakeDownloads()
  /// The texts that the app has copied to the clipboard, in order.
  let copied = Recorded<[String]>([])
  /// The posted notifications about new episodes.
  let posted = Recorded<[EpisodeNotification]>([])
  /// The messages in the log.
  let logged = Recorded<[String]>([])

  init(shows: [Show] = [], episodes: [Show.ID: [Episode]] = [:]) {
    libraryFile = FakeLibrary(shows: shows, episodes: episodes)
  }

  /// Two shows. Show 1 has the episodes 13, 12 and 11, and show 2 has episode 21.
  static func withTwoShows() -> World {
    World(
      shows: [.sample(1), .sample(2)],
      episodes: [.sample(1): [.sample(13), .sample(12), .sample(11)], .sample(2): [.sample(21, of: 2)]])
  }

  /// Sets the fake dependencies of a store.
  func provide(_ dependencies: inout DependencyValues) {
    dependencies.library = libraryFile.client
    dependencies.episodes = libraryFile.episodesClient
    dependencies.queue = libraryFile.queueClient
    dependencies.notes = .plainText
    dependencies.chapters = .feedOnly
    dependencies.transcripts = .unavailable
    dependencies.copyText = { [copied] text in copied.change { $0.append(text) } }
    // One hour after the sample episodes were published.
    dependencies.now = { Date(timeIntervalSince1970: 1_790_003_600) }
    dependencies.feeds = feeds.client
    dependencies.opml = opml.client
    dependencies.player = sound.client
    dependencies.notifications = NotificationsClient(post: { [posted] notification in
      posted.change { $0.append(notification) }
    })
    dependencies.mediaControls = MediaControlsClient(update: { _ in }, commands: { AsyncStream { $0.finish() } })
    dependencies.locale = Locale(identifier: "en_US")
    dependencies.log = { [logged] message in logged.change { $0.append(message) } }
    dependencies.writes = writes
    dependencies.downloads = downloads.client
    dependencies.subscriptions = subscriptions.client
    dependencies.credentials = credentials.client
    // Without preferences, no show is refreshed automatically.
    dependencies.preferences = PreferencesClient(
      values: { AsyncStream { $0.finish() } }, save: { _ throws(PreferencesError) in })
    // The shows have no settings of their own.
    dependencies.showSettings = StoredShowSettings().client
  }

  /// Creates the store of the whole app.
  ///
  /// - Parameters:
  ///   - sampleShow: The address of the feed that the page of an empty library offers.
  ///   - replace: Replaces some of the fake dependencies.
  func makeProgram(
    sampleShow: URL? = nil, replace: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> StoreOf<AppFeature> {
    Store(initialState: AppFeature.State(sampleShow: sampleShow)) {
      AppFeature()
    } withDependencies: {
      self.provide(&$0)
      replace(&$0)
    }
  }
}

extension Show.ID {
  static func sample(_ number: Int64) -> Show.ID { Show.ID(rawValue: number) }
}

extension Episode.ID {
  static func sample(_ number: Int64) -> Episode.ID { Episode.ID(rawValue: number) }
}

extension AlertState {
  /// The title in English.
  var titleText: String { title.description }
  /// The message in English.
  var messageText: String { message?.description ?? "" }
}
