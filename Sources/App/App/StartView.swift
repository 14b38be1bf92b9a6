package import AppFeatures
package import GtkViews
import Observation
package import Podcasts
package import ReducerStore

/// The state of the program's start: the progress until the library is open, and the store afterwards.
@MainActor @Observable
package final class ProgramStart {
  /// The program's store. `nil` until the library is open.
  package var store: StoreOf<AppFeature>?
  /// Whether the library is being updated from an older version, which may take a minute.
  package var isUpdating = false

  package init() {}
}

/// The main window's content: a progress view until the library is open, then the library.
package struct StartView: View {
  private let start: ProgramStart
  private let artwork: ArtworkClient
  private let video: @Sendable () -> AsyncStream<VideoFrame>
  private let quit: @MainActor () -> Void

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - start: The state of the program's start.
  ///   - artwork: Fetches the pictures of shows.
  ///   - video: Returns a stream of the decoded frames of the video in the player.
  ///   - quit: Ends the program.
  package init(
    start: ProgramStart, artwork: ArtworkClient, video: @escaping @Sendable () -> AsyncStream<VideoFrame>,
    quit: @escaping @MainActor () -> Void
  ) {
    self.start = start
    self.artwork = artwork
    self.video = video
    self.quit = quit
  }

  package var body: some View {
    if let store = start.store {
      AppView(store: store, artwork: artwork, video: video, quit: quit)
    } else {
      OpeningLibrary(isUpdating: start.isUpdating)
    }
  }
}

/// The progress view while the library is opened or updated.
private struct OpeningLibrary: View {
  let isUpdating: Bool

  var body: some View {
    VStack(spacing: 12) {
      ProgressView()
      Text(isUpdating ? "Updating the Library…" : "Opening the Library…").font(.title2).bold()
      if isUpdating {
        Text(
          "This version stores it in another way. It may take a minute, and happens once. If you close the window, nothing is lost."
        )
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
      }
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .navigationTitle("Podcaster")
    .windowStyle(.flat)
  }
}
