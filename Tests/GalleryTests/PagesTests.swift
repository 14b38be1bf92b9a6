import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import GtkViews
import Testing

extension GalleryTests {
  /// The drawing of each page, and the release of its widgets.
  @MainActor @Suite struct PagesTests {
    @Test(arguments: GalleryPage.all.map(\.id), [Int32(360), 800])
    func `a page fits its window, is drawn in both themes, and is released when it is removed`(
      id: String, width: Int32
    ) async throws {
      // Given a window with the page
      let page = try #require(GalleryPage.all.first { $0.id == id })
      let fixture = await PageFixture(page, width: width)
      defer { useDarkTheme(false) }

      // Then the page fits into the window, and shows its title and its summary
      #expect(
        gtk_widget_get_width(fixture.window.widget) <= width, "the page “\(id)” does not fit into \(width) pixels")
      #expect(fixture.texts.contains(page.title) && fixture.texts.contains(page.summary))

      // And a picture of each theme is written
      await writeScreenshot(of: fixture.window, "gallery/\(id)-light-\(width)")
      useDarkTheme(true)
      await fixture.settle()
      await writeScreenshot(of: fixture.window, "gallery/\(id)-dark-\(width)")

      // When the page is removed
      let deallocations = DeallocationWatch()
      watchWidgets(of: fixture, with: deallocations)
      await fixture.removePage()

      // Then each of its widgets is released, and none of its animations runs
      await deallocations.expectAll()
      #expect(!fixture.texts.contains(page.title))
      #expect(!fixture.frames.clock.isMoving)
      await fixture.close()
    }

    /// Watches the page's scrolled window, which is the outermost one, and all widgets in it.
    private func watchWidgets(of fixture: PageFixture, with deallocations: DeallocationWatch) {
      guard let page = widgets(ofType: gtk_scrolled_window_get_type(), in: fixture.window).first else {
        Issue.record("There is no page in the window.")
        return
      }
      for widget in widgets(in: page) { deallocations.watch(widget, describe(widget)) }
    }
  }

  /// The window with the list of pages and the selected page.
  @MainActor @Suite struct GalleryViewTests {
    private func open(page: String? = nil, width: Int32 = 1000) async -> UnsafeMutablePointer<GtkWindow> {
      let window = gtk_window_new()!.window
      gtk_window_set_default_size(window, width, 700)
      ViewWindow(window) { GalleryView(page: page) }.present()
      await waitUntil("the window is on screen") { gtk_widget_get_mapped(window.widget) != 0 }
      // The first frame performs the layout. The second frame draws the changes of the layout.
      await drawFrame(of: window)
      await drawFrame(of: window)
      return window
    }

    @Test func `selecting a row shows its page next to the list`() async throws {
      // Given the gallery
      let window = await open()
      let firstPage = GalleryPage.all[0]
      #expect(texts(in: window).contains(firstPage.summary))
      await writeScreenshot(of: window, "gallery/window-light-1000")

      // When the second page is selected. It is in row 2, because row 0 is a heading and row 1 is the first page
      let list = try #require(widgets(ofType: gtk_list_view_get_type(), in: window).first)
      await performInEventHandler { _ = gtk_selection_model_select_item(gtk_list_view_get_model(list.opaque), 2, 1) }
      await drawFrame(of: window)

      // Then the summary of the second page is shown, and the window has the title of that page
      #expect(texts(in: window).contains(GalleryPage.all[1].summary))
      #expect(!texts(in: window).contains(firstPage.summary))
      #expect(gtk_window_get_title(window).map { String(cString: $0) } == GalleryPage.all[1].title)
      await destroyWindow(window)
    }

    @Test func `a search shows only the matching pages, also by names of modifiers`() async throws {
      let window = await open(page: "fonts")
      let entry = try #require(widgets(ofType: gtk_search_entry_get_type(), in: window).first)
      await enter("rotationEffect", into: entry)
      await drawFrame(of: window)
      let list = try #require(widgets(ofType: gtk_list_view_get_type(), in: window).first)
      await waitUntil("one page and its heading") {
        g_list_model_get_n_items(gtk_list_view_get_model(list.opaque)) == 2
      }
      #expect(texts(in: list).contains("Effects"))

      // When no page matches, then a message replaces the rows, and the window still shows the page about fonts
      await enter("no such thing", into: entry)
      await waitUntil("the message") { texts(in: window).contains("Nothing is called that.") }
      #expect(texts(in: window).contains("Serif"))
      await destroyWindow(window)
    }

    @Test func `a narrow window shows the list or the page`() async throws {
      let window = await open(width: 360)
      #expect(gtk_widget_get_width(window.widget) <= 360)
      let list = try #require(widgets(ofType: gtk_list_view_get_type(), in: window).first)
      #expect(gtk_widget_get_mapped(list) != 0)
      #expect(gtk_window_get_title(window).map { String(cString: $0) } == "Gallery")
      await writeScreenshot(of: window, "gallery/window-light-360")

      // When the second page, in row 2, is selected, then it replaces the list
      await performInEventHandler { _ = gtk_selection_model_select_item(gtk_list_view_get_model(list.opaque), 2, 1) }
      await waitUntil("the page replaces the list") { gtk_widget_get_mapped(list) == 0 }
      #expect(texts(in: window).contains(GalleryPage.all[1].summary))
      // The title is updated one frame after the columns.
      await waitUntil("the title of the page") {
        gtk_window_get_title(window).map { String(cString: $0) } == GalleryPage.all[1].title
      }
      await destroyWindow(window)
    }
  }
}
