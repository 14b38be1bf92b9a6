package import Podcasts

/// Settings of shows in memory, with notifications of changes. A show has the default settings until others are written
/// for the show.
package final class FakeShowSettings: Sendable {
  private struct State: Sendable {
    var settings: [Show.ID: ShowSettings] = [:]
    var removed: Set<Show.ID> = []
    var failure: LibraryError?
    var gate: Gate?
    var saves: [ShowSettings] = []
    var listeners: [(show: Show.ID, continuation: AsyncStream<Result<ShowSettings?, LibraryError>>.Continuation)] = []

    /// Returns the value that a stream of a show emits.
    func emittedValue(of show: Show.ID) -> Result<ShowSettings?, LibraryError> {
      if let failure { return .failure(failure) }
      return .success(removed.contains(show) ? nil : settings[show] ?? ShowSettings())
    }
  }

  private let state = Recorded(State())

  package init() {}

  /// Returns the settings of a show, or the default settings if no settings were written.
  package func settings(of show: Show.ID) -> ShowSettings { state.current.settings[show] ?? ShowSettings() }

  /// The written settings of all shows, in the order of the writes.
  package var saves: [ShowSettings] { state.current.saves }

  /// Waits until the settings of a show match the condition.
  package func waitForSettings(of show: Show.ID, _ condition: @escaping @Sendable (ShowSettings) -> Bool) async {
    await state.until { condition($0.settings[show] ?? ShowSettings()) }
  }

  /// Makes every read and write fail from now on. With `nil`, later reads and writes succeed again.
  package func fail(with error: LibraryError?) {
    state.change { $0.failure = error }
  }

  /// Makes every write wait for a gate from now on. With `nil`, later writes do not wait.
  package func holdWrites(before gate: Gate?) {
    state.change { $0.gate = gate }
  }

  /// Changes the settings of a show, like another program, and notifies the show's streams. With `nil`, removes the
  /// show.
  package func change(_ show: Show.ID, to settings: ShowSettings?) {
    state.change { state in
      state.settings[show] = settings
      if settings == nil { state.removed.insert(show) }
    }
    notify(show)
  }

  private func notify(_ show: Show.ID) {
    let state = state.current
    for listener in state.listeners where listener.show == show {
      listener.continuation.yield(state.emittedValue(of: show))
    }
  }

  /// The client of these settings.
  package var client: ShowSettingsClient {
    ShowSettingsClient(
      settings: { [self] show in
        AsyncStream { continuation in
          state.change { $0.listeners.append((show, continuation)) }
          let value = state.current.emittedValue(of: show)
          continuation.yield(value)
          if case .failure = value { continuation.finish() }
        }
      },
      save: { [self] show, settings throws(LibraryError) in
        if let gate = state.current.gate { _ = await gate.pass() }
        if let failure = state.current.failure { throw failure }
        state.change { state in
          state.settings[show] = settings
          state.saves.append(settings)
        }
        notify(show)
      })
  }
}
