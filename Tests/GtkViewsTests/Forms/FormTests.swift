import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Forms, disclosure groups and links.
  @MainActor @Suite struct FormTests {
    @Observable @MainActor final class Model {
      var isOn = false
      var hasOptionalRows = false
      var isExpanded = false
      var text = "text"
      @ObservationIgnored var openedAddresses: [String] = []
    }

    struct Settings: View {
      @Bindable var model: Model

      var body: some View {
        Form {
          Text("Loose")
          if model.hasOptionalRows { Text("More") }
          Section("Playback") {
            Toggle("Skip", isOn: $model.isOn)
            LabeledContent("Version", value: "1.0")
            if model.hasOptionalRows { Text("Inside") }
          }
          Text("Last")
        }
      }
    }

    /// Returns the boxes of a form from top to bottom, each with the texts of its rows. A box is the frame around the
    /// rows of a section, or around adjacent rows outside of sections.
    private func boxes<Content>(in window: ViewWindow<Content>) -> [[String]] {
      guard let window = window.window else { return [] }
      let rows = widgets(in: window.widget).filter { gtk_widget_has_css_class($0, "gtkviews-form-row") != 0 }
      var boxes: [(UnsafeMutablePointer<GtkWidget>, [String])] = []
      for row in rows {
        guard let box = gtk_widget_get_parent(row) else { continue }
        if boxes.last?.0 != box { boxes.append((box, [])) }
        boxes[boxes.count - 1].1.append(texts(in: row).joined(separator: " "))
      }
      return boxes.map(\.1)
    }

    @Test func `a vertical field in a form is at least one line high, and its prompt is dimmed`() async throws {
      struct Notes: View {
        @State private var text = "One line"
        @State private var empty = ""

        var body: some View {
          Form {
            TextField("Notes", text: $text, axis: .vertical)
            TextField("Notes", text: $empty, prompt: Text("Write here"), axis: .vertical)
          }
        }
      }
      let window = await show { Notes() }
      let root = try #require(window.window)
      await drawFrame(of: root)
      let textViews = widgets(ofType: gtk_text_view_get_type(), in: root)
      #expect(textViews.count == 2)
      let prompt = try #require(
        widgets(ofType: gtk_label_get_type(), in: root).first { texts(in: $0) == ["Write here"] })
      // The label of the prompt is one line high. `gtk_widget_get_height` does not include the padding of a text view.
      let lineHeight = gtk_widget_get_height(prompt)
      #expect(lineHeight > 10, "the prompt is laid out")
      for textView in textViews { #expect(gtk_widget_get_height(textView) >= lineHeight) }
      // A prompt has half of the opacity of a text.
      var (promptColor, textColor) = (GdkRGBA(), GdkRGBA())
      cgtk_widget_get_color(prompt, &promptColor)
      cgtk_widget_get_color(textViews[0], &textColor)
      #expect(abs(promptColor.alpha - textColor.alpha / 2) < 0.01)
      window.close()
    }

    @Test func `each section is a box of rows, and views between sections have their own boxes`()
      async throws
    {
      let model = Model()
      let window = await show { Settings(model: model) }
      #expect(boxes(in: window) == [["Loose"], ["Skip", "Version 1.0"], ["Last"]])
      #expect(window.texts == ["Loose", "Playback", "Skip", "Version", "1.0", "Last"])
      model.hasOptionalRows = true
      await waitUntil("the optional rows are inserted") {
        boxes(in: window) == [["Loose", "More"], ["Skip", "Version 1.0", "Inside"], ["Last"]]
      }
      model.hasOptionalRows = false
      await waitUntil("the optional rows are removed") {
        boxes(in: window) == [["Loose"], ["Skip", "Version 1.0"], ["Last"]]
      }
      window.close()
    }

    @Test func `a form is as high as its content`() async throws {
      let model = Model()
      // The window has room for the boxes of a form, which are at most 600 pixels wide. So no text has to be wrapped.
      let window = await show(width: 620) { Settings(model: model) }
      let scrolledForm = try #require(
        window.window.flatMap { widgets(ofType: gtk_scrolled_window_get_type(), in: $0).first })
      let adjustment = gtk_scrolled_window_get_vadjustment(scrolledForm.opaque)
      await waitUntil("the whole form is visible") {
        let height = gtk_adjustment_get_upper(adjustment)
        // Before the rows are laid out, the content is lower than 100 pixels.
        return height > 100 && gtk_adjustment_get_page_size(adjustment) >= height
      }
      window.close()
    }

    @Test func `a section in a sheet that a form row presents is not part of the form`() async throws {
      let window = await show {
        Form { Text("Row").sheet(isPresented: .constant(true)) { VStack { Section("Title") { Text("Inside") } } } }
      }
      await waitUntil("the sheet is open") { openWindows().count == 2 }
      let sheet = try #require(openWindows().first { $0 != window.window })
      #expect(widgets(in: sheet.widget).allSatisfy { gtk_widget_has_css_class($0, "gtkviews-form-row") == 0 })
      window.close()
      await waitUntil("the sheet is closed with its window") { openWindows().isEmpty }
    }

    struct DetailsGroup: View {
      @Bindable var model: Model

      var body: some View {
        DisclosureGroup("Details", isExpanded: $model.isExpanded) { Text(model.text) }
      }
    }

    @Test func `a disclosure group writes its isExpanded binding and follows it`() async throws {
      let model = Model()
      let window = await show { DetailsGroup(model: model) }
      let expander = try #require(window.window.flatMap { widgets(ofType: gtk_expander_get_type(), in: $0).first })
      #expect(gtk_expander_get_expanded(expander.opaque) == 0)
      await performInEventHandler { emit("activate", on: expander) }
      #expect(model.isExpanded)
      await waitUntil("the group is open") { window.texts == ["Details", "text"] }
      model.isExpanded = false
      await waitUntil("the group is closed") { gtk_expander_get_expanded(expander.opaque) == 0 }
      #expect(hasAccessibleName("Details", expander))
      window.close()
    }

    struct LinkAndButton: View {
      let model: Model
      @Environment(\.openURL) private var openURL

      var body: some View {
        VStack {
          Link("Site", destination: "https://example.org/\(model.text)")
          Button("Open") { openURL("https://example.org/button") }
        }
      }
    }

    @Test func `a link and a button open addresses by the environment's action`() async throws {
      let model = Model()
      let window = await show {
        LinkAndButton(model: model).environment(
          \.openURL,
          OpenURLAction { address in
            model.openedAddresses.append(address)
            return .handled
          })
      }
      let link = try #require(window.window.flatMap { widgets(ofType: gtk_link_button_get_type(), in: $0).first })
      #expect(window.texts == ["Site", "Open"])
      #expect(hasAccessibleName("Site", link))
      await GtkTestSupport.click(link)
      model.text = "other"
      await mainLoopSettles()
      await GtkTestSupport.click(link)
      await window.click("Open")
      #expect(
        model.openedAddresses == [
          "https://example.org/text", "https://example.org/other", "https://example.org/button",
        ])
      window.close()
    }
  }
}
