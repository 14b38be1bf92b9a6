/// Reads and writes the queue: the episodes to play next, in order. The queue is stored in the library.
///
/// `PodcastStore` makes the live client. Each write is one transaction and completes even if the calling task is
/// cancelled. Episodes that are not in the library are skipped. If the library contains none of the episodes,
/// ``playNext``, ``playLast``, ``move`` and ``restore`` throw ``LibraryError/notFound``.
package struct QueueClient: Sendable {
  /// Returns a stream of the whole queue, in order. The stream emits at once and after each change, until the consumer
  /// stops. An episode whose show was removed is not included. A slow consumer misses intermediate values and receives
  /// the newest one. The stream ends after a failure.
  package var entries: @Sendable () -> AsyncStream<Result<[QueueEntry], LibraryError>>
  /// Adds episodes at the beginning of the queue, in this order. Episodes that are already in the queue are moved to
  /// the beginning.
  package var playNext: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void
  /// Adds episodes at the end of the queue, in this order. Episodes that are already in the queue are moved to the end.
  package var playLast: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void
  /// Moves episodes within the queue, in the order of the argument. The episodes are moved in front of the episode
  /// `before`, or to the end if `before` is `nil` or not in the queue. If `before` is itself moved, the next episode
  /// that is not moved is used instead. Throws ``LibraryError/notFound`` if the queue contains none of the episodes.
  package var move: @Sendable (_ episodes: [Episode.ID], _ before: Episode.ID?) async throws(LibraryError) -> Void
  /// Removes episodes from the queue. Episodes that are not in the queue are ignored. Returns the removed episodes for
  /// ``restore``.
  package var remove: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> QueueRemoval
  /// Removes all episodes from the queue. Returns them for ``restore``.
  package var clear: @Sendable () async throws(LibraryError) -> QueueRemoval
  /// Undoes a removal. The episodes return to their former positions. Episodes that were added to the queue after the
  /// removal stay, also those that were removed and added again.
  package var restore: @Sendable (_ removal: QueueRemoval) async throws(LibraryError) -> Void

  package init(
    entries: @escaping @Sendable () -> AsyncStream<Result<[QueueEntry], LibraryError>>,
    playNext: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void,
    playLast: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void,
    move: @escaping @Sendable (_ episodes: [Episode.ID], _ before: Episode.ID?) async throws(LibraryError) -> Void,
    remove: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> QueueRemoval,
    clear: @escaping @Sendable () async throws(LibraryError) -> QueueRemoval,
    restore: @escaping @Sendable (_ removal: QueueRemoval) async throws(LibraryError) -> Void
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
  /// The time from the listener's place to the end of the episode, or `nil` if the episode's length is unknown.
  package var timeLeft: Duration?

  package init(id: Episode.ID, timeLeft: Duration? = nil) {
    self.id = id
    self.timeLeft = timeLeft
  }
}

/// The episodes that one call has removed from the queue, for undo.
package struct QueueRemoval: Hashable, Sendable {
  /// A removed episode.
  package struct Removed: Hashable, Sendable {
    package var id: Episode.ID
    /// The former position of the episode in the queue, from 0.
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
