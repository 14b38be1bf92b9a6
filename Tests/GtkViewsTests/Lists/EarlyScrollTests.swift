import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lists that scroll to a row before they are laid out, and the function that waits for the layout.
  @MainActor @Suite struct EarlyScrollTests {
    struct ScrollingOnAppear: View {
      let target: Int
      let anchor: UnitPoint?

      var body: some View {
        ScrollViewReader { proxy in
          List(0..<5000, id: \.self) { number in Button("row \(number)") {} }
            .onAppear { proxy.scrollTo(target, anchor: anchor) }
        }
      }
    }

    @Test(arguments: [50, 4000], [nil, UnitPoint.center])
    func `scrollTo in onAppear scrolls a new list although its first row has the focus`(
      target: Int, anchor: UnitPoint?
    ) async throws {
      // A new window gives the focus to its first button, which is in the first row. Both target rows are below the
      // visible rows. Before the list scrolls, GTK has realized row 50 and has not realized row 4000.
      let window = await show(width: 300, height: 400) { ScrollingOnAppear(target: target, anchor: anchor) }
      let list = try #require(ShownList(in: window))
      let isTargetInPlace: @MainActor @Sendable () -> Bool = {
        let height = Double(gtk_widget_get_height(list.listView.widget))
        guard height > 0, let row = button("row \(target)", in: list.listView) else { return false }
        let rowBounds = bounds(of: row, in: list.listView)
        // The anchor stands for a point of the row and for a point of the list. Both points have to be at the same
        // height.
        if let anchor { return abs(rowBounds.y + anchor.y * (rowBounds.height - height)) <= 1 }
        // Without an anchor, the whole row has to be visible.
        return rowBounds.y >= 0 && rowBounds.y + rowBounds.height <= height
      }
      await waitUntil("the row is in its place", isTargetInPlace)
      // The row is still in its place after three more frames.
      for _ in 1...3 { await drawFrame(of: try #require(window.window)) }
      #expect(isTargetInPlace())
      window.close()
    }

    /// An object that the action retains.
    private final class RetainedObject {}

    @Test func `an action that waits for a layout is released when its widget is destroyed`() async throws {
      let window = await show { Text("text") }
      let root = try #require(window.window)
      // The layout is complete when the second frame begins. Until then, only the waiting action retains the object.
      weak var weakObject: RetainedObject?
      do {
        let object = RetainedObject()
        weakObject = object
        ScrollPosition.afterLayout(of: root.widget) { _ = object }
      }
      #expect(weakObject != nil)

      // When the window is destroyed before the second frame, then the action is released
      window.close()
      await mainLoopSettles()
      #expect(weakObject == nil)
    }
  }
}
