package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The head of the page of downloads: how much they take, and the buttons for all of them.
package struct DownloadsView: View {
  private let store: StoreOf<DownloadsFeature>
  private let player: StoreOf<PlayerFeature>

  package init(store: StoreOf<DownloadsFeature>, player: StoreOf<PlayerFeature>) {
    self.store = store
    self.player = player
  }

  package var body: some View {
    HStack(spacing: 8) {
      Text(store.summary).foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
      if store.activeCount > 0 {
        Button("Stop All") { store.send(.stopAllButtonClicked) }.accessibilityLabel("Stop All")
      }
      if store.failedCount > 0 {
        Button("Try Again") { store.send(.retryAllButtonClicked) }.accessibilityLabel("Try Again")
      }
      Button("Free Up Space") { store.send(.freeUpSpaceButtonClicked(playing: player.item?.episode.id)) }
        .accessibilityLabel("Free Up Space")
        .help("Remove the downloads of played episodes")
    }
    .padding(.bottom, 12)
  }
}

/// The state of an episode's download in its row: a check, the progress with a stop button, or a warning with “Try Again”.
struct DownloadMark: View {
  let store: StoreOf<DownloadsFeature>
  let episode: Episode.ID
  let title: String

  var body: some View {
    if let item = store.scope(state: \.items[id: episode], action: \.items[id: episode]) {
      switch item.download.state {
      case .complete:
        Image(systemName: "checkmark").foregroundStyle(.green).accessibilityHidden(true).help(Text(item.text))
      case .waiting, .downloading: ActiveMark(item: item, title: title)
      case .failed: FailedMark(item: item, title: title)
      case .paused:
        Button {
          item.send(.startButtonClicked)
        } label: {
          Image(systemName: "arrow.down.circle")
        }
        .buttonStyle(.borderless)
        .accessibilityLabel("Continue the Download of \(title)")
        .help("Continue the Download")
      }
    }
  }
}

/// The state of an episode's download on its page, or the button that starts it.
struct DownloadControl: View {
  let store: StoreOf<DownloadsFeature>
  let episode: Episode.ID
  let title: String

  var body: some View {
    if store.state.download(of: episode) == nil {
      Button {
        store.send(.startRequested([episode]))
      } label: {
        Image(systemName: "arrow.down.circle")
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Download \(title)")
      .help("Download")
    } else {
      DownloadMark(store: store, episode: episode, title: title)
    }
  }
}

/// The progress and the stop button.
private struct ActiveMark: View {
  let item: StoreOf<DownloadFeature>
  let title: String

  var body: some View {
    HStack(spacing: 4) {
      if let fraction = item.fraction { ProgressBar(value: fraction, width: 44) }
      Text(verbatim: item.progressText).font(.caption.monospacedDigit()).foregroundStyle(.secondary)
      Button {
        item.send(.stopButtonClicked)
      } label: {
        Image(systemName: "stop.fill")
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Stop the Download of \(title)")
      .help("Stop the Download")
    }
  }
}

/// The warning and “Try Again”. The line below the title has the reason.
private struct FailedMark: View {
  let item: StoreOf<DownloadFeature>
  let title: String

  var body: some View {
    HStack(spacing: 4) {
      Image(systemName: "exclamationmark.triangle").foregroundStyle(.orange).accessibilityHidden(true)
      Button("Try Again") { item.send(.startButtonClicked) }
        .buttonStyle(.borderless)
        .accessibilityLabel("Try Again to Download \(title)")
    }
  }
}

/// The reason of a failed download, or the size on the page of downloads, in a line of its own.
struct DownloadLine: View {
  let store: StoreOf<DownloadsFeature>
  let episode: Episode.ID

  @Environment(\.isDownloadsPage) private var isDownloadsPage

  var body: some View {
    if let item = store.scope(state: \.items[id: episode], action: \.items[id: episode]) {
      if let error = item.error {
        Text(item.text).font(.caption).foregroundStyle(.orange).lineLimit(1).help(Text(error.message))
      } else if isDownloadsPage {
        Text(item.text).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(1)
      }
    }
  }
}

/// The actions for a download in an episode's menu.
struct DownloadMenuItems: View {
  let store: StoreOf<DownloadsFeature>
  let episode: Episode.ID

  var body: some View {
    let download = store.state.download(of: episode)
    if download?.isActive == true {
      Button("Stop Download") { store.send(.stopRequested([episode])) }
    } else if download?.isComplete != true {
      Button(download == nil ? "Download" : "Continue Download") { store.send(.startRequested([episode])) }
    }
    if let download, !download.isActive {
      Button("Remove Download") { store.send(.removeRequested([download.id])) }
    }
  }
}

private enum DownloadsKey: EnvironmentKey {
  static var defaultValue: StoreOf<DownloadsFeature>? { nil }
}

private enum DownloadsPageKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// The downloads, for the rows of episodes.
  var downloads: StoreOf<DownloadsFeature>? {
    get { self[DownloadsKey.self] }
    set { self[DownloadsKey.self] = newValue }
  }

  /// Whether rows show the size of each download.
  var isDownloadsPage: Bool {
    get { self[DownloadsPageKey.self] }
    set { self[DownloadsPageKey.self] = newValue }
  }
}
