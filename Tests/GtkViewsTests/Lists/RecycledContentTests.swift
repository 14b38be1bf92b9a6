import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Recycled rows. Such a row has the picture, the menu, the accessible texts and the animation of the element that it
  /// displays now. When an element is removed, the load of its picture is cancelled, and the objects that the row's
  /// closures captured are freed.
  @MainActor @Suite struct RecycledContentTests {
    @Observable @MainActor final class Model {
      var numbers = Array(0..<5000)
      /// Whether the first 100 rows are faded, moved, widened and recoloured, in the test of animations.
      var isTransformed = false
      @ObservationIgnored var events: [String] = []
    }

    struct Rows<Content: View>: View {
      let model: Model
      @ViewBuilder let row: @MainActor (Int) -> Content

      var body: some View { List(model.numbers, id: \.self) { row($0) }.frame(width: 500, height: 300) }
    }

    /// Returns the number of the element that a row shows.
    private func number(of row: UnsafeMutablePointer<GtkWidget>) throws -> Int {
      try #require(texts(in: row).first.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) })
    }

    private func labels(of list: ShownList) -> Set<UnsafeMutablePointer<GtkWidget>> {
      Set(list.rows.flatMap { widgets(ofType: gtk_label_get_type(), in: $0) })
    }

    /// Scrolls to row 3000, and expects that rows there are recycled: they use the labels of the first rows.
    private func scrollAway(_ list: ShownList, in window: UnsafeMutablePointer<GtkWindow>) async throws {
      let earlierLabels = labels(of: list)
      await list.scroll(to: 3000)
      // GTK 4.18 may need more than one frame for a far row.
      await waitUntil("row 3000") { list.rows.contains { texts(in: $0).first?.split(separator: " ").last == "3000" } }
      await drawFrame(of: window)
      // GTK may create new widgets for some of the rows.
      #expect(labels(of: list).intersection(earlierLabels).count > 5)
    }

    /// Waits until the rows of a list in a window are laid out. Returns the list and its GTK window.
    private func laidOutList<Content>(
      in window: ViewWindow<Content>
    ) async throws -> (list: ShownList, window: UnsafeMutablePointer<GtkWindow>) {
      let list = try #require(ShownList(in: window))
      let root = try #require(window.window)
      await waitUntil("the rows are laid out") { list.rows.first.map { gtk_widget_get_height($0) > 0 } ?? false }
      await drawFrame(of: root)
      return (list, root)
    }

    @Test func `a recycled row does not show the picture of its earlier element`() async throws {
      // Given a list whose first 1,000 elements have pictures and whose other pictures are never loaded
      let files = try SamplePictures()
      defer { files.remove() }
      _ = try files.writePNG("red.png")
      let bytes = try files.bytes("red.png")
      let requests = PictureRequests()
      let model = Model()
      var environment = EnvironmentValues()
      environment.imageCache = ImageCache(byteLimit: 1 << 20)
      environment.imageLoader = ImageLoader { address in
        if let number = Int(address), number < 1000 { return bytes }
        return try await requests.loader.load(address)
      }
      let window = await show(environment: environment) {
        Rows(model: model) { number in
          HStack {
            Text(verbatim: "Title \(number)")
            AsyncImage(url: "\(number)") {
              $0.resizable().frame(width: 30, height: 30)
            } placeholder: {
              Text(verbatim: "Loading \(number)")
            }
          }
        }
      }
      let (list, root) = try await laidOutList(in: window)
      await waitUntil("the picture of row 3 is shown") { !window.texts.contains("Loading 3") }
      await drawFrame(of: root)

      // When rows far away are visible
      try await scrollAway(list, in: root)

      // Then these rows have placeholders and no picture. The loop skips rows of the first elements that GTK keeps
      for row in list.rows where try number(of: row) > 1000 {
        #expect(texts(in: row) == ["Title \(try number(of: row))", "Loading \(try number(of: row))"])
        #expect(widgets(ofType: gtk_picture_get_type(), in: row).isEmpty)
      }
      window.close()
    }

    @Test func `removing an element cancels the load of its picture`() async throws {
      // Given a list whose pictures are requested and not yet loaded
      let requests = PictureRequests()
      let model = Model()
      model.numbers = Array(0..<5)
      var environment = EnvironmentValues()
      environment.imageCache = ImageCache(byteLimit: 1 << 20)
      environment.imageLoader = requests.loader
      let window = await show(environment: environment) { Rows(model: model) { AsyncImage(url: "\($0)") } }
      await waitUntil("the pictures are requested") { requests.addresses.count == 5 }

      // When an element is removed
      model.numbers.remove(at: 2)

      // Then only the load of this element is cancelled
      await waitUntil("the load is cancelled") { requests.cancelledAddresses == ["2"] }
      await mainLoopSettles()
      #expect(requests.cancelledAddresses == ["2"])
      window.close()
    }

    private func visibleMenu<Content>(in window: ViewWindow<Content>) -> ShownMenu? {
      window.window.flatMap {
        widgets(ofType: gtk_popover_menu_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 }
      }.map { ShownMenu($0) }
    }

    /// Opens the context menu of the row with a number, expects the entries for this number, selects the last entry,
    /// “Play”, and expects the action of this entry.
    private func selectPlay<Content>(
      inMenuOfRow rowNumber: Int, _ list: ShownList, in window: ViewWindow<Content>, _ model: Model
    ) async throws {
      await waitUntil("row \(rowNumber)") { list.rows.contains { (try? number(of: $0)) == rowNumber } }
      let row = try #require(list.rows.first { (try? number(of: $0)) == rowNumber })
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(row, list.listView.widget, 5, 5, &x, &y)
      await longPress(list.listView.widget, at: x, y)
      await waitUntil("the menu is open") { visibleMenu(in: window) != nil }
      let menu = try #require(visibleMenu(in: window))
      #expect(menu.titles == (rowNumber % 2 == 0 ? ["Even \(rowNumber)"] : []) + ["Play \(rowNumber)"])
      await menu.select("Play \(rowNumber)")
      await waitUntil("the menu is closed") { visibleMenu(in: window) == nil }
      #expect(model.events.last == "play \(rowNumber)")
    }

    @Test func `a recycled row has the context menu of its own element`() async throws {
      // Given a list in which an entry of a visible row's menu was selected
      let model = Model()
      let window = await show {
        Rows(model: model) { number in
          Text(verbatim: "Title \(number)").contextMenu {
            if number % 2 == 0 { Button("Even \(number)") { model.events.append("even \(number)") } }
            Button("Play \(number)") { model.events.append("play \(number)") }
          }
        }
      }
      let (list, root) = try await laidOutList(in: window)
      try await selectPlay(inMenuOfRow: 2, list, in: window, model)

      // When rows far away are visible
      try await scrollAway(list, in: root)

      // Then a row there has the menu of its element
      try await selectPlay(inMenuOfRow: 3000, list, in: window, model)
      // And a fully visible row with an odd number has its own menu too, which has no entry “Even”
      await drawFrame(of: root)
      let height = Double(gtk_widget_get_height(list.listView.widget))
      let fullyVisibleRows = list.rows.filter { row in
        let rowBounds = bounds(of: row, in: list.listView.widget)
        return rowBounds.height > 0 && rowBounds.y >= 0 && rowBounds.y + rowBounds.height <= height
      }
      // GTK may also keep rows of the first elements, which are not near row 3000.
      let oddNumber = try #require(
        try fullyVisibleRows.map { try number(of: $0) }.first { $0 % 2 == 1 && abs($0 - 3000) < 20 })
      try await selectPlay(inMenuOfRow: oddNumber, list, in: window, model)
      #expect(model.events == ["play 2", "play 3000", "play \(oddNumber)"])
      window.close()
    }

    @Test func `a recycled row has the accessible texts of its own element`() async throws {
      // Given a list whose buttons have accessible names, descriptions and values
      let model = Model()
      let window = await show {
        Rows(model: model) { number in
          HStack {
            Text(verbatim: "Title \(number)")
            Button {
            } label: {
              Image(systemName: "star")
            }.accessibilityLabel("Name \(number)").accessibilityHint(Text(verbatim: "Hint \(number)"))
              .accessibilityValue("Value \(number)")
          }
        }
      }
      let (list, root) = try await laidOutList(in: window)

      // When rows far away are visible
      try await scrollAway(list, in: root)

      // Then each button has the accessible texts of its row's element
      for row in list.rows {
        let number = try number(of: row)
        let button = try #require(widgets(ofType: gtk_button_get_type(), in: row).first)
        #expect(hasAccessibleName("Name \(number)", button))
        #expect(hasAccessibleDescription("Hint \(number)", button))
        #expect(hasAccessibleValue("Value \(number)", button))
      }
      window.close()
    }

    @Test func `a recycled row does not show the running animation of another element`() async throws {
      // Given a list in which the first rows are half faded, moved, widened and recoloured. A `SteppedWindow` lets the
      // time of the animations pass only when the test advances it
      let model = Model()
      let stepped = await SteppedWindow {
        Rows(model: model) { number in
          HStack {
            Text(verbatim: "Title \(number)").opacity(model.isTransformed && number < 100 ? 0 : 1)
            square("square").frame(width: model.isTransformed && number < 100 ? 200 : 40).offset(
              x: model.isTransformed && number < 100 ? 100 : 0)
            Text(verbatim: "Color").foregroundStyle(model.isTransformed && number < 100 ? Color.red : .blue)
          }
        }
      }
      let list = try await laidOutList(in: stepped.window).list
      await stepped.perform { withAnimation(.linear(duration: 10)) { model.isTransformed = true } }
      // After 5 of 10 seconds, the opacity is half of 1.
      await stepped.advance(by: 5)
      #expect(abs(gtk_widget_get_opacity(widgets(ofType: gtk_label_get_type(), in: list.rows[0])[0]) - 0.5) < 0.1)

      // When rows far away are visible, while the animations of the first rows continue and end
      await list.scroll(to: 3000)
      // Then the rows there look as their elements require after 5, 8 and 11 seconds. The inner loop skips rows that
      // are not laid out, and rows of the first elements
      for _ in 0..<3 {
        for row in list.rows
        where try gtk_widget_get_child_visible(row) != 0 && gtk_widget_get_height(row) > 0 && number(of: row) > 1000 {
          let label = try #require(widgets(ofType: gtk_label_get_type(), in: row).first)
          #expect(gtk_widget_get_opacity(label) == 1)
          let square = try #require(widgets(in: row).first { String(cString: gtk_widget_get_name($0)) == "square" })
          let labelBounds = GtkTestSupport.bounds(of: label, in: row)
          let squareBounds = GtkTestSupport.bounds(of: square, in: row)
          #expect(squareBounds.width == 40)
          // A moved square would be 100 to the right of its place next to the label.
          #expect(squareBounds.x - labelBounds.x - labelBounds.width < 20)
        }
        await stepped.advance(by: 3)
      }
      stepped.close()
    }

    /// An object that the closures of a row keep alive.
    final class Item: Identifiable {
      let id: Int
      init(_ id: Int) { self.id = id }
    }

    @Observable @MainActor final class ItemModel {
      var items: [Item]
      /// The closures of the rows append to this array, so that they capture their items. No test reads it.
      @ObservationIgnored var capturedIDs: [Int] = []

      init(_ count: Int) { items = (0..<count).map(Item.init) }
    }

    struct ItemRows: View {
      let model: ItemModel

      var body: some View {
        List(model.items) { item in
          HStack {
            Text(verbatim: "Title \(item.id)").onTapGesture { model.capturedIDs.append(item.id) }
            Button("Play") { model.capturedIDs.append(item.id) }
          }
          .contextMenu { Button("Delete") { model.items.removeAll { $0 === item } } }
          .onAppear { model.capturedIDs.append(item.id) }
        }
        .frame(width: 500, height: 300)
      }
    }

    nonisolated enum RemovedRows { case one, all, offscreen }

    @Test(arguments: [RemovedRows.one, .all, .offscreen])
    func `objects captured by a row's closures are freed when its element is removed`(
      removedRows: RemovedRows
    ) async throws {
      // Given a list whose rows capture their elements
      let model = ItemModel(200)
      let window = await show { ItemRows(model: model) }
      let (list, root) = try await laidOutList(in: window)
      let deallocations = DeallocationWatch()
      if removedRows == .offscreen {
        // Scroll until rows 5 to 99 are above the visible rows.
        await list.scroll(to: 150)
        await drawFrame(of: root)
      }
      let removedRange =
        switch removedRows {
        case .one: 3..<4
        case .all: 0..<200
        case .offscreen: 5..<100
        }
      for item in model.items[removedRange] { deallocations.watch(item, "item \(item.id)") }

      // When the elements are removed
      model.items.removeSubrange(removedRange)
      await drawFrame(of: root)

      // Then no closure retains the elements
      await deallocations.expectAll()
      #expect(list.count == 200 - removedRange.count)
      window.close()
    }
  }
}
