import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Texts and their fonts, with SwiftUI's modifiers. `textAttributes` returns the attributes of a label in Pango's
  /// text format: a line such as `0 1 weight bold` has a range of bytes, the name of an attribute, and its value.
  @MainActor @Suite struct TextCompatibilityTests {
    private func labels<Content>(in window: ViewWindow<Content>) throws -> [UnsafeMutablePointer<GtkWidget>] {
      widgets(ofType: gtk_label_get_type(), in: try #require(window.window))
    }

    @Observable @MainActor final class Emphasis {
      var isStrong = false
    }

    struct EmphasisedText: View {
      let emphasis: Emphasis

      var body: some View {
        let isStrong = emphasis.isStrong
        Text(verbatim: "a").font(isStrong ? .title : nil).fontWeight(isStrong ? .bold : nil).underline(isStrong)
      }
    }

    @Test func `the attributes of a text follow its modifiers while its words stay`() async throws {
      let emphasis = Emphasis()
      let window = await show { EmphasisedText(emphasis: emphasis) }
      let label = try #require(try labels(in: window).first)
      #expect(textAttributes(of: label).isEmpty)
      // The second round sets attributes that the first one has removed.
      for _ in 1...2 {
        emphasis.isStrong = true
        await waitUntil("the text is underlined") { textAttributes(of: label).contains("underline single") }
        #expect(textAttributes(of: label).contains("weight bold"))
        emphasis.isStrong = false
        await waitUntil("the text is plain again") { textAttributes(of: label).isEmpty }
      }
      window.close()
    }

    @Test func `texts with equal words and styles are equal, whatever the order of the modifiers`() {
      let plain = Text(verbatim: "a")
      #expect(plain.bold().fontWeight(nil) == plain)
      #expect(plain.bold().italic() == plain.italic().bold())
      #expect(plain.bold() != plain)
      #expect(plain + plain == plain + plain)
      #expect(plain + plain.bold() != plain + plain)
    }

    @Test func `a selectable text takes the focus without selecting its words`() async throws {
      // Given a selectable text. By default, GTK selects the content of such a label when the label gets the focus, for
      // example after a sheet has closed
      let window = await show {
        VStack {
          Button("Other") {}
          Text("words to copy").textSelection(.enabled)
        }
      }
      let label = try #require(try labels(in: window).first { gtk_label_get_selectable($0.opaque) != 0 })
      #expect(gtk_widget_grab_focus(label) != 0)
      await mainLoopSettles()
      #expect(gtk_label_get_selection_bounds(label.opaque, nil, nil) == 0)
      window.close()
    }

    struct ConcatenatedText: View {
      @State private var count = 1

      var body: some View {
        VStack {
          Text("é is ") + Text("bold").bold()
            + (Text(verbatim: " \(count)").italic() + Text(" red").foregroundColor(.red))
          Button("More") { count += 1 }
        }
      }
    }

    @Test func `the parts of a concatenated text keep their styles`() async throws {
      // Given a text of several parts. Each attribute begins with its range of bytes. The “é” has two bytes, so the
      // parts are: 0 to 6 “é is ”, 6 to 10 “bold”, 10 to 12 “ 1”, and 12 to 16 “ red”
      let window = await show { ConcatenatedText() }
      let label = try #require(try labels(in: window).first)
      #expect(window.texts.first == "é is bold 1 red")
      let attributes = textAttributes(of: label)
      #expect(attributes.contains("6 10 weight bold"))
      #expect(attributes.contains("10 12 style italic"))
      #expect(attributes.contains("12 16 foreground"))

      // When a part changes
      await window.click("More")
      await waitUntil("the text follows") { window.texts.first == "é is bold 2 red" }
      #expect(textAttributes(of: label).contains("12 16 foreground"))
      window.close()
    }

    @Test func `a text has underlines, strikethroughs, font designs and all weights`() async throws {
      let weights: [Font.Weight] = [.ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black]
      let window = await show {
        VStack {
          Text("A", comment: "A letter").underline()
          Text("B").strikethrough().font(.title)
          Text("C").font(.system(size: 20, weight: .semibold, design: .monospaced))
          Text("D").font(.system(.title2, design: .serif))
          Text("E").monospaced()
          VStack { Text("F") }.fontDesign(.serif)
          Text("G").underline().underline(false)
          ForEach(weights, id: \.self) { Text(verbatim: "\($0.rawValue)").fontWeight($0) }
        }
      }
      // The attributes of the labels in the order of the texts: first “A” to “G”, then the weights
      let attributes = try labels(in: window).map { textAttributes(of: $0) }
      #expect(attributes[0].contains("underline"))
      // The size of a font such as `title` is a multiple of the body font’s size, which Pango calls “scale”.
      #expect(attributes[1].contains("strikethrough") && attributes[1].contains("scale"))
      // Pango has 1,024 units for a point.
      #expect(attributes[2].contains("size 20480"))
      #expect(attributes[2].contains("weight semibold") && attributes[2].contains("Monospace"))
      #expect(attributes[3].contains("Serif") && attributes[3].contains("scale"))
      #expect(attributes[4].contains("Monospace"))
      #expect(attributes[5].contains("Serif"))
      #expect(!attributes[6].contains("underline"))
      // Each weight has its own attributes.
      #expect(Set(attributes[7...]).count == weights.count)
      window.close()
    }
  }
}
