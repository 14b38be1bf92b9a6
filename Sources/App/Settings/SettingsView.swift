package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
import Presentation
package import ReducerStore

/// The sheet with the settings of the program.
package struct SettingsView: View {
  @Bindable private var store: StoreOf<SettingsFeature>

  package init(store: StoreOf<SettingsFeature>) {
    self.store = store
  }

  package var body: some View {
    Form {
      RefreshSettings(store: store)
      PlaybackSettings(store: store)
      QueueSettings(store: store)
      DesktopSettings(store: store)
      DownloadSettings(store: store)
      AppearanceSettings(store: store)
      DirectorySettings(store: store)
      BackupSettings(store: store)
    }
    .disabled(!store.isLoaded)
    .frame(minWidth: 320, idealWidth: 520, maxWidth: .infinity, minHeight: 300, idealHeight: 600, maxHeight: .infinity)
    .navigationTitle("Settings")
    .onAppear { store.send(.opened) }
    .alert($store.scope(state: \.destination?.problem, action: \.destination.problem))
    .alert($store.scope(state: \.destination?.restoreConfirmation, action: \.destination.restoreConfirmation))
  }
}

private struct RefreshSettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Refresh") {
      Picker("Refresh Podcasts", selection: $store.preferences.refreshInterval) {
        Text("By Hand").tag(Preferences.RefreshInterval.never)
        Text("Every 15 Minutes").tag(Preferences.RefreshInterval.quarterHour)
        Text("Every Hour").tag(Preferences.RefreshInterval.hour)
        Text("Every 6 Hours").tag(Preferences.RefreshInterval.sixHours)
        Text("Every Day").tag(Preferences.RefreshInterval.day)
      }
      Toggle("Refresh at Start", isOn: $store.preferences.refreshesAtStart)
        .disabled(store.preferences.refreshInterval == .never)
      // How many of the newest episodes of a new podcast are marked as new.
      Picker("New Episodes of a New Podcast", selection: $store.preferences.newEpisodesOfNewShow) {
        ForEach([0, 1, 3, 10], id: \.self) { Text(verbatim: String($0)) }
      }
    }
  }
}

private struct QueueSettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Queue") {
      Toggle("Continue with the Show When the Queue Is Empty", isOn: $store.preferences.continuesWithShow)
      // The tags are numbers of seconds.
      Picker("Count as Played before the End", selection: $store.preferences.playedBeforeEnd) {
        Text("At the End").tag(0)
        Text("15 Seconds").tag(15)
        Text("30 Seconds").tag(30)
        Text("1 Minute").tag(60)
        Text("2 Minutes").tag(120)
      }
    }
  }
}

private struct DesktopSettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Desktop") {
      Toggle("Keep Playing When the Window Is Closed", isOn: $store.preferences.keepsPlayingWhenClosed)
      Toggle("Notify of New Episodes", isOn: $store.preferences.notifiesOfNewEpisodes)
    }
  }
}

private struct PlaybackSettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Playback") {
      Picker("Speed", selection: $store.rate) {
        ForEach(store.offeredRates, id: \.self) { Text(verbatim: $0.rateText) }
      }
      Picker("Back, in Seconds", selection: $store.preferences.playback.skipBack) {
        ForEach([5, 10, 15, 20, 30, 60], id: \.self) { Text(verbatim: String($0)) }
      }
      Picker("Forward, in Seconds", selection: $store.preferences.playback.skipForward) {
        ForEach([10, 15, 20, 30, 45, 60, 90], id: \.self) { Text(verbatim: String($0)) }
      }
      Toggle("Go Back a Little After a Long Pause", isOn: $store.preferences.playback.rewindsAfterPause)
      Picker("Sound Device", selection: $store.selectedOutputID) {
        Text("System Default").tag(AudioOutput.ID?.none)
        ForEach(store.selectableOutputs) { output in
          Text(verbatim: output.name).tag(AudioOutput.ID?.some(output.id))
        }
      }
    }
  }
}

private struct DownloadSettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Downloads") {
      Picker("Download New Episodes", selection: $store.preferences.automaticDownload) {
        Text("By Hand").tag(ShowSettings.AutomaticDownload.off)
        Text("The Newest of Each Podcast").tag(ShowSettings.AutomaticDownload.newest(1))
        Text("The Newest 3").tag(ShowSettings.AutomaticDownload.newest(3))
        Text("The Newest 10").tag(ShowSettings.AutomaticDownload.newest(10))
        Text("All New Episodes").tag(ShowSettings.AutomaticDownload.all)
      }
      Picker("Delete Downloads", selection: $store.preferences.downloadDeletion) {
        Text("By Hand").tag(ShowSettings.DownloadDeletion.never)
        Text("After Playing").tag(ShowSettings.DownloadDeletion.afterPlayed)
        Text("After a Week").tag(ShowSettings.DownloadDeletion.afterDays(7))
        Text("After a Month").tag(ShowSettings.DownloadDeletion.afterDays(30))
      }
      Picker("Downloads at a Time", selection: $store.preferences.parallelDownloads) {
        ForEach([1, 2, 3, 4, 8], id: \.self) { Text(verbatim: String($0)) }
      }
      Text("Favorites, queued episodes and the episode in the player keep their files.").font(.caption).foregroundStyle(
        .secondary)
    }
  }
}

private struct AppearanceSettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Look") {
      Picker("Appearance", selection: $store.preferences.appearance) {
        Text("As the Desktop").tag(Preferences.Appearance.automatic)
        Text("Light").tag(Preferences.Appearance.light)
        Text("Dark").tag(Preferences.Appearance.dark)
      }
    }
  }
}

/// The podcast directories on the web in which the user can search for new podcasts, and the account for Podcast Index.
private struct DirectorySettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Directories") {
      ForEach(SettingsFeature.directories, id: \.self) { name in
        Toggle(
          name,
          isOn: Binding {
            store.preferences.directories.contains(name)
          } set: {
            store.send(.directoryToggled(name: name, isOn: $0))
          })
      }
      if store.preferences.directories.contains("Podcast Index") {
        LabeledContent("Server") { TextField("Server", text: $store.preferences.podcastIndexServer) }
        LabeledContent("Key") { TextField("Key", text: $store.preferences.podcastIndexKey) }
        LabeledContent("Secret") { SecureField("Secret", text: $store.preferences.podcastIndexSecret) }
      }
    }
  }
}

private struct BackupSettings: View {
  @Bindable var store: StoreOf<SettingsFeature>

  var body: some View {
    Section("Backups") {
      Toggle("Daily Backup of the Library", isOn: $store.preferences.makesBackups)
      if let backups = store.backups {
        if backups.isEmpty { Text("There is no backup yet.") }
        ForEach(backups) { backup in
          LabeledContent(
            content: {
              // In GTK 4.8, the text of a button is not its accessible name, so each button sets its name.
              Button("Restore…") { store.send(.backupSelected(backup.id)) }
                .disabled(store.isRestoring)
                .accessibilityLabel("Restore…")
            },
            label: {
              Text("\(dateText(of: backup)), podcasts: \(backup.showCount), episodes: \(backup.episodeCount)")
            })
        }
        if store.isRestored { Text("The backup was restored.") }
      } else {
        // This button only lists the backups.
        Button("Restore from Backup…") { store.send(.listBackupsButtonClicked) }.accessibilityLabel(
          "Restore from Backup…")
      }
    }
  }

  private func dateText(of backup: LibraryBackup) -> String { store.backupDates[backup.id] ?? "" }
}
