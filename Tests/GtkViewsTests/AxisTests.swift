import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The direction in which a container stacks its views, the orientation of dividers in a container, and the height of
  /// horizontal scroll views.
  @MainActor @Suite struct AxisTests {
    /// Returns the orientations of the dividers in a window, in the order of the views.
    private func dividerOrientations<Content>(in window: ViewWindow<Content>) throws -> [GtkOrientation] {
      widgets(ofType: gtk_separator_get_type(), in: try #require(window.window)).map {
        gtk_orientable_get_orientation($0.opaque)
      }
    }

    @Test func `a divider follows its own container and not the stack around the container`() async throws {
      // Given containers side by side
      let window = await show {
        HStack {
          ScrollView { Divider() }
          List { Divider() }
          ZStack { Divider() }
          Divider()
          VStack { Button(action: {}) { Divider() } }
        }
      }

      // Then each divider is perpendicular to the direction in which its own container stacks views: a row in the outer
      // HStack and in a button, and a column in the others. A divider in a ZStack is as in a column.
      #expect(
        try dividerOrientations(in: window) == [
          GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL,
          GTK_ORIENTATION_VERTICAL,
        ])
      window.close()
    }

    @Observable @MainActor final class Model {
      var isPresented = false
    }

    struct SheetPresenter: View {
      @Bindable var model: Model

      var body: some View {
        HStack { Text("below").sheet(isPresented: $model.isPresented) { Divider() } }
      }
    }

    @Test func `a divider in a sheet does not follow the stack that presents the sheet`() async throws {
      let model = Model()
      let window = await show { SheetPresenter(model: model) }
      model.isPresented = true
      await waitUntil("the sheet is open") { openWindows().count == 2 }
      let sheet = try #require(openWindows().first { $0 != window.window })
      let divider = try #require(widgets(ofType: gtk_separator_get_type(), in: sheet).first)
      #expect(gtk_orientable_get_orientation(divider.opaque) == GTK_ORIENTATION_HORIZONTAL)
      model.isPresented = false
      await waitUntil("the sheet is closed") { openWindows().count == 1 }
      window.close()
    }

    @Test func `a horizontal scroll view stacks its views vertically unless they are in an HStack`() async throws {
      // Given two texts and an HStack in a horizontal scroll view
      let window = await show {
        ScrollView(.horizontal) {
          Text("first")
          Text("second")
          HStack {
            Text("third")
            Text("fourth")
          }
        }
      }
      let labels = widgets(ofType: gtk_label_get_type(), in: try #require(window.window))
      try #require(labels.count == 4)
      await waitUntil("the texts are laid out") { gtk_widget_get_height(labels[0]) > 0 }
      let topEdge = { (label: UnsafeMutablePointer<GtkWidget>) -> Float in
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(label, window.window?.widget, &bounds)
        return bounds.origin.y
      }

      // Then the two texts and the HStack are one below another, as in SwiftUI, and the texts in the HStack are side by
      // side
      #expect(topEdge(labels[0]) < topEdge(labels[1]))
      #expect(topEdge(labels[1]) < topEdge(labels[2]))
      #expect(topEdge(labels[2]) == topEdge(labels[3]))
      window.close()
    }

    @Test func `a horizontal scroll view is as high as its content`() async throws {
      // Given a horizontal scroll view above a spacer, in a window with room to spare
      let window = ViewWindow(gtk_window_new().window) {
        VStack(spacing: 0) {
          ScrollView(.horizontal) { Text("Wide").frame(width: 900, height: 40) }
          Spacer()
        }
      }
      let gtkWindow = try #require(window.window)
      gtk_window_set_default_size(gtkWindow, 300, 400)
      window.present()
      await drawFrame(of: gtkWindow)

      // Then the scroll view is as high as its content, and the spacer gets the remaining height
      let scrolledWindow = try #require(widgets(ofType: gtk_scrolled_window_get_type(), in: gtkWindow).first)
      await waitUntil("the scroll view is laid out") { gtk_widget_get_height(scrolledWindow) > 0 }
      #expect(gtk_widget_get_height(scrolledWindow) == 40)

      // When the scroll view becomes vertical, then it is higher than its content
      window.update {
        VStack(spacing: 0) {
          ScrollView(.vertical) { Text("Wide").frame(width: 900, height: 40) }
          Spacer()
        }
      }
      await drawFrame(of: gtkWindow)
      #expect(gtk_widget_get_height(scrolledWindow) > 40)
      window.close()
    }
  }
}
