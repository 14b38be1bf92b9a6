package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The progress of a refresh and the button that cancels the refresh, for the window's bar.
package struct RefreshProgress: View {
  private let store: StoreOf<RefreshFeature>

  package init(store: StoreOf<RefreshFeature>) {
    self.store = store
  }

  package var body: some View {
    HStack(spacing: 8) {
      ProgressView().accessibilityLabel("Refreshing…")
      Text("\(store.doneCount) of \(store.totalCount)")
        .font(.caption).foregroundStyle(.secondary)
      Button {
        store.send(.cancelButtonClicked)
      } label: {
        Image(systemName: "xmark")
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Cancel Refresh")
      .help("Cancel Refresh")
    }
  }
}

/// The button that refreshes all shows. During a refresh of several shows, ``RefreshProgress`` replaces the button. A
/// refresh that includes no shows has no progress and only disables the button.
///
/// In a narrow window the view is empty. There the main menu has the same commands, and a line below the window's bar
/// shows the progress.
package struct RefreshButton: View {
  @Environment(\.horizontalSizeClass) private var sizeClass
  private let store: StoreOf<RefreshFeature>

  package init(store: StoreOf<RefreshFeature>) {
    self.store = store
  }

  package var body: some View {
    if sizeClass == .compact {
      EmptyView()
    } else if store.isProgressShown {
      RefreshProgress(store: store)
    } else {
      Button {
        store.send(.refreshAllButtonClicked)
      } label: {
        Image(systemName: "arrow.clockwise")
      }
      .disabled(store.isRefreshingSeveral)
      .accessibilityLabel("Refresh All")
      .help("Refresh All")
    }
  }
}

extension View {
  /// Presents a toast if shows could not be refreshed. The toast's button opens a sheet that lists these shows. In a
  /// narrow window, also displays the progress of a refresh.
  package func refreshNotices(_ store: StoreOf<RefreshFeature>) -> some View {
    RefreshNotices(store: store, content: self)
  }
}

private struct RefreshNotices<Content: View>: View {
  @Bindable var store: StoreOf<RefreshFeature>
  let content: Content

  var body: some View {
    content
      .overlay(alignment: .top) { NarrowRefreshProgress(store: store) }
      .toast(item: $store.notice) { notice in
        Toast(notice.text, timeout: 8).action("Show") { store.send(.failuresButtonClicked) }
      }
      .sheet(isPresented: $store.isFailureListShown) { FailureList(store: store) }
  }
}

/// The progress of a refresh in a narrow window.
private struct NarrowRefreshProgress: View {
  let store: StoreOf<RefreshFeature>
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    if sizeClass == .compact, store.isProgressShown {
      ProgressView(value: store.fractionDone).accessibilityLabel("Refreshing…").help(
        "\(store.doneCount) of \(store.totalCount)")
    }
  }
}

/// The shows that could not be refreshed, each with the reason.
private struct FailureList: View {
  let store: StoreOf<RefreshFeature>

  var body: some View {
    List {
      ForEach(store.failures) { failure in
        HStack(spacing: 12) {
          VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: failure.title).font(.headline).lineLimit(1)
            Text(failure.error.title).font(.caption).foregroundStyle(.secondary)
          }
          .frame(maxWidth: .infinity, alignment: .leading)
          Button("Details") { store.send(.failureSelected(failure.id)) }
            .accessibilityLabel("Details of \(failure.title)")
        }
        .padding(8)
      }
    }
    .accessibilityLabel("Podcasts That Could Not Be Refreshed")
    .frame(minWidth: 320, idealWidth: 460, maxWidth: .infinity, minHeight: 240, idealHeight: 360, maxHeight: .infinity)
    .navigationTitle("Not Refreshed")
  }
}
