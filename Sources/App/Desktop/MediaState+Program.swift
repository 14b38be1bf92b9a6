package import Podcasts

extension MediaState {
  /// Creates the state of the media controls from the program's state.
  package init(_ program: AppFeature.State) {
    self.init()
    let player = program.player
    track = player.item.map { Track($0, length: player.duration, artwork: program.library.artworks[$0.episode.showID]) }
    status = Status(player)
    position = player.position
    isBuffering = player.bufferingPercent != nil
    rate = player.rate
    volume = player.isMuted ? 0 : player.volume
    queue = program.mediaQueue
    queueCount = program.queue.entries.count { $0.id != player.item?.episode.id }
    canGoNext = program.queue.hasNext(after: player.item?.episode.id)
    canSeek = player.canSeek
  }
}

extension MediaState.Status {
  /// Creates the status of the player. The status is `playing` while an episode plays or is loaded to play. It is
  /// `stopped` if no audio is loaded and the position is zero. Otherwise, it is `paused`, also while the player tries
  /// to reach a server again (`attempts`).
  fileprivate init(_ player: PlayerFeature.State) {
    if player.isPlaying, player.phase != .stopped {
      self = .playing
    } else {
      self = player.phase == .stopped && player.attempts == nil && player.position == .zero ? .stopped : .paused
    }
  }
}

extension MediaState.Track {
  /// Creates the track of the episode in the player.
  ///
  /// - Parameter artwork: The picture of the episode's show, or `nil` if the show is not loaded. Without a loaded show,
  ///   the address of the feed is not known, so the picture must not be fetched. The track then has no picture, not
  ///   even the episode's own.
  fileprivate init(_ item: PlayerFeature.Item, length: Duration?, artwork: Artwork?) {
    let episode = item.episode
    self.init(
      id: episode.id, title: episode.title, showTitle: item.showTitle, length: length,
      artwork: artwork.flatMap { episode.artworkURL ?? $0.address },
      feed: artwork?.feed, audio: episode.enclosure.url)
  }

  /// Creates the track of an episode in the queue. The track's `feed` is `nil`, because only the picture of the episode
  /// in the player is fetched.
  init(_ episode: Episode) {
    self.init(
      id: episode.id, title: episode.title, showTitle: episode.showTitle, length: episode.duration,
      artwork: episode.artworkURL,
      audio: episode.enclosure.url)
  }
}
