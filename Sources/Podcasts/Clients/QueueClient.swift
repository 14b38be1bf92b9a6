/// The queue: the episodes to play next, in order. It survives restarts.
///
/// `PodcastStore` makes the live client. Each write is one transaction and completes even if the calling task is cancelled. Episodes that are not
/// in the library are left out. A write that names only such episodes throws ``LibraryError/notFound``.
package struct QueueClient: Sendable {
  /// The entries in order: once at once, and again after each change, until the consumer stops. An episode whose show was removed is not in them.
  /// A slow consumer receives only the newest entries. After a failure the stream ends.
  package var entries: @Sendable () -> AsyncStream<Result<[QueueEntry], LibraryError>>
  /// Puts episodes at the beginning of the queue, in this order. Episodes that are in the queue move there.
  package var playNext: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void
  /// Puts episodes at the end of the queue, in this order. Episodes that are in the queue move there.
  package var playLast: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void
  /// Moves episodes of the queue before another one, or to the end if `before` is `nil` or not in the queue. They keep the order in which they
  /// are given.
  package var move: @Sendable (_ episodes: [Episode.ID], _ before: Episode.ID?) async throws(LibraryError) -> Void
  /// Removes episodes from the queue. Episodes that are not in the queue change nothing. Returns the change for undo.
  package var remove: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> QueueChange
  /// Removes all episodes from the queue. Returns the change for undo.
  package var clear: @Sendable () async throws(LibraryError) -> QueueChange
  /// Undoes a removal. The episodes return to their places. Episodes that were added to the queue since stay.
  package var restore: @Sendable (_ change: QueueChange) async throws(LibraryError) -> Void

  package init(
    entries: @escaping @Sendable () -> AsyncStream<Result<[QueueEntry], LibraryError>>,
    playNext: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void,
    playLast: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void,
    move: @escaping @Sendable (_ episodes: [Episode.ID], _ before: Episode.ID?) async throws(LibraryError) -> Void,
    remove: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> QueueChange,
    clear: @escaping @Sendable () async throws(LibraryError) -> QueueChange,
    restore: @escaping @Sendable (_ change: QueueChange) async throws(LibraryError) -> Void
  ) {
    self.entries = entries
    self.playNext = playNext
    self.playLast = playLast
    self.move = move
    self.remove = remove
    self.clear = clear
    self.restore = restore
  }
}

/// An episode in the queue.
package struct QueueEntry: Hashable, Sendable, Identifiable {
  package var id: Episode.ID
  /// The length that is not played yet, or `nil` if the length of the episode is not known.
  package var timeLeft: Duration?

  package init(id: Episode.ID, timeLeft: Duration? = nil) {
    self.id = id
    self.timeLeft = timeLeft
  }
}

/// The episodes that were removed from the queue, for undo.
package struct QueueChange: Hashable, Sendable {
  /// A removed episode.
  package struct Removed: Hashable, Sendable {
    package var id: Episode.ID
    /// Its former place in the queue, from 0.
    package var position: Int

    package init(id: Episode.ID, position: Int) {
      self.id = id
      self.position = position
    }
  }

  /// The removed episodes, in the order of the queue.
  package var removed: [Removed]

  package init(removed: [Removed]) { self.removed = removed }
}
