import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Views in layers.
  @MainActor @Suite struct ZStackTests {
    @Observable @MainActor final class LayersModel {
      var isBehindShown = false
      var isBetweenShown = false
      var isInFrontShown = false
      var names = ["a", "field", "b"]
    }

    struct LayeredViews: View {
      let layers: LayersModel
      @State private var text = "kept"

      var body: some View {
        ZStack {
          if layers.isBehindShown { Text("behind") }
          Text("lowest")
          if layers.isBetweenShown { Text("between") }
          ForEach(layers.names, id: \.self) { name in
            if name == "field" {
              VStack {
                Button("button above the field") {}
                TextField("Name", text: $text).frame(width: 200)
              }
            } else {
              Text(verbatim: name)
            }
          }
          if layers.isInFrontShown { Text("in front") }
        }
      }
    }

    /// Returns the texts of the layers from back to front, without the texts of the layer with the field.
    private func layerTexts<Content>(of window: ViewWindow<Content>) -> [String] {
      window.texts.filter { !["kept", "Name", "button above the field"].contains($0) }
    }

    @Test func `a layer keeps the focus when others are inserted, removed and moved`() async throws {
      // Given a focused field in a layer that is neither the lowest nor the topmost
      let layers = LayersModel()
      let window = await show { LayeredViews(layers: layers) }
      let field = try #require(window.window.flatMap { widgets(ofType: gtk_entry_get_type(), in: $0).first })
      await performInEventHandler { _ = gtk_widget_grab_focus(field) }
      let focusedWidget = try #require(window.window.flatMap { gtk_window_get_focus($0) })
      #expect(gtk_widget_is_ancestor(focusedWidget, field) != 0)
      await performInEventHandler { gtk_editable_set_position(field.opaque, 2) }

      // When other layers are inserted, removed and moved, behind the field and in front of it
      let changes: [(apply: @MainActor () -> Void, expectedTexts: [String])] = [
        ({ layers.isBetweenShown = true }, ["lowest", "between", "a", "b"]),
        ({ layers.isInFrontShown = true }, ["lowest", "between", "a", "b", "in front"]),
        ({ layers.isBehindShown = true }, ["behind", "lowest", "between", "a", "b", "in front"]),
        ({ layers.names = ["b", "a", "field"] }, ["behind", "lowest", "between", "b", "a", "in front"]),
        ({ (layers.isBehindShown, layers.isBetweenShown) = (false, false) }, ["lowest", "b", "a", "in front"]),
        ({ layers.names = ["field"] }, ["lowest", "in front"]),
      ]
      for (apply, expectedTexts) in changes {
        apply()
        await drawFrame(of: try #require(window.window))

        // Then the layers are in order, and the focus has not moved
        #expect(layerTexts(of: window) == expectedTexts)
        #expect(window.window.flatMap { gtk_window_get_focus($0) } == focusedWidget, "\(expectedTexts)")
        // A field that loses and receives the focus selects its text, which moves the cursor.
        #expect(gtk_editable_get_position(field.opaque) == 2)
      }
      window.close()
    }

    @Test func `a ZStack has the size of its largest layer and aligns the others`() async throws {
      // The positions of the layers of 20 × 20 pixels in the ZStack of 200 × 100 pixels. A layer in the centre is at
      // (200 − 20) / 2 = 90 and (100 − 20) / 2 = 40.
      let positions = [(Alignment.topLeading, 0.0, 0.0), (.center, 90, 40), (.bottomTrailing, 180, 80)]
      for (alignment, smallX, smallY) in positions {
        let window = await show(width: 400, height: 300) {
          VStack(alignment: .leading, spacing: 0) {
            ZStack(alignment: alignment) {
              Text("").frame(width: 20, height: 20).cssClass("small")
              Text("").frame(width: 200, height: 100).cssClass("large")
              Text("").frame(width: 20, height: 20).cssClass("small")
            }
            Spacer()
          }
        }
        let root = try #require(window.window?.widget)
        await waitUntil("the window is laid out") { gtk_widget_get_width(root) > 0 }
        let windowWidgets = widgets(in: root)
        let largeLayer = try #require(windowWidgets.first { gtk_widget_has_css_class($0, "large") != 0 })
        let stack = try #require(gtk_widget_get_parent(largeLayer))
        #expect((gtk_widget_get_width(stack), gtk_widget_get_height(stack)) == (200, 100))
        let smallLayers = windowWidgets.filter { gtk_widget_has_css_class($0, "small") != 0 }
        #expect(smallLayers.count == 2)
        for layer in smallLayers {
          #expect(bounds(of: layer, in: stack) == (smallX, smallY, 20, 20), "\(alignment)")
        }
        window.close()
      }
    }

    @Test func `a text in front of another view gets the height of its wrapped lines`() async throws {
      let longText = String(repeating: "a long line ", count: 12)
      let window = await show(width: 400, height: 300) {
        ZStack {
          Text("").frame(width: 160, height: 20)
          Text(verbatim: longText)
        }
        .frame(width: 160)
      }
      let root = try #require(window.window?.widget)
      await waitUntil("the window is laid out") { gtk_widget_get_width(root) > 0 }
      let label = try #require(
        widgets(in: root).first {
          $0.isA(gtk_label_get_type()) && String(cString: gtk_label_get_text($0.opaque)) == longText
        })
      let width = gtk_widget_get_width(label)
      var heightOfWrappedLines: Int32 = 0
      gtk_widget_measure(label, GTK_ORIENTATION_VERTICAL, width, &heightOfWrappedLines, nil, nil, nil)
      #expect(width <= 160)
      #expect(gtk_widget_get_height(label) >= heightOfWrappedLines)
      // The first line is not above the parent of the label.
      #expect(bounds(of: label, in: try #require(gtk_widget_get_parent(label))).y >= 0)
      window.close()
    }
  }
}
