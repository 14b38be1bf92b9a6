import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// A navigation stack whose pages are a single value: an array, or a path of values of several types.
  @MainActor @Suite struct NavigationPathTests {
    struct Show: Hashable { var title: String }
    struct Episode: Hashable { var title: String }

    @Observable @MainActor final class Model {
      var shows: [Show] = []
      var path = NavigationPath()
      var suffix = ""
      @ObservationIgnored var writes: [Int] = []
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

    struct OfArray: View {
      @Bindable var model: Model

      var body: some View {
        NavigationStack(
          path: Binding(
            get: { model.shows },
            set: {
              model.writes.append($0.count); model.shows = $0
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

    struct OfPath: View {
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

    struct OfItself: View {
      var body: some View {
        NavigationStack {
          VStack {
            NavigationLink("Lark", value: Show(title: "Larks")).navigationDestination(for: Show.self) {
              ShowPage(show: $0)
            }
            NavigationLink("About") { Text("About it") }
          }
        }
      }
    }

    struct Folder: Hashable { var number: Int }

    /// A folder with another folder in it, as the root and as a page.
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

    struct OfFolders: View {
      var body: some View { NavigationStack { FolderPage(folder: Folder(number: 0)) } }
    }

    /// A page that declares the destination of its own values.
    struct Nested: View {
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
      // Given nested folders
      let window = await show { OfFolders() }
      await window.click("Into 1")
      _ = try await shows("Folder 1, 0 clicks", 1, in: window)
      await window.click("Click 1")
      _ = try await shows("Folder 1, 1 clicks", 1, in: window)
      await window.click("Into 2")
      _ = try await shows("Folder 2, 0 clicks", 2, in: window)

      // When the user goes back, then the page below is as it was, and further pages open as before
      try await goBack(in: window)
      _ = try await shows("Folder 1, 1 clicks", 1, in: window)
      await window.click("Into 2")
      _ = try await shows("Folder 2, 0 clicks", 2, in: window)
      try await goBack(in: window)
      _ = try await shows("Folder 1, 1 clicks", 1, in: window)
      try await goBack(in: window)
      _ = try await shows("Folder 0, 0 clicks", 0, in: window)
      await window.click("Into 1")
      _ = try await shows("Folder 1, 0 clicks", 1, in: window)
      #expect(reports.all.isEmpty)
      window.close()
    }

    @Test func `a page can declare destinations for its own links, and its update settles`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let window = await show { Nested(model: model) }
      await window.click("Lark")
      _ = try await shows("Show Lark", 1, in: window)
      await window.click("Pilot")
      _ = try await shows("Episode Pilot", 2, in: window)

      // When the state changes that both have read, then both follow, and nothing more is evaluated
      model.suffix = "!"
      _ = try await shows("Episode Pilot!", 2, in: window)
      let evaluated = ViewGraph.shared.evaluationCount
      await mainLoopSettles()
      #expect(ViewGraph.shared.evaluationCount == evaluated)
      try await goBack(in: window)
      _ = try await shows("Show Lark!", 1, in: window)
      #expect(reports.all.isEmpty)
      window.close()
    }

    private func pages<Content>(of window: ViewWindow<Content>) -> [UnsafeMutablePointer<GtkWidget>] {
      guard let stack = window.window.flatMap({ widgets(ofType: gtk_stack_get_type(), in: $0).first }) else {
        return []
      }
      return sequence(first: gtk_widget_get_first_child(stack), next: { $0.map { gtk_widget_get_next_sibling($0) } })
        .compactMap { $0 }
    }

    /// Waits until this many pages are above the root and the topmost one has this text.
    private func shows<Content>(
      _ text: String, _ count: Int, in window: ViewWindow<Content>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> UnsafeMutablePointer<GtkWidget> {
      await waitUntil("“\(text)” on page \(count)", sourceLocation: sourceLocation) { [self] in
        let pages = pages(of: window)
        guard let top = pages.last, pages.count == count + 1, gtk_widget_get_child_visible(top) != 0 else {
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
      let window = await show(width: 800) { OfArray(model: model) }
      model.shows = [Show(title: "Lark"), Show(title: "Owl")]
      _ = try await shows("Owl", 2, in: window)
      try await goBack(in: window)
      _ = try await shows("Lark", 1, in: window)
      #expect(model.shows == [Show(title: "Lark")])
      try await goBack(in: window)
      _ = try await shows("Root", 0, in: window)
      #expect(model.writes == [1, 0])
      window.close()
    }

    @Test func `a replaced path value replaces its page and keeps the pages below`() async throws {
      let model = Model()
      let window = await show(width: 800) { OfArray(model: model) }
      model.shows = [Show(title: "Lark"), Show(title: "Owl")]
      _ = try await shows("Owl", 2, in: window)
      await click(try #require(button("Click", in: pages(of: window)[1])))
      model.shows[1] = Show(title: "Wren")
      _ = try await shows("Wren", 2, in: window)
      #expect(texts(in: pages(of: window)[1]).contains("Clicks 1"))
      model.shows = []
      _ = try await shows("Root", 0, in: window)
      #expect(model.writes.isEmpty)
      window.close()
    }

    @Test func `links append values to the path, and the same value twice is two pages`() async throws {
      let model = Model()
      let window = await show(width: 800) { OfArray(model: model) }
      await window.click("Lark")
      let first = try await shows("Lark", 1, in: window)
      await click(try #require(button("Same", in: first)))
      let second = try await shows("Lark", 2, in: window)
      #expect(model.shows == [Show(title: "Lark"), Show(title: "Lark")])
      await click(try #require(button("Done", in: second)))
      _ = try await shows("Lark", 1, in: window)
      #expect(model.shows.count == 1)
      window.close()
    }

    @Test func `a page follows the state that its destination reads`() async throws {
      let model = Model()
      let window = await show(width: 800) { OfArray(model: model) }
      model.shows = [Show(title: "Lark")]
      _ = try await shows("suffix ", 1, in: window)
      model.suffix = "new"
      _ = try await shows("suffix new", 1, in: window)
      window.close()
    }

    @Test func `a navigation path holds values of several types`() async throws {
      let model = Model()
      let window = await show(width: 800) { OfPath(model: model) }
      await window.click("Lark")
      let page = try await shows("Lark", 1, in: window)
      await click(try #require(button("Episode", in: page)))
      _ = try await shows("Episode Pilot", 2, in: window)
      #expect(model.path.count == 2)
      try await goBack(in: window)
      _ = try await shows("Lark", 1, in: window)
      model.path.removeLast()
      let root = try await shows("Lark", 0, in: window)
      let nothing = try #require(button("Nothing", in: root))
      #expect(gtk_widget_get_sensitive(nothing) == 0)
      window.close()
    }

    @Test func `a value without a destination and a link of another type are reported`() async throws {
      // Given a stack of shows, and a stack of several types that has no page for numbers
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let array = await show(width: 800) { OfArray(model: model) }
      await array.click("Lark")
      let page = try await shows("Lark", 1, in: array)

      // When a link has a value that cannot be on the path
      await click(try #require(button("Episode", in: page)))
      await mainLoopSettles()

      // Then it is reported, and so is the value without a page
      #expect(model.shows.count == 1)
      #expect(reports.all.map(\.message).contains { $0.contains("a Episode, cannot be on the path") })
      array.close()
      let path = await show(width: 800) { OfPath(model: model) }
      await path.click("Unknown")
      await waitUntil("it is reported") {
        reports.all.contains { $0.message.contains("navigationDestination(for: Int.self)") }
      }
      path.close()
    }

    @Test func `a stack without a path binding has its own path, and a link can have its own page`() async throws {
      let window = await show(width: 800) { OfItself() }
      await window.click("Lark")
      _ = try await shows("Larks", 1, in: window)
      try await goBack(in: window)
      let root = try await shows("About", 0, in: window)
      await click(try #require(button("About", in: root)))
      _ = try await shows("About it", 1, in: window)
      try await goBack(in: window)
      _ = try await shows("About", 0, in: window)
      window.close()
    }

    @Test func `navigation paths with the same values are equal`() {
      var path = NavigationPath([Show(title: "Lark")])
      path.append(Episode(title: "Pilot"))
      var other = NavigationPath()
      #expect(other.isEmpty)
      other.append(Show(title: "Lark"))
      #expect(path != other)
      path.removeLast()
      #expect(path == other)
      #expect(path.count == 1)
    }
  }
}
