import AppFeatures
import AppTestSupport
import AppViews
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The window before the library is open, and the scroll position that a start restores.
  @MainActor @Suite struct StartViewTests {
    @Test(arguments: ["en_US", "ko_KR"])
    func `the window shows texts about the opening and the update of the library until the library is open`(
      language: String
    ) async throws {
      // Given a window before its library is open
      let translation = language == "ko_KR" ? try KoreanTranslation() : nil
      defer { translation?.remove() }
      let start = ProgramStart()
      let window = gtk_window_new()!.window
      gtk_window_set_default_size(window, 700, 500)
      let views = ViewWindow(window) {
        StartView(start: start, artwork: .unavailable, video: { AsyncStream { $0.finish() } }, quit: {})
      }
      views.present()
      let (openingText, updatingText) =
        language == "ko_KR" ? ("보관함을 여는 중…", "보관함을 업데이트하는 중…") : ("Opening the Library…", "Updating the Library…")
      await waitUntil("the text about opening") { texts(in: window).contains(openingText) }

      // When the library has an older format, then the window shows that the library is being updated
      start.isUpdating = true
      await waitUntil("the text about updating") { texts(in: window).contains(updatingText) }
      await writeScreenshot(of: window, "updating-\(language)")

      // And when the library is open, the window shows the first show of the library. `appWindow` is a second window,
      // which is opened only for its store.
      let appWindow = await AppWindow(.withThreeShows(), language: language)
      start.store = appWindow.store
      await waitUntil("the library") { texts(in: window).contains("Birds at Breakfast") }
      #expect(!texts(in: window).contains(updatingText))
      await destroyWindow(window)
      await appWindow.close()
    }

    @Test func `the row at which the last session ended is visible after a start`() async throws {
      // Given a show with 40 episodes, 300 to 339, and a last session that ended at the row of episode 320
      let library = FakeLibrary.withThreeShows()
      let show = Show.ID(rawValue: 3)
      let settings = AppSettings(inMemory: ["page": LibraryPage.show(show).rawValue])
      let position = LibraryScrollPosition(page: .show(show), episode: Episode.ID(rawValue: 320))
      let window = await AppWindow(library, page: .show(show), startScrollPosition: position, settings: settings)

      // Then this row is realized
      await waitUntil("the row") {
        window.store.library.show?.list.loads.realizedPositions.keys.contains(position.episode) == true
      }
      // And the scroll position, which is the first visible row, is still this row. GTK also realizes rows above this
      // row, which are not visible.
      await waitUntil("the position") { window.store.library.scrollPosition == position }
      await window.takePicture("place-restored")
      await window.close()
    }
  }
}
