import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The downloads of all episodes: their state for the rows of episodes, the user's actions, and the rules that start
/// and delete downloads automatically.
@Reducer
package struct DownloadsFeature {
  @ObservableState
  package struct State: Equatable {
    /// All downloads, including waiting and failed ones.
    package var items: IdentifiedArrayOf<DownloadFeature.State> = []
    /// The content of the toast on screen.
    package var notice: Notice?
    /// The size of all complete and partial files on the disk, such as `1.2 GB`.
    package var totalText = ""
    /// The number of downloads that are waiting or running.
    package var activeCount = 0
    /// The number of failed downloads.
    package var failedCount = 0
    /// The settings, or `nil` before they were read.
    package var preferences: Preferences?

    /// The number of toasts in this session. It is the id of the last toast.
    var noticeCount = 0

    package init() {}
  }

  package enum Action: Equatable {
    case delegate(Delegate)
    /// The user chose “Free Up Space”. The downloads of played episodes are removed. The file of the episode in the
    /// player, `playing`, is not deleted.
    case freeUpSpaceButtonClicked(playing: Episode.ID?)
    case items(IdentifiedActionOf<DownloadFeature>)
    /// The program started. The feature follows the downloads and the settings from now on.
    case launched
    /// The toast was replaced, or has disappeared (`nil`).
    case noticeChanged(Notice?)
    /// The settings were read, or changed.
    case preferencesReceived(Preferences)
    /// The downloads changed.
    case received([Download])
    /// Downloads were removed because the user requested the removal, or the removal failed.
    case removed(Result<RemovedDownloads, LibraryError>)
    /// The user chose “Remove Download” of episodes.
    case removeRequested([Episode.ID])
    /// The user chose “Try Again” for all downloads that failed.
    case retryAllButtonClicked
    /// A refresh of all shows or of one show ended, or a minute has passed: the feature applies the rules of automatic
    /// downloads and deletions. The file of the episode in the player, `playing`, is not deleted.
    case rulesDue(playing: Episode.ID?)
    /// The user chose “Download” or “Try Again” of episodes.
    case startRequested([Episode.ID])
    /// The user chose “Stop” for all downloads.
    case stopAllButtonClicked
    /// The user chose “Stop” of downloads.
    case stopRequested([Episode.ID])
    /// The user pressed the key `D` for an episode. A complete download is removed, a running or waiting
    /// download is stopped, and any other download is started.
    case toggled(Episode.ID)
    /// The user chose “Undo” in the toast.
    case undoButtonClicked
    /// The library could not write a change that the user requested.
    case writeFailed(LibraryError)

    /// Requests to the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// Report a problem to the user.
      case problem(Problem)
    }
  }

  private enum CancelID {
    case downloads
    case preferences
    case rules
  }

  @Dependency(\.downloads) var downloads
  @Dependency(\.episodes) var episodes
  @Dependency(\.locale) var locale
  @Dependency(\.log) var log
  @Dependency(\.now) private var now
  @Dependency(\.preferences) private var preferences
  @Dependency(\.savedTranscripts) var savedTranscripts
  @Dependency(\.transcripts) var transcripts

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate: return .none
      case .freeUpSpaceButtonClicked(let playing): return freeUpSpace(playing: playing)
      case .items(.element(let id, let request)): return carryOut(request, of: id)
      case .launched: return .merge(listenToDownloads(), listenToPreferences())
      case .noticeChanged(let notice): return replaceNotice(with: notice, in: &state)
      case .preferencesReceived(let preferences): return preferencesReceived(preferences, &state)
      case .received(let downloads):
        let completed = state.newlyComplete(downloads)
        state.update(downloads, locale)
        return saveTranscripts(of: completed)
      case .removed(let result): return finishRemoval(result, &state)
      case .removeRequested(let ids): return remove(ids)
      case .retryAllButtonClicked: return start(state.items.filter { $0.error != nil }.map(\.id))
      case .rulesDue(let playing): return applyRules(playing: playing, state)
      case .startRequested(let ids): return start(ids)
      case .stopAllButtonClicked: return stop(state.items.filter(\.download.isActive).map(\.id))
      case .stopRequested(let ids): return stop(ids)
      case .toggled(let id): return toggle(id, state)
      case .undoButtonClicked: return undo(&state)
      case .writeFailed(let error): return .send(.delegate(.problem(Problem(error))))
      }
    }
    .forEach(\.items, action: \.items) { DownloadFeature() }
  }

  private func listenToDownloads() -> Effect<Action> {
    .run { [downloads] send in
      for await states in downloads.states() where !Task.isCancelled { await send(.received(states)) }
    }
    .cancellable(id: CancelID.downloads, cancelInFlight: true)
  }

  private func listenToPreferences() -> Effect<Action> {
    .run { [preferences] send in
      for await value in preferences.values() where !Task.isCancelled { await send(.preferencesReceived(value)) }
    }
    .cancellable(id: CancelID.preferences, cancelInFlight: true)
  }

  private func preferencesReceived(_ preferences: Preferences, _ state: inout State) -> Effect<Action> {
    let isParallelLimitChanged = state.preferences?.parallelDownloads != preferences.parallelDownloads
    state.preferences = preferences
    guard isParallelLimitChanged else { return .none }
    return .run { [downloads] _ in await downloads.setLimit(preferences.parallelDownloads) }
  }

  private func carryOut(_ request: DownloadFeature.Action, of id: Episode.ID) -> Effect<Action> {
    switch request {
    case .removeButtonClicked: remove([id])
    case .startButtonClicked: start([id])
    case .stopButtonClicked: stop([id])
    }
  }

  private func toggle(_ id: Episode.ID, _ state: State) -> Effect<Action> {
    guard let download = state.items[id: id]?.download else { return start([id]) }
    return download.isComplete ? remove([id]) : download.isActive ? stop([id]) : start([id])
  }

  private func start(_ ids: [Episode.ID]) -> Effect<Action> {
    write { [downloads] () throws(LibraryError) in try await downloads.start(ids, /* isAutomatic */ false) }
  }

  private func stop(_ ids: [Episode.ID]) -> Effect<Action> {
    write { [downloads] () throws(LibraryError) in try await downloads.stop(ids) }
  }

  /// Performs a write, and sends `writeFailed` if it fails.
  private func write(_ body: @escaping @Sendable () async throws(LibraryError) -> Void) -> Effect<Action> {
    .run { send in
      do throws(LibraryError) {
        try await body()
      } catch {
        await send(.writeFailed(error))
      }
    }
  }

  private func remove(_ ids: [Episode.ID]) -> Effect<Action> {
    .run { [downloads] send in
      do throws(LibraryError) {
        await send(.removed(.success(try await downloads.remove(ids, /* keepsForUndo */ true))))
      } catch {
        await send(.removed(.failure(error)))
      }
    }
  }

  /// Removes the downloads of played episodes, except `playing`: applies the rule “After Playing” to all shows,
  /// whatever their settings.
  private func freeUpSpace(playing: Episode.ID?) -> Effect<Action> {
    .run { [downloads, now] send in
      do throws(LibraryError) {
        var rules = DownloadRules(deletion: .afterPlayed, now: now(), playing: playing)
        rules.ignoresShowSettings = true
        let played = try await downloads.plan(rules).remove
        let nothing = RemovedDownloads(downloads: [])
        let removed = played.isEmpty ? nothing : try await downloads.remove(played, /* keepsForUndo */ true)
        await send(.removed(.success(removed)))
      } catch {
        await send(.removed(.failure(error)))
      }
    }
  }

  private func undo(_ state: inout State) -> Effect<Action> {
    guard let removed = state.notice?.restorable else { return .none }
    state.notice = nil
    return write { [downloads] () throws(LibraryError) in try await downloads.restore(removed) }
  }

  /// Starts and removes downloads by the rules. A failure is only logged, because the rules are applied again within a
  /// minute.
  private func applyRules(playing: Episode.ID?, _ state: State) -> Effect<Action> {
    guard let preferences = state.preferences else { return .none }
    let rules = DownloadRules(
      automaticDownload: preferences.automaticDownload, deletion: preferences.downloadDeletion, now: now(),
      playing: playing)
    return .run { [downloads, log] _ in
      do throws(LibraryError) {
        let plan = try await downloads.plan(rules)
        if !plan.remove.isEmpty { _ = try await downloads.remove(plan.remove, /* keepsForUndo */ false) }
        if !plan.start.isEmpty { try await downloads.start(plan.start, /* isAutomatic */ true) }
      } catch {
        log("The rules of downloads: \(error)")
      }
    }
    .cancellable(id: CancelID.rules, cancelInFlight: true)
  }
}

extension DownloadsFeature.State {
  /// The download of an episode, or `nil` if the episode has none.
  package func download(of episode: Episode.ID) -> Download? { items[id: episode]?.download }

  /// Makes the items, their total size and their counts match these downloads. Changes only items that differ, so that
  /// the view of a row is evaluated only when its own download changes.
  fileprivate mutating func update(_ downloads: [Download], _ locale: Locale) {
    let ids = Set(downloads.map(\.id))
    if items.contains(where: { !ids.contains($0.id) }) { items.removeAll { !ids.contains($0.id) } }
    for download in downloads {
      if let item = items[id: download.id] {
        if item.download != download { items[id: download.id]?.download = download }
      } else {
        items.append(DownloadFeature.State(download: download, locale: locale))
      }
    }
    set(\.totalText, DownloadTexts.size(downloads.reduce(0) { $0 + $1.bytesOnDisk }, locale))
    set(\.activeCount, downloads.count(where: \.isActive))
    set(\.failedCount, downloads.count { if case .failed = $0.state { true } else { false } })
  }

  /// Sets a property if its value differs, so that no view is evaluated without a change.
  private mutating func set<Value: Equatable>(_ property: WritableKeyPath<Self, Value>, _ value: Value) {
    if self[keyPath: property] != value { self[keyPath: property] = value }
  }
}

extension DownloadsFeature.State {
  /// The number of complete downloads, and the size of all complete and partial files.
  package var summary: TextState {
    let count = items.count(where: \.download.isComplete)
    return count == 1 ? TextState("1 download, \(totalText)") : TextState("\(count) downloads, \(totalText)")
  }
}
