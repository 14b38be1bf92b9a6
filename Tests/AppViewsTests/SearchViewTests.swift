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
  /// The results of a search over all shows, in a window that is too low for all of them.
  @MainActor @Suite struct SearchViewTests {
    /// Opens the search, types words, and returns the field and the adjustment of the results.
    private func search(
      _ words: String, in window: AppWindow
    ) async throws -> (entry: UnsafeMutablePointer<GtkWidget>, adjustment: UnsafeMutablePointer<GtkAdjustment>) {
      window.store.send(.library(.searchButtonClicked))
      await mainLoopSettles()
      let entry = try #require(widgets(ofType: gtk_search_entry_get_type(), in: window.window).first)
      await enter(words, into: entry)
      let resultList = {
        widgets(ofType: gtk_list_view_get_type(), in: window.window).first { texts(in: $0).contains("Episodes") }
      }
      await waitUntil("the list") { resultList() != nil }
      let adjustment = try #require(resultList().flatMap { gtk_scrollable_get_vadjustment($0.opaque) })
      await waitUntil("the rows") { gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) }
      return (entry, adjustment)
    }

    @Test func `the results stay scrolled to the top when a section is inserted above the episodes`() async throws {
      // Given found episodes
      let window = await AppWindow(.withThreeShows(), size: (800, 360), page: .home)
      let (_, adjustment) = try await search("episode", in: window)
      #expect(gtk_adjustment_get_value(adjustment) == 0)

      // When lines of transcripts arrive, whose section is above the episodes
      let matches = (0..<5).map { number in
        TranscriptMatch(
          episode: Episode.ID(rawValue: 21), episodeTitle: "Episode 21", showTitle: "Field Notes",
          line: Transcript.Line(id: number, start: .seconds(754), text: "A robin sings."))
      }
      // The window's own search of transcripts starts after a typing pause. It finds the same lines, so the end of
      // this search does not change the results.
      window.transcriptMatches.change { $0 = matches }
      window.store.send(.library(.search(.matchesReceived("episode", matches))))
      await waitUntil("the transcript lines") { texts(in: window.window).contains("In Transcripts") }
      await drawFrame(of: window.window)

      // Then the list is at its top
      #expect(gtk_adjustment_get_value(adjustment) == 0)
      await window.close()
    }

    @Test func `changed words scroll the results to the top, and a new episode does not`() async throws {
      // Given results that the user has scrolled
      let window = await AppWindow(.withThreeShows(), size: (800, 360), page: .home)
      let (entry, adjustment) = try await search("episode", in: window)
      gtk_adjustment_set_value(adjustment, 150)
      await drawFrame(of: window.window)
      #expect(gtk_adjustment_get_value(adjustment) > 0)

      // When the user changes the words to others that also have many results, then the results are at their top
      let formerIDs = window.store.library.search?.results?.ids
      await enter("sode 3", into: entry)
      // The former results are shown until the new ones are loaded.
      await waitUntil("the results of the new words") { window.store.library.search?.results?.ids != formerIDs }
      await drawFrame(of: window.window)
      // The results have to be long enough for the scroll offset of 400 below.
      await waitUntil("the top") {
        gtk_adjustment_get_value(adjustment) == 0
          && gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) + 400
      }

      // And when an episode arrives during the search, then the rows stay where they are
      gtk_adjustment_set_value(adjustment, 400)
      await drawFrame(of: window.window)
      let formerOffset = gtk_adjustment_get_value(adjustment)
      window.libraryFile.change { _, episodes in episodes[Show.ID(rawValue: 3)]?.append(.sample(341, of: 3)) }
      await waitUntil("the search result") {
        window.store.library.search?.results?.ids.contains(Episode.ID(rawValue: 341)) == true
      }
      // A jump could come in one of the next frames.
      for _ in 0..<4 { await drawFrame(of: window.window) }
      // A jump to the top would be a change of about 400 pixels.
      #expect(formerOffset > 0 && abs(gtk_adjustment_get_value(adjustment) - formerOffset) < 100)
      await window.close()
    }
  }
}
