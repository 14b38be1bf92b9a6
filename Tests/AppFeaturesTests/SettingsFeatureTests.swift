import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the general settings, and of the backups in the settings window.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SettingsFeatureTests {
  let preferences = FakePreferences()
  let backup = LibraryBackup(
    file: URL(filePath: "/backups/1.sqlite"), madeAt: Date(timeIntervalSince1970: 1_790_000_000), showCount: 3,
    episodeCount: 40)
  let backups: FakeBackups

  init() {
    backups = FakeBackups([backup])
  }

  /// Creates a store of the settings window. If `gate` is given, the store's writes wait until the gate opens. A test's
  /// own writes to `preferences` never wait.
  private func makeStore(holdingWritesBefore gate: Gate? = nil) -> TestStoreOf<SettingsFeature> {
    let store = TestStore(initialState: SettingsFeature.State()) {
      SettingsFeature()
    } withDependencies: {
      $0.preferences = preferences.client
      if let gate {
        $0.preferences.save = { [preferences] value throws(PreferencesError) in
          _ = await gate.pass()
          try await preferences.client.save(value)
        }
      }
      $0.backups = backups.client
      $0.locale = Locale(identifier: "en_US")
      $0.log = { _ in }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `changed settings are written immediately`() async {
    // Given settings on screen
    let store = makeStore()
    let settingsObservation = await store.send(.opened)
    await store.receive(.preferencesReceived(Preferences()))

    // When the user changes controls
    await store.send(.binding(.set(\.preferences.refreshInterval, .day)))
    await store.send(.directoryToggled(name: "Podcast Index", isOn: true))
    await store.send(.directoryToggled(name: "fyyd", isOn: false))
    await store.receive(.saveEnded)
    await settingsObservation.cancel()

    // Then the last state is written. Before the changes, the directories were iTunes and fyyd
    #expect(preferences.current.refreshInterval == .day)
    #expect(preferences.current.directories == ["iTunes", "Podcast Index"])
  }

  @Test func `a selected sound device is written and stays in the list after it is disconnected`() async {
    let (speakers, headphones) = (
      AudioOutput(id: "speakers", name: "Speakers"), AudioOutput(id: "headphones", name: "Headphones")
    )
    let store = makeStore()
    store.dependencies.audioOutputs = { [speakers, headphones] }
    let settingsObservation = await store.send(.opened)
    await store.receive(.outputsReceived([speakers, headphones]))
    await store.receive(.preferencesReceived(Preferences()))
    #expect(store.state.selectedOutputID == nil)

    // When a device is selected, then it is written with its name
    await store.send(.binding(.set(\.selectedOutputID, "headphones")))
    await store.receive(.saveEnded)
    #expect(preferences.current.playback.output == headphones)

    // When the settings are opened again without the device, then it is still in the list
    store.dependencies.audioOutputs = { [speakers] }
    let secondObservation = await store.send(.opened)
    await store.receive(.outputsReceived([speakers]))
    #expect(store.state.selectableOutputs == [speakers, headphones])
    #expect(store.state.selectedOutputID == "headphones")

    // When the system's device is selected, which has no id, then no device is written
    await store.send(.binding(.set(\.selectedOutputID, nil)))
    await store.receive(.saveEnded)
    await settingsObservation.cancel()
    await secondObservation.cancel()
    #expect(preferences.current.playback.output == nil)
  }

  @Test func `selecting the speed of all shows writes it, and other changes keep the player bar's speed`() async throws
  {
    // Given settings on screen, and a speed that is not one of the usual speeds
    var preferencesAtStart = Preferences()
    preferencesAtStart.playback.rate = 1.2
    try await preferences.client.save(preferencesAtStart)
    let store = makeStore()
    let settingsObservation = await store.send(.opened)
    await store.receive(.preferencesReceived(preferencesAtStart))
    #expect(store.state.rate == 1.2)
    #expect(store.state.offeredRates == [0.5, 0.75, 1, 1.1, 1.2, 1.25, 1.5, 1.75, 2, 2.5, 3])

    // When the user selects another speed, then it is written
    await store.send(.binding(.set(\.rate, 1.5)))
    await store.receive(.saveEnded)
    #expect(preferences.current.playback.rate == 1.5)

    // When the player bar sets a speed, and the user changes another setting in the window, then the bar's speed is
    // kept
    var preferencesOfBar = preferences.current
    preferencesOfBar.playback.rate = 2
    try await preferences.client.save(preferencesOfBar)
    await store.send(.binding(.set(\.preferences.makesBackups, false)))
    await store.receive(.saveEnded)
    await settingsObservation.cancel()
    #expect(preferences.current.playback.rate == 2)
    #expect(!preferences.current.makesBackups)
  }

  @Test func `a change by another program is shown, but does not replace newly typed text`() async throws {
    let gate = Gate()
    let store = makeStore(holdingWritesBefore: gate)
    let settingsObservation = await store.send(.opened)
    await store.receive(.preferencesReceived(Preferences()))

    // When another program writes settings, then the state contains them
    var writtenByOther = Preferences()
    writtenByOther.appearance = .dark
    try await preferences.client.save(writtenByOther)
    await store.receive(.preferencesReceived(writtenByOther))
    #expect(store.state.preferences.appearance == .dark)

    // And the most recently typed text is not replaced by an older value
    await store.send(.binding(.set(\.preferences.podcastIndexKey, "ab")))
    await gate.waitForArrivals(1)
    await store.send(.preferencesReceived(writtenByOther))
    #expect(store.state.preferences.podcastIndexKey == "ab")
    gate.open()
    await store.receive(.saveEnded)
    // No save is running any more.
    #expect(store.state.runningSaveCount == 0)
    #expect(preferences.current.podcastIndexKey == "ab")
    await settingsObservation.cancel()
  }

  @Test func `no settings are written before they have been read`() async {
    // The action `opened`, which reads the settings, is not sent.
    let store = makeStore()
    await store.send(.binding(.set(\.preferences.refreshInterval, .day)))
    await store.finish()
    #expect(preferences.current == Preferences())
  }

  @Test func `settings that cannot be written present an alert`() async {
    let error = PreferencesError(path: "/settings.json", reason: "read-only")
    preferences.failWrites(with: error)
    let store = makeStore()
    await store.send(.opened)
    await store.receive(.preferencesReceived(Preferences()))
    await store.send(.binding(.set(\.preferences.makesBackups, false)))
    await store.receive(.saveFailed(error))
    guard case .problem(let alert) = store.state.destination else {
      Issue.record("There is no alert.")
      return
    }
    #expect(alert.titleText == "The Settings Were Not Saved")
    #expect(alert.messageText.contains("/settings.json"))
  }

  @Test func `a backup is restored after a confirmation`() async {
    // Given the list of backups
    let store = makeStore()
    await store.send(.listBackupsButtonClicked)
    await store.receive(.backupsReceived(.success([backup])))

    // When the user selects a backup, then it is not restored before the confirmation
    await store.send(.backupSelected(backup.id))
    guard case .restoreConfirmation(let alert) = store.state.destination else {
      Issue.record("There is no question.")
      return
    }
    #expect(alert.titleText == "Restore This Backup?")
    #expect(backups.restored.isEmpty)

    // And after the confirmation the backup is restored, without an error
    await store.send(.destination(.presented(.restoreConfirmation(.confirmed(backup)))))
    #expect(store.state.isRestoring)
    await store.receive(.restored(nil))
    #expect(store.state.isRestored)
    #expect(backups.restored == [backup])
  }

  @Test func `a backup that cannot be restored presents an alert`() async {
    let store = makeStore()
    await store.send(.listBackupsButtonClicked)
    await store.receive(.backupsReceived(.success([backup])))
    backups.fail(with: .damaged(path: "/backups/1.sqlite"))
    await store.send(.backupSelected(backup.id))
    await store.send(.destination(.presented(.restoreConfirmation(.confirmed(backup)))))
    await store.receive(.restored(.damaged(path: "/backups/1.sqlite")))
    guard case .problem(let alert) = store.state.destination else {
      Issue.record("There is no alert.")
      return
    }
    #expect(alert.titleText == "Your Library Is Damaged")
    #expect(!store.state.isRestored)
  }
}
