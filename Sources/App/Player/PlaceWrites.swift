import Podcasts
import ReducerStore

extension PlayerFeature {
  /// Starts the next write of the journal, unless a write is running. Sends `.placeWritesEnded` to the parent for each
  /// marker of a show's removal that precedes the written entry.
  func writeNext(in state: inout State) -> Effect<Action> {
    var effects: [Effect<Action>] = []
    // `next()` returns `nil` while a write runs, so the loop ends after the first entry that is not a marker.
    while let entry = state.journal.next() {
      if case .removal(let show) = entry {
        effects.append(.send(.delegate(.placeWritesEnded(show))))
      } else {
        effects.append(write(entry))
      }
    }
    return .merge(effects)
  }

  /// Writes an entry of the journal. The write completes even if the effect is cancelled.
  ///
  /// ``PendingWrites`` counts the running writes. The result is sent before this write counts as done, and the action
  /// with the result starts the next write. So a caller that waits for all writes also waits for the next write. At the
  /// program's end, ``quit(_:)`` waits only for a limited time. If the write ends after that time, its result is not
  /// sent.
  func write(_ entry: PlaceJournal.Entry) -> Effect<Action> {
    .run { [library, writes] send in
      let (writeEnd, writeEndContinuation) = AsyncStream.makeStream(of: Void.self)
      writes.start {
        do throws(LibraryError) {
          try await library.write(entry)
          if !writes.hasStoppedWaiting { await send(.placeWritten) }
        } catch {
          if !writes.hasStoppedWaiting { await send(.placeWriteFailed(error)) }
        }
        writeEndContinuation.finish()
      }
      for await _ in writeEnd {}
    }
    .cancellable(id: CancelID.writing)
  }

  /// Records the place, stops the sound, and writes all entries. The effect ends when all writes are done, or after
  /// ``PendingWrites/limitAtQuit``.
  func quit(_ state: inout State) -> Effect<Action> {
    state.savePlace()
    let stopping = stop(&state)
    let writing = writeNext(in: &state)
    let waiting = Effect<Action>.run { [clock, writes] _ in
      await writes.waitUntilDone(within: PendingWrites.limitAtQuit, clock: clock)
    }
    return .merge(stopping, writing, waiting.concatenate(with: .cancel(id: CancelID.writing)))
  }
}

extension LibraryClient {
  /// Writes an entry of the journal. A marker for a removal needs no write.
  fileprivate func write(_ entry: PlaceJournal.Entry) async throws(LibraryError) {
    switch entry {
    case .place(let position, let episode): try await savePosition(episode, position)
    case .played(let episode, let isPlayed): try await setPlayed(episode, isPlayed)
    case .removal: break
    }
  }
}
