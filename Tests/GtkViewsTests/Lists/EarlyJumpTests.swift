import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lists that scroll to a row before they are laid out.
  @MainActor @Suite struct EarlyJumpTests {
    struct Jumping: View {
      let target: Int
      let anchor: UnitPoint?

      var body: some View {
        ScrollViewReader { reader in
          List(0..<5000, id: \.self) { number in Button("row \(number)") {} }
            .onAppear { reader.scrollTo(target, anchor: anchor) }
        }
      }
    }

    @Test(arguments: [50, 4000], [nil, UnitPoint.center])
    func `a list opens where the program scrolls it to, though a row at its top has the focus`(target: Int, anchor: UnitPoint?) async throws {
      let window = await show(width: 300, height: 400) { Jumping(target: target, anchor: anchor) }
      let list = try #require(ShownList(in: window))
      let isShown: @MainActor @Sendable () -> Bool = {
        let height = Double(gtk_widget_get_height(list.view.widget))
        guard height > 0, let row = button("row \(target)", in: list.view) else { return false }
        let place = bounds(of: row, in: list.view)
        if let anchor { return abs(place.y + anchor.y * (place.height - height)) <= 1 }
        return place.y >= 0 && place.y + place.height <= height
      }
      await waitUntil("the row is in its place", isShown)
      for _ in 1...3 { await drawFrame(of: try #require(window.window)) }
      #expect(isShown())
      window.close()
    }

    @Observable @MainActor final class Numbers {
      var numbers = Array(0..<60)
      var jumpCount = 0
    }

    struct Changing: View {
      let model: Numbers

      var body: some View {
        ScrollViewReader { reader in
          List {
            Text("head").tag("head")
            ForEach(model.numbers, id: \.self) { number in Button("row \(number)") {} }
          }
          .onChange(of: model.jumpCount) { reader.scrollTo("head", anchor: .top) }
        }
      }
    }

    @Test func `a list scrolls to a row, though other rows come and go before it is laid out`() async throws {
      // Given a list that the user has scrolled
      let model = Numbers()
      let window = await show(width: 300, height: 400) { Changing(model: model) }
      let list = try #require(ShownList(in: window))
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.view.widget.opaque))
      await drawFrame(of: try #require(window.window))
      gtk_adjustment_set_value(adjustment, 150)
      await drawFrame(of: try #require(window.window))
      #expect(gtk_adjustment_get_value(adjustment) > 0)

      // When the program scrolls to its first row, and replaces the others before the next frame
      model.numbers = []
      model.jumpCount = 1
      ViewGraph.shared.update()
      model.numbers = Array(100..<140)

      // Then the first row is at the top
      await waitUntil("the top") { gtk_adjustment_get_value(adjustment) == 0 }
      window.close()
    }
  }
}
