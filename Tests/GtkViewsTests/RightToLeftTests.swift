import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Views in right-to-left layout, which mirrors the left-to-right layout.
  @MainActor @Suite struct RightToLeftTests {
    /// The layouts that are mirrored, by name. They consist of squares with the names a, b, c and d. A square has 40
    /// pixels on each side, unless a modifier changes its size.
    nonisolated static let layouts: [String: @MainActor () -> AnyView] = [
      "a row": {
        AnyView(
          HStack(spacing: 7) {
            square("a"); square("b").frame(width: 60); Spacer(); square("c")
          })
      },
      "a row with priorities": {
        AnyView(
          HStack(spacing: 7) {
            square("a").layoutPriority(1); Spacer(); square("b")
          })
      },
      "padding": {
        AnyView(
          HStack {
            square("a").padding(.leading, 30).padding(.trailing, 5); Spacer()
          })
      },
      "a column": {
        AnyView(
          HStack {
            VStack(alignment: .leading) {
              square("a"); square("b").frame(width: 90)
            }
            VStack(alignment: .trailing) {
              square("c"); square("d").frame(width: 90)
            }
            Spacer()
          })
      },
      "frames": {
        AnyView(
          VStack {
            square("a").frame(width: 200, alignment: .leading)
            square("b").frame(maxWidth: .infinity, alignment: .trailing)
            square("c").frame(maxWidth: .infinity, alignment: .topLeading)
          })
      },
      "layers": {
        AnyView(
          VStack {
            ZStack(alignment: .topLeading) {
              square("a").frame(width: 200, height: 80); square("b")
            }
            square("c").frame(width: 150, height: 60).overlay(alignment: .trailing) { square("d") }
          })
      },
      "a background": {
        AnyView(square("a").frame(width: 150, height: 60).background(alignment: .leading) { square("b") })
      },
      "effects": {
        AnyView(
          HStack {
            square("a").offset(x: 25, y: 3)
            square("b").scaleEffect(0.5, anchor: .leading)
            square("c").scaleEffect(x: 2, y: 1, anchor: .trailing)
          })
      },
      "a list": {
        AnyView(
          List(0..<1) { _ in
            HStack {
              square("a"); Spacer(); square("b").padding(.leading, 9)
            }
          })
      },
      "a form": {
        AnyView(
          Form {
            Section("Section") {
              LabeledContent {
                square("a")
              } label: {
                square("b")
              }
              HStack {
                square("c"); Spacer()
              }
            }
          })
      },
      "a line that scrolls": {
        AnyView(
          ScrollView(.horizontal) {
            HStack {
              square("a"); square("b").frame(width: 300); square("c").frame(width: 300)
            }
          })
      },
      "a grid": {
        AnyView(
          ScrollView {
            LazyVGrid(columns: [GridItem(.fixed(100)), GridItem(.fixed(100))]) {
              ForEach(0..<3) { square("abc".map(String.init)[$0]) }
            }
          })
      },
      "a group": {
        AnyView(
          HStack {
            DisclosureGroup("Group", isExpanded: .constant(true)) { square("a") }; Spacer()
          })
      },
      "columns": {
        AnyView(
          NavigationSplitView {
            square("a").frame(maxWidth: .infinity, alignment: .leading).navigationSplitViewColumnWidth(120)
          } detail: {
            square("b").frame(maxWidth: .infinity, alignment: .leading)
          })
      },
    ]

    /// The width of a window with one of the layouts. A split view shows both columns from 560 pixels on.
    private let layoutWindowWidth: Int32 = 700

    /// Shows views in a window, and waits until the window is laid out and drawn.
    func showLaidOut<Content: View>(
      width: Int32 = 420, height: Int32 = 300, @ViewBuilder _ content: () -> Content
    ) async -> ViewWindow<Content> {
      let window = await show(width: width, height: height, content)
      await waitUntil("the window is laid out") { window.window.map { gtk_widget_get_width($0.widget) > 0 } ?? true }
      if let gtkWindow = window.window { await drawFrame(of: gtkWindow) }
      return window
    }

    /// Sets the text direction of the desktop's language. The callers have no open window, but GTK notifies only
    /// widgets in a window. So this function also updates the library's `DesktopAppearance`.
    func setDesktopDirection(_ direction: GtkTextDirection) {
      gtk_widget_set_default_direction(direction)
      DesktopAppearance.shared.update()
    }

    /// Returns the distances of the squares a, b, c and d from the left, the right and the top edge of the views in a
    /// window, by the names of the squares.
    func edgeDistances<Content>(
      in window: ViewWindow<Content>
    ) -> [String: (left: Double, right: Double, top: Double)] {
      guard let gtkWindow = window.window, let views = gtk_window_get_child(gtkWindow) else { return [:] }
      var distances: [String: (left: Double, right: Double, top: Double)] = [:]
      for widget in widgets(in: views) {
        let name = String(cString: gtk_widget_get_name(widget))
        guard ["a", "b", "c", "d"].contains(name) else { continue }
        let squareBounds = bounds(of: widget, in: views)
        let rightDistance = Double(gtk_widget_get_width(views)) - squareBounds.x - squareBounds.width
        distances[name] = (squareBounds.x, rightDistance, squareBounds.y)
      }
      return distances
    }

    /// Expects that each square has the same distance from the top edge as in the original, and that its distances from
    /// the left and the right edge are exchanged.
    private func expectMirrored(
      _ mirrored: [String: (left: Double, right: Double, top: Double)],
      of original: [String: (left: Double, right: Double, top: Double)], layout: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(!original.isEmpty && mirrored.count == original.count, sourceLocation: sourceLocation)
      for (name, distances) in original {
        guard let mirroredDistances = mirrored[name] else { continue }
        // If a view is centred and the free space is an odd number of pixels, one side gets a pixel more than the
        // other. So one pixel of difference is allowed.
        #expect(
          isClose(mirroredDistances.left, distances.right, by: 1.01)
            && isClose(mirroredDistances.right, distances.left, by: 1.01)
            && isClose(mirroredDistances.top, distances.top),
          "\(name) of \(layout) is at \(mirroredDistances), and was at \(distances)", sourceLocation: sourceLocation)
      }
    }

    @Test(arguments: layouts.keys.sorted()) func `layouts are mirrored when the desktop's language is right-to-left`(
      layout: String
    ) async throws {
      let makeLayout = try #require(Self.layouts[layout])
      let window = await showLaidOut(width: layoutWindowWidth) { makeLayout() }
      let originalDistances = edgeDistances(in: window)
      window.close()
      setDesktopDirection(GTK_TEXT_DIR_RTL)
      defer { setDesktopDirection(GTK_TEXT_DIR_LTR) }
      let mirroredWindow = await showLaidOut(width: layoutWindowWidth) { makeLayout() }
      expectMirrored(edgeDistances(in: mirroredWindow), of: originalDistances, layout: layout)
      mirroredWindow.close()
    }

    @Test(arguments: layouts.keys.sorted()) func `layouts are mirrored in a right-to-left environment`(
      layout: String
    ) async throws {
      let makeLayout = try #require(Self.layouts[layout])
      let window = await showLaidOut(width: layoutWindowWidth) { makeLayout() }
      let originalDistances = edgeDistances(in: window)
      window.close()
      let mirroredWindow = await showLaidOut(width: layoutWindowWidth) {
        makeLayout().environment(\.layoutDirection, .rightToLeft)
      }
      expectMirrored(edgeDistances(in: mirroredWindow), of: originalDistances, layout: layout)
      mirroredWindow.close()
    }

    /// Shows an arrow in the direction of the layout.
    struct DirectionArrow: View {
      @Environment(\.layoutDirection) private var direction

      var body: some View { Text(verbatim: direction == .rightToLeft ? "←" : "→") }
    }

    /// The state of the views below. Each view uses some of the properties.
    @Observable @MainActor final class Model {
      var direction = LayoutDirection.rightToLeft
      var isShown = false
      var rows = [1]
    }

    /// A left-to-right row, and below it a column with the model's direction. The last row of the column is always
    /// left-to-right.
    struct NestedDirections: View {
      let model: Model

      var body: some View {
        VStack(alignment: .leading) {
          HStack {
            square("a"); DirectionArrow(); Spacer()
          }
          VStack(alignment: .leading) {
            HStack {
              square("b"); DirectionArrow(); Spacer()
            }
            if model.isShown {
              HStack {
                square("c"); DirectionArrow(); Spacer()
              }
            }
            HStack {
              square("d"); DirectionArrow(); Spacer()
            }.environment(\.layoutDirection, .leftToRight)
          }
          .environment(\.layoutDirection, model.direction)
        }
      }
    }

    @Test func `layoutDirection applies to all views below until it is overridden`()
      async
    {
      let model = Model()
      let window = await showLaidOut { NestedDirections(model: model) }
      #expect(window.texts == ["→", "←", "→"])
      let distances = edgeDistances(in: window)
      #expect(distances["a"]?.left == 0 && distances["b"]?.right == 0 && distances["d"]?.left == 0)
      model.isShown = true
      await waitUntil("the inserted row is there") { window.texts == ["→", "←", "←", "→"] }
      if let gtkWindow = window.window { await drawFrame(of: gtkWindow) }
      #expect(edgeDistances(in: window)["c"]?.right == 0)
      model.direction = .leftToRight
      await waitUntil("all rows are left-to-right") { window.texts == ["→", "→", "→", "→"] }
      if let gtkWindow = window.window { await drawFrame(of: gtkWindow) }
      #expect(edgeDistances(in: window).values.allSatisfy { $0.left == 0 })
      window.close()
    }

    @Test func `views follow a change of the desktop's text direction`() async {
      let window = await showLaidOut {
        HStack {
          square("a"); DirectionArrow(); Spacer()
        }
      }
      #expect(window.texts == ["→"])
      // A window is open, and GTK notifies its widgets, so `setDesktopDirection` is not needed.
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      await waitUntil("the arrow points to the left") { window.texts == ["←"] }
      if let gtkWindow = window.window { await drawFrame(of: gtkWindow) }
      #expect(edgeDistances(in: window)["a"]?.right == 0)
      gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
      await waitUntil("the arrow points to the right again") { window.texts == ["→"] }
      window.close()
    }

    struct Controls: View {
      @Bindable var model: Model
      @State private var text = ""

      var body: some View {
        VStack {
          Button("Button") {}
          TextField("Field", text: $text)
          Toggle("Toggle", isOn: $model.isShown)
          Slider(value: .constant(0.5))
          Menu("Menu") { Button("Entry") {} }
          Picker("Picker", selection: .constant(1)) { Text("One").tag(1) }
          List(model.rows, id: \.self) { Text("Row \($0)") }
        }
      }
    }

    @Test func `GTK's controls and inserted rows have the environment's direction`() async throws {
      let model = Model()
      let window = await showLaidOut(height: 700) {
        Controls(model: model).environment(\.layoutDirection, .rightToLeft)
      }
      // The window contains the layer of the toasts, the layer contains the root of the views, and the root contains
      // the column of controls.
      let viewRoot = try #require(
        window.window.flatMap { gtk_window_get_child($0) }.flatMap { gtk_widget_get_first_child($0) })
      let leftToRightWidgets = { @MainActor in
        let controls = gtk_widget_get_first_child(viewRoot)!
        let mapped = widgets(in: controls).filter { gtk_widget_get_mapped($0) != 0 }
        return mapped.filter { gtk_widget_get_direction($0) != GTK_TEXT_DIR_RTL }.map { describe($0) }
      }
      #expect(leftToRightWidgets() == [])
      model.rows = [1, 2, 3]
      await waitUntil("the rows are inserted") { window.texts.contains("Row 3") }
      if let gtkWindow = window.window { await drawFrame(of: gtkWindow) }
      #expect(leftToRightWidgets() == [])
      window.close()
    }

    struct MovingSquare: View {
      let model: Model
      let transition: AnyTransition

      var body: some View {
        VStack(spacing: 0) {
          square("first")
          if model.isShown { square("moving").transition(transition) }
        }
        .environment(\.layoutDirection, model.direction)
      }
    }

    @Test func `transitions from an edge or an offset are mirrored in right-to-left layout`() async {
      // `initialDistance` is how far to the right of its final position the moving square starts, in pixels. `move`
      // starts at a distance of 40 pixels, the square's width. The final position is exactly below the first square.
      for (transition, initialDistance) in [
        (AnyTransition.move(edge: .leading), 40.0), (.move(edge: .trailing), -40), (.offset(x: 30), -30),
      ] {
        let model = Model()
        let window = await SteppedWindow { MovingSquare(model: model, transition: transition) }
        await window.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
        #expect(isClose(window.bounds("moving").x - window.bounds("first").x, initialDistance))
        await window.advance(by: 1)
        #expect(isClose(window.bounds("moving").x, window.bounds("first").x))
        window.close()
      }
    }

    @Test func `in right-to-left text, leading lines begin at the right and trailing lines end at the left`()
      async throws
    {
      for (alignment, isAtLeft) in [(TextAlignment.leading, false), (.trailing, true)] {
        let window = await showLaidOut {
          Text(verbatim: "שלום עולם\nאב").multilineTextAlignment(alignment).environment(\.layoutDirection, .rightToLeft)
        }
        let label = try #require(window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first })
        let layout = gtk_label_get_layout(label.opaque)
        let lineIterator = pango_layout_get_iter(layout)
        pango_layout_iter_next_line(lineIterator)
        // The second line is shorter than the first one, so its position depends on the alignment.
        var (secondLine, allLines) = (PangoRectangle(), PangoRectangle())
        pango_layout_iter_get_line_extents(lineIterator, nil, &secondLine)
        pango_layout_get_extents(layout, nil, &allLines)
        pango_layout_iter_free(lineIterator)
        #expect(secondLine.width < allLines.width)
        #expect((secondLine.x == allLines.x) == isAtLeft)
        #expect((secondLine.x + secondLine.width == allLines.x + allLines.width) == !isAtLeft)
        window.close()
      }
    }
  }
}
