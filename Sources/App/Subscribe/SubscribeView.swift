package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The sheet that finds and adds podcasts.
package struct SubscribeView: View {
  @Bindable private var store: StoreOf<SubscribeFeature>

  package init(store: StoreOf<SubscribeFeature>) {
    self.store = store
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      if let preview = store.preview {
        PodcastPreview(store: store, preview: preview)
        if let notice = store.notice { ProblemNotice(notice: notice) }
      } else {
        Text(
          "Search for a podcast, or paste the address of a feed or a web page, or the path of a feed file or a folder."
        )
        .foregroundStyle(.secondary)
        TextField("Words or an address", text: $store.address)
          .onSubmit { store.send(.addButtonClicked) }
        switch store.content {
        case .nothing: EmptyView()
        case .results(let search): SearchResults(store: store, search: search)
        case .discoveredFeeds(let feeds, _): DiscoveredFeeds(store: store, feeds: feeds)
        }
        if let notice = store.notice { ProblemNotice(notice: notice) }
        AddButtons(store: store)
      }
    }
    .padding(18)
    .frame(minWidth: 320, idealWidth: 460, maxWidth: .infinity)
    .navigationTitle("Add Podcast")
    .sheet(item: $store.scope(state: \.question, action: \.question)) { FeedQuestionView(store: $0) }
  }
}

/// A message that says why podcasts could not be added.
private struct ProblemNotice: View {
  let notice: Subscriber.Notice

  var body: some View {
    HStack(alignment: .top, spacing: 12) {
      Image(systemName: "exclamationmark.triangle").accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 2) {
        Text(notice.title).fontWeight(.semibold)
        Text(notice.message).foregroundStyle(.secondary).textSelection(.enabled)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    }
    .padding(12)
    .background(Color.yellow.opacity(0.2))
    .cornerRadius(8)
    // A screen reader reads each new notice.
    .task(id: notice) {
      AccessibilityNotification.Announcement(notice.title + TextState(verbatim: ". ") + notice.message).post()
    }
  }
}

/// The buttons “Cancel” and “Add”. “Cancel” becomes “Close” after some feeds of a folder were added. “Add” becomes
/// “Search” if the field contains search words.
private struct AddButtons: View {
  let store: StoreOf<SubscribeFeature>

  var body: some View {
    HStack(spacing: 12) {
      if store.isFetching {
        ProgressView().accessibilityLabel("Fetching…")
      }
      Spacer()
      // Whether the user has entered a folder, and only some of its feeds could be added.
      let isPartlyDone = !store.added.isEmpty
      // In GTK 4.8, the text of a button is not its accessible name, so each button sets its name.
      Button(isPartlyDone ? "Close" : "Cancel", role: .cancel) { store.send(.cancelButtonClicked) }
        .accessibilityLabel(isPartlyDone ? "Close" : "Cancel")
      Button(store.isSearch ? "Search" : "Add") { store.send(.addButtonClicked) }
        .buttonStyle(.borderedProminent)
        .accessibilityLabel(store.isSearch ? "Search" : "Add")
        .disabled(!store.isAddButtonEnabled)
    }
  }
}

/// The results of the podcast directories.
private struct SearchResults: View {
  let store: StoreOf<SubscribeFeature>
  let search: DirectorySearch

  var body: some View {
    if search.results.isEmpty {
      Text(
        search.isRunning
          ? "Searching…" : search.failures.isEmpty ? "No podcasts were found." : "The directories cannot be reached."
      )
      .foregroundStyle(.secondary)
    } else {
      ScrollView {
        LazyVStack(spacing: 0) {
          ForEach(search.results) { result in
            FeedRow(
              store: store, feed: result.feedURL, title: result.title, detail: result.author,
              artwork: Artwork(of: result))
          }
        }
      }
      .frame(height: 320)
    }
  }
}

/// The feeds that a web page links to.
private struct DiscoveredFeeds: View {
  let store: StoreOf<SubscribeFeature>
  let feeds: [DiscoveredFeed]

  var body: some View {
    Text("This web page has several feeds.").foregroundStyle(.secondary)
    VStack(spacing: 0) {
      ForEach(feeds) { feed in
        FeedRow(
          store: store, feed: feed.url, title: feed.title.isEmpty ? feed.url.shownAddress : feed.title,
          detail: feed.url.shownAddress,
          artwork: nil)
      }
    }
  }
}

/// The row of a found podcast, with buttons that preview and add the podcast. If the library already has the podcast,
/// the button “Open” replaces “Subscribe”.
private struct FeedRow: View {
  let store: StoreOf<SubscribeFeature>
  let feed: URL
  let title: String
  /// The text below the title: the author, or the address of the feed.
  let detail: String
  let artwork: Artwork?
  @Environment(\.textScale) private var textScale

  var body: some View {
    // Large text leaves no room for the buttons next to the title.
    let isStacked = textScale > 1.2
    HStack(alignment: isStacked ? .top : .center, spacing: 12) {
      if let artwork { ArtworkView(artwork: artwork, size: 44) }
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: title).font(.headline).lineLimit(2)
        Text(verbatim: detail).font(.caption).foregroundStyle(.secondary).lineLimit(1)
        if isStacked { buttons.padding(.top, 4) }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      if !isStacked { buttons }
    }
    .padding(.vertical, 8)
  }

  private var buttons: some View {
    HStack(spacing: 12) {
      Button("Preview") { store.send(.previewButtonClicked(feed)) }
        .buttonStyle(.borderless)
        .disabled(store.isFetching)
        .accessibilityLabel("Preview \(title)")
      if let show = store.knownShows[feed] {
        Button("Open") { store.send(.openButtonClicked(show)) }.accessibilityLabel("Open \(title)")
      } else {
        Button("Subscribe") { store.send(.subscribeButtonClicked(feed)) }
          .disabled(store.isFetching)
          .accessibilityLabel("Subscribe to \(title)")
      }
    }
    .lineLimit(1)
  }
}

/// The preview of a podcast before it is added.
private struct PodcastPreview: View {
  let store: StoreOf<SubscribeFeature>
  let preview: SubscribeFeature.Preview

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(verbatim: preview.podcast.title).font(.title2).bold()
      if !preview.podcast.author.isEmpty { Text(verbatim: preview.podcast.author).foregroundStyle(.secondary) }
    }
    if !preview.summary.isEmpty { Text(verbatim: preview.summary).lineLimit(6) }
    Text("Newest Episodes").font(.headline)
    VStack(alignment: .leading, spacing: 4) {
      ForEach(preview.firstItems.indices, id: \.self) { index in
        Text(verbatim: preview.firstItems[index].title).lineLimit(1)
      }
    }
    HStack(spacing: 12) {
      if store.isFetching { ProgressView().accessibilityLabel("Fetching…") }
      Spacer()
      Button("Back") { store.send(.backButtonClicked) }.accessibilityLabel("Back")
      if let show = store.knownShows[preview.feed] {
        Button("Open") { store.send(.openButtonClicked(show)) }
          .buttonStyle(.borderedProminent)
          .accessibilityLabel("Open")
      } else {
        Button("Subscribe") { store.send(.subscribeButtonClicked(preview.feed)) }
          .buttonStyle(.borderedProminent)
          .disabled(store.isFetching)
          .accessibilityLabel("Subscribe")
      }
    }
  }
}
