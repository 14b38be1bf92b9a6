import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Bad texts: texts with a zero character, which would end a text in C, and texts with bytes that are not UTF-8.
  /// U+FFFD replaces the zero character or the invalid bytes. Each use of bad texts in a view, such as for tooltips, is
  /// reported once, with the name of the view, such as `Spoken`.
  @MainActor @Suite struct BadTextTests {
    @Observable @MainActor final class Model {
      /// The bad text.
      var name = "a\0b"
      /// The kind of presentation that is shown: “alert”, “toast”, “question” (a confirmation dialog) or “file” (a file
      /// dialog). Empty if there is none.
      var shownKind = ""
      /// The texts that were dropped on a `Board`.
      @ObservationIgnored var texts: [String] = []
      /// The files that were selected in an `Importing` view.
      @ObservationIgnored var files: [FileURL] = []
    }

    /// Returns the messages that are reported while the closure runs.
    private func reportedMessages(_ act: () async throws -> Void) async rethrows -> [String] {
      let reports = Reports()
      defer { reports.stop() }
      try await act()
      return reports.all.map(\.message)
    }

    /// A view with a bad text in each modifier for screen readers, tooltips and searches.
    struct Spoken: View {
      let model: Model
      @State private var search = ""

      var body: some View {
        VStack {
          Text("words").help(model.name).accessibilityLabel(model.name).accessibilityHint(model.name)
            .accessibilityValue(model.name)
          List { Text("row").typeSelectEquivalent(model.name) }.frame(width: 100, height: 100)
        }
        .searchable(text: $search, prompt: model.name)
      }
    }

    @Test func `zero characters in the texts of modifiers are replaced and reported with the view's name`() async throws
    {
      let messages = try await reportedMessages {
        // Given a view with modifiers whose texts have zero characters
        let model = Model()
        let window = await show(width: 400) { Spoken(model: model) }
        let root = try #require(window.window)
        let words = try #require(widgets(ofType: gtk_label_get_type(), in: root).first { texts(in: $0) == ["words"] })
        let hasText = { (text: String) in
          hasAccessibleName(text, words) && hasAccessibleDescription(text, words) && hasAccessibleValue(text, words)
            && gtk_widget_get_tooltip_text(words).map { String(cString: $0) } == text
        }

        // Then GTK has all texts, with the replacement character
        #expect(hasText("a\u{FFFD}b"))
        let entry = try #require(widgets(ofType: gtk_search_entry_get_type(), in: root).first)
        #expect(hasAccessibleName("a\u{FFFD}b", entry))

        // When the texts change
        model.name = "\0c"
        await waitUntil("the texts of GTK follow") { hasText("\u{FFFD}c") }
        window.close()
      }

      // Then each use was reported once, although the text changed
      let uses = [
        "A tooltip", "An accessibility label", "An accessibility hint", "An accessibility value",
        "The prompt of a search field",
        "The text by which a row is found",
      ]
      for use in uses {
        #expect(
          messages.filter { $0.hasPrefix("\(use) in Spoken has a zero character") }.count == 1, "\(use): \(messages)")
      }
      #expect(messages.count == uses.count)
    }

    /// A view that presents a dialog or a toast of the model's `shownKind`, with bad texts.
    struct Presenting: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Text("screen")
            .alert(model.name, isPresented: isShown("alert")) {
              Button(model.name) {}
            } message: {
              Text(model.name)
            }
            .toast(isPresented: isShown("toast")) { Toast(model.name).action(model.name) {} }
          Text("dialog").confirmationDialog(model.name, isPresented: isShown("question"), titleVisibility: .visible) {
            Button("Go") {}
          }
          Text("files")
            .fileExporter(
              isPresented: isShown("file"), document: FileDialogTests.Note(text: ""), defaultFilename: model.name
            ) { _ in }
            .fileDialogMessage(model.name).fileDialogConfirmationLabel(model.name)
            // `waitUntilPathIsShown` waits for the path of a folder, so the dialog begins in a folder.
            .fileDialogDefaultDirectory(FileURL(fileURLWithPath: "/usr/share"))
        }
      }

      /// Returns a binding that is true while the model shows a kind of presentation.
      private func isShown(_ kind: String) -> Binding<Bool> {
        Binding(get: { model.shownKind == kind }, set: { if !$0, model.shownKind == kind { model.shownKind = "" } })
      }
    }

    @Test func `zero characters in presented texts are replaced and reported with the view's name`() async throws {
      let messages = try await reportedMessages {
        let model = Model()
        let window = await show(width: 400, height: 300) { Presenting(model: model) }
        model.shownKind = "alert"
        let alert = try await window.opened("a\u{FFFD}b")
        // The title, the message and the button have the same text.
        #expect(texts(in: alert).filter { $0 == "a\u{FFFD}b" }.count == 3)
        model.shownKind = "question"
        try await window.opened("Go")
        await window.waitForPresentations(1)
        model.shownKind = ""
        await window.waitForPresentations()
        model.shownKind = "toast"
        // The toast and its button have the same text.
        await waitUntil("the toast is there") { window.texts.filter { $0 == "a\u{FFFD}b" }.count == 2 }
        model.shownKind = "file"
        await waitUntil("a file dialog") { window.presented.count == 1 }
        let dialog = try #require(window.presented.first?.window)
        await waitUntilPathIsShown(in: dialog)
        #expect(gtk_window_get_title(dialog).map { String(cString: $0) } == "a\u{FFFD}b")
        let name = gtk_file_chooser_get_current_name(dialog.opaque)
        #expect(name.map { String(cString: $0) } == "a\u{FFFD}b.txt")
        g_free(name)
        model.shownKind = ""
        await window.waitForPresentations()
        window.close()
      }
      // The message and the button of the alert are both a `Text`, so they are one use.
      let uses = [
        "The title of an alert", "A Text", "The title of a confirmation dialog", "A toast", "The button of a toast",
        "The message of a file dialog", "The button of a file dialog", "The name of a file to save",
      ]
      for use in uses {
        #expect(
          messages.filter { $0.hasPrefix("\(use) in Presenting has a zero character") }.count == 1,
          "\(use): \(messages)")
      }
      #expect(messages.count == uses.count)
    }

    @Test func `an announcement with a zero character is reported`() async {
      let messages = await reportedMessages {
        // A screen reader receives an announcement through a window.
        let window = await show { Button("a") {} }
        AccessibilityNotification.Announcement("It was\0 downloaded.").post()
        await mainLoopSettles()
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("An announcement has a zero character") == true)
    }

    /// A text that can be dragged, and a text that accepts dropped texts.
    struct Board: View {
      let model: Model

      var body: some View {
        Text("source").draggable(model.name)
        Text("target").dropDestination { (texts: [String], _) in
          model.texts += texts
          return true
        }
      }
    }

    /// Returns the content of a drag: a string with these bytes, which need not be UTF-8.
    private func draggedContent(_ bytes: [UInt8]) -> GObjectReference {
      var value = GValue()
      g_value_init(&value, cgtk_type_string())
      defer { g_value_unset(&value) }
      (bytes + [0]).withUnsafeBytes { g_value_set_string(&value, $0.bindMemory(to: CChar.self).baseAddress) }
      return GObjectReference(takingOver: gdk_content_provider_new_for_value(&value))
    }

    @Test func `invalid UTF-8 in a dropped text is replaced and reported with the view's name`()
      async throws
    {
      let model = Model()
      let messages = try await reportedMessages {
        let window = await show { Board(model: model) }
        let target = try #require(window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0) }?.last)
        // “a”, a byte that is not UTF-8, and “b”.
        let content = draggedContent([0x61, 0xFF, 0x62])
        // Two drops cause one report.
        for _ in 1...2 {
          let drag = TestDrag(of: content.pointer.cast(to: GdkContentProvider.self, gdk_content_provider_get_type()))
          #expect(await drag.drop(on: target))
        }
        window.close()
      }
      #expect(model.texts == ["a\u{FFFD}b", "a\u{FFFD}b"])
      #expect(messages == ["A text that was dropped in Board has bytes that are not UTF-8; U+FFFD stands for them."])
    }

    @Test func `a zero character in a dragged text is replaced and reported with the view's name`() async throws {
      let messages = try await reportedMessages {
        let window = await show { Board(model: Model()) }
        let source = try #require(window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0) }?.first)
        let drag = try #require(TestDrag(from: source))
        var value = GValue()
        g_value_init(&value, cgtk_type_string())
        #expect(gdk_content_provider_get_value(drag.provider, &value, nil) != 0)
        #expect(g_value_get_string(&value).map { String(cString: $0) } == "a\u{FFFD}b")
        g_value_unset(&value)
        await drag.cancel()
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("A text to drag in Board has a zero character") == true)
    }

    /// Returns the bytes of an MO file, gettext's file of translations. A header of seven 32-bit numbers (28 bytes) is
    /// followed by a table of the keys and a table of the texts, each with 8 bytes per entry, and by the strings. The
    /// text of the empty key declares the encoding.
    private func catalogue(_ texts: [(key: String, text: [UInt8])]) -> [UInt8] {
      // The keys must be sorted, because gettext uses a binary search.
      let entries =
        [(key: "", text: Array("Content-Type: text/plain; charset=UTF-8\n".utf8))] + texts.sorted { $0.key < $1.key }
      let count = entries.count
      // The header has the format's magic number, its revision, the number of entries, the positions of both tables,
      // and an empty hash table.
      var (tables, strings): ([UInt32], [UInt8]) = (
        [0x9504_12DE, 0, UInt32(count), 28, UInt32(28 + 8 * count), 0, 0], []
      )
      let stringsOffset = 28 + 16 * count
      for bytes in entries.map({ Array($0.key.utf8) }) + entries.map(\.text) {
        tables += [UInt32(bytes.count), UInt32(stringsOffset + strings.count)]
        strings += bytes + [0]
      }
      return tables.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } + strings
    }

    /// Shows one translated text twice, and another one as a tooltip.
    struct Translated: View {
      var body: some View {
        Text("Good morning").help("Good night")
        Text("Good morning")
      }
    }

    @Test func `invalid UTF-8 in a translation is replaced and reported with the view's name`() async throws {
      // Given a catalogue with two translations in Latin 1, which are not valid UTF-8. (`SampleFile` creates a folder
      // with a file. The test uses only the folder.)
      let folder = try SampleFile("folder")
      defer { folder.remove() }
      let bytes = catalogue([("Good morning", [0x4D, 0xFC, 0x6E]), ("Good night", [0xFF, 0x6E])])
      let path = "\(folder.folder)/en/LC_MESSAGES"
      g_mkdir_with_parents(path, 0o700)
      #expect(
        bytes.withUnsafeBytes {
          g_file_set_contents(
            "\(path)/broken-texts.mo", $0.bindMemory(to: CChar.self).baseAddress, gssize($0.count), nil)
        }
          != 0)
      Localization.use(domain: "broken-texts", directory: folder.folder)
      defer { Localization.use(domain: "no-such-domain", directory: "/nonexistent") }

      // When the texts are shown
      let messages = await reportedMessages {
        let window = await show { Translated() }
        #expect(window.texts == ["M\u{FFFD}n", "M\u{FFFD}n"])
        window.close()
      }

      // Then each translation was reported once
      #expect(
        messages.sorted() == [
          "The translation of “Good morning”, which A Text in Translated shows, has bytes that are not UTF-8; U+FFFD stands for them.",
          "The translation of “Good night”, which A tooltip in Translated shows, has bytes that are not UTF-8; U+FFFD stands for them.",
        ])
      for created in ["\(path)/broken-texts.mo", path, "\(folder.folder)/en"] { remove(created) }
    }

    /// Removes a file or an empty folder.
    private func remove(_ path: String) {
      guard let file = g_file_new_for_path(path) else { return }
      g_file_delete(file, nil, nil)
      g_object_unref(file.rawPointer)
    }

    struct Importing: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").fileImporter(
          isPresented: Binding(get: { model.shownKind == "file" }, set: { if !$0 { model.shownKind = "" } }),
          allowedContentTypes: [.plainText]
        ) { if case .success(let file) = $0 { model.files.append(file) } }
      }
    }

    @Test func `selecting a file whose name is not UTF-8 opens that file and no similarly named one`() async throws {
      // Given a file whose name has a byte that is not UTF-8, and a similar file whose name has the replacement
      // character instead of this byte
      let similarFile = try SampleFile("\u{FFFD}.txt")
      let address = "\(similarFile.folderAddress)/%FF.txt"
      let file = try #require(g_file_new_for_uri(address))
      defer {
        g_file_delete(file, nil, nil)
        g_object_unref(file.rawPointer)
        similarFile.remove()
      }
      let contents = "the right one"
      let length = gsize(contents.utf8.count)
      #expect(g_file_replace_contents(file, contents, length, nil, 0, G_FILE_CREATE_NONE, nil, nil, nil) != 0)
      let model = Model()
      let messages = try await reportedMessages {
        // When the user selects the file with the invalid name
        let window = await show(width: 400, height: 300) { Importing(model: model) }
        model.shownKind = "file"
        await waitUntil("a dialog") { window.presented.count == 1 }
        let dialog = try #require(window.presented.first?.window)
        gtk_file_chooser_set_file(dialog.opaque, file, nil)
        // As strings, the paths of the two files are equal, because U+FFFD stands for the invalid byte.
        await accept(similarFile.path, in: dialog)
        await waitUntil("the answer") { !model.files.isEmpty }
        await window.waitForPresentations()
        window.close()

        // Then the address and the file-system representation refer to the selected file
        let selected = try #require(model.files.first)
        #expect(selected.absoluteString == address)
        #expect(selected.lastPathComponent == "\u{FFFD}.txt" && selected.pathExtension == "txt")
        #expect(self.contents(of: selected) == contents)

        // And the path is empty, because a path with the replacement character would refer to the other file
        #expect(selected.path.isEmpty)
      }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("%FF.txt is not UTF-8") == true)
    }

    /// Reads a file through its file-system representation. `nil` if it cannot be read.
    private func contents(of file: FileURL) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      defer { g_free(text) }
      guard file.withUnsafeFileSystemRepresentation({ g_file_get_contents($0, &text, nil, nil) }) != 0 else {
        return nil
      }
      return text.map { String(cString: $0) }
    }

    @Test func `an address or a path with a zero character does not refer to another file`() throws {
      let file = try SampleFile("a")
      defer { file.remove() }
      #expect(FileURL(string: "\(file.address)\0b") == nil)
      let url = FileURL(fileURLWithPath: "\(file.path)\0b")
      #expect(url.path == "\(file.path)\u{FFFD}b")
    }

    /// Shows two settings. Each button writes one of them.
    struct Speeds: View {
      @AppStorage("name") private var name = "none"
      @AppStorage("speed") private var speed = 1

      var body: some View {
        Text(verbatim: "\(name) \(speed)")
        Button("faster") { speed += 1 }
        Button("rename") { name = "x\0y" }
      }
    }

    @Test
    func `invalid UTF-8 in a setting is replaced in the view, kept in the file until it is written, and reported`()
      async throws
    {
      // Given a settings file with a byte that is not UTF-8
      let file = try SampleFile("settings.ini")
      defer { file.remove() }
      let originalBytes: [UInt8] = Array("[Settings]\nname=J".utf8) + [0xF6] + Array("rg\n".utf8)
      #expect(
        originalBytes.withUnsafeBytes {
          g_file_set_contents(file.path, $0.bindMemory(to: CChar.self).baseAddress, gssize($0.count), nil)
        } != 0)
      let messages = await reportedMessages {
        // When the invalid setting is shown, and another setting is written
        let window = await show { Speeds().defaultAppStorage(AppSettings(file: file.path)) }
        #expect(window.texts.first == "J\u{FFFD}rg 1")
        await window.click("faster")
        await waitUntil("the view shows the other speed") { window.texts.first == "J\u{FFFD}rg 2" }

        // Then the bytes in the file are unchanged
        var (text, length): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
        #expect(g_file_get_contents(file.path, &text, &length, nil) != 0)
        let bytes = (0..<Int(length)).map { UInt8(bitPattern: text![$0]) }
        g_free(text)
        #expect(bytes.starts(with: originalBytes))

        // When the invalid setting itself is written, with a zero character
        await window.click("rename")
        await waitUntil("the view shows the other name") { window.texts.first == "x\u{FFFD}y 2" }
        #expect(file.contents?.contains("name=x\u{FFFD}y") == true)
        window.close()
      }
      #expect(messages.count == 2)
      #expect(
        messages.first
          == "The setting “name” in \(file.path), which Speeds reads, has bytes that are not UTF-8; U+FFFD stands for them."
      )
      #expect(messages.last?.hasPrefix("The text of a setting in Speeds has a zero character") == true)
    }

    /// Shows two settings. In C, both names would be “a”, because a zero character ends a text.
    struct Twin: View {
      @AppStorage("a") private var first = 1
      @AppStorage("a\0b") private var second = 2

      var body: some View {
        Text("\(first) \(second)")
        Button("write") { second = 3 }
      }
    }

    @Test func `a setting whose name has a zero character does not replace another setting`() async throws {
      let file = try SampleFile("settings.ini")
      defer { file.remove() }
      // The test begins without a settings file.
      file.removeFile()
      let messages = await reportedMessages {
        let window = await show { Twin().defaultAppStorage(AppSettings(file: file.path)) }
        await window.click("write")
        await waitUntil("the second setting is written") { window.texts.first == "1 3" }
        window.close()
        // Another window reads the settings from the file.
        let secondWindow = await show { Twin().defaultAppStorage(AppSettings(file: file.path)) }
        #expect(secondWindow.texts.first == "1 3")
        secondWindow.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("The name of a setting in Twin has a zero character") == true)
    }
  }
}
