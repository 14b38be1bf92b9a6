import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The presentation contract for sheets. `presentationLine` names the lines of the table in
  /// docs/library/presentation.md that a test proves.
  @MainActor @Suite struct SheetTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var title: String
    }

    @Observable @MainActor final class Model {
      var item: Item?
      var parentText = "parent"
      /// Whether the user cannot dismiss the sheet.
      var isLocked = false
      /// How often `onDismiss` was called.
      @ObservationIgnored var dismissals = 0
    }

    struct Content: View {
      let item: Item
      let model: Model
      @State private var count = 0
      @Environment(\.dismiss) private var dismiss

      var body: some View {
        VStack {
          Text(item.title)
          Text(model.parentText)
          Text("Count \(count)")
          Button("More") { count += 1 }
          Button("Done") { dismiss() }
        }
        .interactiveDismissDisabled(model.isLocked)
      }
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").sheet(item: $model.item) {
          model.dismissals += 1
        } content: { item in
          Content(item: item, model: model)
        }
      }
    }

    /// Returns the newest window on screen other than `window`, or `nil` if there is none.
    private func sheet<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != window.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Waits until a sheet with this text is on screen, and returns it.
    @discardableResult
    private func waitForSheet<Content>(
      over window: ViewWindow<Content>, _ text: String
    ) async -> UnsafeMutablePointer<GtkWindow>? {
      await waitUntil("a sheet with “\(text)” is on screen") { [self] in
        sheet(over: window).map { texts(in: $0.widget).contains(text) } ?? false
      }
      return sheet(over: window)
    }

    private func waitUntilDismissed<Content>(over window: ViewWindow<Content>) async {
      await waitUntil("the sheet is dismissed") { [self] in sheet(over: window) == nil }
    }

    @Test(.presentationLine(1, 2)) func `a value presents a sheet, and nil dismisses it and calls onDismiss once`()
      async
    {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      await waitForSheet(over: window, "First")
      model.item = nil
      await waitUntilDismissed(over: window)
      #expect(model.dismissals == 1)
      window.close()
    }

    @Test(.presentationLine(5))
    func `Escape, the close button and dismiss() clear the state and call onDismiss once`() async throws {
      let model = Model()
      let window = await show { Screen(model: model) }
      for (number, way) in ["Escape", "close button", "dismiss()"].enumerated() {
        model.item = Item(id: number, title: way)
        let sheet = try #require(await waitForSheet(over: window, way))
        switch way {
        case "Escape": await pressEscape(in: sheet)
        case "close button": await closeWindow(sheet)
        default: await click(try #require(button("Done", in: sheet)))
        }
        await waitUntilDismissed(over: window)
        #expect(model.item == nil)
        #expect(model.dismissals == number + 1)
      }
      window.close()
    }

    @Test(.presentationLine(6)) func `new content for the same id updates the sheet in place`() async throws {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.item = Item(id: 1, title: "Before")
      let sheet = try #require(await waitForSheet(over: window, "Before"))
      await click(try #require(button("More", in: sheet)))
      model.item?.title = "After"
      await waitForSheet(over: window, "After")
      // The count was kept, so the sheet was not replaced.
      #expect(texts(in: sheet.widget).contains("Count 1"))
      #expect(model.dismissals == 0)
      model.item = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test(.presentationLine(7)) func `a new id replaces the sheet with one that has fresh state`() async throws {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      let firstSheet = try #require(await waitForSheet(over: window, "First"))
      await click(try #require(button("More", in: firstSheet)))
      model.item = Item(id: 2, title: "Second")
      let secondSheet = try #require(await waitForSheet(over: window, "Second"))
      #expect(texts(in: secondSheet.widget).contains("Count 0"))
      #expect(model.item?.id == 2)
      #expect(model.dismissals == 1)
      model.item = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test(.presentationLine(9)) func `of nil, a, nil, b within one turn, only b is presented`() async {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.item = nil
      model.item = Item(id: 1, title: "First")
      model.item = nil
      model.item = Item(id: 2, title: "Second")
      await waitForSheet(over: window, "Second")
      // The screen and one sheet
      #expect(openWindows().count == 2)
      #expect(model.dismissals == 0)
      model.item = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test(.presentationLine(11)) func `closing the window dismisses its sheet without writing the state`() async {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      await waitForSheet(over: window, "First")
      window.close()
      await waitUntil("all windows are closed") { openWindows().isEmpty }
      #expect(model.item?.id == 1)
      #expect(model.dismissals == 1)
    }

    @Test(.presentationLine(15)) func `Escape and the close button do not dismiss a locked sheet, and code does`()
      async throws
    {
      let model = Model()
      model.isLocked = true
      let window = await show { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      let sheet = try #require(await waitForSheet(over: window, "First"))
      await mainLoopSettles()
      await pressEscape(in: sheet)
      await closeWindow(sheet)
      await mainLoopSettles()
      #expect(model.item != nil)
      #expect(self.sheet(over: window) == sheet)
      model.item = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test(.presentationLine(20)) func `a sheet's content follows its parent's state`() async {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      await waitForSheet(over: window, "parent")
      model.parentText = "changed"
      await waitForSheet(over: window, "changed")
      model.item = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test(.presentationLine(19)) func `a model and its dismissed sheet are freed with the window`() async {
      weak var weakModel: Model?
      do {
        let model = Model()
        weakModel = model
        let window = await show { Screen(model: model) }
        model.item = Item(id: 1, title: "First")
        await waitForSheet(over: window, "First")
        model.item = nil
        await waitUntilDismissed(over: window)
        window.close()
      }
      // The views of the sheet retain the model, so they are freed too.
      await waitUntil("the model is freed") { weakModel == nil }
      #expect(weakModel == nil)
    }

    struct SheetAndAlert: View {
      @Bindable var model: Model
      @State private var isAsking = false

      var body: some View {
        VStack {
          Button("Ask") { isAsking = true }
          Button("Both") {
            model.item = Item(id: 1, title: "First")
            isAsking = true
          }
        }
        .sheet(item: $model.item) { Text($0.title) }
        .alert("Sure?", isPresented: $isAsking) { Button("Yes") {} }
      }
    }

    /// Waits until three windows are on screen: the alert, the sheet and the window below them. Returns the alert and
    /// the sheet.
    private func waitForAlertAndSheet() async throws -> (
      alert: UnsafeMutablePointer<GtkWindow>, sheet: UnsafeMutablePointer<GtkWindow>
    ) {
      await waitUntil("both are on screen") {
        openWindows().count == 3 && openWindows().contains { button("Yes", in: $0) != nil }
      }
      return (
        try #require(openWindows().first { button("Yes", in: $0) != nil }),
        try #require(openWindows().first { texts(in: $0.widget).contains("First") })
      )
    }

    @Test(.presentationLine(12)) func `an alert of a view that presents a sheet is on top of the sheet`()
      async throws
    {
      let model = Model()
      let window = await show { SheetAndAlert(model: model) }
      model.item = Item(id: 1, title: "First")
      await waitForSheet(over: window, "First")
      await window.click("Ask")
      let (alert, sheet) = try await waitForAlertAndSheet()
      #expect(gtk_window_get_transient_for(alert) == sheet)
      await click(try #require(button("Yes", in: alert)))
      await waitUntil("the alert is dismissed") { openWindows().count == 2 }
      #expect(model.item != nil)
      model.item = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test(.presentationLine(21))
    func `two presentations of one view are both shown, and each writes its own state`() async throws {
      let model = Model()
      let window = await show { SheetAndAlert(model: model) }
      await window.click("Both")
      let (alert, sheet) = try await waitForAlertAndSheet()
      // One stands on the other, in either order.
      #expect(gtk_window_get_transient_for(alert) == sheet || gtk_window_get_transient_for(sheet) == alert)
      await click(try #require(button("Yes", in: alert)))
      await waitUntil("the alert is dismissed") { openWindows().count == 2 }
      // The end of the alert has not cleared the state of the sheet.
      #expect(model.item != nil)
      model.item = nil
      await waitUntilDismissed(over: window)
      window.close()
    }
  }
}
