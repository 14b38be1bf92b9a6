import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import Podcasts
import ReducerStore
import Testing

@testable import GtkViews

extension AppViewsTests {
  /// Refreshes, the health pages of feeds, imports, settings and About.
  @MainActor @Suite struct MaintenanceViewTests {
    private let showTitles = [
      "Birds at Breakfast", "듣는 마음", "The Extraordinarily Long-Winded History of Short Wave Radio",
    ]

    /// Opens a window for a library with three subscriptions. The last refresh of the first one failed. There is one
    /// merge: a refresh recognized an episode that the library already had.
    private func makeWindow(
      size: (width: Int32, height: Int32) = (1000, 700), language: String = "en_US"
    ) async -> AppWindow {
      let window = await AppWindow(.withThreeShows(), size: size, language: language)
      window.subscriptions.change { [showTitles] subscriptions in
        subscriptions = (1...3).map { Subscription.sample($0) }
        for index in subscriptions.indices { subscriptions[index].title = showTitles[index] }
        subscriptions[0].status = .failed(.timedOut(host: "example.org"))
        subscriptions[0].failureCount = 3
        // A real timeout has no HTTP status. The health page shows both values independently.
        subscriptions[0].httpStatus = 503
        // The report lists the titles of repaired items. Any titles will do.
        subscriptions[0].repairs = [FeedRepair(.encoding), FeedRepair(.guid, itemTitles: showTitles, itemCount: 120)]
        subscriptions[0].lastRefreshedAt = Date(timeIntervalSince1970: 1_790_000_000)
        subscriptions[0].lastSucceededAt = Date(timeIntervalSince1970: 1_789_000_000)
        subscriptions[0].nextDueAt = Date(timeIntervalSince1970: 1_790_090_000)
        subscriptions[0].formerURLs = [URL(string: "http://old.example/birds/feed")!]
      }
      window.subscriptions.setMerges([
        EpisodeMerge(
          id: EpisodeMerge.ID(rawValue: 1), episode: Episode.ID(rawValue: 11), title: "Rain", evidence: .sameAudio,
          mergedAt: Date(timeIntervalSince1970: 0))
      ])
      return window
    }

    @Test func `Refresh All shows the progress of the refresh, and Cancel Refresh ends the refresh`() async {
      // Given three feeds, of which only the first one answers
      let window = await makeWindow()
      let gate = Gate()
      for (index, subscription) in window.subscriptions.all.enumerated() {
        window.feeds.setRefreshResult(
          of: subscription.feedURL, .success(FeedResponse(content: .unchanged)), after: index == 0 ? nil : gate)
      }

      // When the user refreshes all feeds
      await window.press("Refresh All")
      await waitUntil("the progress") { texts(in: window.window).contains("1 of 3") }
      await window.takePicture("refreshing-light-1000-en")

      // Then Cancel Refresh ends the refresh, and the button Refresh All is visible again
      await window.press("Cancel Refresh")
      await waitUntil("the button") { !window.buttons(named: "Refresh All").isEmpty }
      await window.close()
    }

    @Test func `one notice reports all refresh failures and leads to their list and a health page`() async {
      let window = await makeWindow()
      for subscription in window.subscriptions.all {
        window.feeds.setRefreshResult(of: subscription.feedURL, .failure(.timedOut(host: "example.org")))
      }
      await window.press("Refresh All")
      await waitUntil("the notice") { texts(in: window.window).contains("3 podcasts could not be refreshed") }
      await window.takePicture("refresh-failures-light-1000-en")
      await window.press("Show")
      let failureList = await window.waitForModal("Not Refreshed")
      await waitUntil("the shows") { texts(in: failureList).contains("듣는 마음") }
      await window.takePicture("failure-list", of: failureList)
      // The action of the first show's button “Details”
      window.store.send(.maintenance(.refresh(.failureSelected(Show.ID(rawValue: 1)))))
      let health = await window.waitForModal("Feed Health")
      await waitUntil("the reason") { texts(in: health).contains("The Feed Took Too Long") }
      await pressEscape(in: health)
      await window.waitUntilModalsClose()
      await window.close()
    }

    @Test(arguments: ["light", "dark"])
    func `the health page shows and copies its report and undoes a merge`(theme: String) async {
      useDarkTheme(theme == "dark")
      let window = await makeWindow()
      window.store.send(.maintenance(.healthRequested(Show.ID(rawValue: 1))))
      let health = await window.waitForModal("Feed Health")
      await waitUntil("the merges") { texts(in: health).contains("Recognized Episodes") }
      #expect(texts(in: health).contains("HTTP 503"))
      await window.takePicture("health-\(theme)-en", of: health)
      await window.press("Copy Report", in: health)
      #expect(window.copiedTexts.current.first?.hasPrefix("Birds at Breakfast\n") == true)
      await window.press("Undo", in: health)
      await waitUntil("the merge to disappear") { !texts(in: health).contains("Recognized Episodes") }
      await pressEscape(in: health)
      await window.waitUntilModalsClose()
      await window.close()
      useDarkTheme(false)
    }

    @Test(arguments: [Int32(360), 1000])
    func `the page of a show reports recognized episodes and opens the health page`(width: Int32) async throws {
      // Given the page of a show, and a refresh that recognized two of its episodes. The note shows this number. The
      // library has only one merge.
      let window = await makeWindow(size: (width, 700))
      let show = try #require(window.store.library.show?.id)
      window.store.send(.library(.episodesRecognized([Refresher.Progress.Recognition(id: show, title: "", count: 2)])))
      await waitUntil("the note") { texts(in: window.window).contains("2 episodes were recognized again") }
      await window.takePicture("recognized-light-\(width)-en")

      // When the user opens the health page from the page of the show
      await window.press("Feed Health")
      let health = await window.waitForModal("Feed Health")

      // Then the merges are visible, and the note is removed
      await waitUntil("the merges") { texts(in: health).contains("Recognized Episodes") }
      await pressEscape(in: health)
      await window.waitUntilModalsClose()
      #expect(!texts(in: window.window).contains("2 episodes were recognized again"))

      // And the menu of the show opens the health page too
      await (try window.openMenu("More about This Show")).select("Feed Health")
      let healthAgain = await window.waitForModal("Feed Health")
      await pressEscape(in: healthAgain)
      await window.waitUntilModalsClose()
      await window.close()
    }

    @Test(arguments: [Int32(360), 1000])
    func `importing a list of podcasts shows a summary`(width: Int32) async {
      let window = await makeWindow(size: (width, 600))
      let listFile = URL(filePath: "/lists/mine.opml")
      let outline = Outline(
        title: "New", feedURL: URL(string: "https://example.org/new.xml")!, websiteURL: nil, sectionPath: [])
      window.opml.setContent(
        of: listFile,
        .success(OPMLDocument(outlines: [outline], skipped: ["A show without an address"], isPartial: true)))
      window.store.send(.maintenance(.importRequested(nil)))
      let sheet = await window.waitForModal("Import Podcasts")
      await waitUntil("the button") { !window.buttons(named: "Choose File…", in: sheet).isEmpty }
      await window.takePicture("import-\(width)", of: sheet)
      // The test sends the result of the file dialog, which is not presented.
      window.store.send(.maintenance(.destination(.presented(.importing(.fileSelected(listFile))))))
      await waitUntil("the summary") { texts(in: sheet).contains("One podcast was added.") }
      #expect(texts(in: sheet).contains("The file is cut off or damaged. Some of its podcasts are missing."))
      await window.takePicture("import-summary-\(width)", of: sheet)
      await window.press("Done", in: sheet)
      await window.waitUntilModalsClose()
      await window.close()
    }

    @Test func `a list of podcasts that is dropped on the window is imported`() async throws {
      // Given a list of podcasts that another program offers
      let window = await makeWindow()
      let listFile = URL(filePath: "/lists/my list.opml")
      let outline = Outline(
        title: "New", feedURL: URL(string: "https://example.org/new.xml")!, websiteURL: nil, sectionPath: [])
      window.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [outline])))
      let content = GObjectReference(takingOver: TransferForm.addresses([listFile.absoluteString]).provider(in: nil))
      let drag = TestDrag(of: content.pointer.cast(to: GdkContentProvider.self, gdk_content_provider_get_type()))

      // When the list is dropped. The drag moves over one widget after the other until a widget accepts the list
      let target = try #require(widgets(ofType: gtk_widget_get_type(), in: window.window).first { drag.move(over: $0) })
      #expect(await drag.drop(on: target))

      // Then the sheet of the import is on screen, with the result
      let sheet = await window.waitForModal("Import Podcasts")
      await waitUntil("the summary") { texts(in: sheet).contains("One podcast was added.") }
      await window.press("Done", in: sheet)
      await window.waitUntilModalsClose()
      await window.close()
    }

    @Test(arguments: ["light", "dark"])
    func `a change in the settings window is written`(theme: String) async {
      useDarkTheme(theme == "dark")
      let window = await makeWindow()
      window.store.send(.maintenance(.settingsButtonClicked))
      let settings = await window.waitForModal("Settings")
      await waitUntil("the settings") { texts(in: settings).contains("Refresh at Start") }
      await window.takePicture("settings-\(theme)-en", of: settings)
      let switches = widgets(ofType: gtk_switch_get_type(), in: settings)
      // The first switch is “Refresh at Start”. It has no effect while the podcasts are refreshed by hand.
      #expect(gtk_widget_is_sensitive(switches[0]) == 0)
      // The first drop-down is “Refresh Podcasts”. “Every Hour” is the row with the index 2.
      gtk_drop_down_set_selected(widgets(ofType: gtk_drop_down_get_type(), in: settings)[0].opaque, 2)
      await waitUntil("the switch is enabled") { gtk_widget_is_sensitive(switches[0]) != 0 }
      gtk_switch_set_active(switches[0].opaque, 1)
      await window.preferences.waitUntilWritten { $0.refreshesAtStart && $0.refreshInterval == .hour }
      await pressEscape(in: settings)
      await window.waitUntilModalsClose()
      await window.close()
      useDarkTheme(false)
    }

    @Test func `the health page, the settings and the About window are translated into Korean`() async throws {
      let translation = try KoreanTranslation()
      defer { translation.remove() }
      let window = await makeWindow(size: (360, 600), language: "ko_KR")
      window.store.send(.maintenance(.healthRequested(Show.ID(rawValue: 1))))
      let health = await window.waitForModal("피드 상태")
      await waitUntil("the merges") { texts(in: health).contains("인식된 에피소드") }
      await window.takePicture("health-360-ko", of: health)
      await pressEscape(in: health)
      await window.waitUntilModalsClose()
      window.store.send(.maintenance(.settingsButtonClicked))
      let settings = await window.waitForModal("설정")
      await waitUntil("the settings") { texts(in: settings).contains("시작할 때 새로 고침") }
      await window.takePicture("settings-360-ko", of: settings)
      await pressEscape(in: settings)
      await window.waitUntilModalsClose()
      window.store.send(.maintenance(.aboutButtonClicked))
      let about = await window.waitForModal("팟캐스터 정보")
      #expect(texts(in: about).contains("버전 1.2.3"))
      await window.takePicture("about-ko", of: about)
      await pressEscape(in: about)
      await window.waitUntilModalsClose()
      await window.close()
    }
  }

  /// The sheet that searches for podcasts.
  @MainActor @Suite struct SubscribeSearchViewTests {
    @Test func `a podcast found by search words can be previewed and added`() async {
      // Given a directory with a podcast
      let window = await AppWindow(FakeLibrary())
      let feed = URL(string: "https://example.org/birds.xml")!
      window.directory.setResults(
        ofSearch: "birds",
        DirectorySearch(results: [DirectoryResult(feedURL: feed, title: "Birds", author: "Ina Lark")]))
      window.feeds.setFetchResult(of: feed, .success(.sample("Birds")))
      await window.press("Add Podcast")
      let sheet = await window.waitForModal("Add Podcast")

      // When the user searches for the podcast's name
      let searchField = widgets(ofType: gtk_entry_get_type(), in: sheet)[0]
      await enter("birds", into: searchField)
      await mainLoopSettles()
      await window.press("Search", in: sheet)
      await waitUntil("the result") { texts(in: sheet).contains("Ina Lark") }
      await window.takePicture("search-directories", of: sheet)

      // Then the user can preview the podcast and subscribe to it
      await window.press("Preview", in: sheet)
      await waitUntil("the preview") { texts(in: sheet).contains("Newest Episodes") }
      await window.takePicture("preview", of: sheet)
      await window.press("Subscribe", in: sheet)
      await window.waitUntilModalsClose()
      await waitUntil("the show") { texts(in: window.window).contains("Birds") }
      await window.close()
    }
  }
}
