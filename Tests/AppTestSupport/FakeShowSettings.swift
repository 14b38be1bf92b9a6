package import Podcasts

/// Settings of shows in memory, with notifications of changes. Every show has settings until it is removed.
package final class FakeShowSettings: Sendable {
  private struct State: Sendable {
    var settings: [Show.ID: ShowSettings] = [:]
    var removed: Set<Show.ID> = []
    var failure: LibraryError?
    var gate: Gate?
    var saves: [ShowSettings] = []
    var listeners: [(Show.ID, AsyncStream<Result<ShowSettings?, LibraryError>>.Continuation)] = []

    func value(of show: Show.ID) -> Result<ShowSettings?, LibraryError> {
      if let failure { return .failure(failure) }
      return .success(removed.contains(show) ? nil : settings[show] ?? ShowSettings())
    }
  }

  private let state = Recorded(State())

  package init() {}

  /// Returns the settings of a show.
  package func settings(of show: Show.ID) -> ShowSettings { state.current.settings[show] ?? ShowSettings() }

  /// The written settings, in order.
  package var saves: [ShowSettings] { state.current.saves }

  /// Waits until the settings of a show match the condition.
  package func waitUntilWritten(of show: Show.ID, _ condition: @escaping @Sendable (ShowSettings) -> Bool) async {
    await state.until { condition($0.settings[show] ?? ShowSettings()) }
  }

  /// Makes every read and write fail from now on. `nil` makes them succeed again.
  package func fail(with error: LibraryError?) {
    state.change { $0.failure = error }
  }

  /// Makes every write wait for a gate from now on.
  package func holdWrites(before gate: Gate?) {
    state.change { $0.gate = gate }
  }

  /// Changes the settings of a show, like another program, and notifies the show's streams. `nil` removes the show.
  package func change(_ show: Show.ID, to settings: ShowSettings?) {
    state.change { state in
      state.settings[show] = settings
      if settings == nil { state.removed.insert(show) }
    }
    notify(show)
  }

  private func notify(_ show: Show.ID) {
    let state = state.current
    for (id, listener) in state.listeners where id == show { listener.yield(state.value(of: show)) }
  }

  /// The client of these settings.
  package var client: ShowSettingsClient {
    ShowSettingsClient(
      settings: { [self] show in
        AsyncStream { continuation in
          state.change { $0.listeners.append((show, continuation)) }
          let value = state.current.value(of: show)
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
