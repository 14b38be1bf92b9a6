package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// Reads and writes the user's settings for single shows.
  package var showSettings: ShowSettingsClient {
    get { self[ShowSettingsKey.self] }
    set { self[ShowSettingsKey.self] = newValue }
  }

  /// Returns the audio outputs, which are the sound devices that are connected.
  package var audioOutputs: @Sendable () async -> [AudioOutput] {
    get { self[AudioOutputsKey.self] }
    set { self[AudioOutputsKey.self] = newValue }
  }

  /// Returns the GStreamer plugin that playback needs for its speed and its sound filters, if the plugin is not
  /// installed. Returns `nil` if the plugin is installed.
  package var missingSoundPlugin: @Sendable () async -> MissingSoundPlugin? {
    get { self[MissingSoundPluginKey.self] }
    set { self[MissingSoundPluginKey.self] = newValue }
  }
}

extension ShowSettingsClient {
  /// Returns a client for a library that could not be opened. All its closures fail with `error`.
  package static func unavailable(_ error: LibraryError) -> ShowSettingsClient {
    ShowSettingsClient(
      settings: { _ in
        AsyncStream {
          $0.yield(.failure(error))
          $0.finish()
        }
      },
      save: { _, _ throws(LibraryError) in throw error })
  }
}

/// In a test that does not set this dependency, no audio output is connected.
private enum AudioOutputsKey: TestDependencyKey {
  static var testValue: @Sendable () async -> [AudioOutput] { { [] } }
}

/// In a test that does not set this dependency, the plugin is installed.
private enum MissingSoundPluginKey: TestDependencyKey {
  static var testValue: @Sendable () async -> MissingSoundPlugin? { { nil } }
}

/// In a test that does not set this dependency, each use of the dependency is reported as a failure.
private enum ShowSettingsKey: TestDependencyKey {
  static var testValue: ShowSettingsClient {
    reportMissing("showSettings", returning: .unavailable(.failed(reason: "unexpected")))
  }
}
