import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Views that are clipped to a shape, in real pixels.
  @MainActor @Suite struct ClipTests {
    private static let red = Pixel(red: 255, green: 0, blue: 0)
    private static let gray = Pixel(red: 128, green: 128, blue: 128)

    /// Points of the window of 300 by 300 pixels. The red view of 120 by 60 is in the middle of the window, so the
    /// upper left corner of the view is at (90, 120).
    private static let probes = [
      (x: 150, y: 150),  // The middle of the view.
      (x: 92, y: 122),  // In the upper left corner.
      // 8 pixels from the left edge and 12 from the upper edge: in a capsule and outside of an ellipse.
      (x: 98, y: 132),
      (x: 92, y: 150),  // The middle of the left edge.
      (x: 150, y: 122),  // The middle of the upper edge.
    ]

    /// Returns for each of the `probes` whether it is red. Expects that the other probes are grey.
    private func areProbesRed(in fixture: SteppedWindow<some View>) throws -> [Bool] {
      let window = try #require(fixture.window.window?.widget)
      let drawn = pixels(of: window, at: Self.probes)
      for pixel in drawn { #expect(pixel == Self.red || pixel == Self.gray) }
      return drawn.map { $0 == Self.red }
    }

    /// Shows a view in the middle of a grey window.
    private func fixture(@ViewBuilder _ content: () -> some View) async -> SteppedWindow<some View> {
      await SteppedWindow {
        content()
          .frame(maxWidth: .infinity, maxHeight: .infinity)
          .background(Color(red: 128 / 255, green: 128 / 255, blue: 128 / 255))
      }
    }

    /// Clips the red view to a shape, and returns for each of the `probes` whether it is red.
    private func areProbesRed<S: Shape>(clippedTo shape: S) async throws -> [Bool] {
      let fixture = await fixture { Color(red: 1, green: 0, blue: 0).frame(width: 120, height: 60).clipShape(shape) }
      defer { fixture.close() }
      return try areProbesRed(in: fixture)
    }

    @Test func `a clipped view is drawn only within its shape`() async throws {
      #expect(try await areProbesRed(clippedTo: Rectangle()) == [true, true, true, true, true])
      #expect(try await areProbesRed(clippedTo: RoundedRectangle(cornerRadius: 16)) == [true, false, true, true, true])
      #expect(try await areProbesRed(clippedTo: Capsule()) == [true, false, true, true, true])
      #expect(try await areProbesRed(clippedTo: Ellipse()) == [true, false, false, true, true])
      #expect(try await areProbesRed(clippedTo: Circle()) == [true, false, false, false, true])
    }

    @Test func `the corner radius is limited by the shorter side and is never negative`() async throws {
      let isRedInCapsule = try await areProbesRed(clippedTo: .capsule)
      #expect(try await areProbesRed(clippedTo: .rect(cornerRadius: 500)) == isRedInCapsule)
      #expect(try await areProbesRed(clippedTo: .rect(cornerRadius: -3)) == (try await areProbesRed(clippedTo: .rect)))
    }

    @Test func `a clipped view of zero width is not drawn and causes no GTK warning`() async throws {
      let fixture = await fixture { Color(red: 1, green: 0, blue: 0).frame(width: 0, height: 60).clipShape(.circle) }
      // A GTK warning would end the test process.
      #expect(try areProbesRed(in: fixture) == [false, false, false, false, false])
      fixture.close()
    }

    @Observable @MainActor final class Model {
      var radius = 0.0
      var width = 120.0
    }

    struct ChangingClip: View {
      let model: Model

      var body: some View {
        Color(red: 1, green: 0, blue: 0).frame(width: model.width, height: 60).clipShape(
          RoundedRectangle(cornerRadius: model.radius))
      }
    }

    @Test func `a clip follows changes of its shape and of its view's size`() async throws {
      // Given square corners
      let model = Model()
      let fixture = await fixture { ChangingClip(model: model) }
      #expect(try areProbesRed(in: fixture) == [true, true, true, true, true])

      // When the corners become round, the point in the corner is grey
      await fixture.perform { model.radius = 16 }
      #expect(try areProbesRed(in: fixture) == [true, false, true, true, true])

      // And when the view becomes 60 pixels wide, the clip follows the left edge from x = 90 to x = 120
      await fixture.perform { model.width = 60 }
      #expect(try areProbesRed(in: fixture) == [true, false, false, false, true])
      fixture.close()
    }

    @Test func `clipped limits both the drawing and the picking of a view to its frame`() async throws {
      // Given a red view of 120 by 60 in a frame of 20 by 20
      for isClipped in [false, true] {
        let wide = Color(red: 1, green: 0, blue: 0).frame(width: 120, height: 60).cssClass("wide").fixedSize().frame(
          width: 20, height: 20)
        let fixture = await fixture { if isClipped { wide.clipped() } else { wide } }
        let window = try #require(fixture.window.window?.widget)
        // Then the view is drawn outside of the frame, and is found there under the pointer, unless it is clipped. The
        // first probe is in the frame, and the fourth one is at the left edge of the view
        #expect(try areProbesRed(in: fixture)[0])
        #expect(try areProbesRed(in: fixture)[3] != isClipped)
        // A point in the frame, and a point that is in the view but outside of the frame
        for (x, isFound) in [(150.0, true), (100.0, !isClipped)] {
          let found = gtk_widget_pick(window, x, 150, GTK_PICK_DEFAULT)
          let wideWidget = try #require(widgets(in: window).first { gtk_widget_has_css_class($0, "wide") != 0 })
          #expect(found.map { $0 == wideWidget || gtk_widget_is_ancestor($0, wideWidget) != 0 } == isFound)
        }
        fixture.close()
      }
    }
  }
}
