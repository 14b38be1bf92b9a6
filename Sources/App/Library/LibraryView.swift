package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The listener's shows beside the one that is selected.
package struct LibraryView: View {
  @Bindable private var store: StoreOf<LibraryFeature>
  private let player: StoreOf<PlayerFeature>
  private let isOpening: Bool
  private let isProgressShown: Bool

  /// Makes the view.
  ///
  /// - Parameters:
  ///   - store: What it shows.
  ///   - player: Knows which episode plays.
  ///   - isOpening: Whether addresses of the command line are being fetched.
  ///   - isProgressShown: Whether the bar tells that.
  package init(store: StoreOf<LibraryFeature>, player: StoreOf<PlayerFeature>, isOpening: Bool, isProgressShown: Bool) {
    self.store = store
    self.player = player
    self.isOpening = isOpening
    self.isProgressShown = isProgressShown
  }

  package var body: some View {
    Group {
      switch store.phase {
      case .filled: Shows(store: store, player: player, isProgressShown: isProgressShown)
      case .loading: Waiting().toolbar { AddButton(store: store) }
      case .empty where isOpening: Waiting().toolbar { AddButton(store: store) }
      case .empty: EmptyLibrary { store.send(.addButtonClicked) }.toolbar { AddButton(store: store) }
      case .unavailable: UnavailableLibrary().toolbar { AddButton(store: store) }
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .sheet(item: $store.scope(state: \.destination?.subscribe, action: \.destination.subscribe)) { SubscribeView(store: $0) }
  }
}

/// The button that adds a podcast. In a narrow window it stands above the list of shows, and the main menu does the same above a show.
private struct AddButton: View {
  let store: StoreOf<LibraryFeature>

  var body: some View {
    ToolbarItem(placement: .navigation) {
      Button {
        store.send(.addButtonClicked)
      } label: {
        Image(systemName: "plus")
      }
      .disabled(!store.isAddButtonEnabled)
      .accessibilityLabel("Add Podcast")
      .help("Add Podcast")
    }
  }
}

/// The list of shows beside the selected one. In a narrow window there is one of the two.
private struct Shows: View {
  @Bindable var store: StoreOf<LibraryFeature>
  let player: StoreOf<PlayerFeature>
  let isProgressShown: Bool

  var body: some View {
    NavigationSplitView {
      List(selection: $store.selection.sending(\.showSelected)) {
        ForEach(store.shows) { ShowRow(show: $0) }
      }
      .accessibilityLabel("Shows")
      .navigationSplitViewColumnWidth(248)
      .toolbar {
        AddButton(store: store)
        if isProgressShown {
          ToolbarItem(placement: .navigation) {
            ProgressView().accessibilityLabel("Adding podcasts…").help("Adding podcasts…")
          }
        }
      }
    } detail: {
      if let show = store.scope(state: \.show, action: \.show) {
        ShowView(store: show, player: player).id(show.id)
      } else {
        Notice(symbol: "headphones", title: "No Podcast Selected", detail: "Choose one in the list to see its episodes.") { EmptyView() }
      }
    }
  }
}

/// A show in the list: its picture beside its name.
private struct ShowRow: View {
  let show: Show

  var body: some View {
    HStack(spacing: 10) {
      ArtworkView(artwork: Artwork(of: show), size: 44)
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: show.title).lineLimit(2)
        if !show.author.isEmpty {
          Text(verbatim: show.author).font(.caption).foregroundStyle(.secondary).lineLimit(1)
        }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    }
    .padding(8)
    .help(show.title)
  }
}

/// A library without a show: a friendly word, and the button that changes it.
private struct EmptyLibrary: View {
  let addButtonClicked: @MainActor () -> Void

  var body: some View {
    Notice(symbol: "headphones", title: "No Podcasts Yet", detail: "Add the address of a podcast to listen to its episodes here.") {
      Button("Add Podcast", action: addButtonClicked)
        .buttonStyle(.borderedProminent)
        .accessibilityLabel("Add Podcast")
    }
  }
}

/// A library that cannot be read. An alert has said why.
private struct UnavailableLibrary: View {
  var body: some View {
    Notice(
      symbol: "exclamationmark.triangle", title: "Your Library Is Not Available",
      detail: "Nothing of it was changed. Start the program again when the problem is solved."
    ) {
      EmptyView()
    }
  }
}

/// The library, or an address of the command line, is being read.
private struct Waiting: View {
  var body: some View {
    ProgressView().frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

/// A large icon, a title and a sentence in the middle of their room, and what can be done about it.
struct Notice<Content: View>: View {
  let symbol: String
  let title: LocalizedStringKey
  let detail: LocalizedStringKey
  @ViewBuilder let content: Content

  var body: some View {
    VStack(spacing: 12) {
      Image(systemName: symbol).font(.system(size: 64)).foregroundStyle(.secondary).accessibilityHidden(true)
      Text(title).font(.title).multilineTextAlignment(.center)
      Text(detail).foregroundStyle(.secondary).multilineTextAlignment(.center)
      content
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}
