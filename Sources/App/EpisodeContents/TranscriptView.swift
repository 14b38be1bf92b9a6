package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
import Presentation
package import ReducerStore

/// A transcript in its own scroll view, as a part of the player's page. The view opens the transcript when it appears.
///
/// The view scrolls to the current line, which is the line at the position of the player. It does not scroll while a
/// search text is set.
package struct TranscriptView: View {
  private let store: StoreOf<TranscriptFeature>

  /// Creates the view.
  package init(store: StoreOf<TranscriptFeature>) { self.store = store }

  package var body: some View {
    ScrollViewReader { proxy in
      ScrollView {
        LazyVStack(alignment: .leading, spacing: 0) { TranscriptRows(store: store) }
      }
      .onChange(of: store.currentIndex, initial: true) { _, currentIndex in
        if let currentIndex, store.searchText.isEmpty {
          proxy.scrollTo(TranscriptRowID(lineIndex: currentIndex), anchor: .center)
        }
      }
    }
    .onAppear { store.send(.openButtonClicked) }
  }
}

/// A scroll view with a transcript among other rows. While lines of the transcript are visible and no search text is
/// set, the view scrolls to the current line.
struct TranscriptScrollView<Rows: View>: View {
  /// The transcript, or `nil` if the episode has none.
  let transcript: StoreOf<TranscriptFeature>?
  /// All rows, including the rows of the transcript.
  @ViewBuilder let rows: Rows
  @State private var isTranscriptVisible = false

  var body: some View {
    ScrollViewReader { proxy in
      ScrollView {
        LazyVStack(alignment: .leading, spacing: 0) { rows }
      }
      .onScrollTargetVisibilityChange(idType: TranscriptRowID.self) { isTranscriptVisible = !$0.isEmpty }
      .onChange(of: transcript?.currentIndex) { _, currentIndex in
        guard let currentIndex, isTranscriptVisible, transcript?.searchText.isEmpty == true else { return }
        proxy.scrollTo(TranscriptRowID(lineIndex: currentIndex), anchor: .center)
      }
    }
  }
}

/// The id of the row of a transcript's line. It has a type of its own, so that it differs from the ids of other rows.
private struct TranscriptRowID: Hashable {
  /// The index of the line in the transcript.
  let lineIndex: Int
}

extension Transcript.Line {
  fileprivate var rowID: TranscriptRowID { TranscriptRowID(lineIndex: id) }
}

/// A transcript as rows of a lazy stack. Before the user opens the transcript, a button is shown. Then the rows show
/// the progress or the failure, or a search field and the lines.
package struct TranscriptRows: View {
  @Bindable private var store: StoreOf<TranscriptFeature>

  /// Creates the rows.
  package init(store: StoreOf<TranscriptFeature>) { self.store = store }

  package var body: some View {
    PageRow { SectionTitle(title: "Transcript") }
    switch store.phase {
    case .closed:
      PageRow {
        Button("Show Transcript") { store.send(.openButtonClicked) }.frame(maxWidth: .infinity, alignment: .leading)
      }
    case .loading: PageRow { ProgressView().accessibilityLabel("Loading the transcript…").padding(12) }
    case .failed(let reason):
      PageRow {
        HStack(spacing: 12) {
          Text(reason).foregroundStyle(.secondary)
          Button("Try Again") { store.send(.openButtonClicked) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    case .loaded:
      PageRow {
        HStack(spacing: 8) {
          TextField("Search in the transcript", text: $store.searchText.sending(\.searchTextChanged))
          Button {
            store.send(.refreshButtonClicked)
          } label: {
            Image(systemName: "arrow.clockwise")
          }
          .buttonStyle(.borderless)
          .disabled(store.isRefreshing)
          .accessibilityLabel("Fetch the Transcript Again")
          .help("Fetch the Transcript Again")
        }
        .padding(.bottom, 8)
      }
      if let problem = store.refreshProblem {
        PageRow { Text(problem).foregroundStyle(.secondary).padding(.bottom, 8) }
      }
      if store.lines.isEmpty { PageRow { Text("Not found in the transcript.").foregroundStyle(.secondary) } }
      ForEach(store.lines, id: \.rowID) { line in
        PageRow {
          TranscriptLine(line: line, isCurrent: line.id == store.currentIndex) { store.send(.lineClicked(line)) }
        }
      }
    }
  }
}

/// A line of a transcript. If the line has a time, the time is a button that plays the episode from this line.
private struct TranscriptLine: View {
  let line: Transcript.Line
  let isCurrent: Bool
  /// Plays the episode from this line.
  let play: @MainActor () -> Void

  var body: some View {
    HStack(alignment: .top, spacing: 12) {
      if let start = line.start {
        Button(action: play) {
          Text(verbatim: start.clockText).font(.caption.monospacedDigit()).foregroundStyle(
            isCurrent ? .accentColor : .secondary)
        }
        .buttonStyle(.borderless)
        .accessibilityLabel("Play from \(start.clockText)")
        .help("Play From Here")
      }
      VStack(alignment: .leading, spacing: 2) {
        if !line.speaker.isEmpty { Text(verbatim: line.speaker).font(.caption).bold().foregroundStyle(.secondary) }
        Text(verbatim: line.text).fontWeight(isCurrent ? .semibold : nil).textSelection(.enabled)
      }
      .frame(maxWidth: .infinity, alignment: .topLeading)
    }
    .padding(.bottom, 6)
  }
}
