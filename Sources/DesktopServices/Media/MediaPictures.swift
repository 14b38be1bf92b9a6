import Foundation
import Podcasts
import Synchronization

/// Replaces the address of the current episode's picture with the address of a file, because some desktops do not fetch
/// pictures from the web.
final class MediaPictures: Sendable {
  /// The largest number of known files. When it is reached, all of them are removed.
  private static let limit = 20

  fileprivate struct State {
    /// The last state from the program.
    var latest = MediaState()
    /// The files by the addresses of their pictures. The value is `nil` if a picture has no file. Then its address is
    /// kept.
    var files: [URL: URL?] = [:]
    /// The address of the picture whose file is being searched for.
    var pending: URL?
  }

  private let state = Mutex(State())
  private let find: @Sendable (_ picture: URL, _ feed: URL?) async -> URL?
  private let show: @Sendable (MediaState) -> Void

  /// - Parameters:
  ///   - find: Returns the file with the picture at an address in a feed, or `nil` if there is none.
  ///   - show: Receives each state. If the file of the picture is found later, it receives the state again. The calls
  ///     are sequential.
  init(
    find: @escaping @Sendable (_ picture: URL, _ feed: URL?) async -> URL?,
    show: @escaping @Sendable (MediaState) -> Void
  ) {
    self.find = find
    self.show = show
  }

  /// Passes a state on, and searches for the file of its picture if it is not known.
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
  /// The last state, with the file of its picture if the file is known.
  fileprivate var shown: MediaState {
    var shown = latest
    if let picture = latest.track?.artwork, let file = files[picture] ?? nil { shown.track?.artwork = file }
    return shown
  }
}
