import Podcasts
import ReducerStore

extension PlayerFeature {
  /// Starts the next write, unless a write is running. If the next note is the removal of a show, sends
  /// `.placesSettled` to the parent first.
  func writeNext(in state: inout State) -> Effect<Action> {
    var effects: [Effect<Action>] = []
    while let note = state.journal.next() {
      if case .removal(let show) = note {
        effects.append(.send(.delegate(.placesSettled(show))))
      } else {
        effects.append(write(note))
      }
    }
    return .merge(effects)
  }

  /// Writes a note. The write completes even if the effect is cancelled.
  ///
  /// The result is sent before ``PendingWrites`` counts the write as done. The action starts the next write, so a
  /// caller that waits for all writes also waits for the next one. If the program ends and no longer waits for the
  /// writes, the effect is cancelled, and the result is not sent.
  func write(_ note: PlaceJournal.Note) -> Effect<Action> {
    .run { [library, writes] send in
      let (end, continuation) = AsyncStream.makeStream(of: Void.self)
      writes.start {
        do throws(LibraryError) {
          try await library.write(note)
          if !writes.isGivenUp { await send(.noteWritten) }
        } catch {
          if !writes.isGivenUp { await send(.noteFailed(error)) }
        }
        continuation.finish()
      }
      for await _ in end {}
    }
    .cancellable(id: CancelID.writing)
  }

  /// Stops the sound, and waits until all notes are written or the limit is over.
  func quit(_ state: inout State) -> Effect<Action> {
    state.savePlace()
    let stopped = stop(&state)
    let written = writeNext(in: &state)
    let settled = Effect<Action>.run { [clock, writes] _ in
      await writes.settle(within: PendingWrites.limitAtQuit, clock: clock)
    }
    return .merge(stopped, written, settled.concatenate(with: .cancel(id: CancelID.writing)))
  }
}

extension LibraryClient {
  fileprivate func write(_ note: PlaceJournal.Note) async throws(LibraryError) {
    switch note {
    case .place(let position, let episode): try await savePosition(episode, position)
    case .played(let episode, let isPlayed): try await setPlayed(episode, isPlayed)
    case .removal: break
    }
  }
}
