import Foundation
import Podcasts
import Testing

@testable import PodcastStore

/// The settings of the program, in a JSON file.
@Suite struct PreferencesTests {
  private let temporary: TemporaryLibrary
  private var file: URL { temporary.folder.appending(path: "podcaster/settings.json") }

  init() throws { temporary = try TemporaryLibrary() }

  private func current(_ client: PreferencesClient) async -> Preferences? {
    for await value in client.values() { return value }
    return nil
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test func `settings have their defaults without a file and are kept after a restart`() async throws {
    let client = PreferencesClient.live(file: file)
    #expect(await current(client) == Preferences())
    var preferences = Preferences()
    preferences.refreshInterval = .day
    preferences.appearance = .dark
    preferences.directories = ["fyyd"]
    try await client.save(preferences)
    #expect(await current(client) == preferences)
    #expect(await current(.live(file: file)) == preferences)
    // Saving leaves no temporary file, and only the user can read the settings.
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

  @Test(arguments: ["", "{", "[1]", "{\"refreshInterval\": \"often\"}"])
  func `a damaged file gives the defaults and is kept as a copy`(
    text: String
  ) async throws {
    try write(text)
    #expect(await current(.live(file: file)) == Preferences())
    // An empty file has no content that could be kept.
    guard !text.isEmpty else { return }
    #expect(try String(contentsOfFile: file.path + ".damaged", encoding: .utf8) == text)
  }

  @Test func `settings that the file does not contain have their defaults`() async throws {
    try write("{\"makesBackups\": false, \"unknown\": 1}")
    var expected = Preferences()
    expected.makesBackups = false
    #expect(await current(.live(file: file)) == expected)
  }

  @Test func `saving to an unwritable path throws an error`() async throws {
    let client = PreferencesClient.live(file: URL(filePath: "/proc/podcaster/settings.json"))
    await #expect(throws: PreferencesError.self) { try await client.save(Preferences()) }
  }
}
