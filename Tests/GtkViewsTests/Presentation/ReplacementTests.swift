import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Items that are replaced or cleared while they are presented, and sheets above each other: lines 8, 11, 13 and 17
  /// of the table in docs/library/presentation.md.
  ///
  /// `opened(_:)` waits for a presentation with a text, and `waitForPresentations(_:)` waits until a number of
  /// presentations is on screen. Without an argument, it waits until no presentation is on screen.
  @MainActor @Suite struct ReplacementTests {
    struct Item: Identifiable {
      let id: Int
      var title: String { "Item \(id)" }
    }

    /// An item whose title can change while its id stays.
    struct TitledItem: Identifiable {
      let id: Int
      var title: String
    }

    @Observable @MainActor final class Model {
      /// The items of three nested sheets: the root sheet, the middle sheet and the innermost sheet. An ``AlertOnItem``
      /// presents `first` in an alert instead.
      var first: Item?
      var second: Item?
      var third: Item?
      var titledItem: TitledItem?
      /// The property names of the items whose sheets were dismissed, in order. In a ``TitledAlert``, the titles of the
      /// items whose button was pressed.
      @ObservationIgnored var events: [String] = []
      /// Called when the innermost sheet is dismissed.
      @ObservationIgnored var onInnermostDismissal: () -> Void = {}

      func presentAll() {
        first = Item(id: 1)
        second = Item(id: 2)
        third = Item(id: 3)
      }
    }

    struct NestedSheets: View {
      @Bindable var model: Model

      var body: some View {
        Button("screen") {}.sheet(item: $model.first) {
          model.events.append("first")
        } content: { item in
          Text(item.title).sheet(item: $model.second) {
            model.events.append("second")
          } content: { item in
            Text(item.title).sheet(item: $model.third) {
              model.events.append("third")
              model.onInnermostDismissal()
            } content: { item in
              Text(item.title)
            }
          }
        }
      }
    }

    /// Shows a window with three sheets above each other.
    private func showNestedSheets() async throws -> (Model, ViewWindow<NestedSheets>) {
      let model = Model()
      let window = await show { NestedSheets(model: model) }
      model.presentAll()
      try await window.opened("Item 3")
      await window.waitForPresentations(3)
      return (model, window)
    }

    @Test(.presentationLine(13))
    func `clearing the root item closes nested sheets, innermost first, and clears their states`()
      async throws
    {
      let (model, window) = try await showNestedSheets()
      model.first = nil
      await window.waitForPresentations()
      #expect(model.events == ["third", "second", "first"])
      #expect(model.second == nil && model.third == nil)
      window.close()
    }

    @Test(.presentationLine(13)) func `a root sheet that the user closes closes all nested sheets, innermost first`()
      async throws
    {
      let (model, window) = try await showNestedSheets()
      // The innermost sheet is the first one in `presented`.
      let root = try #require(window.presented.last)
      await closeWindow(root.window)
      await window.waitForPresentations()
      #expect(model.events == ["third", "second", "first"])
      #expect(model.first == nil && model.second == nil && model.third == nil)
      window.close()
    }

    @Test(.presentationLine(13)) func `clearing the middle item keeps the root sheet`() async throws {
      let (model, window) = try await showNestedSheets()
      model.second = nil
      await window.waitForPresentations(1)
      #expect(model.events == ["third", "second"])
      #expect(model.first != nil && model.third == nil)
      model.first = nil
      await window.waitForPresentations()
      window.close()
    }

    @Test(.presentationLine(11))
    func `destroying the window closes all sheets, innermost first, without writing the state`() async throws {
      let (model, window) = try await showNestedSheets()
      window.close()
      await waitUntil("all windows are closed") { openWindows().isEmpty }
      #expect(model.events == ["third", "second", "first"])
      #expect(model.first != nil && model.second != nil && model.third != nil)
    }

    @Test(.presentationLine(8))
    func `of items that are replaced while a sheet is closing, only the newest is shown`() async throws {
      // Given nested sheets. The dismissal of the innermost sheet will set the root's item to item 9
      let (model, window) = try await showNestedSheets()
      model.onInnermostDismissal = { model.first = Item(id: 9) }

      // When the root's item is replaced by item 8, which waits until all three sheets are dismissed
      model.first = Item(id: 8)

      // Then only item 9 is shown
      try await window.opened("Item 9")
      await window.waitForPresentations(1)
      #expect(model.events == ["third", "second", "first"])
      #expect(model.first?.id == 9)
      model.first = nil
      await window.waitForPresentations()
      #expect(model.events == ["third", "second", "first", "first"])
      window.close()
    }

    @Test(.presentationLine(8)) func `an item that is cleared while the previous sheet is closing is not shown`()
      async throws
    {
      // Given nested sheets. The dismissal of the innermost sheet will clear the root's item
      let (model, window) = try await showNestedSheets()
      model.onInnermostDismissal = { model.first = nil }

      // When the root's item is replaced by item 8, then all sheets are dismissed, and item 8 is never shown
      model.first = Item(id: 8)
      await window.waitForPresentations()
      // The dismissal of a sheet with item 8 would have added a second “first”.
      #expect(model.events == ["third", "second", "first"])
      window.close()
    }

    struct AlertOnItem: View {
      @Bindable var model: Model

      var body: some View {
        Button("screen") {}.alert(item: $model.first) { Alert(title: Text(verbatim: $0.title)) }
      }
    }

    @Test(.presentationLine(8), arguments: AlertBackend.available)
    func `of alerts that are replaced in each turn, only the last one is shown`(_ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { AlertOnItem(model: model) }
        model.first = Item(id: 1)
        try await window.opened("Item 1")
        // Each turn of the main loop sets another state: nil for the even ids, and an item for the odd ids.
        for id in 2...6 {
          await performInEventHandler { model.first = id.isMultiple(of: 2) ? nil : Item(id: id) }
        }
        model.first = Item(id: 7)
        try await window.opened("Item 7")
        await window.waitForPresentations(1)
        #expect(model.first?.id == 7)
        model.first = nil
        await window.waitForPresentations()
        window.close()
      }
    }

    /// The content of a sheet. The count is state that is lost if the sheet is replaced instead of updated.
    struct CountingContent: View {
      let item: TitledItem
      @State private var count = 0

      var body: some View {
        Text(item.title)
        Button("Count \(count)") { count += 1 }
      }
    }

    struct TitledSheet: View {
      @Bindable var model: Model

      var body: some View {
        Button("screen") {}.sheet(item: $model.titledItem) { CountingContent(item: $0) }
      }
    }

    @Test(.presentationLine(17))
    func `a new item with the same id updates the visible sheet`() async throws {
      let model = Model()
      let window = await show { TitledSheet(model: model) }
      model.titledItem = TitledItem(id: 1, title: "Before")
      let sheet = try await window.opened("Before")
      try await press("Count 0", in: sheet)
      model.titledItem = TitledItem(id: 1, title: "After")
      #expect(try await window.opened("After") == sheet)
      #expect(texts(in: sheet).contains("Count 1"))
      model.titledItem = nil
      await window.waitForPresentations()
      window.close()
    }

    struct TitledAlert: View {
      @Bindable var model: Model

      var body: some View {
        Button("screen") {}.alert(item: $model.titledItem) { item in
          Alert(
            title: Text(verbatim: item.title), primaryButton: .default(Text("Do")) { model.events.append(item.title) },
            secondaryButton: .cancel())
        }
      }
    }

    @Test(.presentationLine(17), arguments: AlertBackend.available)
    func `a new item with the same id updates the visible alert and its action`(_ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { TitledAlert(model: model) }
        model.titledItem = TitledItem(id: 1, title: "Before")
        let alert = try await window.opened("Before")
        model.titledItem = TitledItem(id: 1, title: "After")
        #expect(try await window.opened("After") == alert)
        try await press("Do", in: alert)
        await window.waitForPresentations()
        #expect(model.events == ["After"])
        window.close()
      }
    }
  }
}
