package import Podcasts

extension FakeLibrary {
  /// The episodes in the queue, in order.
  package var queue: [Episode.ID] { state.current.queue }

  /// The client that reads and changes the queue of this library.
  package var queueClient: QueueClient {
    QueueClient(
      entries: { [self] in
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
          state.change { state in
            state.queueStreams.append(continuation)
            continuation.yield(state.lists.failure.map { .failure($0) } ?? .success(state.queueEntries))
          }
        }
      },
      playNext: { [self] episodes throws(LibraryError) in
        try await write(.queue(.playNext(episodes))) {
          $0.reorderQueue { order in episodes + order.filter { !episodes.contains($0) } }
        }
      },
      playLast: { [self] episodes throws(LibraryError) in
        try await write(.queue(.playLast(episodes))) {
          $0.reorderQueue { order in order.filter { !episodes.contains($0) } + episodes }
        }
      },
      move: { [self] episodes, before throws(LibraryError) in
        try await write(.queue(.move(episodes, before: before))) { state in
          state.reorderQueue { order in
            var others = order.filter { !episodes.contains($0) }
            others.insert(contentsOf: episodes, at: before.flatMap(others.firstIndex) ?? others.count)
            return others
          }
        }
      },
      remove: { [self] episodes throws(LibraryError) in
        try await write(.queue(.remove(episodes))) { $0.removeFromQueue(episodes.contains) }
      },
      clear: { [self] () throws(LibraryError) in try await write(.queue(.clear)) { $0.removeFromQueue { _ in true } } },
      restore: { [self] removal throws(LibraryError) in
        try await write(.queue(.restore(removal))) { state in
          state.reorderQueue { order in
            var restored = order
            for removed in removal.removed { restored.insert(removed.id, at: min(removed.position, restored.count)) }
            return restored
          }
        }
      })
  }
}

/// A requested change of the queue.
package enum QueueWrite: Hashable, Sendable {
  case playNext([Episode.ID])
  case playLast([Episode.ID])
  /// A move to the position before another episode, or to the end for `nil`.
  case move([Episode.ID], before: Episode.ID?)
  case remove([Episode.ID])
  case clear
  /// The undoing of a removal.
  case restore(QueueRemoval)
}

extension FakeLibrary.State {
  /// The episodes in the queue, in order.
  var queue: [Episode.ID] {
    episodes.values.joined().filter { $0.queuePosition != nil }.sorted { $0.queuePosition! < $1.queuePosition! }.map(
      \.id)
  }

  /// The entries of the queue with the time that is left of each episode.
  var queueEntries: [QueueEntry] {
    let episodesByID = allEpisodes
    return queue.map { id in
      QueueEntry(id: id, timeLeft: episodesByID[id]?.duration.map { $0 - (episodesByID[id]?.playPosition ?? .zero) })
    }
  }

  /// Replaces the order of the queue with the result of the closure. Removes the episodes that the result omits.
  mutating func reorderQueue(_ makeOrder: ([Episode.ID]) -> [Episode.ID]) {
    let order = makeOrder(queue)
    for id in allEpisodes.keys { change(id) { $0.queuePosition = order.firstIndex(of: id) } }
  }

  /// Removes the episodes for which the closure returns `true`. Returns the removed episodes and their positions.
  mutating func removeFromQueue(_ isRemoved: (Episode.ID) -> Bool) -> QueueRemoval {
    let former = queue
    reorderQueue { $0.filter { !isRemoved($0) } }
    return QueueRemoval(
      removed: former.enumerated().filter { isRemoved($0.element) }.map { .init(id: $0.element, position: $0.offset) })
  }
}
