package import AppFeatures
package import Podcasts
import Presentation

/// The failure of a command.
package enum CommandFailure: Error, Hashable, Sendable {
  /// A feed could not be fetched or read.
  case feed(FeedError)
  /// The library could not be read or written.
  case library(LibraryError)
  /// A file could not be imported or exported.
  case file(ImportFeature.Failure)
  /// No show has this number, address or name.
  case noShow(String)
  /// Several shows have exactly this name, or no show has exactly this name and the names of several shows contain it.
  case severalShows(String)
  /// A web page links to several feeds.
  case severalFeeds
  /// The program with the player could not be started or reached, or it refused the command.
  case player(RemotePlayerError)
  /// No episode has this number, or the queue does not contain the episode with this number.
  case noEpisode(Int64)
  /// There is no episode in the player. For the command `toggle`, the queue is empty, too.
  case nothingToPlay
  /// No episode follows the one in the player.
  case nothingNext
  /// The place in the episode cannot be set, because its length is not known.
  case cannotSeek

  /// The message for the user, in one line.
  package var message: String {
    switch self {
    case .feed(let error): "\(error.title.description). \(error.message.description)"
    case .library(let error): "\(error.title.description). \(error.message.description)"
    case .file(let error): "\(error.title.description). \(error.message.description)"
    case .noShow(let name): "There is no podcast “\(name)” in the library. “podcaster list” shows their numbers."
    case .severalShows(let name): "Several podcasts are called “\(name)”. Use the number that “podcaster list” shows."
    case .severalFeeds: "This web page links to several feeds. Subscribe to one of them by its address."
    case .player(let error): error.message
    case .noEpisode(let number):
      "There is no episode \(number). “podcaster show” and “podcaster search” write the numbers of episodes."
    case .nothingToPlay: "There is no episode in the player. Play one with “podcaster play NUMBER”."
    case .nothingNext: "The queue is empty. Add an episode with “podcaster queue add NUMBER”."
    case .cannotSeek:
      "The place cannot be set, because the length of the episode is not known yet. Play the episode, and try again."
    }
  }

  /// The exit status of the process.
  package var exit: CommandExit {
    switch self {
    case .feed(let error): error.exit
    case .library(.notFound), .noShow, .noEpisode, .nothingToPlay, .nothingNext: .notFound
    case .player, .cannotSeek: .unavailable
    case .library: .inputOutput
    case .severalShows, .severalFeeds: .usage
    case .file(.opml(let error)): error.exit
    // `player` is here another program, whose library is imported.
    case .file(.player(let error)): error.exit
    case .file(.library(let error)): CommandFailure.library(error).exit
    }
  }
}

extension FeedError {
  fileprivate var exit: CommandExit {
    switch self {
    case .notAnAddress: .usage
    case .notFound, .emptyFolder, .gone: .notFound
    case .permissionDenied: .inputOutput
    case .webPage, .notAFeed, .truncated, .hostile, .noEpisodes, .tooLarge: .badData
    case .unreachable, .untrusted, .unauthorized, .busy, .redirectsToPrivateNetwork, .serverError, .timedOut,
      .tooManyRedirects,
      .redirectsNowhere, .cancelled:
      .unavailable
    }
  }
}

extension OPMLError {
  fileprivate var exit: CommandExit {
    switch self {
    case .notFound: .notFound
    case .permissionDenied, .notWritten: .inputOutput
    case .notOPML, .tooLarge: .badData
    }
  }
}

extension ImportError {
  fileprivate var exit: CommandExit {
    switch self {
    case .notFound: .notFound
    case .permissionDenied: .inputOutput
    case .notRecognized, .damaged: .badData
    case .library(let error): CommandFailure.library(error).exit
    }
  }
}

extension RemotePlayerError {
  fileprivate var message: String {
    switch self {
    case .noBus(let reason): "There is no session bus to reach the program on: \(reason)"
    case .notRunning: "Podcaster is not running. “podcaster play” starts it."
    case .notStarted: "Podcaster could not be started. Start “podcaster” in a terminal to see why."
    case .failed(let reason): "Podcaster did not carry out the request: \(reason)"
    }
  }
}
