import Foundation
import Podcasts
import Synchronization

/// Replaces the picture of the episode in the player with a file. Some desktops do not fetch pictures from the web.
final class MediaPictures: Sendable {
  /// The largest number of known files.
  private static let limit = 20

  fileprivate struct State {
    /// The last state from the program.
    var latest = MediaState()
    /// The files of pictures. A picture without a file keeps its address.
    var files: [URL: URL?] = [:]
    /// The picture whose file is being found.
    var pending: URL?
  }

  private let state = Mutex(State())
  private let find: @Sendable (_ picture: URL, _ feed: URL?) async -> URL?
  private let show: @Sendable (MediaState) -> Void

  /// - Parameters:
  ///   - find: Returns the file with a picture that a feed names, or `nil` if there is none.
  ///   - show: Receives each state, and a state again when the file of its picture was found. The calls are sequential.
  init(
    find: @escaping @Sendable (_ picture: URL, _ feed: URL?) async -> URL?,
    show: @escaping @Sendable (MediaState) -> Void
  ) {
    self.find = find
    self.show = show
  }

  func update(_ new: MediaState) {
    let missing = state.withLock { state -> URL? in
      state.latest = new
      show(state.shown)
      guard let picture = new.track?.artwork, !picture.isFileURL, state.files[picture] == nil, state.pending != picture
      else { return nil }
      state.pending = picture
      return picture
    }
    guard let missing else { return }
    Task { [find, feed = new.track?.feed] in
      let file = await find(missing, feed)
      self.found(file, for: missing)
    }
  }

  private func found(_ file: URL?, for picture: URL) {
    state.withLock { state in
      if state.pending == picture { state.pending = nil }
      if state.files.count >= Self.limit { state.files = [:] }
      state.files[picture] = .some(file)
      if file != nil, state.latest.track?.artwork == picture { show(state.shown) }
    }
  }
}

extension MediaPictures.State {
  /// The last state with the file of its picture.
  fileprivate var shown: MediaState {
    var shown = latest
    if let picture = latest.track?.artwork, let file = files[picture] ?? nil { shown.track?.artwork = file }
    return shown
  }
}
