import Foundation
import Podcasts
import ReducerStore

/// The speed, the volume and the other settings of the sound.
extension PlayerFeature {
  /// The usual speeds, which the menus of speeds offer.
  package static let rates = [0.5, 0.75, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  /// Sends the general settings of playback to this feature, now and after each change.
  func readSettings() -> Effect<Action> {
    .run { [preferences] send in
      for await value in preferences.values() where !Task.isCancelled { await send(.settingsReceived(value.playback)) }
    }
    .cancellable(id: CancelID.settings, cancelInFlight: true)
  }

  /// Sends the settings of a show to this feature, now and after each change. The next call ends the earlier one.
  func readShowSettings(of show: Show.ID) -> Effect<Action> {
    .run { [showSettings] send in
      for await result in showSettings.settings(show) where !Task.isCancelled {
        if case .success(let settings?) = result { await send(.showSettingsReceived(show, settings)) }
      }
    }
    .cancellable(id: CancelID.showSettings, cancelInFlight: true)
  }

  /// Updates the state for the actions of the speed, the volume and the other settings of the sound.
  func reduceSound(_ action: Action, in state: inout State) -> Effect<Action> {
    switch action {
    case .settingsReceived(let settings):
      let current = state.settings
      let isSameDevice = settings.output?.id == current.output?.id
      state.settings = settings
      // The received speed and volume are older than the user's changes that are not written yet.
      if state.soundSave.isNeeded { state.settings.copySoundSettings(from: current) }
      return isSameDevice
        ? applySound(state) : .merge(command { $0.adjust(.output(settings.output?.id)) }, applySound(state))
    case .showSettingsReceived(let show, let settings): return received(settings, of: show, in: &state)
    case .rateSelected(let rate): return setRate(rate, in: &state)
    case .rateStepped(let isFaster):
      // A step is 0.1. First, the speed is rounded to a multiple of 0.1.
      let tenths = (state.rate * 10).rounded() + (isFaster ? 1 : -1)
      return setRate(tenths / 10, in: &state)
    case .rateForShowToggled(let isOn): return setOwnRate(isOn, in: &state)
    case .volumeChanged(let volume):
      state.settings.volume = min(max(volume, 0), 1)
      state.settings.isMuted = false
      return .merge(applySound(state), saveSoundLater(&state))
    case .muteToggled(let isMuted):
      state.settings.isMuted = isMuted
      return .merge(applySound(state), saveSound(&state))
    case .soundSaveDue: return writeSound(&state)
    case .soundSaved(let written):
      // Only the sound settings of `written` were saved, so only these are compared with the state.
      var writtenWithCurrentSound = written
      writtenWithCurrentSound.copySoundSettings(from: state.settings)
      state.soundSave.end(isCurrent: writtenWithCurrentSound == written)
      return writeSound(&state)
    case .showSettingsSaved(let show, let written):
      guard let newest = state.unsavedShowSettings[show], newest != written else {
        state.unsavedShowSettings[show] = nil
        return .none
      }
      return write(newest, of: show)
    default: return .none
    }
  }

  /// Stores and applies received settings, if the episode in the player belongs to this show. A speed that the user
  /// selected and that is not written yet is kept. While the episode is loading, also skips its intro.
  private func received(_ settings: ShowSettings, of show: Show.ID, in state: inout State) -> Effect<Action> {
    guard state.item?.episode.showID == show else { return .none }
    state.showSettings = settings
    if let unsaved = state.unsavedShowSettings[show] { state.showSettings.rate = unsaved.rate }
    let sound = applySound(state)
    guard case .loading = state.phase else { return sound }
    return .merge(sound, skipIntro(in: &state))
  }

  /// Seeks to the end of the skipped intro, unless the place is already after it, or the user selected the place.
  func skipIntro(in state: inout State) -> Effect<Action> {
    let intro = state.showSettings.skippedIntro
    guard state.skipsIntro, case .loading = state.phase, intro > .zero, state.position < intro else { return .none }
    state.position = intro
    state.requestedPlace = intro
    return command { $0.seek(intro) }
  }

  /// Sets the show's own speed if the show has one, else the general speed. The speed is limited to 0.5 to 3.
  private func setRate(_ rate: Double, in state: inout State) -> Effect<Action> {
    let rate = min(max(rate, 0.5), 3)
    guard rate != state.rate else { return .none }
    guard state.showSettings.rate != nil else {
      state.settings.rate = rate
      return .merge(applySound(state), saveSound(&state))
    }
    state.showSettings.rate = rate
    return .merge(applySound(state), saveShowSettings(&state))
  }

  /// Makes the current speed the show's own speed, or removes the show's own speed.
  private func setOwnRate(_ isOn: Bool, in state: inout State) -> Effect<Action> {
    state.showSettings.rate = isOn ? state.rate : nil
    return .merge(applySound(state), saveShowSettings(&state))
  }

  /// Sends the speed, the volume, the mute setting and the filters of the sound to the player.
  func applySound(_ state: State) -> Effect<Action> {
    let settings = state.settings
    let sound: [SoundSetting] = [
      .rate(state.rate), .volume(settings.volume), .isMuted(settings.isMuted),
      .shortensSilence(state.showSettings.skipsSilence),
      .levelsVoices(state.showSettings.levelsVoices),
    ]
    return command { player in sound.forEach(player.adjust) }
  }

  /// Saves the volume when it has not changed for half a second, so that dragging the slider writes once.
  private func saveSoundLater(_ state: inout State) -> Effect<Action> {
    state.soundSave.markNeeded()
    return .run { [clock] send in
      try await clock.sleep(for: .milliseconds(500))
      await send(.soundSaveDue)
    }
    .cancellable(id: CancelID.volume, cancelInFlight: true)
  }

  /// Saves the speed, the volume and the mute setting now.
  private func saveSound(_ state: inout State) -> Effect<Action> {
    state.soundSave.markNeeded()
    return .merge(.cancel(id: CancelID.volume), writeSound(&state))
  }

  /// Writes the speed, the volume and the mute setting if they changed and no write is running.
  private func writeSound(_ state: inout State) -> Effect<Action> {
    guard state.soundSave.startIfNeeded() else { return .none }
    let settings = state.settings
    return .run { [log, preferences] send in
      do throws(PreferencesError) {
        try await preferences.change { $0.playback.copySoundSettings(from: settings) }
      } catch {
        log("The speed and the volume were not saved: \(error.reason)")
      }
      await send(.soundSaved(settings))
    }
  }

  /// Writes the settings of the show in the player. If a write for this show is running, the newest settings are
  /// written after it.
  private func saveShowSettings(_ state: inout State) -> Effect<Action> {
    guard let show = state.item?.episode.showID else { return .none }
    let isWriting = state.unsavedShowSettings[show] != nil
    state.unsavedShowSettings[show] = state.showSettings
    return isWriting ? .none : write(state.showSettings, of: show)
  }

  /// Writes the settings of a show. A failure is only written to the log.
  private func write(_ settings: ShowSettings, of show: Show.ID) -> Effect<Action> {
    .run { [log, showSettings] send in
      do throws(LibraryError) {
        try await showSettings.save(show, settings)
      } catch {
        log("The speed of the show was not saved: \(error)")
      }
      await send(.showSettingsSaved(show, settings))
    }
  }
}

extension PlayerFeature.State {
  /// Resets ``showSettings`` if this show, to which the next episode belongs, is another one than the show of the
  /// current episode. The caller reads the settings of the new show afterwards.
  mutating func changeShow(to show: Show.ID) {
    if item?.episode.showID != show { showSettings = ShowSettings() }
  }
}
