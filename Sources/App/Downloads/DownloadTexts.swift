package import Foundation
package import Podcasts
package import Presentation

/// The texts of downloads.
package enum DownloadTexts {
  /// Returns a size as text, such as `12.3 MB`.
  package static func size(_ byteCount: Int64, _ locale: Locale) -> String {
    byteCount.formatted(.byteCount(style: .file).locale(locale))
  }

  /// Returns the state of a download, with the known sizes, such as “Downloading, 3 MB of 12 MB”.
  static func text(of download: Download, _ locale: Locale) -> TextState {
    switch download.state {
    case .waiting: TextState("Waiting for Download")
    case .downloading(let progress): textWhileDownloading(progress, locale)
    case .paused(let progress) where progress.received == 0: TextState("Download Stopped")
    case .paused(let progress): TextState("Download Stopped at \(size(progress.received, locale))")
    case .failed(let error, _): error.title
    case .complete(_, let byteCount): TextState("Downloaded, \(size(byteCount, locale))")
    }
  }

  private static func textWhileDownloading(_ progress: Download.Progress, _ locale: Locale) -> TextState {
    guard let total = progress.total else { return TextState("Downloading, \(size(progress.received, locale))") }
    return TextState("Downloading, \(size(progress.received, locale)) of \(size(total, locale))")
  }
}

extension DownloadError: UserFacingError {
  package var title: TextState {
    switch self {
    case .notAnAddress: TextState("The Episode Has No Audio Address")
    case .notFound: TextState("The Audio Is No Longer There")
    case .refused: TextState("The Server Refuses the Download")
    case .unauthorized: TextState("The Server Wants a Password")
    case .unreachable: TextState("The Server Cannot Be Reached")
    case .untrusted: TextState("The Server Cannot Be Trusted")
    case .timedOut: TextState("The Server Is Too Slow")
    case .busy: TextState("The Server Is Busy")
    case .serverError(let status): TextState("The Server Reported an Error (\(status))")
    case .redirectsNowhere: TextState("The Address Leads Nowhere")
    case .webPage: TextState("The Server Sent a Web Page")
    case .empty: TextState("The Audio File Is Empty")
    case .cutOff: TextState("The Download Was Cut Off")
    case .contradictoryServer: TextState("The Server’s Answers Contradict Each Other")
    case .diskFull: TextState("The Disk Is Full")
    case .notWritable: TextState("The Download Cannot Be Saved")
    case .fileMissing: TextState("The Downloaded File Is Gone")
    case .library: TextState("The Download Could Not Be Recorded")
    }
  }

  package var message: TextState {
    switch self {
    case .notAnAddress, .notFound, .redirectsNowhere, .empty:
      TextState("Refresh the podcast: its feed may have another address by now.")
    case .refused(let host):
      TextState("“\(host)” does not give this file away. Try again later, or listen on the website.")
    case .unauthorized(let host):
      TextState("“\(host)” asks for a name and a password. Subscribe again with them in the address of the feed.")
    case .unreachable(let host, _):
      TextState("“\(host)” does not answer. Check the connection, then try again. The received part is kept.")
    case .untrusted(let host):
      TextState("The certificate of “\(host)” is not valid. Check the date of this computer, or try another network.")
    case .timedOut(let host): TextState("“\(host)” sends too little. Try again later. The received part is kept.")
    case .busy(let host): TextState("“\(host)” asks to come back later.")
    case .serverError: TextState("Try again later.")
    case .webPage: TextState("A network may want you to log in first. Open a web page in the browser, then try again.")
    case .cutOff: TextState("Try again. The received part is kept.")
    case .contradictoryServer: TextState("The file may have changed during the download. Try again later.")
    case .diskFull: TextState("Make room on the disk, then try again. The received part is kept.")
    case .notWritable(let path, _): TextState("“\(path)” cannot be written. Change its permissions, then try again.")
    case .fileMissing: TextState("Somebody moved or changed it. Download it again.")
    case .library(let reason): TextState("The library could not be written: \(reason)")
    }
  }
}
