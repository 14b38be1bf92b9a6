import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Texts with Markdown and links.
  @MainActor @Suite struct RichTextTests {
    @Observable @MainActor final class Model {
      var name = "*Ada*"
      var address = "https://example.org/1"
      var count = 0
      /// The addresses of all links that the tests in `RichTextTests+Links.swift` have opened.
      var openedAddresses: [String] = []

      /// The action for links, which appends the address to ``openedAddresses``.
      var recordAddress: OpenURLAction {
        OpenURLAction { address in
          self.openedAddresses.append(address)
          return .handled
        }
      }
    }

    /// Returns the label with this number, counted from 0.
    func label<Content>(
      in window: ViewWindow<Content>, _ number: Int = 0
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      let labels = widgets(ofType: gtk_label_get_type(), in: try #require(window.window))
      return try #require(labels.indices.contains(number) ? labels[number] : nil)
    }

    /// Returns the styles of a label's text. Each style begins with its range of bytes: `3 8 weight bold`.
    func attributes(_ label: UnsafeMutablePointer<GtkWidget>) -> [String] {
      textAttributes(of: label).split(separator: "\n").map(String.init)
    }

    /// Returns the markup of a label. The markup contains the addresses of the label's links.
    func markup(_ label: UnsafeMutablePointer<GtkWidget>) -> String {
      String(cString: gtk_label_get_label(label.opaque))
    }

    struct Greeting: View {
      let model: Model

      var body: some View {
        VStack {
          Text("é **bold *both*** `code` ~~gone~~ \(model.name)")
          Text(verbatim: "*verbatim*")
          Text(model.name)
          Text(LocalizedStringKey(model.name))
        }
      }
    }

    @Test func `Markdown in a text is styled, and Markdown in interpolated values is not`() async throws {
      let model = Model()
      let window = await show { Greeting(model: model) }
      #expect(window.texts == ["é bold both code gone *Ada*", "*verbatim*", "*Ada*", "Ada"])
      // The first character, “é”, has two bytes, so “bold” begins at byte 3.
      let firstAttributes = attributes(try label(in: window))
      #expect(
        firstAttributes.contains("3 8 weight bold") && firstAttributes.contains("8 12 weight bold")
          && firstAttributes.contains("8 12 style italic"))
      #expect(firstAttributes.contains { $0.hasPrefix("13 17 family") })
      #expect(firstAttributes.contains { $0.hasPrefix("18 22 strikethrough") })
      // Labels 1 and 2 show strings, which are not parsed as Markdown.
      for number in 1...2 { #expect(attributes(try label(in: window, number)).isEmpty) }
      #expect(attributes(try label(in: window, 3)).contains("0 3 style italic"))

      // When a text is replaced by a shorter one, its attributes follow
      model.name = "**B** `"
      await waitUntil("the text follows") { window.texts.last == "B `" }
      #expect(window.texts == ["é bold both code gone **B** `", "*verbatim*", "**B** `", "B `"])
      #expect(attributes(try label(in: window, 3)) == ["0 1 weight bold"])
      // And when the text has no markup, it has no attributes
      model.name = "plain"
      await waitUntil("the text follows") { window.texts.last == "plain" }
      #expect(attributes(try label(in: window, 3)).isEmpty)
      window.close()
    }

    @Test func `the modifiers of a text combine with the styles of its parts`() async throws {
      let window = await show {
        VStack {
          Text("*a* **b**").font(.title).underline()
          Text("x") + Text("é*a*").bold() + Text("**b**").foregroundColor(.red)
          VStack { Text("a **b**") }.fontWeight(.light)
        }
      }
      let concatenatedAttributes = attributes(try label(in: window, 1))
      // In “xéab”, “é” has the bytes 1 and 2, so “a” is byte 3 and “b” is byte 4.
      #expect(window.texts == ["a b", "xéab", "a b"])
      #expect(
        concatenatedAttributes.contains("1 3 weight bold") && concatenatedAttributes.contains("3 4 weight bold")
          && concatenatedAttributes.contains("3 4 style italic"))
      #expect(
        concatenatedAttributes.contains("4 5 weight bold")
          && concatenatedAttributes.contains { $0.hasPrefix("4 5 foreground") })
      let titledAttributes = attributes(try label(in: window))
      #expect(
        titledAttributes.contains("0 1 underline single") && titledAttributes.contains("0 1 style italic")
          && titledAttributes.contains("2 3 weight bold"))
      let lightAttributes = attributes(try label(in: window, 2))
      #expect(lightAttributes.contains("0 2 weight light") && lightAttributes.contains("2 3 weight bold"))
      window.close()
    }

    @Test func `a link in a control's label is plain text and part of the accessible name`() async throws {
      let model = Model()
      let window = await show {
        VStack {
          Button("**Buy** [one](x)") { model.count += 1 }
          Toggle("*On* [two](y)", isOn: .constant(true))
        }
      }
      #expect(window.texts == ["Buy one", "On two"])
      let root = try #require(window.window)
      let foundButton = GtkTestSupport.button("Buy one", in: root)
      let button = try #require(foundButton)
      #expect(hasAccessibleName("Buy one", button))
      #expect(gtk_widget_get_focusable(try label(in: window)) == 0)
      #expect(attributes(try label(in: window)).contains("0 3 weight bold"))
      await window.click("Buy one")
      #expect(model.count == 1)
      window.close()
    }

    @Test func `titles, prompts, accessible names and tooltips leave out Markdown markers`() async throws {
      struct Named: View {
        @State private var text = ""

        var body: some View {
          VStack {
            TextField("*Name*", text: $text, prompt: Text("**Prompt**"))
            Image(systemName: "heart").accessibilityLabel("A `heart`").help("[Help](x)")
          }
          .navigationTitle("The *title*")
        }
      }
      let window = await show { Named() }
      let root = try #require(window.window)
      await waitUntil("the window has a title") {
        gtk_window_get_title(root).map { String(cString: $0) } == "The title"
      }
      let entry = try #require(widgets(ofType: gtk_entry_get_type(), in: root).first)
      #expect(hasAccessibleName("Name", entry))
      #expect(
        gtk_entry_get_placeholder_text(UnsafeMutablePointer(entry.opaque)).map { String(cString: $0) } == "Prompt")
      let image = try #require(widgets(ofType: gtk_image_get_type(), in: root).first)
      #expect(hasAccessibleName("A heart", image))
      #expect(gtk_widget_get_tooltip_text(image).map { String(cString: $0) } == "Help")
      window.close()
    }

    /// Texts with zero characters. A text of GTK ends at a zero character.
    struct Broken: View {
      let model: Model
      @State private var typed = "t\0u"

      var body: some View {
        VStack {
          Text(model.name)
          Text("**\(model.name)**[é](a\(model.name))") + Text(verbatim: "\0").bold()
          TextField("f\0", text: $typed)
          TextField("f\0", text: $typed, axis: .vertical)
        }
        .navigationTitle(model.name)
      }
    }

    @Test func `a zero character is shown as U+FFFD, and reported once for each kind of text, with the view's name`()
      async throws
    {
      // Given views that show texts with zero characters
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      model.name = "a\0b"
      let window = await show { Broken(model: model) }
      let root = try #require(window.window)
      #expect(Array(window.texts.prefix(2)) == ["a\u{FFFD}b", "a\u{FFFD}bé\u{FFFD}"])
      let concatenatedLabel = try label(in: window, 1)
      // U+FFFD has three bytes, so the bold “a\u{FFFD}b” has five. Then “é” has two, and the last U+FFFD is bold.
      #expect(attributes(concatenatedLabel).contains("0 5 weight bold"))
      #expect(attributes(concatenatedLabel).contains("7 10 weight bold"))
      #expect(markup(concatenatedLabel).contains("href=\"aa\u{FFFD}b\""))
      let entry = try #require(widgets(ofType: gtk_entry_get_type(), in: root).first)
      let textView = try #require(widgets(ofType: gtk_text_view_get_type(), in: root).first)
      #expect(String(cString: gtk_editable_get_text(entry.opaque)) == "t\u{FFFD}u")
      // The three characters are “t”, U+FFFD and “u”.
      #expect(gtk_text_buffer_get_char_count(gtk_text_view_get_buffer(UnsafeMutablePointer(textView.opaque))) == 3)
      await waitUntil("the window has a title") {
        gtk_window_get_title(root).map { String(cString: $0) } == "a\u{FFFD}b"
      }

      // When the texts are replaced
      model.name = "\0"
      await waitUntil("the texts follow") { window.texts.first == "\u{FFFD}" }
      await waitUntil("the title follows") { gtk_window_get_title(root).map { String(cString: $0) } == "\u{FFFD}" }
      model.name = "whole"
      await waitUntil("the texts follow") { window.texts.first == "whole" }

      // Then each kind of text was reported once
      let messages = reports.all.map(\.message)
      #expect(messages.count == 4, "\(messages)")
      for kind in ["A Text", "The text of a TextField", "The title of a TextField", "The title"] {
        #expect(messages.contains { $0.hasPrefix("\(kind) in Broken has a zero character") }, "\(kind): \(messages)")
      }
      window.close()
    }

    @Test func `invalid UTF-8 bytes become U+FFFD in a string, and GTK returns the same string`() async throws {
      // A Swift string cannot contain invalid bytes. Each of them is replaced when a string is created. Here these are
      // 0xFF, the three bytes of a surrogate, and 0xC3, which begins an incomplete character.
      let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xED, 0xA0, 0x80, 0xC3]
      let window = await show { Text(String(decoding: bytes, as: UTF8.self)) }
      #expect(window.texts == ["a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"])
      // GTK returns text as a C string, which is decoded in the same way.
      let decodedByC = (bytes + [0]).withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      #expect(decodedByC == window.texts.first)
      window.close()
    }
  }
}
