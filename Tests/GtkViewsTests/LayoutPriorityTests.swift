import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The views of a stack that get their natural size, in windows of 300 by 300.
  @MainActor @Suite struct LayoutPriorityTests {
    /// Returns a view with a minimum of 20 pixels and a natural size of 200 in a direction.
    private static func view(_ name: String, _ axis: Axis) -> some View {
      let color = Color.red
      return Group {
        switch axis {
        case .horizontal: color.frame(minWidth: 20, idealWidth: 200, maxWidth: 200)
        case .vertical: color.frame(minHeight: 20, idealHeight: 200, maxHeight: 200)
        }
      }
      .cssClass(name)
    }

    /// Returns the lengths of the named views, in order.
    private func lengths(_ axis: Axis, in fixture: SteppedWindow<some View>) throws -> [Double] {
      let all = widgets(in: try #require(fixture.window.window?.widget))
      return ["a", "b", "c"].compactMap { name in
        guard let widget = all.first(where: { gtk_widget_has_css_class($0, name) != 0 }) else { return nil }
        let place = fixture.bounds(of: widget)
        return axis == .horizontal ? place.width : place.height
      }
    }

    @Test(arguments: Axis.allCases) func `views with a higher layout priority get their natural size first`(
      axis: Axis
    ) async throws {
      // Given two views, and three, whose natural sizes together exceed the room
      for (priorities, wanted) in [
        ([0.0, 0, 0], [100.0, 100, 100]), ([0, 1, 0], [50, 200, 50]), ([1, 1, 0], [140, 140, 20]),
        ([2, 0, 1], [200, 20, 80]),
        ([0, -1, 0], [140, 20, 140]),
      ] {
        let fixture = await SteppedWindow {
          Stacked(axis: axis) {
            Self.view("a", axis).layoutPriority(priorities[0])
            Self.view("b", axis).layoutPriority(priorities[1])
            Self.view("c", axis).layoutPriority(priorities[2])
          }
        }
        // Then each view has the room that its priority leaves
        #expect(try lengths(axis, in: fixture) == wanted, "\(priorities)")
        fixture.close()
      }
    }

    @Test(arguments: Axis.allCases) func `an expanding view takes the space of other views only with a higher priority`(
      axis: Axis
    ) async throws {
      for (priority, wanted) in [(0.0, [200.0, 100]), (1, [20, 280]), (-1, [200, 100])] {
        let fixture = await SteppedWindow {
          Stacked(axis: axis) {
            Self.view("a", axis)
            Color.blue.cssClass("b").layoutPriority(priority)
          }
        }
        #expect(try lengths(axis, in: fixture) == wanted, "\(priority)")
        fixture.close()
      }
    }

    @Observable @MainActor final class Model {
      var priority = 0.0
    }

    struct Changing: View {
      let model: Model

      var body: some View {
        HStack(spacing: 0) {
          LayoutPriorityTests.view("a", .horizontal)
          LayoutPriorityTests.view("b", .horizontal).layoutPriority(model.priority).padding(.vertical, 4)
        }
      }
    }

    @Test func `a changed layout priority changes the layout, also inside padding`() async throws {
      // Given two views that share their room equally
      let model = Model()
      let fixture = await SteppedWindow { Changing(model: model) }
      #expect(try lengths(.horizontal, in: fixture) == [150, 150])

      // When one gets a higher priority, and then a lower one
      await fixture.perform { model.priority = 1 }
      #expect(try lengths(.horizontal, in: fixture) == [100, 200])
      await fixture.perform { model.priority = -1 }

      // Then it has its natural width, and then the width that the other leaves
      #expect(try lengths(.horizontal, in: fixture) == [200, 100])
      fixture.close()
    }

    @Test func `a column with priorities aligns its views`() async throws {
      for (alignment, share) in [(HorizontalAlignment.leading, 0.0), (.center, 0.5), (.trailing, 1)] {
        // Given a column whose views have different priorities, and a text that is narrower than the column
        let fixture = await SteppedWindow {
          VStack(alignment: alignment, spacing: 0) {
            Color.red.frame(width: 200, height: 20).cssClass("a")
            Text("narrow").cssClass("b").layoutPriority(1)
          }
        }
        // Then the text has its natural width, at the place that the alignment determines
        let all = widgets(in: try #require(fixture.window.window?.widget))
        let column = fixture.bounds(of: try #require(all.first { gtk_widget_has_css_class($0, "a") != 0 }))
        let text = try #require(all.first { gtk_widget_has_css_class($0, "b") != 0 })
        var natural: Int32 = 0
        gtk_widget_measure(text, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
        #expect(gtk_widget_get_width(text) == natural)
        #expect(abs(fixture.bounds(of: text).x - column.x - (column.width - Double(natural)) * share) <= 0.5)
        fixture.close()
      }
    }

    @Test func `a row is as high as its text with the lowest priority needs`() async throws {
      // Given a text that could use all the room, before it a text that gets the rest, and a line below them
      let fixture = await SteppedWindow {
        VStack(spacing: 0) {
          HStack(spacing: 0) {
            Text(verbatim: String(repeating: "word ", count: 30)).cssClass("a")
            Text(verbatim: "as long as it likes to be").cssClass("b").layoutPriority(1)
          }
          Text("below").cssClass("c")
        }
      }
      // Then the text with the higher priority has one line, the other has the height of all its lines, and the line is
      // below them
      let all = widgets(in: try #require(fixture.window.window?.widget))
      var texts: [UnsafeMutablePointer<GtkWidget>] = []
      for name in ["a", "b", "c"] { texts.append(try #require(all.first { gtk_widget_has_css_class($0, name) != 0 })) }
      var needed: Int32 = 0
      gtk_widget_measure(texts[0], GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(texts[0]), &needed, nil, nil, nil)
      #expect(pango_layout_get_line_count(gtk_label_get_layout(texts[1].opaque)) == 1)
      #expect(gtk_widget_get_height(texts[0]) >= needed)
      #expect(fixture.bounds(of: texts[2]).y >= fixture.bounds(of: texts[0]).y + Double(needed))
      fixture.close()
    }
  }
}

/// A stack in a direction, without spacing between its views.
private struct Stacked<Content: View>: View {
  let axis: Axis
  @ViewBuilder let content: () -> Content

  var body: some View {
    switch axis {
    case .horizontal: HStack(spacing: 0, content: content)
    case .vertical: VStack(spacing: 0, content: content)
    }
  }
}
