import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The questions that the user has to answer before a feed is fetched: for a user name and a password, or for the
  /// permission to connect to a private network.
  @MainActor @Suite struct FeedQuestionViewTests {
    private let feed = URL(string: "https://example.org/members.xml")!

    @Test(arguments: ["light", "dark"])
    func `signing in from a show's banner stores the user name and the password`(theme: String) async throws {
      // Given a show whose feed requires a password
      useDarkTheme(theme == "dark")
      let library = FakeLibrary.withThreeShows()
      library.change { [feed] shows, _ in
        shows[0].feedURL = feed
        shows[0].feedStatus = .failed(.unauthorized(host: "example.org"))
      }
      let window = await AppWindow(library)
      await window.takePicture("sign-in-banner-\(theme)-1000-en")

      // When the user signs in
      await window.press("Sign In…")
      let sheet = await window.waitForModal("Sign In")
      let fields = widgets(ofType: gtk_entry_get_type(), in: sheet)
      await enter("me", into: fields[0])
      await enter("secret", into: fields[1])
      await mainLoopSettles()
      // The password is hidden, and the user name is not.
      #expect(gtk_entry_get_visibility(UnsafeMutablePointer(fields[0].opaque)) != 0)
      #expect(gtk_entry_get_visibility(UnsafeMutablePointer(fields[1].opaque)) == 0)
      await window.takePicture("sign-in-\(theme)-en", of: sheet)
      await window.press("Sign In", in: sheet)
      await window.waitUntilModalsClose()

      // Then the user name and the password are stored for the feed
      #expect(window.credentials.saved == [feed: Credentials(user: "me", password: "secret")])
      await window.close()
      useDarkTheme(false)
    }

    @Test func `a feed that redirects into a private network is added after a question in Korean`() async throws {
      let translation = try KoreanTranslation()
      defer { translation.remove() }
      let window = await AppWindow(FakeLibrary(), size: (360, 600), language: "ko_KR")
      // The feed is refused without the permission of the user (`setFetchResult`), and fetched with it
      // (`setRefreshResult`).
      window.feeds.setFetchResult(of: feed, .failure(.redirectsToPrivateNetwork(host: "10.0.0.1")))
      window.feeds.setRefreshResult(of: feed, .success(FeedResponse(content: .podcast(.sample("집"), hash: "1"))))
      window.store.send(.openRequested([feed.absoluteString]))
      let sheet = await window.waitForModal("내 네트워크로 연결할까요?")
      await window.takePicture("private-network-360-ko", of: sheet)
      // When the user permits the connection (“연결”), then the show (“집”) is added
      await window.press("연결", in: sheet)
      await window.waitUntilModalsClose()
      await waitUntil("the show") { texts(in: window.window).contains("집") }
      #expect(window.subscriptions.privateNetworkShows.count == 1)
      await window.close()
    }
  }
}
