package import Foundation
package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// Downloads the audio of episodes.
  package var downloads: DownloadsClient {
    get { self[DownloadsKey.self] }
    set { self[DownloadsKey.self] = newValue }
  }

  /// Stores the received audio of episodes that are played without a download.
  package var streams: StreamsClient {
    get { self[StreamsKey.self] }
    set { self[StreamsKey.self] = newValue }
  }

  /// Returns the source from which an episode is played: its complete or running download if there is one, else a
  /// stream, which ``streams`` stores during playback, else its enclosure. Playback starts at `place`. A running
  /// download is used only if this place was received.
  package var playbackSource: @Sendable (_ episode: Episode, _ place: Duration) async -> PlaybackSource {
    get { self[PlaybackSourceKey.self] }
    set { self[PlaybackSourceKey.self] = newValue }
  }

  /// Returns the address of the audio from which the chapters of an episode are read: its complete download if there is
  /// one, else its enclosure.
  package var audioSource: @Sendable (_ episode: Episode) async -> URL {
    get { self[AudioSourceKey.self] }
    set { self[AudioSourceKey.self] = newValue }
  }
}

extension DownloadsClient {
  /// A client for a library that could not be opened. There are no downloads. Each throwing closure throws `error`.
  package static func unavailable(_ error: LibraryError) -> DownloadsClient {
    DownloadsClient(
      states: { AsyncStream { $0.yield([]) } },
      start: { _, _ throws(LibraryError) in throw error },
      stop: { _ throws(LibraryError) in throw error },
      remove: { _, _ throws(LibraryError) in throw error },
      restore: { _ throws(LibraryError) in throw error },
      deleteRemoved: { _ in },
      file: { _ in nil },
      playable: { _, _ in nil },
      receivedAudio: { _ in nil },
      plan: { _ throws(LibraryError) in throw error },
      setLimit: { _ in })
  }

  /// Returns the source from which an episode is played: its complete or running download if there is one, else its
  /// enclosure.
  ///
  /// - Parameter place: Where playback starts. A running download is used only if this place was received.
  package func playbackSource(of episode: Episode, at place: Duration) async -> PlaybackSource {
    // The place as a fraction of the length. `nil` if the length is not known, unless playback starts at the beginning.
    let startFraction = place <= .zero ? 0 : episode.duration.flatMap { $0 > .zero ? place / $0 : nil }
    guard let url = await playable(episode.id, startFraction) else { return PlaybackSource(episode.enclosure.url) }
    // A server on this machine sends a running download.
    return PlaybackSource(url, url.isFileURL ? .file : .runningDownload)
  }

  /// Returns the source from which an episode is played: its complete or running download if there is one, else a
  /// stream, which `streams` stores during playback, else its enclosure.
  ///
  /// - Parameter place: Where playback starts. A running download is used only if this place was received.
  package func playbackSource(
    of episode: Episode, at place: Duration, orKeptBy streams: StreamsClient
  ) async -> PlaybackSource {
    let source = await playbackSource(of: episode, at: place)
    guard source.kind == .address, let streamURL = await streams.source(source.url) else { return source }
    return PlaybackSource(streamURL, .keptStream)
  }

  /// Returns the address of the audio from which the chapters of an episode are read: its complete download if there is
  /// one, else its enclosure.
  package func audioSource(of episode: Episode) async -> URL { await file(episode.id) ?? episode.enclosure.url }
}

private enum DownloadsKey: TestDependencyKey {
  static var testValue: DownloadsClient {
    reportMissing("downloads", returning: .unavailable(.failed(reason: "unexpected")))
  }
}

/// In a test without this dependency, no stream is stored.
private enum StreamsKey: TestDependencyKey {
  static var testValue: StreamsClient { .none }
}

/// In a test without this dependency, the enclosure is played.
private enum PlaybackSourceKey: TestDependencyKey {
  static var testValue: @Sendable (Episode, Duration) async -> PlaybackSource {
    { episode, _ in PlaybackSource(episode.enclosure.url) }
  }
}

/// In a test without this dependency, the enclosure is read.
private enum AudioSourceKey: TestDependencyKey {
  static var testValue: @Sendable (Episode) async -> URL { { $0.enclosure.url } }
}
