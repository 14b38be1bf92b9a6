package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The text scale above which the texts and buttons of downloads do not fit side by side. Above this scale,
/// ``DownloadsHeader``, ``FailedMark`` and ``DownloadLine`` have the layout of a narrow window.
private let largeTextScale = 1.2

/// The header of the page of downloads: the number and the size of the downloads, and the buttons for all downloads.
package struct DownloadsHeader: View {
  private let store: StoreOf<DownloadsFeature>
  /// The store of the player. “Free Up Space” needs to know the episode in the player.
  private let player: StoreOf<PlayerFeature>
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  package init(store: StoreOf<DownloadsFeature>, player: StoreOf<PlayerFeature>) {
    self.store = store
    self.player = player
  }

  package var body: some View {
    Group {
      if sizeClass == .compact || textScale > largeTextScale {
        VStack(alignment: .leading, spacing: 8) {
          summary
          // The buttons scroll if they are too wide, because their labels are not wrapped.
          ScrollView(.horizontal) { buttons.frame(maxWidth: .infinity, alignment: .leading) }
        }
      } else {
        HStack(spacing: 8) {
          summary
          buttons
        }
      }
    }
    .padding(.bottom, 12)
  }

  private var summary: some View {
    Text(store.summary).foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
  }

  private var buttons: some View {
    HStack(spacing: 8) {
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
    .lineLimit(1)
  }
}

/// The state of an episode's download in its row: a check mark, the progress with a stop button, a warning with “Try
/// Again”, or a button that continues a download that the user stopped.
struct DownloadMark: View {
  let store: StoreOf<DownloadsFeature>
  let episode: Episode.ID
  /// The title of the episode, for the accessible names of the buttons.
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

/// The state of an episode's download on the page of the episode, or the button that starts the download.
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

/// The progress of a waiting or running download, and the button that stops the download. A narrow row has no
/// progress bar, only the percentage.
private struct ActiveMark: View {
  let item: StoreOf<DownloadFeature>
  let title: String
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    HStack(spacing: 4) {
      if sizeClass != .compact, let fraction = item.fraction { ProgressBar(value: fraction, width: 44) }
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

/// The warning about a failed download, and the button “Try Again”. In a narrow row, and with large text, only the
/// button is shown, as a symbol. ``DownloadLine`` shows the reason.
private struct FailedMark: View {
  let item: StoreOf<DownloadFeature>
  let title: String
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  var body: some View {
    let showsOnlySymbol = sizeClass == .compact || textScale > largeTextScale
    HStack(spacing: 4) {
      if !showsOnlySymbol {
        Image(systemName: "exclamationmark.triangle").foregroundStyle(.orange).accessibilityHidden(true)
      }
      Button {
        item.send(.startButtonClicked)
      } label: {
        if showsOnlySymbol {
          Image(systemName: "arrow.clockwise").foregroundStyle(.orange)
        } else {
          Text("Try Again").lineLimit(1)
        }
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Try Again to Download \(title)")
      .help("Try Again")
    }
  }
}

/// The reason why a download failed, in a line of the episode's row. On the page of downloads, the line of any other
/// download shows its state and size.
struct DownloadLine: View {
  let store: StoreOf<DownloadsFeature>
  let episode: Episode.ID

  @Environment(\.isDownloadsPage) private var isDownloadsPage
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  var body: some View {
    if let item = store.scope(state: \.items[id: episode], action: \.items[id: episode]) {
      if let error = item.error {
        Text(item.text).font(.caption).foregroundStyle(.secondary).lineLimit(lineLimit).help(Text(error.message))
      } else if isDownloadsPage {
        Text(item.text).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(lineLimit)
      }
    }
  }

  private var lineLimit: Int? { sizeClass == .compact || textScale > largeTextScale ? nil : 1 }
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
  /// The store of the downloads, for the rows of episodes. `nil` outside of the player's window.
  var downloads: StoreOf<DownloadsFeature>? {
    get { self[DownloadsKey.self] }
    set { self[DownloadsKey.self] = newValue }
  }

  /// Whether the rows are on the page of downloads, and show the state and the size of each download.
  var isDownloadsPage: Bool {
    get { self[DownloadsPageKey.self] }
    set { self[DownloadsPageKey.self] = newValue }
  }
}
