import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Layout priorities in stacks. A `SteppedWindow`, in which the test draws each frame, has 300 by 300 pixels.
  @MainActor @Suite struct LayoutPriorityTests {
    /// Returns a view with a style class. Along an axis, the view has a minimum length of 20 pixels, and a natural and
    /// maximum length of 200 pixels.
    private static func flexibleView(_ name: String, _ axis: Axis) -> some View {
      let color = Color.red
      return Group {
        switch axis {
        case .horizontal: color.frame(minWidth: 20, idealWidth: 200, maxWidth: 200)
        case .vertical: color.frame(minHeight: 20, idealHeight: 200, maxHeight: 200)
        }
      }
      .cssClass(name)
    }

    /// Returns the lengths of the views with the style classes “a”, “b” and “c” along an axis. In a window with two
    /// views, the view “c” is missing and left out.
    private func lengths(_ axis: Axis, in stepped: SteppedWindow<some View>) throws -> [Double] {
      let all = widgets(in: try #require(stepped.window.window?.widget))
      return ["a", "b", "c"].compactMap { name in
        guard let widget = all.first(where: { gtk_widget_has_css_class($0, name) != 0 }) else { return nil }
        let bounds = stepped.bounds(of: widget)
        return axis == .horizontal ? bounds.width : bounds.height
      }
    }

    @Test(arguments: Axis.allCases) func `views with a higher layout priority get their natural size first`(
      axis: Axis
    ) async throws {
      // Given three views whose natural lengths together exceed the 300 pixels of the window
      for (priorities, expected) in [
        ([0.0, 0, 0], [100.0, 100, 100]), ([0, 1, 0], [50, 200, 50]), ([1, 1, 0], [140, 140, 20]),
        ([2, 0, 1], [200, 20, 80]),
        ([0, -1, 0], [140, 20, 140]),
      ] {
        let stepped = await SteppedWindow {
          Stacked(axis: axis) {
            Self.flexibleView("a", axis).layoutPriority(priorities[0])
            Self.flexibleView("b", axis).layoutPriority(priorities[1])
            Self.flexibleView("c", axis).layoutPriority(priorities[2])
          }
        }
        // Then views with a higher priority get up to 200 pixels, while the others keep at least 20. Views with the
        // same priority have the same length
        #expect(try lengths(axis, in: stepped) == expected, "\(priorities)")
        stepped.close()
      }
    }

    @Test(arguments: Axis.allCases) func `an expanding view takes the space of other views only with a higher priority`(
      axis: Axis
    ) async throws {
      // The first view has a minimum of 20 and a maximum of 200 pixels. The second view expands and has the `priority`.
      for (priority, expected) in [(0.0, [200.0, 100]), (1, [20, 280]), (-1, [200, 100])] {
        let stepped = await SteppedWindow {
          Stacked(axis: axis) {
            Self.flexibleView("a", axis)
            Color.blue.cssClass("b").layoutPriority(priority)
          }
        }
        #expect(try lengths(axis, in: stepped) == expected, "\(priority)")
        stepped.close()
      }
    }

    @Observable @MainActor final class Model {
      var priority = 0.0
    }

    struct ChangingPriority: View {
      let model: Model

      var body: some View {
        HStack(spacing: 0) {
          LayoutPriorityTests.flexibleView("a", .horizontal)
          LayoutPriorityTests.flexibleView("b", .horizontal).layoutPriority(model.priority).padding(.vertical, 4)
        }
      }
    }

    @Test func `a changed layout priority changes the layout, also inside padding`() async throws {
      // Given two views that share their room equally
      let model = Model()
      let stepped = await SteppedWindow { ChangingPriority(model: model) }
      #expect(try lengths(.horizontal, in: stepped) == [150, 150])

      // When the second view gets a higher priority, then it has its natural width
      await stepped.perform { model.priority = 1 }
      #expect(try lengths(.horizontal, in: stepped) == [100, 200])

      // When the second view gets a lower priority, then it has the width that the first view leaves
      await stepped.perform { model.priority = -1 }
      #expect(try lengths(.horizontal, in: stepped) == [200, 100])
      stepped.close()
    }

    @Test func `a column with priorities aligns its views`() async throws {
      for (alignment, leadingShare) in [(HorizontalAlignment.leading, 0.0), (.center, 0.5), (.trailing, 1)] {
        // Given a column whose views have different priorities, and a text that is narrower than the column
        let stepped = await SteppedWindow {
          VStack(alignment: alignment, spacing: 0) {
            Color.red.frame(width: 200, height: 20).cssClass("a")
            Text("narrow").cssClass("b").layoutPriority(1)
          }
        }
        // Then the text has its natural width, and the alignment determines the share of the remaining width that is
        // before the text
        let all = widgets(in: try #require(stepped.window.window?.widget))
        // The first view is as wide as the column.
        let column = stepped.bounds(of: try #require(all.first { gtk_widget_has_css_class($0, "a") != 0 }))
        let text = try #require(all.first { gtk_widget_has_css_class($0, "b") != 0 })
        var natural: Int32 = 0
        gtk_widget_measure(text, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
        #expect(gtk_widget_get_width(text) == natural)
        #expect(abs(stepped.bounds(of: text).x - column.x - (column.width - Double(natural)) * leadingShare) <= 0.5)
        stepped.close()
      }
    }

    @Test func `a row is high enough for all lines of a text with a lower priority`() async throws {
      // Given a long text, after it a text with a higher priority, and a text below the row
      let stepped = await SteppedWindow {
        VStack(spacing: 0) {
          HStack(spacing: 0) {
            Text(verbatim: String(repeating: "word ", count: 30)).cssClass("a")
            Text(verbatim: "as long as it likes to be").cssClass("b").layoutPriority(1)
          }
          Text("below").cssClass("c")
        }
      }
      // Then the text with the higher priority has one line, the long text has the height of all its lines, and the
      // last text is below the long text
      let all = widgets(in: try #require(stepped.window.window?.widget))
      var labels: [UnsafeMutablePointer<GtkWidget>] = []
      for name in ["a", "b", "c"] {
        labels.append(try #require(all.first { gtk_widget_has_css_class($0, name) != 0 }))
      }
      var neededHeight: Int32 = 0
      let width = gtk_widget_get_width(labels[0])
      gtk_widget_measure(labels[0], GTK_ORIENTATION_VERTICAL, width, &neededHeight, nil, nil, nil)
      #expect(pango_layout_get_line_count(gtk_label_get_layout(labels[1].opaque)) == 1)
      #expect(gtk_widget_get_height(labels[0]) >= neededHeight)
      #expect(stepped.bounds(of: labels[2]).y >= stepped.bounds(of: labels[0]).y + Double(neededHeight))
      stepped.close()
    }
  }
}

/// A stack along an axis, without spacing between its views.
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
