import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation

/// A program with everything around it faked, as most of these tests begin.
@MainActor
final class World {
  let libraryFile: FakeLibrary
  let feeds = FakeFeeds()
  let sound = FakePlayer()
  let clients: AppClients
  /// What was written down for whoever looks for the cause.
  let logged = Recorded<[String]>([])
  /// What a feature told the listener, where the test made the feature by itself.
  private(set) var reported: [String] = []

  init(shows: [Show] = [], episodes: [Show.ID: [Episode]] = [:]) {
    libraryFile = FakeLibrary(shows: shows, episodes: episodes)
    clients = AppClients(
      library: libraryFile.client, feeds: feeds.client, player: sound.client, locale: Locale(identifier: "en_US"),
      log: { [logged] message in logged.change { $0.append(message) } })
  }

  /// Two shows; the first has three episodes, the second has one.
  static func withTwoShows() -> World {
    World(
      shows: [.sample(1), .sample(2)],
      episodes: [
        Show.ID(rawValue: 1): [.sample(13), .sample(12), .sample(11)],
        Show.ID(rawValue: 2): [.sample(21, of: 2)],
      ])
  }

  func report(_ error: any TellableError) {
    reported.append(error.title.description)
  }

  func makePlayer() -> PlayerFeature {
    let player = PlayerFeature(clients: clients, report: report)
    player.launched()
    return player
  }

  func makeApp(sampleShow: URL? = nil) -> AppFeature {
    AppFeature(clients: clients, sampleShow: sampleShow)
  }
}

extension AlertState {
  /// The title as English has it.
  var titleText: String { title.description }
  /// The message as English has it.
  var messageText: String { message?.description ?? "" }
}
