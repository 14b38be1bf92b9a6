import AppFeatures
import AppTestSupport
import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The window with the settings of one show.
  @MainActor @Suite struct ShowSettingsViewTests {
    @Test(arguments: ["light", "dark"])
    func `the settings of a show open from the show's menu, and a change is written`(theme: String) async throws {
      // Given a show
      useDarkTheme(theme == "dark")
      let window = await AppWindow(.withThreeShows())
      let show = try #require(window.store.library.show?.id)

      // When the show's settings are opened from the show's menu
      let menu = try await window.openMenu("More about This Show")
      await menu.select("Settings for This Show")
      let settings = await window.waitForModal("Settings for This Show")
      await waitUntil("the settings") { texts(in: settings).contains("Shorten Silence") }
      await window.takePicture("show-settings-\(theme)-en", of: settings)

      // And the first switch, “Shorten Silence”, is turned on
      // Then the change is written
      let switches = widgets(ofType: gtk_switch_get_type(), in: settings)
      gtk_switch_set_active(switches[0].opaque, 1)
      await window.showSettings.waitForSettings(of: show) { $0.skipsSilence }
      await pressEscape(in: settings)
      await window.waitUntilModalsClose()
      await window.close()
      useDarkTheme(false)
    }

    @Test func `settings that could not be read can be loaded again, here in a narrow Korean window`() async throws {
      // Given a window in which the settings of a show cannot be read
      let translation = try KoreanTranslation()
      defer { translation.remove() }
      // The Korean texts of “Settings for This Show” and “Try Again”
      let (title, tryAgain) = ("이 프로그램의 설정", "다시 시도")
      let window = await AppWindow(.withThreeShows(), size: (360, 600), language: "ko_KR")
      window.showSettings.fail(with: .failed(reason: "broken"))
      window.store.send(.library(.show(.settingsButtonClicked)))
      let settings = await window.waitForModal(title)
      await waitUntil("the button") { !window.buttons(named: tryAgain, in: settings).isEmpty }

      // When reads succeed again, and the user clicks “Try Again”
      window.showSettings.fail(with: nil)
      await window.press(tryAgain, in: settings)

      // Then the problem and its button disappear
      await waitUntil("the problem to disappear") { window.buttons(named: tryAgain, in: settings).isEmpty }
      await window.takePicture("show-settings-360-ko", of: settings)
      await pressEscape(in: settings)
      await window.waitUntilModalsClose()
      await window.close()
    }
  }
}
