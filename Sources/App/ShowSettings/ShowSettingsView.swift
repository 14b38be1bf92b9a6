package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
import Presentation
package import ReducerStore

/// The settings of one show.
package struct ShowSettingsView: View {
  @Bindable private var store: StoreOf<ShowSettingsFeature>

  package init(store: StoreOf<ShowSettingsFeature>) {
    self.store = store
  }

  package var body: some View {
    Form {
      if let problem = store.problem { ProblemSection(problem: problem) { store.send(.tryAgainButtonClicked) } }
      Group {
        PlaybackSection(store: store)
        DownloadsSection(store: store)
        Section { Toggle("Notify about New Episodes", isOn: $store.settings.notifiesOfNewEpisodes) }
      }
      .disabled(!store.isLoaded)
    }
    .frame(minWidth: 320, idealWidth: 520, maxWidth: .infinity, minHeight: 300, idealHeight: 600, maxHeight: .infinity)
    .navigationTitle("Settings for This Show")
    .onAppear { store.send(.opened) }
  }
}

/// Why the settings could not be read or written, and a button to try again.
private struct ProblemSection: View {
  let problem: Problem
  let tryAgain: @MainActor () -> Void

  var body: some View {
    Section {
      LabeledContent(
        content: {
          // In GTK 4.8, the text of a button is not its accessible name, so the button sets its name.
          Button("Try Again", action: tryAgain).accessibilityLabel("Try Again")
        },
        label: {
          VStack(alignment: .leading, spacing: 2) {
            Text(problem.title).bold()
            Text(problem.message).font(.caption)
          }
        })
    }
  }
}

/// The speed, the skipped parts and the filters of the sound.
private struct PlaybackSection: View {
  @Bindable var store: StoreOf<ShowSettingsFeature>

  var body: some View {
    Section(store.title) {
      Picker("Speed", selection: $store.settings.rate) {
        Text("As in the Settings").tag(Double?.none)
        ForEach(store.settings.rateOptions, id: \.self) {
          Text(ShowSettings.text(ofRate: $0, in: store.locale)).tag(Double?.some($0))
        }
      }
      Picker("Skip at the Start", selection: $store.settings.skippedIntro) {
        ForEach(store.settings.introOptions, id: \.self) { Text(ShowSettings.text(ofSkip: $0)) }
      }
      Picker("Skip at the End", selection: $store.settings.skippedOutro) {
        ForEach(store.settings.outroOptions, id: \.self) { Text(ShowSettings.text(ofSkip: $0)) }
      }
      Group {
        Toggle("Shorten Silence", isOn: $store.settings.skipsSilence)
        Toggle("Level Quiet and Loud Voices", isOn: $store.settings.levelsVoices)
      }
      .disabled(store.missingPlugin != nil)
      if let plugin = store.missingPlugin {
        // Translators: the name of a plugin, and of the package that contains it.
        Text("The speed and these filters need GStreamer’s plugin “\(plugin.element)” (\(plugin.package)).").font(
          .caption)
      }
    }
  }
}

/// Which episodes are downloaded, and when the files are deleted.
private struct DownloadsSection: View {
  @Bindable var store: StoreOf<ShowSettingsFeature>

  var body: some View {
    Section("Downloads") {
      Picker("Download New Episodes", selection: $store.settings.automaticDownload) {
        Text("As in the Settings").tag(ShowSettings.AutomaticDownload?.none)
        ForEach(store.settings.downloadOptions, id: \.self) {
          Text($0.text).tag(ShowSettings.AutomaticDownload?.some($0))
        }
      }
      Picker("Delete Downloads", selection: $store.settings.downloadDeletion) {
        Text("As in the Settings").tag(ShowSettings.DownloadDeletion?.none)
        ForEach(store.settings.deletionOptions, id: \.self) {
          Text($0.text).tag(ShowSettings.DownloadDeletion?.some($0))
        }
      }
    }
  }
}
