import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The size of a sheet when it opens.
  @MainActor @Suite struct SheetSizeTests {
    nonisolated enum Content: CaseIterable {
      case emptyList, shortList, longList, twoLists, longText, framedList, texts
    }

    private struct SheetBody: View {
      let content: Content

      var body: some View {
        switch content {
        case .emptyList: List([Int](), id: \.self) { Text("row \($0)") }
        case .shortList:
          NavigationStack {
            List {
              Section("Section") {
                Text("one")
                Text("two")
              }
            }
          }
        case .longList: List(0..<60, id: \.self) { Text("row \($0)") }
        case .twoLists:
          VStack {
            List(0..<60, id: \.self) { Text("row \($0)") }
            List(0..<60, id: \.self) { Text("row \($0)") }
          }
        case .longText: ScrollView { Text(verbatim: String(repeating: "a long text ", count: 800)) }
        case .framedList: List(0..<60, id: \.self) { Text("row \($0)") }.frame(width: 300, height: 200)
        case .texts:
          VStack {
            Text("some"); Text("texts")
          }
        }
      }
    }

    /// Returns the size of a sheet in pixels, without the sheet's title bar. The host window has 800 by 600 pixels.
    private func sheetSize(_ content: Content) async -> (width: Int32, height: Int32) {
      let window = ViewWindow(gtk_window_new().window) {
        Text("screen").sheet(isPresented: .constant(true)) { SheetBody(content: content) }
      }
      if let window = window.window { gtk_window_set_default_size(window, 800, 600) }
      window.present()
      await waitUntil("the sheet is on screen") {
        !window.presented.isEmpty && window.presented.allSatisfy { gtk_widget_get_width($0) > 0 }
      }
      await mainLoopSettles()
      let child = window.presented.first.flatMap { gtk_window_get_child($0.window) }
      defer { window.close() }
      return child.map { (gtk_widget_get_width($0), gtk_widget_get_height($0)) } ?? (0, 0)
    }

    @Test(arguments: [Content.emptyList, .shortList])
    func `a sheet with a short list has space for further rows`(_ content: Content) async {
      let size = await sheetSize(content)
      // A sheet gives a scrollable view a height of at least 360 pixels. The limit of 450 pixels is below the height of
      // a sheet with large content, which the next test expects.
      #expect((360...450).contains(size.height))
    }

    @Test(arguments: [Content.longList, .twoLists, .longText])
    func `a sheet with large content is as high as its host window and not wider`(_ content: Content) async {
      let size = await sheetSize(content)
      // The sheet's title bar takes a part of the 600 pixels of the host window.
      #expect((500...600).contains(size.height))
      #expect(size.width <= 800)
    }

    @Test func `a sheet has the height of content that has a fixed height or does not scroll`() async {
      let framed = await sheetSize(.framedList)
      #expect(framed.height == 200)
      let texts = await sheetSize(.texts)
      // Two lines of text are less than 100 pixels high.
      #expect(texts.height < 100)
    }
  }
}
