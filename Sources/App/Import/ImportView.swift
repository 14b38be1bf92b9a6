package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
import Presentation
package import ReducerStore

/// The sheet that imports subscriptions: first the sources, then the progress, then the result.
package struct ImportView: View {
  @Bindable private var store: StoreOf<ImportFeature>

  package init(store: StoreOf<ImportFeature>) {
    self.store = store
  }

  package var body: some View {
    Group {
      switch store.phase {
      case .selectingSource: ImportSources(store: store)
      case .running: ImportProgress(store: store)
      case .done(let summary): ImportResult(store: store, summary: summary)
      }
    }
    .padding(18)
    .frame(minWidth: 320, idealWidth: 460, maxWidth: .infinity)
    .navigationTitle("Import Podcasts")
    .interactiveDismissDisabled(store.phase == .running)
    .onAppear { store.send(.opened) }
    // An empty array of types allows all files.
    .fileImporter(isPresented: $store.isFileDialogShown, allowedContentTypes: []) { result in
      // The file dialog returns a `FileURL` of GtkViews. The feature uses Foundation's `URL`.
      if case .success(let file) = result, let url = URL(string: file.absoluteString) { store.send(.fileSelected(url)) }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

/// The sources of an import, and the button that opens the file dialog.
private struct ImportSources: View {
  let store: StoreOf<ImportFeature>

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(introduction).foregroundStyle(.secondary)
      if store.sourceKind != .list { OtherPlayers(store: store) }
      HStack(spacing: 12) {
        Spacer()
        Button("Cancel", role: .cancel) { store.send(.closeButtonClicked) }.accessibilityLabel("Cancel")
        Button("Choose File…") { store.send(.chooseFileButtonClicked) }
          .buttonStyle(.borderedProminent)
          .accessibilityLabel("Choose File…")
      }
    }
  }
}

extension ImportSources {
  private var introduction: LocalizedStringKey {
    switch store.sourceKind {
    case .list: "Choose a list of podcasts in the OPML format."
    case .otherPlayer where store.foundLibraries == []:
      "No other player was found on this computer. Choose the file of its library."
    case .otherPlayer: "Choose the library of another player."
    case nil: "Choose a list of podcasts in the OPML format, or the library of another player."
    }
  }
}

/// The libraries of other players on this computer, each with a button. While the search for libraries is running, the
/// view shows a progress indicator.
private struct OtherPlayers: View {
  let store: StoreOf<ImportFeature>

  var body: some View {
    if let libraries = store.foundLibraries {
      ForEach(libraries) { source in
        HStack(spacing: 12) {
          VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: source.player.rawValue).font(.headline)
            Text("Podcasts: \(source.showCount), episodes: \(source.episodeCount)").font(.caption).foregroundStyle(
              .secondary)
          }
          .frame(maxWidth: .infinity, alignment: .leading)
          Button("Import") { store.send(.sourceSelected(source.id)) }
            .accessibilityLabel("Import from \(source.player.rawValue)")
        }
      }
    } else {
      ProgressView().accessibilityLabel("Looking for other players…")
    }
  }
}

/// The progress of a running import.
private struct ImportProgress: View {
  let store: StoreOf<ImportFeature>

  var body: some View {
    VStack(spacing: 12) {
      ProgressView()
      Text("Importing…").foregroundStyle(.secondary)
      Button("Cancel", role: .cancel) { store.send(.stopButtonClicked) }
        .disabled(store.isStopping)
        .accessibilityLabel("Cancel")
    }
    .frame(maxWidth: .infinity)
  }
}

/// The result of an import.
private struct ImportResult: View {
  let store: StoreOf<ImportFeature>
  let summary: ImportFeature.Summary

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(summary.headline).font(.headline)
      if let details = summary.details {
        Text("Places: \(details.placeCount), played: \(details.playedCount), favorites: \(details.favoriteCount)")
          .foregroundStyle(.secondary)
      }
      if summary.unsavedPasswordCount > 0 {
        Text("The desktop did not store the passwords of private podcasts. They are used until the program ends.")
      }
      if summary.isStopped {
        Text("The import was stopped. The podcasts that were added stay.")
      }
      if summary.isPartial {
        Text("The file is cut off or damaged. Some of its podcasts are missing.")
      }
      if !summary.skipped.isEmpty {
        Text("These could not be used:")
        ScrollView {
          VStack(alignment: .leading, spacing: 4) {
            ForEach(summary.skipped.indices, id: \.self) { Text(verbatim: "• \(summary.skipped[$0])").lineLimit(2) }
          }
          .frame(maxWidth: .infinity, alignment: .leading)
        }
        .frame(height: 120)
      }
      HStack {
        Spacer()
        Button("Done") { store.send(.closeButtonClicked) }
          .buttonStyle(.borderedProminent)
          .accessibilityLabel("Done")
      }
    }
  }
}
