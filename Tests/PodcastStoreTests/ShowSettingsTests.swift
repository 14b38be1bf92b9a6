import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Tests of the settings of one show, in the library.
@Suite struct ShowSettingsTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  private let show: Show.ID

  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
    show = try await library.client.subscribe(.sample(), feedURL)
  }

  private func settings(of show: Show.ID) async throws -> ShowSettings? {
    for await result in library.showSettings.settings(show) { return try result.get() }
    return nil
  }

  @Test func `the settings of a show are kept after a restart`() async throws {
    // Given changed settings of a show
    #expect(try await settings(of: show) == ShowSettings())
    var settings = ShowSettings()
    settings.rate = 1.5
    settings.skippedIntro = .seconds(30)
    settings.automaticDownload = .newest(3)
    settings.downloadDeletion = .afterDays(7)
    settings.notifiesOfNewEpisodes = false
    // When they are saved, and the library is opened again
    try await library.showSettings.save(show, settings)
    // Then the settings are unchanged
    let reopened = try Library.open(at: temporary.file)
    for await result in reopened.showSettings.settings(show) {
      #expect(try result.get() == settings)
      break
    }
  }

  @Test func `a removed show has no settings, and saving them throws notFound`() async throws {
    try await library.client.removeShow(show)
    #expect(try await settings(of: show) == nil)
    await #expect(throws: LibraryError.notFound) { try await library.showSettings.save(show, ShowSettings()) }
  }

  @Test(arguments: ["{}", #"{"rate":2}"#, #"{"rate":"fast"}"#])
  func `missing and damaged settings have their default values`(text: String) async throws {
    let database = try DatabaseQueue(path: temporary.file.path)
    try await database.write { try $0.execute(sql: "UPDATE show SET settings = ?", arguments: [text]) }
    let storedSettings = try await settings(of: show)
    // Only the second text has a valid setting, a rate of 2.
    #expect(storedSettings?.skippedIntro == .zero)
    #expect(storedSettings?.notifiesOfNewEpisodes == true)
    #expect(storedSettings?.rate == (text.contains("2") ? 2 : nil))
  }

  @Test func `allowing a private network keeps the settings of the show, and throws notFound for an unknown show`()
    async throws
  {
    // Given a show with settings
    var settings = ShowSettings()
    settings.rate = 2
    try await library.showSettings.save(show, settings)
    #expect(try await library.subscriptions.all().map(\.allowsPrivateNetwork) == [false])

    // When its feed is allowed to redirect to a private network
    try await library.subscriptions.allowPrivateNetwork(show)

    // Then the subscription has the permission, and the settings are unchanged. No show has the id 99.
    #expect(try await library.subscriptions.all().map(\.allowsPrivateNetwork) == [true])
    #expect(try await self.settings(of: show)?.rate == 2)
    await #expect(throws: LibraryError.notFound) {
      try await library.subscriptions.allowPrivateNetwork(Show.ID(rawValue: 99))
    }
  }
}
