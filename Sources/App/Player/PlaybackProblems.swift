package import Podcasts
package import Presentation

extension PlaybackError: UserFacingError {
  /// A short title of the problem.
  package var title: TextState {
    switch self {
    case .notFound: TextState("This Episode Was Not Found")
    case .unreachable: TextState("This Episode Cannot Be Reached")
    case .wholeFileOnly: TextState("This Episode Must Be Downloaded")
    case .notAllowed: TextState("This Episode May Not Be Played")
    case .missingDecoder: TextState("A Decoder Is Missing")
    case .notAudio: TextState("This Episode Is Not Audio")
    case .endedEarly: TextState("This Episode Ended Too Early")
    case .noSoundDevice: TextState("There Is No Sound Device")
    case .failed: TextState("This Episode Cannot Be Played")
    }
  }

  /// The reason for the problem, and the remedy.
  package var message: TextState {
    switch self {
    case .notFound:
      TextState(
        "Its audio is no longer at the address that the feed gives. Refresh the podcast to get its new address.")
    case .unreachable:
      TextState(
        "The server did not answer, or the connection broke. Check your internet connection, then play it again.")
    case .wholeFileOnly:
      TextState(
        "Its server gives only the whole file, and the download did not end. See the page of the downloads, then play it again."
      )
    case .notAllowed:
      TextState(
        "The server or the disk does not let you read its audio. Look on the podcast's website for what is needed.")
    case .missingDecoder(let format, let package):
      TextState("This computer cannot play \(format). Install the package \(package), then start the program again.")
    case .notAudio:
      TextState("What is at its address is damaged, or no audio. Try again later, or play another episode.")
    case .endedEarly:
      TextState(
        "The server stopped sending it, or the file is not complete. Your place was kept. Play it again to go on.")
    case .noSoundDevice: TextState("Connect speakers or headphones, and check the sound settings, then play it again.")
    case .failed: TextState("Play it again. If that does not help, start the program in a terminal to see more.")
    }
  }
}
