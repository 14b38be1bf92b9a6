import CGtk
import GtkBridge
import GtkTestSupport
import TestTraits
import Testing

extension GtkBridgeTests {
  /// Pages of a stack that follow a piece of state.
  @MainActor @Suite struct NavigationPresenterTests {
    /// A window with a stack of pages, whose first page presents.
    @MainActor private final class Pages {
      let stack = PageStack()
      let screen = Screen()
      let root = gtk_button_new_with_label("Root")!
      let window: UnsafeMutablePointer<GtkWindow>
      private(set) var presenter: NavigationPresenter!

      init() async {
        stack.setRoot(root)
        window = await presentWindow(child: stack.widget)
        presenter = NavigationPresenter(
          in: stack, from: root, source: screen.source("page"),
          content: .init(
            make: { [screen] in
              screen.events.append("made \(screen.item!.id)")
              return gtk_button_new_with_label("Page \(screen.item!.id)")!
            },
            discard: { [screen] in screen.events.append("discarded") }))
      }

      func set(_ item: Item?) {
        screen.item = item
        presenter.stateMayHaveChanged()
      }

      func isOnTop(_ text: String) async {
        await waitUntil("“\(text)” to be on top") { [self] in stack.topmost.map { texts(in: $0) } == [text] }
      }

      func end() async {
        presenter.viewWasRemoved()
        await destroyWindow(window)
      }
    }

    @Test func `a value pushes a page once, and nil pops it`() async {
      let pages = await Pages()
      #expect(!pages.stack.canGoBack)
      pages.set(Item(id: 1))
      pages.presenter.stateMayHaveChanged()
      await pages.isOnTop("Page 1")
      #expect(pages.stack.canGoBack)

      pages.set(nil)
      await pages.isOnTop("Root")
      await waitUntil("the page to be gone") { pages.screen.dismissals == 1 }
      #expect(pages.screen.events == ["made 1", "discarded", "page dismissed"])
      #expect(pages.screen.clears == 0)
      await pages.end()
    }

    @Test func `going back clears the state, once`() async {
      let pages = await Pages()
      pages.set(Item(id: 1))
      await pages.isOnTop("Page 1")
      pages.stack.goBack()
      pages.stack.goBack()
      await pages.isOnTop("Root")
      await waitUntil("the page to be gone") { pages.screen.dismissals == 1 }
      #expect(pages.screen.item == nil && pages.screen.clears == 1)
      await pages.end()
    }

    @Test func `another item has a page of its own, without clearing the state`() async {
      let pages = await Pages()
      pages.set(Item(id: 1))
      await pages.isOnTop("Page 1")
      pages.set(Item(id: 2))
      await pages.isOnTop("Page 2")
      #expect(pages.screen.clears == 0 && pages.screen.dismissals == 1)
      await pages.end()
    }

    @Test(.presentationLine(19)) func `nothing of it stays alive`() async {
      let deaths = DeathWatch()
      do {
        let pages = await Pages()
        pages.set(Item(id: 1))
        await pages.isOnTop("Page 1")
        if let page = pages.stack.topmost { deaths.watch(page, "the page") }
        deaths.watch(pages.stack, "the stack")
        deaths.watch(pages.stack.widget, "the stack's widget")
        deaths.watch(pages.presenter, "the presenter")
        deaths.watch(pages.screen, "the state")
        await pages.end()
        #expect(pages.screen.clears == 0, "a view that has gone writes nothing")
      }
      await deaths.expectAll()
    }
  }
}
