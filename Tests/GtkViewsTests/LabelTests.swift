import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The labels of controls. A label consists of any number of views. Further tests are about the parts of a
  /// `ContentUnavailableView`, and about the title of a window.
  @MainActor @Suite struct LabelTests {
    @Test func `ContentUnavailableView shows its title, description, actions and a large symbol`() async throws {
      let window = await show {
        ContentUnavailableView {
          Label("No Shows", systemImage: "headphones")
        } description: {
          Text("Subscribe to one.")
        } actions: {
          Button("Subscribe") {}
        }
        .frame(width: 400, height: 300)
      }
      #expect(window.texts == ["No Shows", "Subscribe to one.", "Subscribe"])
      let image = try #require(window.window.flatMap { widgets(ofType: gtk_image_get_type(), in: $0).first })
      // The view shows its symbol at 64 pixels.
      await waitUntil("the symbol is larger than the usual 16 pixels") { gtk_widget_get_height(image) >= 64 }
      window.close()
    }

    @Test func `ContentUnavailableView shows a title and a description given as texts`() async {
      let window = await show {
        ContentUnavailableView("No Shows", systemImage: "headphones", description: Text("Subscribe to one."))
      }
      #expect(window.texts == ["No Shows", "Subscribe to one."])
      window.close()
    }

    @Test func `a checkbox with a hidden label shows only the box and keeps its accessible name`() async throws {
      let window = await show { Toggle("Autoplay", isOn: .constant(true)).toggleStyle(.checkbox).labelsHidden() }
      let box = try #require(window.window.flatMap { widgets(ofType: gtk_check_button_get_type(), in: $0).first })
      #expect(window.texts.isEmpty)
      #expect(gtk_check_button_get_child(UnsafeMutablePointer(box.opaque)) == nil)
      #expect(hasAccessibleName("Autoplay", box))
      window.close()
    }

    @Test func `a missing symbol in a label is reported at the line that creates the view`() async throws {
      final class ReportedLines: @unchecked Sendable {
        // Safe because the views report on the main actor.
        var all: [UInt] = []
      }
      let reportedLines = ReportedLines()
      let formerReporter = MisuseReporter.processWide
      MisuseReporter.processWide = MisuseReporter { reportedLines.all.append($0.line) }
      defer { MisuseReporter.processWide = formerReporter }
      let line: UInt = #line
      let window = await show {
        VStack {
          Toggle("Autoplay", systemImage: "no.such.symbol.toggle", isOn: .constant(true))
          ContentUnavailableView("No Shows", systemImage: "no.such.symbol.page")
          Button("Play", systemImage: "no.such.symbol.button") {}
          Menu("More", systemImage: "no.such.symbol.menu") { Button("Stop") {} }
          Picker("Speed", systemImage: "no.such.symbol.picker", selection: .constant(1)) { Text("1").tag(1) }
        }
      }
      // The first of the five views is three lines below the line of `#line`.
      #expect(reportedLines.all == (3...7).map { line + $0 })
      window.close()
    }

    @Test func `an empty navigation title shows the program's name as the window title`() async throws {
      // The program's name belongs to the process. A name that another test has set is kept.
      if g_get_application_name() == nil { g_set_application_name("GtkViewsTests") }
      let programName = g_get_application_name().map { String(cString: $0) }
      let window = await show { NavigationStack { Text("Page").navigationTitle("") } }
      await waitUntil("the window has its title") {
        window.window.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) } == programName
      }
      window.close()
    }

    @Observable @MainActor final class Model {
      var hasFirst = false
      var hasLast = true
      var count = 0
      var isOn = false
    }

    struct SharedLabel: View {
      let model: Model

      @ViewBuilder var label: some View {
        if model.hasFirst { Text("First") }
        if model.hasLast { Text("Last") }
      }

      var body: some View {
        VStack {
          Button(action: {}) { label }
          Toggle(isOn: .constant(true)) { label }.toggleStyle(.button)
          Toggle(isOn: .constant(true)) { label }.toggleStyle(.checkbox)
        }
      }
    }

    @Test func `a label follows changes between no view, one view and several views`() async {
      // Given a button and two toggles with the same label
      let model = Model()
      let window = await show { SharedLabel(model: model) }
      #expect(window.texts == ["Last", "Last", "Last"])

      // When the first and the last view of the label are inserted and removed
      for (hasFirst, hasLast, texts) in [
        (true, true, ["First", "Last"]), (false, true, ["Last"]), (true, true, ["First", "Last"]),
        (true, false, ["First"]), (false, false, []),
        (true, true, ["First", "Last"]), (false, false, []),
      ] {
        model.hasFirst = hasFirst
        model.hasLast = hasLast
        await mainLoopSettles()

        // Then each label shows its current views
        #expect(window.texts == texts + texts + texts)
      }
      window.close()
    }

    struct CheckboxLabels: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Toggle("Count \(model.count)", isOn: $model.isOn)
          Toggle(isOn: $model.isOn) { Image(systemName: model.count == 0 ? "heart" : "star") }
        }
        .toggleStyle(.checkbox)
      }
    }

    @Test func `a label of a checkbox follows the state that the label reads, and may be an image`() async throws {
      let model = Model()
      let window = await show { CheckboxLabels(model: model) }
      let boxes = widgets(ofType: gtk_check_button_get_type(), in: try #require(window.window))
      try #require(boxes.count == 2)
      let symbol = try #require(widgets(ofType: gtk_image_get_type(), in: boxes[1]).first)
      #expect(gtk_widget_get_mapped(symbol) != 0)
      #expect(window.texts == ["Count 0"])
      model.count = 5
      await waitUntil("the labels follow") { window.texts == ["Count 5"] }
      // GTK's icon for the symbol “star”
      #expect(gtk_image_get_icon_name(symbol.opaque).map { String(cString: $0) } == "non-starred-symbolic")
      window.close()
    }
  }
}
