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

    /// Returns whether points of a red view of 120 by 60, in the middle of a grey window of 300 by 300, are red: its
    /// middle, the points (2, 2) and (8, 12) from its upper left corner on, the middle of its left edge and the middle
    /// of its upper edge.
    private func reds(_ stage: MovingStage<some View>) throws -> [Bool] {
      let window = try #require(stage.window.window?.widget)
      let drawn = pixels(of: window, at: [(150, 150), (92, 122), (98, 132), (92, 150), (150, 122)])
      for pixel in drawn { #expect(pixel == Self.red || pixel == Self.gray) }
      return drawn.map { $0 == Self.red }
    }

    private func stage(@ViewBuilder _ content: () -> some View) async -> MovingStage<some View> {
      await MovingStage {
        content()
          .frame(maxWidth: .infinity, maxHeight: .infinity)
          .background(Color(red: 128 / 255, green: 128 / 255, blue: 128 / 255))
      }
    }

    private func reds<S: Shape>(of shape: S) async throws -> [Bool] {
      let stage = await stage { Color(red: 1, green: 0, blue: 0).frame(width: 120, height: 60).clipShape(shape) }
      defer { stage.close() }
      return try reds(stage)
    }

    @Test func `a view is drawn within a shape and not at the corners outside of it`() async throws {
      #expect(try await reds(of: Rectangle()) == [true, true, true, true, true])
      #expect(try await reds(of: RoundedRectangle(cornerRadius: 16)) == [true, false, true, true, true])
      #expect(try await reds(of: Capsule()) == [true, false, true, true, true])
      #expect(try await reds(of: Ellipse()) == [true, false, false, true, true])
      #expect(try await reds(of: Circle()) == [true, false, false, false, true])
    }

    @Test func `corners are never rounder than the shorter side allows, and never less than square`() async throws {
      #expect(try await reds(of: .rect(cornerRadius: 500)) == (try await reds(of: .capsule)))
      #expect(try await reds(of: .rect(cornerRadius: -3)) == (try await reds(of: .rect)))
    }

    @Test func `a view without room is cut to a shape without a complaint`() async throws {
      let stage = await stage { Color(red: 1, green: 0, blue: 0).frame(width: 0, height: 60).clipShape(.circle) }
      #expect(try reds(stage) == [false, false, false, false, false])
      stage.close()
    }

    @Observable @MainActor final class Model {
      var radius = 0.0
      var width = 120.0
    }

    struct Changing: View {
      let model: Model

      var body: some View {
        Color(red: 1, green: 0, blue: 0).frame(width: model.width, height: 60).clipShape(
          RoundedRectangle(cornerRadius: model.radius))
      }
    }

    @Test func `another shape is drawn, and a shape follows its view's size`() async throws {
      // Given square corners
      let model = Model()
      let stage = await stage { Changing(model: model) }
      #expect(try reds(stage) == [true, true, true, true, true])

      // When they become round, they are drawn round
      await stage.perform { model.radius = 16 }
      #expect(try reds(stage) == [true, false, true, true, true])

      // And when the view becomes narrower, the clip follows its edge
      await stage.perform { model.width = 60 }
      #expect(try reds(stage) == [true, false, false, false, true])
      stage.close()
    }

    @Test func `what reaches over the edge of a frame is cut off, drawn and for the pointer`() async throws {
      // Given a red view of 120 by 60 in a frame of 20 by 20
      for isClipped in [false, true] {
        let wide = Color(red: 1, green: 0, blue: 0).frame(width: 120, height: 60).cssClass("wide").fixedSize().frame(
          width: 20, height: 20)
        let stage = await stage { if isClipped { wide.clipped() } else { wide } }
        let window = try #require(stage.window.window?.widget)
        // Then it is drawn and picked outside of the frame, unless it is clipped
        #expect(try reds(stage)[0])
        #expect(try reds(stage)[3] != isClipped)
        for (x, isFound) in [(150.0, true), (100.0, !isClipped)] {
          let found = gtk_widget_pick(window, x, 150, GTK_PICK_DEFAULT)
          let wide = try #require(widgets(in: window).first { gtk_widget_has_css_class($0, "wide") != 0 })
          #expect(found.map { $0 == wide || gtk_widget_is_ancestor($0, wide) != 0 } == isFound)
        }
        stage.close()
      }
    }
  }
}
