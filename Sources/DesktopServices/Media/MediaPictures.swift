import Foundation
import Podcasts
import Synchronization

/// Replaces the address of the current episode's picture with the address of a file, because some desktops do not fetch
/// pictures from the web.
final class MediaPictures: Sendable {
  /// The largest number of entries in the cache `files`. A full cache is emptied before an entry is added.
  private static let cacheLimit = 20

  fileprivate struct State {
    /// The last state from the program.
    var latest = MediaState()
    /// The cached files by the addresses of their pictures. The value is `nil` if a picture has no file. Then the
    /// picture keeps its address.
    var files: [URL: URL?] = [:]
    /// The address of the picture whose search started last. `nil` after this search has ended.
    var searchedPicture: URL?
  }

  private let state = Mutex(State())
  private let findFile: @Sendable (_ picture: URL, _ feed: URL?) async -> URL?
  private let publish: @Sendable (MediaState) -> Void

  /// - Parameters:
  ///   - findFile: Returns the file with the picture at an address in a feed, or `nil` if there is none.
  ///   - publish: Called with each state, and again with the last state when the file of its picture is found. The
  ///     calls are sequential.
  init(
    findFile: @escaping @Sendable (_ picture: URL, _ feed: URL?) async -> URL?,
    publish: @escaping @Sendable (MediaState) -> Void
  ) {
    self.findFile = findFile
    self.publish = publish
  }

  /// Publishes a state, and searches for the file of its picture. Does not search if the address of the picture is a
  /// file's address, if the cache has an entry for the picture, or if the last search is for the picture and still
  /// runs.
  func update(_ new: MediaState) {
    let pictureToSearch = state.withLock { state -> URL? in
      state.latest = new
      publish(state.latestWithPictureFile)
      guard let picture = new.track?.artwork, !picture.isFileURL, state.files[picture] == nil,
        state.searchedPicture != picture
      else { return nil }
      state.searchedPicture = picture
      return picture
    }
    guard let pictureToSearch else { return }
    Task { [findFile, feed = new.track?.feed] in
      let file = await findFile(pictureToSearch, feed)
      self.searchEnded(with: file, for: pictureToSearch)
    }
  }

  private func searchEnded(with file: URL?, for picture: URL) {
    state.withLock { state in
      if state.searchedPicture == picture { state.searchedPicture = nil }
      if state.files.count >= Self.cacheLimit { state.files = [:] }
      state.files[picture] = .some(file)
      if file != nil, state.latest.track?.artwork == picture { publish(state.latestWithPictureFile) }
    }
  }
}

extension MediaPictures.State {
  /// The last state, with the file of its picture if the file is known.
  fileprivate var latestWithPictureFile: MediaState {
    var result = latest
    if let picture = latest.track?.artwork, let file = files[picture] ?? nil { result.track?.artwork = file }
    return result
  }
}
