package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The page of the selected show, with its summary and its episodes.
package struct ShowView: View {
  @Bindable private var store: StoreOf<ShowFeature>
  private let player: StoreOf<PlayerFeature>

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - store: The store of the show.
  ///   - player: The store of the player.
  package init(store: StoreOf<ShowFeature>, player: StoreOf<PlayerFeature>) {
    self.store = store
    self.player = player
  }

  package var body: some View {
    let list = store.scope(state: \.list, action: \.list)
    List {
      PageRow { ShowHeader(store: store).padding(.top, 18) }
      PageRow { EpisodeListOptions(store: list).padding(.vertical, 12) }
      if let error = store.feedError {
        PageRow { FeedBanner(store: store, error: error).padding(.bottom, 12) }
      }
      if let recognitionNote = store.recognitionNote {
        PageRow { RecognitionLine(store: store, text: recognitionNote).padding(.bottom, 12) }
      }
      if store.list.isLoading {
        LoadingRow()
      } else if store.list.ids.isEmpty, store.list.isFiltered {
        PagePlaceholder(
          symbol: "magnifyingglass", title: "No Episodes Found", detail: "Try another word or another filter."
        ) { EmptyView() }
      }
      EpisodeRows(store: list, player: player)
    }
    .accessibilityLabel("Episodes")
    .restoringScrollPosition(list)
    .searchable(
      text: $store.list.query.text.sending(\.list.textChanged),
      isPresented: $store.isSearching.sending(\.searchFieldToggled),
      prompt: "Search Episodes"
    )
    .sheet(item: $store.scope(state: \.destination?.settings, action: \.destination.settings)) {
      ShowSettingsView(store: $0)
    }
    .sheet(item: $store.scope(state: \.destination?.question, action: \.destination.question)) {
      FeedQuestionView(store: $0)
    }
    .confirmationDialog($store.scope(state: \.destination?.removal, action: \.destination.removal))
  }
}

/// A show's picture, title, caption and summary, the button “Play Latest”, the menu of the show, and the progress of
/// its refresh.
private struct ShowHeader: View {
  let store: StoreOf<ShowFeature>
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    if sizeClass == .compact {
      VStack(alignment: .leading, spacing: 12) {
        HStack(alignment: .top, spacing: 14) {
          ArtworkView(artwork: store.artwork, size: 96)
          titleAndCaption
        }
        ShowSummary(store: store)
        actions
      }
    } else {
      HStack(alignment: .top, spacing: 24) {
        ArtworkView(artwork: store.artwork, size: 168)
        VStack(alignment: .leading, spacing: 12) {
          titleAndCaption
          ShowSummary(store: store)
          actions
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    }
  }

  private var titleAndCaption: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(verbatim: store.title).font(sizeClass == .compact ? .title2 : .title).bold().accessibilityAddTraits(
        .isHeader)
      Text(store.caption).foregroundStyle(.secondary)
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }

  private var actions: some View {
    HStack(spacing: 8) {
      // In GTK 4.8, the text of a button is not its accessible name, so each button sets an accessible name.
      Button {
        store.send(.playLatestButtonClicked)
      } label: {
        Label("Play Latest", systemImage: "play.fill")
      }
      .buttonStyle(.borderedProminent)
      .accessibilityLabel("Play Latest")
      ShowMenu(store: store)
      ShowRefreshProgress(show: store.state.id)
    }
  }
}

/// A spinner and a button that cancels the refresh. Both are visible while this show is refreshed alone, and not during
/// a refresh of several shows.
private struct ShowRefreshProgress: View {
  let show: Show.ID
  @Environment(\.refreshes) private var refreshes

  var body: some View {
    if let refreshes, refreshes.state.isRefreshing(show) {
      ProgressView().accessibilityLabel("Refreshing…").help("Refreshing…")
      Button {
        refreshes.send(.showCancelButtonClicked(show))
      } label: {
        Image(systemName: "xmark")
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Cancel the Refresh")
      .help("Cancel the Refresh")
    }
  }
}

private enum RefreshesKey: EnvironmentKey {
  static var defaultValue: StoreOf<RefreshFeature>? { nil }
}

extension EnvironmentValues {
  /// The store of all refreshes. If the store is `nil`, the page of a show contains no progress of a refresh.
  var refreshes: StoreOf<RefreshFeature>? {
    get { self[RefreshesKey.self] }
    set { self[RefreshesKey.self] = newValue }
  }
}

/// The summary of the show, in at most three lines until the user expands it.
private struct ShowSummary: View {
  let store: StoreOf<ShowFeature>
  /// The approximate number of characters that fit in three lines. A longer text has a button that expands the text.
  private static let threeLineLength = 160

  var body: some View {
    if !store.summary.isEmpty {
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: store.summary).lineLimit(store.isSummaryExpanded ? nil : 3).textSelection(.enabled)
        if store.summary.count > Self.threeLineLength {
          Button(store.isSummaryExpanded ? "Less" : "More") { store.send(.moreButtonClicked) }
            .buttonStyle(.plain)
            .accentText()
            .fontWeight(.semibold)
        }
      }
    }
  }
}

/// The pickers for the filter and the order of the episodes. In a narrow window or with large text, the filters have no
/// room next to each other, so they are in a menu.
private struct EpisodeListOptions: View {
  @Bindable var store: StoreOf<EpisodeListFeature>

  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  var body: some View {
    if sizeClass == .compact || textScale > 1.2 {
      HStack(spacing: 8) {
        filterPicker.pickerStyle(.menu)
        orderPicker
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    } else {
      HStack(spacing: 0) {
        filterPicker.pickerStyle(.segmented).lineLimit(1)
        Spacer(minLength: 8)
        orderPicker
      }
    }
  }

  private var filterPicker: some View {
    Picker("Filter", selection: $store.query.filter.sending(\.filterSelected)) {
      Text("All").tag(EpisodeQuery.Filter.all)
      Text("Unplayed").tag(EpisodeQuery.Filter.unplayed)
      Text("Downloaded").tag(EpisodeQuery.Filter.downloaded)
      Text("Favorites").tag(EpisodeQuery.Filter.favorites)
    }
    .labelsHidden()
  }

  private var orderPicker: some View {
    Picker("Order", selection: $store.query.order.sending(\.orderSelected)) {
      Text("Newest First").tag(EpisodeQuery.Order.newestFirst)
      Text("Oldest First").tag(EpisodeQuery.Order.oldestFirst)
      Text("Longest First").tag(EpisodeQuery.Order.longestFirst)
      Text("Shortest First").tag(EpisodeQuery.Order.shortestFirst)
      Text("By Title").tag(EpisodeQuery.Order.title)
    }
    .pickerStyle(.menu)
    .labelsHidden()
  }
}

/// The reason why the last refresh of the feed failed, and a button. If the feed needs a password or a permission, the
/// button opens the dialog that asks for the password or the permission. Otherwise, the button refreshes the feed
/// again. In a narrow window, the button is below the reason.
private struct FeedBanner: View {
  let store: StoreOf<ShowFeature>
  let error: FeedError
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    HStack(alignment: sizeClass == .compact ? .top : .center, spacing: 12) {
      Image(systemName: "exclamationmark.triangle").accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 2) {
        Text(error.title).fontWeight(.semibold)
        Text(error.message).font(.caption)
        if sizeClass == .compact { button.padding(.top, 6) }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      if sizeClass != .compact { button }
    }
    .padding(12)
    .background(Color.yellow.opacity(0.2))
    .cornerRadius(8)
  }

  private var button: some View {
    Group {
      if let question = store.question {
        Button(question.kind == .privateNetwork ? "Follow…" : "Sign In…") { store.send(.questionButtonClicked) }
          .buttonStyle(.borderless)
          .accessibilityLabel(question.kind == .privateNetwork ? "Follow…" : "Sign In…")
      } else {
        Button("Try Again") { store.send(.refreshButtonClicked) }.buttonStyle(.borderless).accessibilityLabel(
          "Try Again")
      }
    }
    .lineLimit(1)
  }
}

/// The note that known episodes were recognized although the feed changed their identifiers, and a button. The button
/// opens the page “Feed Health”, where the user can undo the recognition.
private struct RecognitionLine: View {
  let store: StoreOf<ShowFeature>
  let text: TextState

  var body: some View {
    HStack(spacing: 12) {
      Text(text).foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
      Button("Feed Health") { store.send(.healthButtonClicked) }.buttonStyle(.borderless).lineLimit(1)
        .accessibilityLabel("Feed Health")
    }
  }
}

/// The menu of actions for the show.
private struct ShowMenu: View {
  let store: StoreOf<ShowFeature>
  @Environment(\.openURL) private var openURL

  var body: some View {
    Menu {
      Button("Refresh") { store.send(.refreshButtonClicked) }
      Button("Mark All as Played") { store.send(.list(.markAllButtonClicked(isPlayed: true))) }
      Button("Mark All as Unplayed") { store.send(.list(.markAllButtonClicked(isPlayed: false))) }
      Divider()
      Button("Settings for This Show") { store.send(.settingsButtonClicked) }
      Button("Feed Health") { store.send(.healthButtonClicked) }
      if let website = store.show.websiteURL {
        Button("Website") { openURL(website.absoluteString) }
      }
      ForEach(Array(store.show.funding.enumerated()), id: \.offset) { _, link in
        Button(link.title.isEmpty ? "Support the Show" : "Support: \(link.title)") { openURL(link.url.absoluteString) }
      }
      Button("Copy Feed Address") { store.send(.copyAddressButtonClicked) }
      Divider()
      Button("Remove Show") { store.send(.removeButtonClicked) }.disabled(store.isRemoving)
    } label: {
      Image(systemName: "ellipsis")
    }
    .accessibilityLabel("More about This Show")
    .help("More about This Show")
  }
}
