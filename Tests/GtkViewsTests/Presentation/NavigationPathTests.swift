import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Navigation stacks with a path: the pages above the root are the values of an array or of a `NavigationPath`, which
  /// holds values of several types.
  @MainActor @Suite struct NavigationPathTests {
    struct Show: Hashable { var title: String }
    struct Episode: Hashable { var title: String }

    @Observable @MainActor final class Model {
      var shows: [Show] = []
      var path = NavigationPath()
      /// A text that pages add to their content.
      var suffix = ""
      /// The number of shows in each array that the stack has written.
      @ObservationIgnored var writtenCounts: [Int] = []
    }

    struct ShowPage: View {
      let show: Show
      @State private var clicks = 0
      @Environment(\.dismiss) private var dismiss

      var body: some View {
        VStack {
          Text(verbatim: show.title)
          Text(verbatim: "Clicks \(clicks)")
          Button("Click") { clicks += 1 }
          Button("Done") { dismiss() }
          NavigationLink("Episode", value: Episode(title: "Pilot"))
          NavigationLink("Same", value: show)
        }
      }
    }

    /// A stack whose path is an array of shows. A link to an episode therefore has the wrong type for the path.
    struct ArrayStack: View {
      @Bindable var model: Model

      var body: some View {
        NavigationStack(
          path: Binding(
            get: { model.shows },
            set: {
              model.writtenCounts.append($0.count); model.shows = $0
            })
        ) {
          VStack {
            Text("Root")
            NavigationLink("Lark", value: Show(title: "Lark"))
          }
          .navigationDestination(for: Show.self) { show in
            VStack {
              ShowPage(show: show)
              Text(verbatim: "suffix \(model.suffix)")
            }
          }
        }
      }
    }

    /// A stack whose path is a `NavigationPath`. The value 5 has no destination.
    struct PathStack: View {
      @Bindable var model: Model

      var body: some View {
        NavigationStack(path: $model.path) {
          VStack {
            NavigationLink(value: Show(title: "Lark")) { Text("Lark") }
            NavigationLink("Nothing", value: Show?.none)
            NavigationLink("Unknown", value: 5)
          }
          .navigationDestination(for: Show.self) { ShowPage(show: $0) }
          .navigationDestination(for: Episode.self) { Text(verbatim: "Episode \($0.title)") }
        }
      }
    }

    struct StackWithoutPathBinding: View {
      var body: some View {
        NavigationStack {
          VStack {
            // The title of the show differs from the label of the link.
            NavigationLink("Lark", value: Show(title: "Larks")).navigationDestination(for: Show.self) {
              ShowPage(show: $0)
            }
            NavigationLink("About") { Text("About it") }
          }
        }
      }
    }

    struct Folder: Hashable { var number: Int }

    /// The page of a folder, with a link to the page of the next folder. The root is such a page, too.
    struct FolderPage: View {
      let folder: Folder
      @State private var clicks = 0

      var body: some View {
        VStack {
          Text(verbatim: "Folder \(folder.number), \(clicks) clicks")
          Button("Click \(folder.number)") { clicks += 1 }
          NavigationLink("Into \(folder.number + 1)", value: Folder(number: folder.number + 1))
        }
        .navigationDestination(for: Folder.self) { FolderPage(folder: $0) }
      }
    }

    struct FolderStack: View {
      var body: some View { NavigationStack { FolderPage(folder: Folder(number: 0)) } }
    }

    /// A stack with a page that declares the destination of its own link.
    struct StackWithNestedDestination: View {
      let model: Model

      var body: some View {
        NavigationStack {
          NavigationLink("Lark", value: Show(title: "Lark"))
            .navigationDestination(for: Show.self) { show in
              VStack {
                Text(verbatim: "Show \(show.title)\(model.suffix)")
                NavigationLink("Pilot", value: Episode(title: "Pilot"))
              }
              .navigationDestination(for: Episode.self) { Text(verbatim: "Episode \($0.title)\(model.suffix)") }
            }
        }
      }
    }

    @Test func `pages that push pages of their own type stay when the last page is popped`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      // Given the pages of two folders above the root
      let window = await show { FolderStack() }
      await window.click("Into 1")
      try await waitForPage("Folder 1, 0 clicks", at: 1, in: window)
      await window.click("Click 1")
      try await waitForPage("Folder 1, 1 clicks", at: 1, in: window)
      await window.click("Into 2")
      try await waitForPage("Folder 2, 0 clicks", at: 2, in: window)

      // When the user goes back, then the page below has kept its state, and its link works again
      try await goBack(in: window)
      try await waitForPage("Folder 1, 1 clicks", at: 1, in: window)
      await window.click("Into 2")
      try await waitForPage("Folder 2, 0 clicks", at: 2, in: window)
      try await goBack(in: window)
      try await waitForPage("Folder 1, 1 clicks", at: 1, in: window)
      try await goBack(in: window)
      try await waitForPage("Folder 0, 0 clicks", at: 0, in: window)
      await window.click("Into 1")
      try await waitForPage("Folder 1, 0 clicks", at: 1, in: window)
      #expect(reports.all.isEmpty)
      window.close()
    }

    @Test func `a page can declare destinations for its own links, and after a change its views come to rest`()
      async throws
    {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let window = await show { StackWithNestedDestination(model: model) }
      await window.click("Lark")
      try await waitForPage("Show Lark", at: 1, in: window)
      await window.click("Pilot")
      try await waitForPage("Episode Pilot", at: 2, in: window)

      // When the state that both pages read changes, then the pages follow, and afterwards no view is evaluated again
      model.suffix = "!"
      try await waitForPage("Episode Pilot!", at: 2, in: window)
      let evaluationCount = ViewGraph.shared.evaluationCount
      await mainLoopSettles()
      #expect(ViewGraph.shared.evaluationCount == evaluationCount)
      try await goBack(in: window)
      try await waitForPage("Show Lark!", at: 1, in: window)
      #expect(reports.all.isEmpty)
      window.close()
    }

    /// Returns the root and the pages above the root. The topmost page is the last one.
    private func pages<Content>(of window: ViewWindow<Content>) -> [UnsafeMutablePointer<GtkWidget>] {
      guard let stack = window.window.flatMap({ widgets(ofType: gtk_stack_get_type(), in: $0).first }) else {
        return []
      }
      return sequence(first: gtk_widget_get_first_child(stack), next: { $0.map { gtk_widget_get_next_sibling($0) } })
        .compactMap { $0 }
    }

    /// Waits until this many pages are above the root and the topmost one has this text. Returns the topmost page.
    @discardableResult
    private func waitForPage<Content>(
      _ text: String, at depth: Int, in window: ViewWindow<Content>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> UnsafeMutablePointer<GtkWidget> {
      await waitUntil("“\(text)” at depth \(depth)", sourceLocation: sourceLocation) { [self] in
        let pages = pages(of: window)
        guard let top = pages.last, pages.count == depth + 1, gtk_widget_get_child_visible(top) != 0 else {
          return false
        }
        return texts(in: top).contains(text)
      }
      await mainLoopSettles()
      return try #require(pages(of: window).last, sourceLocation: sourceLocation)
    }

    private func goBack<Content>(in window: ViewWindow<Content>) async throws {
      let bar = try #require(window.window.flatMap { gtk_window_get_titlebar($0) })
      await click(try #require(widgets(ofType: gtk_button_get_type(), in: bar).first { hasAccessibleName("Back", $0) }))
    }

    @Test func `each path value is a page, and going back removes only the last value`() async throws {
      let model = Model()
      let window = await show(width: 800) { ArrayStack(model: model) }
      model.shows = [Show(title: "Lark"), Show(title: "Owl")]
      try await waitForPage("Owl", at: 2, in: window)
      try await goBack(in: window)
      try await waitForPage("Lark", at: 1, in: window)
      #expect(model.shows == [Show(title: "Lark")])
      try await goBack(in: window)
      try await waitForPage("Root", at: 0, in: window)
      #expect(model.writtenCounts == [1, 0])
      window.close()
    }

    @Test func `a replaced path value replaces its page and keeps the pages below`() async throws {
      let model = Model()
      let window = await show(width: 800) { ArrayStack(model: model) }
      model.shows = [Show(title: "Lark"), Show(title: "Owl")]
      try await waitForPage("Owl", at: 2, in: window)
      await click(try #require(button("Click", in: pages(of: window)[1])))
      model.shows[1] = Show(title: "Wren")
      try await waitForPage("Wren", at: 2, in: window)
      #expect(texts(in: pages(of: window)[1]).contains("Clicks 1"))
      model.shows = []
      try await waitForPage("Root", at: 0, in: window)
      // The stack writes the path only when the user goes to another page. Here, only the program changed the path.
      #expect(model.writtenCounts.isEmpty)
      window.close()
    }

    @Test func `links append values to the path, and the same value twice is two pages`() async throws {
      let model = Model()
      let window = await show(width: 800) { ArrayStack(model: model) }
      await window.click("Lark")
      let firstPage = try await waitForPage("Lark", at: 1, in: window)
      await click(try #require(button("Same", in: firstPage)))
      let secondPage = try await waitForPage("Lark", at: 2, in: window)
      #expect(model.shows == [Show(title: "Lark"), Show(title: "Lark")])
      await click(try #require(button("Done", in: secondPage)))
      try await waitForPage("Lark", at: 1, in: window)
      #expect(model.shows.count == 1)
      window.close()
    }

    @Test func `a page follows the state that its destination reads`() async throws {
      let model = Model()
      let window = await show(width: 800) { ArrayStack(model: model) }
      model.shows = [Show(title: "Lark")]
      try await waitForPage("suffix ", at: 1, in: window)
      model.suffix = "new"
      try await waitForPage("suffix new", at: 1, in: window)
      window.close()
    }

    @Test func `a path holds values of several types, and a link without a value is disabled`() async throws {
      let model = Model()
      let window = await show(width: 800) { PathStack(model: model) }
      await window.click("Lark")
      let page = try await waitForPage("Lark", at: 1, in: window)
      await click(try #require(button("Episode", in: page)))
      try await waitForPage("Episode Pilot", at: 2, in: window)
      #expect(model.path.count == 2)
      try await goBack(in: window)
      try await waitForPage("Lark", at: 1, in: window)
      model.path.removeLast()
      let root = try await waitForPage("Lark", at: 0, in: window)
      let linkWithoutValue = try #require(button("Nothing", in: root))
      #expect(gtk_widget_get_sensitive(linkWithoutValue) == 0)
      window.close()
    }

    @Test func `a link is reported if its value has the wrong type for the path, or no destination`() async throws {
      // Given the page of a show, in a stack whose path is an array of shows
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let arrayWindow = await show(width: 800) { ArrayStack(model: model) }
      await arrayWindow.click("Lark")
      let page = try await waitForPage("Lark", at: 1, in: arrayWindow)

      // When the user clicks a link whose value is an episode
      await click(try #require(button("Episode", in: page)))
      await mainLoopSettles()

      // Then the link is reported, and no page is pushed
      #expect(model.shows.count == 1)
      #expect(reports.all.map(\.message).contains { $0.contains("a Episode, cannot be on the path") })
      arrayWindow.close()

      // When the user clicks a link whose value has no destination, then the link is reported too
      let pathWindow = await show(width: 800) { PathStack(model: model) }
      await pathWindow.click("Unknown")
      await waitUntil("the link is reported") {
        reports.all.contains { $0.message.contains("navigationDestination(for: Int.self)") }
      }
      pathWindow.close()
    }

    @Test func `a stack without a path binding has its own path, and a link can contain its page instead of a value`()
      async throws
    {
      let window = await show(width: 800) { StackWithoutPathBinding() }
      await window.click("Lark")
      try await waitForPage("Larks", at: 1, in: window)
      try await goBack(in: window)
      let root = try await waitForPage("About", at: 0, in: window)
      await click(try #require(button("About", in: root)))
      try await waitForPage("About it", at: 1, in: window)
      try await goBack(in: window)
      try await waitForPage("About", at: 0, in: window)
      window.close()
    }

    @Test func `navigation paths with the same values are equal`() {
      var path = NavigationPath([Show(title: "Lark")])
      path.append(Episode(title: "Pilot"))
      var otherPath = NavigationPath()
      #expect(otherPath.isEmpty)
      otherPath.append(Show(title: "Lark"))
      #expect(path != otherPath)
      path.removeLast()
      #expect(path == otherPath)
      #expect(path.count == 1)
    }
  }
}
