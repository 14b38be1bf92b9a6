import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lazy grids and stacks, and scroll view proxies. A lazy container creates only the visible views and the views near
  /// them. A proxy scrolls to a view.
  @MainActor @Suite struct LazyGridTests {
    @Observable @MainActor final class Model {
      var numbers = Array(0..<20_000)
      var columns = [GridItem(.adaptive(minimum: 100))]
      /// The numbers of the cells whose body was evaluated.
      @ObservationIgnored var evaluatedNumbers: Set<Int> = []
    }

    struct Cell: View {
      let number: Int
      let model: Model

      var body: some View {
        let _ = model.evaluatedNumbers.insert(number)
        Text(verbatim: "\(number)")
      }
    }

    struct Grid: View {
      let model: Model

      var body: some View {
        ScrollView {
          LazyVGrid(columns: model.columns, spacing: 10) {
            ForEach(model.numbers, id: \.self) { Cell(number: $0, model: model) }
          }
        }
        .frame(width: 450, height: 300)
      }
    }

    private func firstWidget<Content>(
      ofType type: GType, in window: ViewWindow<Content>
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: type, in: $0).first })
    }

    /// Returns the place of the label with a text, relative to a widget around the label. `nil` if no such label is
    /// visible.
    private func place(_ text: String, in widget: UnsafeMutablePointer<GtkWidget>) -> (x: Double, y: Double)? {
      guard let label = widgets(ofType: gtk_label_get_type(), in: widget).first(where: { texts(in: $0) == [text] })
      else { return nil }
      var (x, y) = (0.0, 0.0)
      guard gtk_widget_get_mapped(label) != 0, gtk_widget_translate_coordinates(label, widget, 0, 0, &x, &y) != 0 else {
        return nil
      }
      return (x, y)
    }

    @Test func `a grid creates only cells near the visible ones, in as many columns as fit`() async throws {
      let model = Model()
      let window = await show { Grid(model: model) }
      let grid = try firstWidget(ofType: gtk_grid_view_get_type(), in: window)
      // Four columns of at least 100 pixels, with the default of 8 pixels between them, fit into 450 pixels. Five
      // columns do not fit. So the fifth cell, with the number 4, is in the second row.
      await waitUntil("the views are laid out") { (place("4", in: grid)?.y ?? 0) > (place("3", in: grid)?.y ?? 0) }
      #expect(place("0", in: grid)?.y == place("3", in: grid)?.y)
      // The grid has 20,000 numbers, and GTK creates cells for up to 960 of them in advance: 30 rows of 32 columns.
      #expect(model.evaluatedNumbers.count < 2_000)
      model.columns = [GridItem(), GridItem()]
      await waitUntil("there are two columns") { (place("2", in: grid)?.y ?? 0) > (place("1", in: grid)?.y ?? 0) }
      #expect(place("0", in: grid)?.y == place("1", in: grid)?.y)
      window.close()
    }

    @Test func `a cell that moves because of an insertion keeps its widget`() async throws {
      let model = Model()
      let window = await show { Grid(model: model) }
      let grid = try firstWidget(ofType: gtk_grid_view_get_type(), in: window)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: grid).first { texts(in: $0) == ["2"] })
      model.numbers.insert(-1, at: 0)
      await waitUntil("the cell is inserted") { texts(in: grid).contains("-1") }
      #expect(widgets(ofType: gtk_label_get_type(), in: grid).first { texts(in: $0) == ["2"] } == label)
      window.close()
    }

    struct PaddedGrid: View {
      let model: Model

      var body: some View {
        ScrollView {
          LazyVGrid(columns: [GridItem(), GridItem(), GridItem()]) {
            ForEach(model.numbers, id: \.self) { Text(verbatim: "\($0)") }
          }.padding()
        }
        .frame(width: 450, height: 300)
      }
    }

    @Test func `a padded grid in a scroll view creates all of its cells and shows changes of the numbers`() async throws
    {
      let model = Model()
      model.numbers = [1, 2, 3, 4]
      let window = await show { PaddedGrid(model: model) }
      #expect(window.texts == ["1", "2", "3", "4"])
      // A grid that cannot scroll by itself, because of the padding around it, is a `GtkFlowBox`.
      let grid = try firstWidget(ofType: gtk_flow_box_get_type(), in: window)
      await waitUntil("the views are laid out") { (place("4", in: grid)?.y ?? 0) > (place("3", in: grid)?.y ?? 0) }
      model.numbers = [4, 2, 5]
      await waitUntil("the grid shows the new numbers") { window.texts == ["4", "2", "5"] }
      window.close()
    }

    struct HorizontalStack: View {
      let model: Model

      var body: some View {
        ScrollView(.horizontal) { LazyHStack { ForEach(model.numbers, id: \.self) { Cell(number: $0, model: model) } } }
          .frame(width: 300)
      }
    }

    @Test func `a horizontal lazy stack creates only views near the visible ones`() async throws {
      let model = Model()
      let window = await show { HorizontalStack(model: model) }
      let list = try firstWidget(ofType: gtk_list_view_get_type(), in: window)
      await waitUntil("the views are laid out") { (place("1", in: list)?.x ?? 0) > (place("0", in: list)?.x ?? 0) }
      #expect(place("0", in: list)?.y == place("1", in: list)?.y)
      #expect(model.evaluatedNumbers.count < 2_000)
      window.close()
    }

    /// The kinds of views within which a proxy scrolls.
    enum Container: CaseIterable {
      case list, lazyStack, grid, eagerStack
    }

    /// Holds the `scrollTo(_:anchor:)` of a proxy, so that a test can call it outside of the body.
    @MainActor final class ScrollCommands {
      var scroll: (@MainActor (Int, UnitPoint?) -> Void) = { _, _ in }
    }

    struct Scrolling: View {
      let container: Container
      let commands: ScrollCommands

      var body: some View {
        ScrollViewReader { proxy in
          let _ = commands.scroll = { proxy.scrollTo($0, anchor: $1) }
          switch container {
          case .list: List(0..<5_000) { Text(verbatim: "\($0)") }.frame(width: 300, height: 300)
          case .lazyStack: ScrollView { LazyVStack { rows(5_000) } }.frame(width: 300, height: 300)
          case .grid: ScrollView { LazyVGrid(columns: [GridItem()]) { rows(5_000) } }.frame(width: 300, height: 300)
          case .eagerStack:
            ScrollView { VStack { ForEach(0..<200) { Text(verbatim: "\($0)").id($0) } } }.frame(width: 300, height: 300)
          }
        }
      }

      private func rows(_ count: Int) -> some View { ForEach(0..<count) { Text(verbatim: "\($0)") } }
    }

    @Test(arguments: Container.allCases) func `a proxy scrolls to a view by its id`(container: Container) async throws {
      let commands = ScrollCommands()
      let window = await show { Scrolling(container: container, commands: commands) }
      let scrollView = try firstWidget(ofType: gtk_scrolled_window_get_type(), in: window)
      // An eager stack creates all of its views, so it has only 200. The other containers have 5000 rows or cells.
      let id = container == .eagerStack ? 150 : 3_000
      func labelY() -> Double? { place("\(id)", in: scrollView)?.y }
      await waitUntil("the views are laid out") { (place("1", in: scrollView)?.y ?? 0) > 10 }
      // When the proxy scrolls to a view with an anchor
      commands.scroll(id, .top)
      // Then the view is at the top. Above its label there is at most the padding of a row, less than 12 pixels.
      await waitUntil("the view is at the top") { labelY().map { abs($0) < 12 } ?? false }
      // And with another anchor, the view is in the middle
      commands.scroll(id, .center)
      // A label is about 16 pixels high, so that its middle is 8 pixels below its top. The tolerance of 14 pixels
      // includes the padding of a row.
      await waitUntil("the view is in the middle") {
        labelY().map { abs($0 + 8 - Double(gtk_widget_get_height(scrollView)) / 2) < 14 } ?? false
      }
      // And without an anchor the proxy scrolls only until the view is visible
      commands.scroll(0, nil)
      await waitUntil("the first view is visible") {
        place("0", in: scrollView).map { $0.y >= 0 && $0.y < 20 } ?? false
      }
      // And scrolling to an id that does not exist changes nothing
      commands.scroll(-1, .top)
      await mainLoopSettles()
      #expect(place("0", in: scrollView).map { $0.y < 20 } == true)
      window.close()
    }
  }
}
