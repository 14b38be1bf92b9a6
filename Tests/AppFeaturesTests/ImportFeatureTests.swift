import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the sheet that imports shows from a list or from the library of another player.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ImportFeatureTests {
  let subscriptions = FakeSubscriptions([.sample(1)])
  let opml = FakeOPML()
  let credentials = FakeCredentials()
  /// The OPML file with a list of shows.
  let list = URL(filePath: "/lists/mine.opml")
  /// A file of an unknown program.
  let unknownDatabase = URL(filePath: "/lists/Database")
  /// The library of another player on this computer.
  let source = ImportSource(
    player: .gPodder, file: URL(filePath: "/home/me/gPodder/Database"), showCount: 3, episodeCount: 40)
  let players: FakeOtherPlayers

  init() {
    players = FakeOtherPlayers([source])
  }

  private func makeStore(file: URL? = nil, sourceKind: ImportFeature.SourceKind? = nil) -> TestStoreOf<ImportFeature> {
    let store = TestStore(initialState: ImportFeature.State(file: file, sourceKind: sourceKind)) {
      ImportFeature()
    } withDependencies: {
      $0.subscriptions = subscriptions.client
      $0.opml = opml.client
      $0.credentials = credentials.client
      $0.otherPlayers = players.client
      $0.log = { _ in }
    }
    store.exhaustivity = .off
    return store
  }

  /// Returns the entry of a show in a list. Show 1 is in the library already.
  private func outline(_ number: Int) -> Outline {
    Outline(
      title: "Show \(number)", feedURL: URL(string: "https://example.org/show\(number).xml")!, websiteURL: nil,
      sectionPath: [])
  }

  @Test func `importing a list adds its new shows, reports skipped entries and requests a refresh`() async {
    // Given a list with a show of the library, a new show and a bad entry
    opml.setContent(
      of: list, .success(OPMLDocument(outlines: [outline(1), outline(2)], skipped: ["No address"], isPartial: true)))
    let store = makeStore()
    await store.send(.opened)
    await store.receive(.found([source]))

    // When the user selects the list
    await store.send(.chooseFileButtonClicked)
    #expect(store.state.isFileDialogShown)
    await store.send(.fileSelected(list))

    // Then the new show is added, and the parent receives its id, for which it starts a refresh
    let summary = ImportFeature.Summary(shows: [.sample(2)], listedCount: 2, skipped: ["No address"], isPartial: true)
    await store.receive(.imported(summary))
    #expect(store.state.phase == .done(summary))
    #expect(summary.headline.description == "One podcast was added.")
    await store.receive(.delegate(.showsAdded([.sample(2)])))
    #expect(subscriptions.addedFeeds == [outline(2)])
  }

  @Test func `opening the sheet for a list presents the file dialog without a search for other players`() async {
    let store = makeStore(sourceKind: .list)
    await store.send(.opened)
    #expect(store.state.isFileDialogShown)
    #expect(store.state.foundLibraries == nil)
  }

  @Test func `opening the sheet for another player lists the found players`() async {
    let store = makeStore(sourceKind: .otherPlayer)
    await store.send(.opened)
    await store.receive(.found([source]))
    #expect(store.state.foundLibraries == [source])
    #expect(!store.state.isFileDialogShown)
  }

  @Test func `a list that was passed to the program is imported when the sheet opens`() async {
    opml.setContent(of: list, .success(OPMLDocument(outlines: [outline(1)], skipped: [])))
    let store = makeStore(file: list)
    #expect(store.state.phase == .running)
    await store.send(.opened)
    await store.receive(.imported(ImportFeature.Summary(shows: [], listedCount: 1)))
    await store.finish()
  }

  @Test func `the headline of the summary describes empty lists, known shows and added shows`() {
    #expect(
      ImportFeature.Summary(shows: [], listedCount: 0).headline.description == "There are no podcasts in this file.")
    #expect(
      ImportFeature.Summary(shows: [], listedCount: 2).headline.description
        == "All of these podcasts are in your library already.")
    #expect(
      ImportFeature.Summary(shows: [.sample(1), .sample(2)], listedCount: 2).headline.description
        == "2 podcasts were added.")
  }

  @Test(arguments: [
    OPMLError.notFound(path: "/x"), .permissionDenied(path: "/x"), .notOPML(reason: "x"), .tooLarge(limit: 10_000_000),
  ])
  func `a file that cannot be read presents an alert, and another file can be selected`(error: OPMLError) async {
    opml.setContent(of: list, .failure(error))
    let store = makeStore()
    await store.send(.fileSelected(list))
    await store.receive(.failed(.opml(error)))
    #expect(store.state.alert?.title == error.title)
    #expect(store.state.phase == .selectingSource)
  }

  @Test func `a library that cannot be written presents an alert`() async {
    opml.setContent(of: list, .success(OPMLDocument(outlines: [outline(2)], skipped: [])))
    subscriptions.fail(with: .diskFull(path: "/library"))
    let store = makeStore()
    await store.send(.fileSelected(list))
    await store.receive(.failed(.library(.diskFull(path: "/library"))))
    #expect(store.state.alert?.titleText == "The Disk Is Full")
  }

  @Test func `selecting another player's library imports its shows`() async {
    // Given a library of gPodder
    let details = ImportSummary(
      shows: [.sample(5)], episodeCount: 40, playedCount: 12, placeCount: 3, favoriteCount: 1, skipped: ["Old"])
    players.setImportResult(of: source.file, .success(details))
    let store = makeStore()
    await store.send(.opened)
    await store.receive(.found([source]))

    // When the user selects the library, then its shows are added
    await store.send(.sourceSelected(source.id))
    #expect(store.state.phase == .running)
    await store.receive(
      .imported(
        ImportFeature.Summary(shows: [.sample(5)], listedCount: source.showCount, details: details, skipped: ["Old"])))
    await store.receive(.delegate(.showsAdded([.sample(5)])))
    #expect(players.imported == [source])
  }

  /// The name and the password in the imported file.
  private let importedCredentials = Credentials(user: "me", password: "secret")

  @Test func `the passwords of a list are stored before its shows are refreshed`() async {
    // Given a list with a private feed
    var privateShow = outline(2)
    privateShow.credentials = importedCredentials
    opml.setContent(of: list, .success(OPMLDocument(outlines: [privateShow, outline(3)])))
    let store = makeStore()

    // When the list is imported, then the password is stored before the summary arrives
    await store.send(.fileSelected(list))
    await store.receive(\.imported)
    #expect(credentials.saved == [privateShow.feedURL: importedCredentials])
    await store.receive(.delegate(.showsAdded([.sample(2), .sample(3)])))
  }

  @Test func `an import does not replace the password of an existing show`() async throws {
    // Given stored passwords of a show in the library and of a new show, and a list with another password for both
    var (known, new) = (outline(1), outline(2))
    (known.credentials, new.credentials) = (importedCredentials, importedCredentials)
    let storedCredentials = Credentials(user: "me", password: "newer")
    try await credentials.client.save(storedCredentials, known.feedURL)
    try await credentials.client.save(storedCredentials, new.feedURL)
    opml.setContent(of: list, .success(OPMLDocument(outlines: [known, new])))

    // When the list is imported, then the password of the new show alone is replaced. The closure of `run` returns
    // whether to stop.
    let opmlImport = OPMLImport(opml: opml.client, subscriptions: subscriptions.client, credentials: credentials.client)
    _ = try await opmlImport.run(list) { false }
    #expect(credentials.saved == [known.feedURL: storedCredentials, new.feedURL: importedCredentials])
  }

  @Test func `the passwords of another player are stored and are not kept in the sheet's state`() async {
    let feed = outline(5).feedURL
    let details = ImportSummary(
      shows: [.sample(5)], credentials: [ImportedCredentials(feed: feed, credentials: importedCredentials)])
    players.setImportResult(of: source.file, .success(details))
    let store = makeStore()
    await store.send(.opened)
    await store.receive(.found([source]))
    await store.send(.sourceSelected(source.id))
    await store.receive(
      .imported(
        ImportFeature.Summary(
          shows: [.sample(5)], listedCount: source.showCount, details: ImportSummary(shows: [.sample(5)]))))
    #expect(credentials.saved == [feed: importedCredentials])
    await store.receive(.delegate(.showsAdded([.sample(5)])))
  }

  @Test func `the summary counts passwords that could not be stored`() async {
    credentials.failWrites(with: .unavailable(reason: "no bus"))
    let passwords = (1...2).map { ImportedCredentials(feed: outline($0).feedURL, credentials: importedCredentials) }
    players.setImportResult(of: source.file, .success(ImportSummary(shows: [.sample(5)], credentials: passwords)))
    let store = makeStore()
    await store.send(.opened)
    await store.receive(.found([source]))
    await store.send(.sourceSelected(source.id))
    await store.receive(\.imported)
    guard case .done(let summary) = store.state.phase else {
      Issue.record("The import is not done.")
      return
    }
    #expect(summary.unsavedPasswordCount == 2)
    await store.receive(.delegate(.showsAdded([.sample(5)])))
  }

  @Test func `Cancel stops an import, and the summary counts the shows that were added before`() async {
    // Given an import from another player, which has added one of three shows
    let details = ImportSummary(shows: [.sample(5)], episodeCount: 40, playedCount: 12, placeCount: 3, favoriteCount: 1)
    let gate = Gate()
    players.setImportResult(of: source.file, .success(details), after: gate)
    let store = makeStore()
    await store.send(.opened)
    await store.receive(.found([source]))
    await store.send(.sourceSelected(source.id))
    // The import waits at the gate until the test opens the gate.
    await gate.waitForArrivals(1)

    // When the user cancels
    await store.send(.stopButtonClicked)
    #expect(store.state.isStopping)
    #expect(store.state.phase == .running)
    gate.open()

    // Then the summary counts the added show, and the parent receives its id, for which it starts a refresh
    await store.receive(\.imported)
    guard case .done(let summary) = store.state.phase else {
      Issue.record("The import is not done.")
      return
    }
    #expect(summary.isStopped)
    #expect(summary.headline.description == "One podcast was added.")
    await store.receive(.delegate(.showsAdded([.sample(5)])))
  }

  @Test func `a list is imported in steps and can be stopped between them`() async throws {
    // Given a list of 25 new shows, of which each step adds ten
    opml.setContent(of: list, .success(OPMLDocument(outlines: (2...26).map(outline))))
    let opmlImport = OPMLImport(opml: opml.client, subscriptions: subscriptions.client, credentials: credentials.client)

    // When the import is stopped before its third step. The closure runs before each step and returns whether to stop.
    let stepCount = Recorded(0)
    let summary = try await opmlImport.run(list) {
      stepCount.change {
        $0 += 1; return $0 > 2
      }
    }

    // Then the shows of two steps are added, and the headline counts them
    #expect(summary.isStopped)
    #expect(summary.shows.count == 20)
    #expect(summary.listedCount == 25)
    #expect(subscriptions.addedFeeds.count == 20)
    #expect(summary.headline.description == "20 podcasts were added.")

    // And another import, which is never stopped, adds the rest
    let secondSummary = try await opmlImport.run(list) { false }
    #expect(!secondSummary.isStopped)
    #expect(secondSummary.shows.count == 5)
  }

  @Test func `an import that is stopped immediately adds no show, and its headline reports that`() async throws {
    opml.setContent(of: list, .success(OPMLDocument(outlines: [outline(2)])))
    let opmlImport = OPMLImport(opml: opml.client, subscriptions: subscriptions.client, credentials: credentials.client)
    // The closure of `run` returns whether to stop.
    let summary = try await opmlImport.run(list) { true }
    #expect(summary.isStopped)
    #expect(summary.headline.description == "No podcast was added.")
    #expect(subscriptions.addedFeeds.isEmpty)
  }

  @Test func `stopping without a running import does nothing`() async {
    let store = makeStore()
    await store.send(.stopButtonClicked)
    #expect(!store.state.isStopping)
    #expect(store.state.phase == .selectingSource)
  }

  @Test func `selecting a database of an unknown player presents an alert`() async {
    let store = makeStore()
    await store.send(.fileSelected(unknownDatabase))
    await store.receive(.failed(.player(.notRecognized(path: unknownDatabase.path))))
    #expect(store.state.alert?.titleText == "This Is Not the Library of a Known Player")
  }

  @Test
  func `each import error has its own title and message, and the message about a failed export contains the path`() {
    let errors: [ImportError] = [
      .notRecognized(path: "x"), .damaged(path: "x", reason: "y"), .notFound(path: "x"), .permissionDenied(path: "x"),
      .library(.notFound),
    ]
    #expect(Set(errors.map(\.title.description)).count == errors.count)
    #expect(Set(errors.map(\.message.description)).count == errors.count)
    #expect(OPMLError.notWritten(path: "/x", reason: "y").message.description.contains("/x"))
  }

  @Test func `the close button closes the sheet`() async {
    let store = makeStore()
    await store.send(.closeButtonClicked)
    await store.finish()
    #expect(store.isDismissed)
  }
}
