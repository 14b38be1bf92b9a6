package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The download of one episode, for the row of the episode. The reducer is empty, because ``DownloadsFeature`` performs
/// the actions of all rows.
@Reducer
package struct DownloadFeature {
  @ObservableState
  package struct State: Equatable, Identifiable {
    package var download: Download
    private let locale: Locale

    package init(download: Download, locale: Locale) {
      self.download = download
      self.locale = locale
    }

    package var id: Episode.ID { download.id }
    /// Why the download failed, or `nil` if it did not.
    package var error: DownloadError? { if case .failed(let error, _) = download.state { error } else { nil } }
    /// The received part of the file, from 0 to 1. `nil` if nothing is being received, or if the file's size is not
    /// known.
    package var fraction: Double? {
      if case .downloading(let progress) = download.state { progress.fraction } else { nil }
    }
    /// A short text: `42%`, or the received size if the size of the file is not known. Empty if nothing is being
    /// received.
    package var progressText: String {
      guard case .downloading(let progress) = download.state else { return "" }
      guard let fraction = progress.fraction else { return DownloadTexts.size(progress.received, locale) }
      return Int(fraction * 100).formatted(.percent.locale(locale))
    }
    /// The state and the size, for a line of the row and for tooltips.
    package var text: TextState { DownloadTexts.text(of: download, locale) }
    /// The state without numbers, for the accessible name of the episode's row.
    package var shortText: TextState {
      switch download.state {
      case .waiting: TextState("Waiting for Download")
      case .downloading: TextState("Downloading")
      case .paused: TextState("Download Stopped")
      case .failed: TextState("Download Failed")
      case .complete: TextState("Downloaded")
      }
    }
  }

  package enum Action: Equatable {
    /// The user clicked “Remove Download”.
    case removeButtonClicked
    /// The user clicked “Download” or “Try Again”.
    case startButtonClicked
    /// The user clicked “Stop”.
    case stopButtonClicked
  }

  package init() {}

  package var body: some ReducerOf<Self> { EmptyReducer() }
}
