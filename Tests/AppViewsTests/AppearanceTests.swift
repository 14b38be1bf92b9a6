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
  /// Screenshots of the window for visual review. Most tests also verify that the content has enough room, or that its
  /// texts are translated. The smallest width of a window is 360 pixels.
  @MainActor @Suite struct AppearanceTests {
    /// Plays episode 13 of `withThreeShows()`, which is in the second row, from its stored position of 250 s to 251 s.
    /// Checks that the window is still at most `width` pixels wide.
    private func playEpisode(in window: AppWindow, maxWidth width: Int32) async {
      await click(window.buttons(named: "Play")[1])
      let audio = Episode.sample(13).enclosure.url
      window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }
      await mainLoopSettles()
      #expect(gtk_widget_get_width(window.window.widget) <= width, "the player does not fit into \(width) pixels")
    }

    @Test(arguments: ["light", "dark"], [Int32(360), 1000])
    func `the library and the player fit into the window in both themes and widths`(theme: String, width: Int32) async {
      useDarkTheme(theme == "dark")
      let size: (Int32, Int32) = width == 360 ? (360, 560) : (1000, 700)
      let window = await AppWindow(.withThreeShows(), size: size)
      #expect(
        gtk_widget_get_width(window.window.widget) <= width, "the content does not fit into \(width) pixels")
      let title = widgets(ofType: gtk_label_get_type(), in: window.window).first {
        String(cString: gtk_label_get_text($0.opaque)) == "Podcaster"
      }
      #expect(
        title.map { pango_layout_is_ellipsized(gtk_label_get_layout($0.opaque)) } == 0,
        "the program's name is cut")
      await window.takePicture("library-\(theme)-\(width)-en")
      await playEpisode(in: window, maxWidth: width)
      await window.takePicture("playing-\(theme)-\(width)-en")
      await window.close()
      useDarkTheme(false)
    }

    @Test(arguments: [Int32(360), 1000])
    func `the library and the player fit into the window with large text`(width: Int32) async {
      useTextScale(1.5)
      let window = await AppWindow(.withThreeShows(), size: (width, 700))
      #expect(
        gtk_widget_get_width(window.window.widget) <= width, "the content does not fit into \(width) pixels")
      await window.takePicture("library-large-\(width)-en")
      await playEpisode(in: window, maxWidth: width)
      await window.takePicture("playing-large-\(width)-en")
      window.store.send(.player(.titleClicked))
      await waitUntil("the page of the player") { window.store.player.nowPlaying != nil }
      await mainLoopSettles()
      await window.takePicture("now-playing-large-\(width)-en")
      await window.close()
      useTextScale(1)
    }

    @Test(arguments: [1, 1.5])
    func `the header of a show has room for the play button and a long summary`(textScale: Double) async {
      useTextScale(textScale)
      let library = FakeLibrary.withThreeShows()
      library.change { shows, _ in
        shows[0].summary = String(repeating: "Ten quiet minutes with the birds of one garden. ", count: 8)
      }
      let window = await AppWindow(library, size: (1000, 700))
      await window.takePicture("show-long-summary-\(textScale == 1 ? "normal" : "large")")
      // The visible widgets that contain the text “Play Latest” are at most as high as their parents: the button and
      // the widgets around it.
      let buttonAndAncestors = widgets(in: window.window.widget).filter {
        texts(in: $0).contains("Play Latest") && gtk_widget_get_mapped($0) != 0
      }
      for widget in buttonAndAncestors {
        let parent = gtk_widget_get_parent(widget)
        guard buttonAndAncestors.contains(where: { $0 == parent }) else { continue }
        let (height, room) = (gtk_widget_get_height(widget), gtk_widget_get_height(parent))
        #expect(height <= room, "\(texts(in: widget).prefix(2)) has \(height) pixels in \(room)")
      }
      await window.close()
      useTextScale(1)
    }

    @Test(arguments: [Int32(360), 1000])
    func `the window and a dialog are translated into Korean`(width: Int32) async throws {
      // Given the Korean translation
      let translation = try KoreanTranslation()
      defer { translation.remove() }
      let window = await AppWindow(.withThreeShows(), size: (width, 600), language: "ko_KR")

      // Then the buttons and the dialog that removes a podcast have Korean texts
      #expect(!window.buttons(named: "재생").isEmpty)
      #expect(window.buttons(named: "Play").isEmpty)
      await window.takePicture("library-light-\(width)-ko")
      await (try window.openMenu("이 팟캐스트에 대해 더 보기")).select("팟캐스트 제거")
      let dialog = await window.waitForModal("“Birds at Breakfast”을(를) 제거하시겠습니까?")
      await window.takePicture("remove-ko-\(width)", of: dialog)
      await window.press("취소", in: dialog)
      await window.waitUntilModalsClose()
      await window.close()
    }

    // This test only takes screenshots.
    @Test func `the empty library and the sheet to add a podcast are drawn`() async {
      let window = await AppWindow(FakeLibrary())
      await window.takePicture("empty-light-1000-en")
      await window.press("Add Podcast")
      await window.takePicture("subscribe", of: await window.waitForModal("Add Podcast"))
      window.store.send(.library(.destination(.presented(.subscribe(.cancelButtonClicked)))))
      await window.waitUntilModalsClose()
      await window.close()
    }
  }
}

/// The Korean translation of the app, compiled into a temporary folder. The app uses the translation until `remove()`
/// is called.
@MainActor
struct KoreanTranslation {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "podcaster-texts-\(ProcessInfo.processInfo.processIdentifier)")
    let messages = folder.appending(path: "ko/LC_MESSAGES")
    try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
    let projectFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/msgfmt")
    compiler.arguments = [
      "--check", "-o", messages.appending(path: "podcaster.mo").path, projectFolder.appending(path: "po/ko.po").path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    setenv("LANGUAGE", "ko", 1)
    Localization.use(domain: "podcaster", directory: folder.path)
  }

  /// Removes the folder. The app is English again.
  func remove() {
    setenv("LANGUAGE", "en", 1)
    Localization.use(domain: "podcaster", directory: "/nonexistent")
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }
}
