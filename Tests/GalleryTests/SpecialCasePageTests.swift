import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import GtkViews
import Synchronization
import Testing

extension GalleryTests {
  /// The gallery's pages about special cases: invalid input, scenes in a window that belongs to no App, and empty
  /// lists.
  @MainActor @Suite struct SpecialCasePageTests {
    /// Performs an action, and returns the messages of the misuse reports during the action.
    private func misuseReports(_ act: @MainActor () async throws -> Void) async rethrows -> [String] {
      let formerReporter = MisuseReporter.processWide
      let messages = Messages()
      MisuseReporter.processWide = MisuseReporter { messages.add($0.message) }
      defer { MisuseReporter.processWide = formerReporter }
      try await act()
      return messages.all
    }

    private final class Messages: Sendable {
      private let messages = Mutex<[String]>([])

      var all: [String] { messages.withLock { $0 } }

      func add(_ message: String) { messages.withLock { $0.append(message) } }
    }

    /// A button that gives invalid input to a view, texts that are on the page after a click on the button, and a part
    /// of the misuse report.
    struct Mistake: Sendable {
      let button: String
      let texts: [String]
      let reportPart: String
    }

    private nonisolated static let mistakes = [
      Mistake(
        button: "Give Two One Id", texts: ["Number 1", "Number 2", "Number 3", "Number 4"],
        reportPart: "A ForEach in DuplicateIDs has two elements with the id 2;"),
      Mistake(
        button: "Write Too Late", texts: ["Robin, Starling"],
        reportPart: "was written after its value was removed"),
      Mistake(
        button: "Show What Is No Picture", texts: ["That is no picture"],
        reportPart: "of an AsyncImage in InvalidPicture"),
      // The counter of the page changes 200 times. GtkViews evaluates bodies in at most 64 rounds in one update.
      Mistake(
        button: "Change Without Rest", texts: ["Changed 200 times"],
        reportPart: "did not settle after 64 rounds, where SelfChangingCounter changed again;"),
      Mistake(
        button: "Write in a Body", texts: ["Total 10", "Parts 1"],
        reportPart: "was written while the body of TotalWriter was evaluated"),
      Mistake(
        button: "Show What Is No Text", texts: ["R\u{FFFD}a\u{FFFD}in"],
        reportPart: "A Text in InvalidText has a zero character"),
    ]

    @Test func `each invalid input is reported once, and the page continues to work`() async throws {
      // Given the page
      let fixture = try await PageFixture(page: "bad-input")
      for mistake in Self.mistakes {
        // When a button gives invalid input to the views
        let reports = await misuseReports {
          await fixture.press(mistake.button)
          await waitUntil("the result on the page") { mistake.texts.allSatisfy { fixture.texts.contains($0) } }
          await mainLoopSettles()
        }

        // Then there is one report, which contains the expected part
        #expect(reports.count == 1, "“\(mistake.button)”: \(reports)")
        #expect(reports.first?.contains(mistake.reportPart) == true, "“\(mistake.button)”: \(reports)")
      }

      // And each text is still on the page, and only once: of the two elements with the same id, one is shown
      for text in Self.mistakes.flatMap(\.texts) {
        #expect(fixture.texts.count { $0 == text } == 1, "“\(text)” in \(fixture.texts)")
      }
      await writeScreenshot(of: fixture.window, "gallery/bad-input-done")
      await fixture.close()
    }

    @Test(arguments: [
      ("Open the Second Window", "openWindow"), ("Close It", "dismissWindow"), ("Open Another Note", "openWindow"),
      ("Close All Notes", "dismissWindow"),
      ("Open the Settings", "openSettings"),
    ])
    func `an action for the windows of an App is reported in a window that belongs to no App`(
      button: String, action: String
    ) async throws {
      // Given the page about scenes in a window that belongs to no App
      let fixture = try await PageFixture(page: "scenes")

      // When a button tries to open or close another window, there is one report. The page's window stays the only one,
      // and the page's `onOpenURL` was not called.
      let reports = await misuseReports { await fixture.press(button) }
      #expect(
        reports == ["\(action) was called in a window that belongs to no App, so it has no effect."])
      #expect(openWindows().count == 1)
      #expect(fixture.texts.contains("Given to open: nothing"))
      await fixture.close()
    }

    @Test func `an empty list shows a placeholder, also after its last row was removed`() async throws {
      let fixture = try await PageFixture(page: "empty-list")
      let label = try #require(fixture.labels("No Shows").first)
      let list = try #require(widgets(ofType: gtk_list_view_get_type(), in: fixture.window).first)
      // The placeholder is centred horizontally in the list. The list fills the width of the window, 800 pixels, except
      // for the margins of the page.
      let (labelBounds, listBounds) = (fixture.bounds(of: label), fixture.bounds(of: list))
      #expect(listBounds.width > 700)
      #expect(isClose(labelBounds.x + labelBounds.width / 2, listBounds.x + listBounds.width / 2, within: 1))
      // The placeholder's button adds the first row.
      await fixture.press("Subscribe")
      await waitUntil("the first row") { fixture.texts.contains("Show 1") }
      #expect(!fixture.texts.contains("No Shows") && fixture.buttons("Subscribe").isEmpty)
      await fixture.press("Add")
      await waitUntil("the second row") { fixture.texts.contains("Show 2") }
      await fixture.press("Remove")
      await fixture.press("Remove")
      await waitUntil("the placeholder") { fixture.texts.contains("No Shows") }
      #expect(!fixture.texts.contains("Show 1"))
      await writeScreenshot(of: fixture.window, "gallery/empty-list-again")
      await fixture.close()
    }
  }
}
