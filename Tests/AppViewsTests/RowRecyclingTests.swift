import AppTestSupport
import CGtk
import GtkBridge
import GtkTestSupport
import Podcasts
import Testing

extension AppViewsTests {
  /// The rows of long lists of episodes use the widgets of rows that were scrolled away.
  @MainActor @Suite struct RowRecyclingTests {
    @Test func `the rows of a show are recycled`() async throws {
      // Given a show of 2,000 episodes
      let episodes = (1...2000).map { Episode.sample($0) }
      let window = await AppWindow(FakeLibrary(shows: [.sample(1)], episodes: [Show.ID(rawValue: 1): episodes]))
      let list = try #require(widgets(ofType: gtk_list_view_get_type(), in: window.window).last { gtk_widget_get_mapped($0) != 0 })
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.opaque))
      func labels() -> Set<UnsafeMutablePointer<GtkWidget>> { Set(widgets(ofType: gtk_label_get_type(), in: list)) }
      func titles() -> Set<String> { Set(texts(in: list).filter { $0.hasPrefix("Episode ") }) }
      await waitUntil("the first rows") { titles().count > 5 }
      await drawFrame(of: window.window)
      let (first, firstTitles) = (labels(), titles())

      // When the list is scrolled far away
      await performInSource { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) / 2) }
      await waitUntil("other rows") { titles().count > 5 && titles().isDisjoint(with: firstTitles) }
      await drawFrame(of: window.window)

      // Then the rows there use labels of the first rows
      #expect(labels().intersection(first).count > 10)
      await window.close()
    }
  }
}
