package import Foundation
package import Podcasts
import Presentation
package import ReducerStore

/// The sheet with the settings of one show. A change by the user is written at once.
@Reducer
package struct ShowSettingsFeature {
  @ObservableState
  package struct State: Equatable, Identifiable {
    /// The id of the show.
    package let id: Show.ID
    /// The name of the show.
    package let title: String
    /// The locale in which numbers are formatted.
    package let locale: Locale
    /// The settings that the controls show.
    package var settings = ShowSettings()
    /// The settings in the library. `nil` until the settings are read. The controls are disabled while this is `nil`.
    package var storedSettings: ShowSettings?
    /// The error that the sheet shows, if the settings could not be read or written. `nil` again after a later attempt
    /// has succeeded, or when the user tries again.
    package var problem: Problem?
    /// Whether settings are being written.
    package var isSaving = false
    /// The GStreamer plugin for the speed and the filters of the sound, if it is missing. `nil` if it is installed.
    package var missingPlugin: MissingSoundPlugin?

    /// Creates the state of the sheet. The settings are read after the action ``Action/opened``.
    package init(show: Show.ID, title: String, locale: Locale) {
      id = show
      self.title = title
      self.locale = locale
    }

    /// Whether the library has returned the settings.
    package var isLoaded: Bool { storedSettings != nil }
    /// Whether the settings in the controls differ from the settings in the library.
    fileprivate var isChanged: Bool { storedSettings.map { $0 != settings } ?? false }
  }

  package enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    /// The sheet was opened.
    case opened
    /// The GStreamer plugin for the speed and the filters of the sound is not installed.
    case pluginMissing(MissingSoundPlugin)
    /// The library returned the settings or an error, after the sheet was opened or after the settings in the library
    /// changed. The settings are `nil` if the show was removed.
    case received(Result<ShowSettings?, LibraryError>)
    /// The settings were written, or writing them failed with an error.
    case saved(ShowSettings, LibraryError?)
    /// The user clicked “Try Again” after an error.
    case tryAgainButtonClicked
  }

  private enum CancelID {
    case observation
  }

  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.log) private var log
  @Dependency(\.missingSoundPlugin) private var missingSoundPlugin
  @Dependency(\.showSettings) private var showSettings
  @Dependency(\.writes) private var writes

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: return save(&state)
      case .opened: return .merge(observeSettings(of: state.id), findMissingPlugin())
      case .pluginMissing(let plugin):
        state.missingPlugin = plugin
        return .none
      case .received(.success(let settings?)):
        // If the user made changes that are not written yet, the controls keep them.
        if !state.isChanged { state.settings = settings }
        state.storedSettings = settings
        // After a failed write, the problem stays visible until the changes are written.
        if !state.isChanged { state.problem = nil }
        return .none
      // The show was removed.
      case .received(.success(nil)): return .run { [dismiss] _ in await dismiss() }
      case .received(.failure(let error)): return report(error, &state)
      case .saved(let settings, let error):
        state.isSaving = false
        if let error { return report(error, &state) }
        state.storedSettings = settings
        state.problem = nil
        // Write the changes that the user made during this write.
        return save(&state)
      case .tryAgainButtonClicked:
        state.problem = nil
        return state.isLoaded ? save(&state) : observeSettings(of: state.id)
      }
    }
  }

  private func observeSettings(of show: Show.ID) -> Effect<Action> {
    .run { [showSettings] send in
      for await result in showSettings.settings(show) where !Task.isCancelled { await send(.received(result)) }
    }
    .cancellable(id: CancelID.observation, cancelInFlight: true)
  }

  private func findMissingPlugin() -> Effect<Action> {
    .run { [missingSoundPlugin] send in
      if let plugin = await missingSoundPlugin() { await send(.pluginMissing(plugin)) }
    }
  }

  /// Writes the changed settings, unless a write is running. A write completes even if the sheet is closed, because
  /// `writes.perform` does not end with this effect.
  private func save(_ state: inout State) -> Effect<Action> {
    guard state.isChanged, !state.isSaving else { return .none }
    state.isSaving = true
    return .run { [showSettings, writes, show = state.id, settings = state.settings] send in
      let result = await writes.perform { () throws(LibraryError) in try await showSettings.save(show, settings) }
      switch result {
      case .success: await send(.saved(settings, nil))
      case .failure(let error): await send(.saved(settings, error))
      }
    }
  }

  /// Shows an error in the sheet, and writes it to the log.
  private func report(_ error: LibraryError, _ state: inout State) -> Effect<Action> {
    let problem = Problem(error)
    state.problem = problem
    return .run { [log] _ in log(problem.logText) }
  }
}
