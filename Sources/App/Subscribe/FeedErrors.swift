import Foundation
package import Podcasts
package import Presentation

extension FeedError: UserFacingError {
  /// A short title of the problem.
  package var title: TextState {
    switch self {
    case .notAnAddress: TextState("This Is Not an Address")
    case .notFound: TextState("The Feed Was Not Found")
    case .emptyFolder: TextState("There Is No Feed in This Folder")
    case .permissionDenied: TextState("This File May Not Be Read")
    case .unreachable: TextState("The Feed Cannot Be Reached")
    case .untrusted: TextState("This Server Cannot Be Trusted")
    case .unauthorized, .serverError(status: 401), .serverError(status: 403): TextState("This Feed Is Not Public")
    case .gone: TextState("This Podcast Has Ended")
    case .busy: TextState("The Server Is Busy")
    case .redirectsToPrivateNetwork: TextState("This Address Leads Into Your Own Network")
    case .serverError(status: ..<400): TextState("The Server Gave an Unexpected Answer")
    case .serverError: TextState("The Server Has a Problem")
    case .timedOut: TextState("The Feed Took Too Long")
    case .tooLarge: TextState("This Feed Is Too Large")
    case .tooManyRedirects: TextState("This Address Goes in Circles")
    case .redirectsNowhere: TextState("This Address Leads Nowhere")
    case .webPage: TextState("This Is a Web Page, Not a Podcast Feed")
    case .notAFeed: TextState("This Is Not a Podcast Feed")
    case .truncated: TextState("The Feed Is Not Complete")
    case .hostile: TextState("This Feed Is Not Safe")
    case .noEpisodes: TextState("There Is Nothing to Play in This Feed")
    case .cancelled: TextState("The Podcast Was Not Added")
    }
  }

  /// A message with the remedy.
  package var message: TextState {
    switch self {
    case .notAnAddress:
      TextState("Type the address of a podcast's feed, such as https://example.org/feed.xml, or the path of a file.")
    case .notFound(let url):
      TextState(
        "There is nothing at “\(url.shownAddress)”. Check the address for mistakes, or look for the new one on the podcast's website."
      )
    case .unauthorized: Self.message(forStatus: 401)
    case .gone(let url):
      TextState(
        "Its feed at “\(url.shownAddress)” was taken away for good. Look for another one on the podcast's website.")
    case .busy(let host, _):
      TextState("“\(host)” asks to come back later. It is tried again by itself.")
    case .redirectsToPrivateNetwork(let host):
      TextState("It points to “\(host)”, which is in your own network. Add that address itself if you trust it.")
    case .emptyFolder(let url):
      TextState("“\(url.shownAddress)” has no podcast feed in it. Choose another folder, or a feed file.")
    case .permissionDenied(let url):
      TextState("You are not allowed to read “\(url.shownAddress)”. Change its permissions, then try again.")
    case .unreachable(let host, _):
      TextState("“\(host)” did not answer. Check the address and your internet connection, then try again.")
    case .untrusted(let host):
      TextState(
        "The certificate of “\(host)” is not valid. Check your computer's date and that you are on a network that you trust."
      )
    case .serverError(let status): Self.message(forStatus: status)
    case .timedOut(let host):
      TextState("“\(host)” answered too slowly. Try again later, or over a faster connection.")
    case .tooLarge(let limit):
      TextState(
        "Feeds of more than \(limit / 1_000_000) MB are not read. Check that the address is the feed's, and not an episode's."
      )
    case .tooManyRedirects:
      TextState(
        "The server sends from one address to the next without an end. Look for another address on the podcast's website."
      )
    case .redirectsNowhere:
      TextState(
        "The server points to a place that is not on the web. Look for another address on the podcast's website.")
    case .webPage:
      TextState(
        "Look on the page for a link to RSS, and add its address. If it asks you to sign in to a network, do that first."
      )
    case .notAFeed:
      TextState(
        "What is at this address is in another format. Look for the address of the feed on the podcast's website.")
    case .truncated:
      TextState("It was cut off before its end, so nothing of it was used. Try again.")
    case .hostile:
      TextState(
        "It is built in a way that can harm programs, so it was not read. Ask the podcast's makers to repair it.")
    case .noEpisodes(let title):
      TextState("“\(title)” has no episode with audio. Check that it is the feed of a podcast.")
    case .cancelled:
      TextState("Adding it was stopped. Add it again to go on.")
    }
  }

  /// Returns the message for the status of an HTTP answer without a feed.
  private static func message(forStatus status: Int) -> TextState {
    switch status {
    case 401, 403:
      TextState("Its server asks for a password or a membership. Look for a public address on the podcast's website.")
    case ..<400:
      TextState(
        "It answered with code \(status) in place of a feed. Check the address, or look for another one on the podcast's website."
      )
    default: TextState("Its answer was error \(status). Try again later.")
    }
  }
}
