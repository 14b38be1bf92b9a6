import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The search results of the sheet that adds podcasts.
  @MainActor @Suite struct FoundPodcastTests {
    @Test func `a found podcast in the library can be opened, and a new one has a Subscribe button`() async throws {
      // Given two search results: the feed of a show in the library, and a new feed
      let window = await AppWindow(.withThreeShows(), page: .home)
      let knownURL = URL(string: "https://example.org/birds.xml")!
      let newURL = URL(string: "https://example.org/new.xml")!
      window.subscriptions.addAddress(knownURL, of: Show.ID(rawValue: 1))
      window.store.send(.library(.addButtonClicked))
      let sheet = await window.waitForModal("Add Podcast")
      let results = [
        DirectoryResult(feedURL: knownURL, title: "Birds"), DirectoryResult(feedURL: newURL, title: "New"),
      ]
      window.store.send(
        .library(.destination(.presented(.subscribe(.searchReceived(DirectorySearch(results: results)))))))

      // Then the first result has an Open button, and the second one has a Subscribe button
      await waitUntil("the buttons") {
        !window.buttons(named: "Open", in: sheet).isEmpty && !window.buttons(named: "Subscribe", in: sheet).isEmpty
      }
      #expect(window.buttons(named: "Open", in: sheet).count == 1)
      #expect(window.buttons(named: "Subscribe", in: sheet).count == 1)
      #expect(hasAccessibleName("Open Birds", window.buttons(named: "Open", in: sheet)[0]))

      // And the Open button closes the sheet and opens the show
      await window.press("Open", in: sheet)
      await window.waitUntilModalsClose()
      #expect(window.store.library.show?.id == Show.ID(rawValue: 1))
      await window.close()
    }
  }
}
