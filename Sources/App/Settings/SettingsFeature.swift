import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The settings of the program. A change is written at once.
@Reducer
package struct SettingsFeature {
  /// The dialogs of the settings.
  @Reducer
  package enum Destination {
    /// The alert with the last problem.
    case problem(AlertState<Never>)
    /// The alert that requests a confirmation before a backup replaces the library.
    case restoreConfirmation(AlertState<RestoreAnswer>)
  }

  /// The answers to the alert before a backup is restored. Cancel has no action, so it is not a case.
  @CasePathable
  package enum RestoreAnswer: Hashable, Sendable {
    case confirmed(LibraryBackup)
  }

  @ObservableState
  package struct State: Equatable {
    /// The dialogs of the settings.
    @Presents package var destination: Destination.State?
    /// The settings, as the controls show them.
    package var preferences = Preferences()
    /// Whether the settings were read. Until then the controls are disabled.
    package var isLoaded = false
    /// The sound devices that are connected.
    package var outputs: [AudioOutput] = []
    /// The backups, the newest first. `nil` until the user opens the list and the library returns the backups.
    package var backups: [LibraryBackup]?
    /// The text of each backup's date and time, in the user's locale.
    package var backupDates: [LibraryBackup.ID: String] = [:]
    /// Whether a backup is being restored.
    package var isRestoring = false
    /// Whether the last attempt to restore a backup in this sheet succeeded. `false` again during the next attempt.
    package var isRestored = false
    /// The number of writes of the settings that have not ended yet.
    package var runningSaveCount = 0
    /// The speed that the user selected since the last write began. `nil` if the user selected none.
    fileprivate var selectedRate: Double?

    package init() {}
  }

  package enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    /// The user clicked “Restore…” next to a backup. Unless a backup is being restored, an alert asks for a
    /// confirmation.
    case backupSelected(LibraryBackup.ID)
    /// The library returned the backups, or an error.
    case backupsReceived(Result<[LibraryBackup], LibraryError>)
    case destination(PresentationAction<Destination.Action>)
    /// The user switched the search in the podcast directory with this name on or off.
    case directoryToggled(name: String, isOn: Bool)
    /// The sheet was opened.
    case opened
    /// The sound devices were found.
    case outputsReceived([AudioOutput])
    /// The settings were read. The sheet reads the settings when it opens, and after each change of the stored
    /// settings.
    case preferencesReceived(Preferences)
    /// The user clicked “Restore from Backup…”. The backups are then listed.
    case listBackupsButtonClicked
    /// Restoring a backup succeeded (`nil`) or failed with an error.
    case restored(LibraryError?)
    /// A write of the settings ended, with or without an error.
    case saveEnded
    /// The settings could not be written.
    case saveFailed(PreferencesError)
  }

  private enum CancelID {
    case preferences
  }

  /// The names of the podcast directories on the web that can be searched. The settings store these names.
  package static let directories = ["iTunes", "fyyd", "Podcast Index"]

  @Dependency(\.audioOutputs) private var audioOutputs
  @Dependency(\.backups) private var backups
  @Dependency(\.locale) private var locale
  @Dependency(\.log) private var log
  @Dependency(\.preferences) private var preferences

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: return state.isLoaded ? save(&state) : .none
      case .backupSelected(let id):
        guard !state.isRestoring, let backup = state.backups?.first(where: { $0.id == id }) else { return .none }
        state.destination = .restoreConfirmation(.restore(backup, locale))
        return .none
      case .backupsReceived(.success(let backups)):
        state.backups = backups
        state.backupDates = Dictionary(backups.map { ($0.id, $0.dateText(locale)) }) { $1 }
        return .none
      case .backupsReceived(.failure(let error)): return report(Problem(error), &state)
      case .destination(.presented(.restoreConfirmation(.confirmed(let backup)))): return restore(backup, &state)
      case .destination: return .none
      case .directoryToggled(let name, let isOn):
        if isOn { state.preferences.directories.insert(name) } else { state.preferences.directories.remove(name) }
        return state.isLoaded ? save(&state) : .none
      case .opened:
        return .merge(
          observePreferences(), .run { [audioOutputs] send in await send(.outputsReceived(await audioOutputs())) })
      case .outputsReceived(let outputs):
        state.outputs = outputs
        return .none
      case .preferencesReceived(let preferences):
        // While changes of the user are being written, the received settings may be older than these changes.
        if state.runningSaveCount == 0 { state.preferences = preferences }
        state.isLoaded = true
        return .none
      case .listBackupsButtonClicked: return listBackups()
      case .restored(let error):
        state.isRestoring = false
        state.isRestored = error == nil
        return error.map { report(Problem($0), &state) } ?? listBackups()
      case .saveEnded:
        state.runningSaveCount -= 1
        return .none
      case .saveFailed(let error): return report(.unsaved(error), &state)
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Receives the settings now and after each change. The player and other programs may change the settings too.
  private func observePreferences() -> Effect<Action> {
    .run { [preferences] send in
      for await value in preferences.values() where !Task.isCancelled { await send(.preferencesReceived(value)) }
    }
    .cancellable(id: CancelID.preferences, cancelInFlight: true)
  }

  /// Writes the settings of the controls. The stored speed, volume and mute setting stay, because the player writes
  /// these settings. Only a speed that the user selected in this sheet since the last write replaces the stored speed.
  private func save(_ state: inout State) -> Effect<Action> {
    state.runningSaveCount += 1
    let rate = state.selectedRate
    state.selectedRate = nil
    return .run { [preferences, value = state.preferences] send in
      do throws(PreferencesError) {
        try await preferences.change { current in
          // The player may have changed its sound settings while the sheet was open.
          var changed = value
          changed.playback.copySoundSettings(from: current.playback)
          if let rate { changed.playback.rate = rate }
          current = changed
        }
      } catch {
        await send(.saveFailed(error))
      }
      await send(.saveEnded)
    }
  }

  private func listBackups() -> Effect<Action> {
    .run { [backups] send in
      do throws(LibraryError) {
        await send(.backupsReceived(.success(try await backups.all())))
      } catch {
        await send(.backupsReceived(.failure(error)))
      }
    }
  }

  private func restore(_ backup: LibraryBackup, _ state: inout State) -> Effect<Action> {
    state.isRestoring = true
    state.isRestored = false
    return .run { [backups] send in
      do throws(LibraryError) {
        try await backups.restore(backup)
        await send(.restored(nil))
      } catch {
        await send(.restored(error))
      }
    }
  }

  /// Shows a problem in an alert, and writes it to the log.
  private func report(_ problem: Problem, _ state: inout State) -> Effect<Action> {
    state.destination = .problem(.problem(problem.title, problem.message))
    return .run { [log] _ in log(problem.logText) }
  }
}

extension SettingsFeature.State {
  /// The devices to select from: the connected devices and the selected device, which may not be connected.
  package var selectableOutputs: [AudioOutput] {
    guard let selected = preferences.playback.output, !outputs.contains(where: { $0.id == selected.id }) else {
      return outputs
    }
    return outputs + [selected]
  }

  /// The id of the selected device, or `nil` for the device of the system. The picker uses the id, because the name of
  /// a device may change.
  package var selectedOutputID: AudioOutput.ID? {
    get { preferences.playback.output?.id }
    set { preferences.playback.output = selectableOutputs.first { $0.id == newValue } }
  }

  /// The speed of all shows that have no speed of their own.
  package var rate: Double {
    get { preferences.playback.rate }
    set {
      preferences.playback.rate = newValue
      selectedRate = newValue
    }
  }

  /// The speeds to select from: the usual speeds, and the current speed, which a keyboard shortcut or another program
  /// may have set.
  package var offeredRates: [Double] {
    PlayerFeature.rates.contains(rate) ? PlayerFeature.rates : (PlayerFeature.rates + [rate]).sorted()
  }
}

extension SettingsFeature.Destination.State: Equatable {}
extension SettingsFeature.Destination.Action: Equatable {}

extension Problem {
  fileprivate static func unsaved(_ error: PreferencesError) -> Problem {
    Problem(
      title: TextState("The Settings Were Not Saved"),
      message: TextState(
        "“\(error.path)” could not be written. Change its permissions or make room on the disk, then try again."),
      logText: String(describing: error))
  }
}

extension AlertState<SettingsFeature.RestoreAnswer> {
  fileprivate static func restore(_ backup: LibraryBackup, _ locale: Locale) -> AlertState {
    let date = backup.dateText(locale)
    return AlertState(
      title: TextState("Restore This Backup?"),
      message: TextState("Your library becomes what it was on \(date). The present one is kept as a backup."),
      buttons: [
        .destructive(TextState("Restore"), action: .send(.confirmed(backup))),
        .cancel(TextState("Cancel")),
      ])
  }
}

extension LibraryBackup {
  fileprivate func dateText(_ locale: Locale) -> String {
    madeAt.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale))
  }
}
