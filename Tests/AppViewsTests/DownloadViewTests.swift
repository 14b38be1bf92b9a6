import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

@testable import AppViews

extension AppViewsTests {
  /// Downloads in the rows of episodes and on the downloads page.
  @MainActor @Suite(.timeLimit(.minutes(1))) struct DownloadViewTests {
    private func download(of episode: Int64, _ state: Download.State) -> Download {
      Download(id: Episode.ID(rawValue: episode), showID: Show.ID(rawValue: 1), state: state)
    }

    private var completeState: Download.State { .complete(file: URL(filePath: "/audio.mp3"), byteCount: 12_000_000) }

    /// The number of visible buttons whose text or tooltip is this name.
    private func buttonCount(_ name: String, in window: AppWindow) -> Int { window.buttons(named: name).count }

    @Test func `a row shows the progress of its download, and its buttons control it`() async {
      // Given the page of a show with a running, a paused, a failed and a complete download
      let window = await AppWindow(.withThreeShows())
      window.downloads.set([
        download(of: 11, .downloading(.init(received: 420_000, total: 1_000_000))),
        download(of: 12, .paused(.init(received: 100_000))),
        download(of: 13, .failed(.webPage, .init())), download(of: 14, completeState),
      ])

      // Then the rows show the progress and the reason of the failure
      await waitUntil("the progress") { texts(in: window.window).contains("42%") }
      await waitUntil("the reason") { texts(in: window.window).contains("The Server Sent a Web Page") }
      await window.takePicture("downloads-in-rows-light-1000-en")

      // And each button controls the download of its own row
      await window.press("Stop the Download")
      await window.downloads.waitUntilRequested { $0.contains(.stop([Episode.ID(rawValue: 11)])) }
      await window.press("Continue the Download")
      await window.downloads.waitUntilRequested { $0.contains(.start([Episode.ID(rawValue: 12)], isAutomatic: false)) }
      await window.press("Try Again")
      await window.downloads.waitUntilRequested { $0.contains(.start([Episode.ID(rawValue: 13)], isAutomatic: false)) }
      await window.close()
    }

    @Test func `the downloads page shows the total size and buttons for all downloads`() async {
      // Given the page without downloads, which has no buttons
      let window = await AppWindow(.withThreeShows(), page: .downloads)
      #expect(buttonCount("Free Up Space", in: window) == 0)

      // When there are a running, a failed and a complete download
      window.downloads.set([
        download(of: 11, .downloading(.init(received: 420_000, total: 1_000_000))),
        download(of: 13, .failed(.timedOut(host: "example.org"), .init())),
        download(of: 14, completeState),
      ])

      // Then the header shows the size of the complete download, and each button controls its downloads
      await waitUntil("the size") { texts(in: window.window).contains { $0.hasPrefix("1 download, ") } }
      #expect(buttonCount("Stop All", in: window) == 1)
      #expect(buttonCount("Try Again", in: window) == 1)
      await window.takePicture("downloads-light-1000-en")
      await window.press("Stop All")
      await window.downloads.waitUntilRequested { $0.contains(.stop([Episode.ID(rawValue: 11)])) }
      await window.press("Try Again")
      await window.downloads.waitUntilRequested { $0.contains(.start([Episode.ID(rawValue: 13)], isAutomatic: false)) }

      // And without running or failed downloads there are no buttons for them
      window.downloads.set([download(of: 14, completeState)])
      await waitUntil("the buttons to disappear") {
        self.buttonCount("Stop All", in: window) == 0 && self.buttonCount("Try Again", in: window) == 0
      }
      #expect(buttonCount("Free Up Space", in: window) == 1)
      await window.close()
    }

    @Test func `a removed download can be restored`() async throws {
      // Given a complete download
      let window = await AppWindow(.withThreeShows())
      window.downloads.set([download(of: 11, completeState)])
      await until { window.store.downloads.items.count == 1 }

      // When the user removes the download with the menu of its episode, which is in the fourth row
      let menu = try await window.openMenu("More", at: 3)
      await waitUntil("the entry") { menu.titles.contains("Remove Download") }
      await menu.select("Remove Download")
      await window.downloads.waitUntilRequested { $0.contains(.remove([Episode.ID(rawValue: 11)])) }

      // Then Undo restores it
      await waitUntil("the message") { !window.buttons(named: "Undo").isEmpty }
      await window.press("Undo")
      await window.downloads.waitUntilRequested { $0.contains(.restore([Episode.ID(rawValue: 11)])) }
      await window.close()
    }
  }
}
