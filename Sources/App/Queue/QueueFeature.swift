import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The queue of the episodes that are played next. The feature also writes the changes of the queue to the library.
///
/// An episode is removed from the queue when its sound starts. If the user queues the episode again while it plays, the
/// episode is removed from the queue at its end. At the end of an episode the next entry is played. If the queue is
/// empty and ``State/continuesWithShow`` is on, the next unplayed episode of the same show is played.
@Reducer
package struct QueueFeature {
  @ObservableState
  package struct State: Equatable {
    /// The entries, in order.
    package var entries: [QueueEntry] = []
    /// The rows of the list “Up Next”. After `upNext(.opened)`, they are loaded, and updated when the library changes.
    package var upNext = EpisodeListFeature.State(query: EpisodeQuery(.queue))
    /// The message on screen, or `nil`.
    package var notice: QueueNotice?
    /// Whether the next unplayed episode of the show is played when the queue is empty.
    package var continuesWithShow = false
    /// The next unplayed episode of the show whose episode is in the player. `nil` if there is none.
    package var nextOfShow: Episode.ID?
    /// The episode that the feature plays because another episode ended or could not be played. `nil` as soon as a
    /// sound starts. If the episode cannot be played, the feature skips it.
    package var automaticEpisode: Episode.ID?
    /// The episodes that could not be played. Their entries stay in the queue, and are skipped.
    package var unplayable: Set<Episode.ID> = []
    /// The locale of ``caption``. The feature sets the user's locale when it receives entries.
    fileprivate var locale = Locale(identifier: "en_US")
    /// The number of messages in this session. It is the id of the last message.
    fileprivate var noticeCount = 0

    /// Creates an empty queue.
    package init() {}

    /// Whether an episode is in the queue.
    package func contains(_ episode: Episode.ID) -> Bool { entries.contains { $0.id == episode } }

    /// Returns whether the user can select “Next” while `current` is in the player: the queue has other entries, or the
    /// next episode of the show would be played.
    package func hasNext(after current: Episode.ID?) -> Bool {
      entries.contains { $0.id != current } || continuesWithShow && nextOfShow != nil
    }

    /// Returns the entry that is played after an episode, or `nil` if there is none.
    package func next(after episode: Episode.ID) -> Episode.ID? {
      entries.first { $0.id != episode && !unplayable.contains($0.id) }?.id
    }

    /// The total time left of all entries whose length is known.
    package var timeLeft: Duration { entries.reduce(.zero) { $0 + ($1.timeLeft ?? .zero) } }

    /// The number of entries and their length, such as “3 episodes · 1 hr, 20 min”.
    package var caption: TextState {
      let count = entries.count == 1 ? TextState("1 episode") : TextState("\(entries.count) episodes")
      guard timeLeft > .zero else { return count }
      return .joined([count, TextState(verbatim: Episode.lengthText(of: timeLeft, in: locale))])
    }
  }

  package enum Action: Equatable {
    /// The queue was changed, or changing it failed. `removal` has the removed entries, for undo.
    case changed(QueueRequest, removal: QueueRemoval?, LibraryError?)
    case delegate(Delegate)
    /// The library returned the entries, or an error.
    case entriesReceived(Result<[QueueEntry], LibraryError>)
    /// An episode played to its end.
    case episodeEnded(PlayerFeature.Item)
    /// An episode could not be played. If `wasPlaying`, the error interrupted its sound.
    case episodeFailed(PlayerFeature.Item, PlaybackError, wasPlaying: Bool)
    /// The server of an episode could not be reached for about a minute.
    case episodeStillUnreachable(PlayerFeature.Item)
    /// Another episode was put into the player, or the player has no episode now (`nil`).
    case currentChanged(PlayerFeature.Item?)
    /// The next unplayed episode of the show whose episode is in the player was found.
    case nextOfShowFound(Episode.ID?)
    /// The program started. From now on, the feature receives the entries after each change.
    case launched
    /// The user chose “Next”.
    case nextButtonClicked(current: PlayerFeature.Item?)
    /// The library returned the next episode, `nil` if there is none, or an error. If `isUserRequest`, the user chose
    /// “Next”. Otherwise another episode ended or could not be played.
    case nextFound(Result<PlayerFeature.Item?, LibraryError>, isUserRequest: Bool)
    /// The message disappeared (`nil`).
    case noticeChanged(QueueNotice?)
    /// The sound of an episode started.
    case playbackStarted(Episode.ID)
    /// The user requested a change.
    case requested(QueueRequest)
    /// The user chose “Undo” after a removal.
    case undoButtonClicked
    /// A removal was undone, or undoing it failed.
    case undone(LibraryError?)
    case upNext(EpisodeListFeature.Action)

    /// Requests and notifications for the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// A request of the rows of “Up Next”.
      case list(EpisodeListFeature.Action.Delegate)
      /// A change could not be written. Lists that show the queue have to read its order again.
      case changeFailed
      /// Play an episode. If `isUserRequest`, the user chose “Next”. Otherwise another episode ended or could not be
      /// played.
      case playRequested(PlayerFeature.Item, isUserRequest: Bool)
      /// Report a problem to the user.
      case problem(Problem)
    }
  }

  private enum CancelID {
    case entries
    case nextOfShow
    case next
  }

  @Dependency(\.episodes) private var episodes
  @Dependency(\.locale) private var locale
  @Dependency(\.queue) private var queue
  @Dependency(\.writes) private var writes

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.upNext, action: \.upNext) { EpisodeListFeature() }
    Reduce { state, action in
      switch action {
      case .changed(let request, let removal, let error): return changed(request, removal, error, &state)
      case .entriesReceived(.success(let entries)):
        state.entries = entries
        state.locale = locale
        return .none
      case .entriesReceived(.failure(let error)): return report(error)
      case .episodeEnded(let item): return episodeEnded(item, &state)
      case .episodeFailed(let item, let error, let wasPlaying):
        return episodeFailed(item, error, wasPlaying: wasPlaying, &state)
      case .episodeStillUnreachable(let item): return skip(item, .unreachable, &state)
      case .currentChanged(let item): return findNextOfShow(item, &state)
      case .nextOfShowFound(let episode):
        state.nextOfShow = episode
        return .none
      case .launched: return listen()
      case .nextButtonClicked(let current): return findNext(after: current, isUserRequest: true, state)
      case .nextFound(let result, let isUserRequest): return nextFound(result, isUserRequest, &state)
      case .noticeChanged(let notice):
        state.notice = notice
        return .none
      case .playbackStarted(let episode): return playbackStarted(episode, &state)
      case .requested(let request): return change(request)
      case .undoButtonClicked: return undo(&state)
      case .undone(let error): return error.map(report) ?? .none
      case .upNext(.delegate(.queueRequested(let request))): return change(request)
      case .upNext(.delegate(let request)): return .send(.delegate(.list(request)))
      case .delegate, .upNext: return .none
      }
    }
  }

  private func listen() -> Effect<Action> {
    .run { [queue] send in
      for await result in queue.entries() where !Task.isCancelled { await send(.entriesReceived(result)) }
    }
    .cancellable(id: CancelID.entries, cancelInFlight: true)
  }
}

extension QueueFeature {
  private func report(_ error: LibraryError) -> Effect<Action> { .send(.delegate(.problem(Problem(error)))) }

  /// Writes a change of the queue.
  private func change(_ request: QueueRequest) -> Effect<Action> {
    .run { [queue, writes] send in
      var removal: QueueRemoval?
      let result = await writes.perform { () throws(LibraryError) in
        switch request {
        case .playNext(let episodes): try await queue.playNext(episodes)
        case .playLast(let episodes): try await queue.playLast(episodes)
        case .move(let episodes, let before): try await queue.move(episodes, before)
        case .remove(let episodes): removal = try await queue.remove(episodes)
        case .clear: removal = try await queue.clear()
        }
      }
      var error: LibraryError?
      if case .failure(let failure) = result { error = failure }
      await send(.changed(request, removal: removal, error))
    }
  }

  private func changed(
    _ request: QueueRequest, _ removal: QueueRemoval?, _ error: LibraryError?, _ state: inout State
  ) -> Effect<Action> {
    if let error {
      // `notFound` is not reported: the show of an episode may have been removed since the request.
      return error == .notFound
        ? .send(.delegate(.changeFailed)) : .merge(.send(.delegate(.changeFailed)), report(error))
    }
    switch request {
    case .playNext(let episodes):
      state.unplayable.subtract(episodes)
      state.show(.playsNext)
    case .playLast(let episodes):
      state.unplayable.subtract(episodes)
      state.show(.added)
    case .remove, .clear:
      if let removal, !removal.removed.isEmpty { state.show(.removed(removal)) }
    case .move: break
    }
    return .none
  }

  private func undo(_ state: inout State) -> Effect<Action> {
    guard case .removed(let removal) = state.notice?.kind else { return .none }
    state.notice = nil
    return .run { [queue, writes] send in
      let result = await writes.perform { () throws(LibraryError) in try await queue.restore(removal) }
      var error: LibraryError?
      if case .failure(let failure) = result { error = failure }
      await send(.undone(error))
    }
  }

  /// Removes an episode from the queue because its sound has started or ended. The user gets no message, and cannot
  /// undo the removal.
  private func removePlayed(_ episode: Episode.ID, _ state: inout State) -> Effect<Action> {
    guard state.contains(episode) else { return .none }
    state.entries.removeAll { $0.id == episode }
    return .run { [queue, writes] send in
      let result = await writes.perform { () throws(LibraryError) in _ = try await queue.remove([episode]) }
      if case .failure(let error) = result { await send(.changed(.remove([episode]), removal: nil, error)) }
    }
  }
}

extension QueueFeature {
  private func playbackStarted(_ episode: Episode.ID, _ state: inout State) -> Effect<Action> {
    state.unplayable.remove(episode)
    state.automaticEpisode = nil
    return removePlayed(episode, &state)
  }

  private func episodeEnded(_ item: PlayerFeature.Item, _ state: inout State) -> Effect<Action> {
    .merge(removePlayed(item.episode.id, &state), findNext(after: item, isUserRequest: false, state))
  }

  /// Skips an episode that could not be played, if the error interrupted its sound or if the queue had started it.
  /// Without a sound device, no episode is skipped, because the next one would fail too.
  private func episodeFailed(
    _ item: PlayerFeature.Item, _ error: PlaybackError, wasPlaying: Bool, _ state: inout State
  ) -> Effect<Action> {
    guard wasPlaying || state.automaticEpisode == item.episode.id, error != .noSoundDevice else { return .none }
    return skip(item, error, &state)
  }

  /// Plays the first playable entry instead of an episode that cannot be played, and shows the reason. If there is no
  /// such entry, nothing else is played, and the player shows the problem.
  private func skip(_ item: PlayerFeature.Item, _ error: PlaybackError, _ state: inout State) -> Effect<Action> {
    state.unplayable.insert(item.episode.id)
    guard state.entries.contains(where: { !state.unplayable.contains($0.id) }) else { return .none }
    state.automaticEpisode = nil
    state.show(.skipped(title: item.episode.title, error))
    return findNext(after: nil, isUserRequest: false, state)
  }

  /// Finds the first playable entry other than `current`. If there are no other entries and
  /// ``State/continuesWithShow`` is on, finds the next unplayed episode of the show of `current`.
  ///
  /// - Parameter isUserRequest: Whether the user chose “Next”. Then, if no entry is playable, the first unplayable
  ///   entry is tried again.
  private func findNext(after current: PlayerFeature.Item?, isUserRequest: Bool, _ state: State) -> Effect<Action> {
    let entries = state.entries.map(\.id).filter { $0 != current?.episode.id }
    let playable = entries.filter { !state.unplayable.contains($0) }
    let candidates = playable.isEmpty && isUserRequest ? entries : playable
    let predecessor = state.continuesWithShow && entries.isEmpty ? current?.episode : nil
    guard !candidates.isEmpty || predecessor != nil else { return .none }
    return .run { [episodes] send in
      do throws(LibraryError) {
        let found =
          if let predecessor {
            try await episodes.nextUnplayed(after: predecessor)
          } else {
            try await episodes.first(of: candidates)
          }
        let item = found.map { PlayerFeature.Item(episode: $0, showTitle: $0.showTitle) }
        await send(.nextFound(.success(item), isUserRequest: isUserRequest))
      } catch {
        await send(.nextFound(.failure(error), isUserRequest: isUserRequest))
      }
    }
    .cancellable(id: CancelID.next, cancelInFlight: true)
  }

  private func nextFound(
    _ result: Result<PlayerFeature.Item?, LibraryError>, _ isUserRequest: Bool, _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .success(let item?):
      state.automaticEpisode = isUserRequest ? nil : item.episode.id
      return .send(.delegate(.playRequested(item, isUserRequest: isUserRequest)))
    case .success(nil):
      state.nextOfShow = nil
      return .none
    case .failure(let error): return report(error)
    }
  }

  /// Finds the next unplayed episode of the item's show, for ``State/nextOfShow``. Errors of the library are ignored
  /// here. If the found episode is needed at the end of the item, `findNext` repeats the search and reports the error.
  private func findNextOfShow(_ item: PlayerFeature.Item?, _ state: inout State) -> Effect<Action> {
    state.nextOfShow = nil
    guard let item else { return .cancel(id: CancelID.nextOfShow) }
    return .run { [episodes] send in
      let found = try? await episodes.nextUnplayed(after: item.episode)
      if !Task.isCancelled, let found { await send(.nextOfShowFound(found.id)) }
    }
    .cancellable(id: CancelID.nextOfShow, cancelInFlight: true)
  }
}

extension QueueFeature.State {
  /// Shows a message, which replaces the message on screen.
  fileprivate mutating func show(_ kind: QueueNotice.Kind) {
    noticeCount += 1
    notice = QueueNotice(id: noticeCount, kind: kind)
  }
}

extension EpisodesClient {
  /// The maximum number of episodes that are read at once.
  private static let batchSize = 100

  /// Returns the first of these episodes that is still in the library. The show of an entry may have been removed. Only
  /// the first ``batchSize`` episodes are read.
  fileprivate func first(of ids: [Episode.ID]) async throws(LibraryError) -> Episode? {
    try await episodes(Array(ids.prefix(Self.batchSize))).first
  }

  /// Returns the oldest unplayed episode that the same show published after `episode`.
  fileprivate func nextUnplayed(after episode: Episode) async throws(LibraryError) -> Episode? {
    var later: ArraySlice<Episode.ID> = []
    // The first value of the stream has the current ids. Later values would follow changes of the library.
    for await result in ids(EpisodeQuery(.show(episode.showID), order: .oldestFirst)) {
      let all = try result.get()
      later = all.firstIndex(of: episode.id).map { all[($0 + 1)...] } ?? []
      break
    }
    while !later.isEmpty {
      let batch = try await episodes(Array(later.prefix(Self.batchSize)))
      if let found = batch.first(where: { !$0.isPlayed }) { return found }
      later = later.dropFirst(Self.batchSize)
    }
    return nil
  }
}
