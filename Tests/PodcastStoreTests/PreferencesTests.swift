import Foundation
import Podcasts
import Testing

@testable import PodcastStore

/// The settings of the program, in a JSON file.
@Suite struct PreferencesTests {
  private let temporary: TemporaryLibrary
  private var file: URL { temporary.folder.appending(path: "podcaster/settings.json") }

  init() throws { temporary = try TemporaryLibrary() }

  private func currentPreferences(of client: PreferencesClient) async -> Preferences? {
    for await value in client.values() { return value }
    return nil
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test func `settings have their defaults without a file, and saved settings are kept in a file for the user only`()
    async throws
  {
    let client = PreferencesClient.live(file: file)
    #expect(await currentPreferences(of: client) == Preferences())
    var preferences = Preferences()
    preferences.refreshInterval = .day
    preferences.appearance = .dark
    // fyyd is a directory of podcasts.
    preferences.directories = ["fyyd"]
    try await client.save(preferences)
    #expect(await currentPreferences(of: client) == preferences)
    // A new client stands for the program after a restart.
    #expect(await currentPreferences(of: .live(file: file)) == preferences)
    // Saving leaves no other file in the folder, and only the user can read the settings.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["settings.json"])
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func `a saved change is emitted`() async throws {
    let client = PreferencesClient.live(file: file)
    var values = client.values().makeAsyncIterator()
    #expect(await values.next() == Preferences())
    var preferences = Preferences()
    preferences.makesBackups = false
    try await client.save(preferences)
    #expect(await values.next() == preferences)
  }

  @Test(.timeLimit(.minutes(1))) func `a change by another program is emitted, and an incomplete file is ignored`()
    async throws
  {
    // Given a program that observes the settings
    let client = PreferencesClient.live(file: file)
    try await client.save(Preferences())
    var values = client.values().makeAsyncIterator()
    #expect(await values.next() == Preferences())

    // When another program saves settings, then the first program receives the change
    var preferences = Preferences()
    preferences.refreshInterval = .day
    try await PreferencesClient.live(file: file).save(preferences)
    #expect(await values.next() == preferences)

    // And an incomplete file, which a complete one replaces, is not emitted and not renamed to `….damaged`
    try write("{\"makesBackups\":")
    preferences.appearance = .dark
    try await PreferencesClient.live(file: URL(filePath: file.path + ".other")).save(preferences)
    #expect(rename(file.path + ".other", file.path) == 0)
    #expect(await values.next() == preferences)
    #expect(!FileManager.default.fileExists(atPath: file.path + ".damaged"))
  }

  /// The files are empty, cut off, not an object, or have a setting with an unknown value.
  @Test(arguments: ["", "{", "[1]", "{\"refreshInterval\": \"often\"}"])
  func `a damaged file gives the defaults and is renamed`(text: String) async throws {
    try write(text)
    #expect(await currentPreferences(of: .live(file: file)) == Preferences())
    // An empty file has no content to keep, so it is not renamed.
    guard !text.isEmpty else { return }
    #expect(try String(contentsOfFile: file.path + ".damaged", encoding: .utf8) == text)
  }

  @Test func `settings that the file does not contain have their defaults, and unknown settings are ignored`()
    async throws
  {
    try write("{\"makesBackups\": false, \"unknown\": 1}")
    var expected = Preferences()
    expected.makesBackups = false
    #expect(await currentPreferences(of: .live(file: file)) == expected)
  }

  @Test func `saving to an unwritable path throws an error`() async throws {
    let client = PreferencesClient.live(file: URL(filePath: "/proc/podcaster/settings.json"))
    await #expect(throws: PreferencesError.self) { try await client.save(Preferences()) }
  }
}
