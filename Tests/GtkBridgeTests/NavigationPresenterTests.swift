import CGtk
import GtkBridge
import GtkTestSupport
import TestTraits
import Testing

extension GtkBridgeTests {
  /// Tests of a presenter that pushes and pops a page as optional state changes. `clears` counts the writes of `nil` by
  /// the presenter, and `dismissals` counts the calls of `onDismiss`.
  @MainActor @Suite struct NavigationPresenterTests {
    /// A window with a stack of pages, whose first page presents the other pages.
    @MainActor private final class PagesFixture {
      let stack = PageStack()
      let state = PresentedState()
      let root = gtk_button_new_with_label("Root")!
      let window: UnsafeMutablePointer<GtkWindow>
      private(set) var presenter: NavigationPresenter!

      init() async {
        stack.setRoot(root)
        window = await presentWindow(child: stack.widget)
        presenter = NavigationPresenter(
          in: stack, from: root, source: state.source("page"),
          content: .init(
            make: { [state] in
              state.events.append("made \(state.item!.id)")
              return gtk_button_new_with_label("Page \(state.item!.id)")!
            },
            discard: { [state] in state.events.append("discarded") }))
      }

      func setItem(_ item: Item?) {
        state.item = item
        presenter.stateMayHaveChanged()
      }

      func waitUntilOnTop(_ text: String) async {
        await waitUntil("“\(text)” to be on top") { [self] in stack.topmost.map { texts(in: $0) } == [text] }
      }

      func end() async {
        presenter.viewWasRemoved()
        await destroyWindow(window)
      }
    }

    @Test func `a value pushes a page once, and nil pops it`() async {
      let pages = await PagesFixture()
      #expect(!pages.stack.canGoBack)
      pages.setItem(Item(id: 1))
      pages.presenter.stateMayHaveChanged()
      await pages.waitUntilOnTop("Page 1")
      #expect(pages.stack.canGoBack)

      pages.setItem(nil)
      await pages.waitUntilOnTop("Root")
      await waitUntil("the page to be gone") { pages.state.dismissals == 1 }
      #expect(pages.state.events == ["made 1", "discarded", "page dismissed"])
      #expect(pages.state.clears == 0)
      await pages.end()
    }

    @Test func `going back clears the state once`() async {
      let pages = await PagesFixture()
      pages.setItem(Item(id: 1))
      await pages.waitUntilOnTop("Page 1")
      pages.stack.goBack()
      // A second request while the page is being closed has no effect.
      pages.stack.goBack()
      await pages.waitUntilOnTop("Root")
      await waitUntil("the page to be gone") { pages.state.dismissals == 1 }
      #expect(pages.state.item == nil && pages.state.clears == 1)
      await pages.end()
    }

    @Test func `another item replaces the page without clearing the state`() async {
      let pages = await PagesFixture()
      pages.setItem(Item(id: 1))
      await pages.waitUntilOnTop("Page 1")
      pages.setItem(Item(id: 2))
      await pages.waitUntilOnTop("Page 2")
      #expect(pages.state.clears == 0 && pages.state.dismissals == 1)
      await pages.end()
    }

    @Test(.presentationLine(19))
    func `when the presenting view is removed, its page, stack, presenter and state are released`() async {
      let deallocations = DeallocationWatch()
      do {
        let pages = await PagesFixture()
        pages.setItem(Item(id: 1))
        await pages.waitUntilOnTop("Page 1")
        if let page = pages.stack.topmost { deallocations.watch(page, "the page") }
        deallocations.watch(pages.stack, "the stack")
        deallocations.watch(pages.stack.widget, "the stack's widget")
        deallocations.watch(pages.presenter, "the presenter")
        deallocations.watch(pages.state, "the state")
        await pages.end()
        #expect(pages.state.clears == 0, "a removed view does not clear the state")
      }
      await deallocations.expectAll()
    }
  }
}
