import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// `fileImporter` and `fileExporter`, with GTK's own dialogs.
  @MainActor @Suite struct FileDialogTests {
    @Observable @MainActor final class Model {
      var isImporting = false
      var isExporting = false
      var document: Note? = Note(text: "a note")
      var isButtonShown = true
      var types: [ContentType] = [.plainText]
      var folder: FileURL?
      @ObservationIgnored var allowsSeveralFiles = false
      /// The calls of completions and of `onCancellation`, as texts.
      @ObservationIgnored var events: [String] = []

      /// Records the result of an import, and whether `isImporting` is still true.
      func recordImport(_ result: Result<[FileURL], any Error>) {
        let state = isImporting ? "still importing" : "no longer importing"
        switch result {
        case .success(let files): events.append("\(files.map(\.lastPathComponent).joined(separator: ", ")), \(state)")
        case .failure(let error): events.append("\(error), \(state)")
        }
      }
    }

    /// A document with a text. Its JSON form is the text in quotes.
    struct Note: FileDocument {
      /// The error for an empty note.
      struct Refusal: Error {}
      static let writableContentTypes: [ContentType] = [.plainText, .json]
      var text: String

      func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        guard !text.isEmpty else { throw Refusal() }
        return FileWrapper(regularFileWithContents: (configuration.contentType == .json ? "\"\(text)\"" : text).utf8)
      }
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          if model.isButtonShown {
            Button("files") {}
              .fileImporter(
                isPresented: $model.isImporting, allowedContentTypes: model.types,
                allowsMultipleSelection: model.allowsSeveralFiles
              ) {
                model.recordImport($0)
              } onCancellation: {
                model.events.append("cancelled")
              }
              .fileExporter(isPresented: $model.isExporting, document: model.document, defaultFilename: "note") {
                result in
                switch result {
                case .success(let file): model.events.append("saved as \(file.lastPathComponent)")
                case .failure(let error): model.events.append("\(error is Note.Refusal ? "refused" : "not saved")")
                }
              } onCancellation: {
                model.events.append("not exported")
              }
              .fileDialogDefaultDirectory(model.folder)
              .fileDialogMessage("Choose well")
          }
        }
      }
    }

    /// Waits until the file dialog of a window is on screen.
    private func openedDialog(of window: ViewWindow<Screen>) async throws -> UnsafeMutablePointer<GtkWindow> {
      await waitUntil("a dialog") { window.presented.count == 1 }
      let dialog = try #require(window.presented.first?.window)
      await waitUntilPathIsShown(in: dialog)
      return dialog
    }

    @Test func `the completion is called once with the selected file, after isImporting has become false`() async throws
    {
      // Given a dialog on screen
      let file = try SampleFile("rain.txt")
      let model = Model()
      let window = await show { Screen(model: model) }
      model.isImporting = true
      let dialog = try await openedDialog(of: window)
      // The message is the title of the dialog.
      #expect(gtk_window_get_title(dialog).map { String(cString: $0) } == "Choose well")
      #expect(gtk_file_chooser_get_select_multiple(dialog.opaque) == 0)

      // When the user selects a file
      await selectFile(file.path, in: dialog)

      // Then the completion is called once
      await waitUntil("the completion is called") { !model.events.isEmpty }
      await window.waitForPresentations()
      #expect(model.events == ["rain.txt, no longer importing"])
      file.remove()
      window.close()
    }

    @Test func `cancelling a file dialog calls onCancellation once`() async throws {
      let model = Model()
      let window = await show { Screen(model: model) }
      model.isImporting = true
      await pressEscape(in: try await openedDialog(of: window))
      await window.waitForPresentations()
      #expect(model.events == ["cancelled"])
      #expect(!model.isImporting)

      // And a second dialog can be opened and cancelled
      model.isImporting = true
      await pressEscape(in: try await openedDialog(of: window))
      await window.waitForPresentations()
      #expect(model.events == ["cancelled", "cancelled"])
      window.close()
    }

    @Test func `neither dismissal by code nor removal of the view calls a completion`() async throws {
      let model = Model()
      let window = await show { Screen(model: model) }

      // When code dismisses a dialog
      model.isImporting = true
      _ = try await openedDialog(of: window)
      model.isImporting = false
      await window.waitForPresentations()

      // And a view is removed together with its dialog
      model.isImporting = true
      _ = try await openedDialog(of: window)
      model.isButtonShown = false
      await window.waitForPresentations()

      // Then no completion is called, and the removal does not write the state
      #expect(model.events.isEmpty)
      #expect(model.isImporting)
      window.close()
    }

    @Test func `closing a window frees its file dialog`() async throws {
      let model = Model()
      let deallocations = DeallocationWatch()
      let window = await show { Screen(model: model) }
      model.isImporting = true
      deallocations.watch(try await openedDialog(of: window), "the dialog")
      window.close()
      await deallocations.expectAll()
      #expect(model.events.isEmpty)
    }

    @Test func `a dialog may close while GTK looks up the recent files`() async throws {
      // Given many recent files. GTK records each file with the name of the program, so the program needs a name
      if g_get_application_name() == nil { g_set_prgname("podcaster") }
      let files = try (1...40).map { try SampleFile("recent \($0).txt") }
      for file in files { gtk_recent_manager_add_item(gtk_recent_manager_get_default(), file.address) }
      await mainLoopSettles()
      let model = Model()
      let window = await show { Screen(model: model) }

      // When a dialog closes before GTK's lookups of the files end, because all worker threads are occupied
      let workers = OccupiedWorkers()
      model.isImporting = true
      await waitUntil("a dialog") { window.presented.count == 1 }
      await mainLoopSettles()
      model.isImporting = false
      await window.waitForPresentations()

      // Then the lookups end without a crash
      await workers.release()
      #expect(model.events.isEmpty)
      for file in files {
        gtk_recent_manager_remove_item(gtk_recent_manager_get_default(), file.address, nil)
        file.remove()
      }
      window.close()
    }

    /// Follows the property `model` from a view through GTK's list models, and returns the list of the folder's files.
    private func fileList(behind object: UnsafeMutablePointer<GObject>) -> UnsafeMutablePointer<GObject>? {
      if object.typeName == "GtkFileSystemModel" { return object }
      let type = UnsafeMutableRawPointer(object.pointee.g_type_instance.g_class!)
      guard g_object_class_find_property(type.assumingMemoryBound(to: GObjectClass.self), "model") != nil else {
        return nil
      }
      var value = GValue()
      g_value_init(&value, g_object_get_type())
      defer { g_value_unset(&value) }
      g_object_get_property(object, "model", &value)
      return g_value_get_object(&value).flatMap { fileList(behind: $0.assumingMemoryBound(to: GObject.self)) }
    }

    @Test func `a closed dialog no longer watches its folder`() async throws {
      let file = try SampleFile("note.txt")
      let model = Model()
      model.folder = FileURL(fileURLWithPath: file.folder)
      let window = await show { Screen(model: model) }
      model.isImporting = true
      let deallocations = DeallocationWatch()
      let dialog = try await openedDialog(of: window)
      // The class of the view that lists the files depends on the version of GTK.
      let fileViews = widgets(in: dialog.widget).filter { ["GtkColumnView", "GtkTreeView"].contains($0.typeName) }
      // GTK sets the list after it has read the folder.
      await waitUntil("a list of files") { fileViews.contains { self.fileList(behind: $0.gobject) != nil } }
      let fileLists = fileViews.compactMap { fileList(behind: $0.gobject) }
      for list in fileLists { deallocations.watch(list, "the list of files") }
      model.isImporting = false
      await window.waitForPresentations()

      // Then the list, which watches the folder for changes, is freed with the dialog
      await deallocations.expectAll()
      file.remove()
      window.close()
    }

    @Test func `an importer can allow several files, or folders`() async throws {
      let model = Model()
      model.allowsSeveralFiles = true
      let window = await show { Screen(model: model) }
      model.isImporting = true
      let fileDialog = try await openedDialog(of: window)
      #expect(gtk_file_chooser_get_select_multiple(fileDialog.opaque) != 0)
      #expect(gtk_file_chooser_get_action(fileDialog.opaque) == GTK_FILE_CHOOSER_ACTION_OPEN)
      // The filter of the dialog has the name of the content type.
      #expect(texts(in: fileDialog).contains("Plain Texts"))
      await pressEscape(in: fileDialog)
      await window.waitForPresentations()

      model.types = [.folder]
      model.isImporting = true
      let folderDialog = try await openedDialog(of: window)
      #expect(gtk_file_chooser_get_action(folderDialog.opaque) == GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER)
      await pressEscape(in: folderDialog)
      await window.waitForPresentations()
      window.close()
    }

    @Test func `an exporter writes the document to the selected file`() async throws {
      // Given a save dialog that starts in a folder, and whose suggested name has the extension of the document's type
      let file = try SampleFile("note.txt")
      let model = Model()
      model.folder = FileURL(fileURLWithPath: file.folder)
      let window = await show { Screen(model: model) }
      model.isExporting = true
      let dialog = try await openedDialog(of: window)

      // When the user accepts. The file must not exist at this time, because GTK would ask whether to replace it
      file.removeFile()
      await accept(file.path, in: dialog)

      // Then the document is in the file
      await waitUntil("the document to be saved") { !model.events.isEmpty }
      #expect(model.events == ["saved as note.txt"])
      #expect(file.contents == "a note")
      await window.waitForPresentations()
      file.remove()
      window.close()
    }

    @Test func `the extension of an exported file determines its type, and failures are returned`() async throws {
      let file = try SampleFile("note.json")
      let (results, note) = (Results(), Note(text: "a note"))
      note.write(to: FileURL(fileURLWithPath: file.path), Note.writableContentTypes) { results.all.append($0) }
      await waitUntil("the document to be saved") { !results.all.isEmpty }
      #expect(file.contents == "\"a note\"")

      // And writing fails for an empty note, which cannot be encoded, and for a file in a missing folder
      Note(text: "").write(to: FileURL(fileURLWithPath: file.path), Note.writableContentTypes) {
        results.all.append($0)
      }
      // A document that cannot be encoded fails at once.
      #expect(throws: Note.Refusal.self) { try results.all[1].get() }
      note.write(to: FileURL(fileURLWithPath: "/there/is/no/folder/note"), Note.writableContentTypes) {
        results.all.append($0)
      }
      await waitUntil("the failure") { results.all.count == 3 }
      #expect(throws: FileDialogError.self) { try results.all[2].get() }
      #expect(file.contents == "\"a note\"")
      file.remove()
    }

    /// The results of writing documents.
    @MainActor final class Results {
      var all: [Result<FileURL, any Error>] = []
    }

    @Test func `an exporter presents no dialog without a document`() async throws {
      let model = Model()
      model.document = nil
      let window = await show { Screen(model: model) }
      model.isExporting = true
      await mainLoopSettles()
      #expect(window.presented.isEmpty)

      // And the dialog appears when there is a document, because `isExporting` is still true
      model.document = Note(text: "now")
      await pressEscape(in: try await openedDialog(of: window))
      await window.waitForPresentations()
      #expect(model.events == ["not exported"])
      window.close()
    }

    @Test func `file filters offer several types together and each type separately`() {
      let filters = ContentType.filters([.xml, .json])
      #expect(filters.map(\.name) == ["All Supported Files", "XML Documents", "JSON Documents"])
      #expect(filters[0].filenameExtensions == ["xml", "json"])
      #expect(ContentType.filters([.audio]).map(\.mimeTypes) == [["audio/*"]])
      // The type `item` allows any file, so no filter is needed.
      #expect(ContentType.filters([.audio, .item]).isEmpty)
      #expect(ContentType.filters([]).isEmpty)
    }

    @Test func `content types are created from filename extensions and MIME types`() throws {
      let opml = try #require(ContentType(filenameExtension: ".opml"))
      #expect(opml.preferredFilenameExtension == "opml")
      #expect(opml.localizedDescription == "*.opml")
      #expect(opml.addingExtension(to: "Shows") == "Shows.opml")
      #expect(opml.addingExtension(to: "Shows.OPML") == "Shows.OPML")
      // `UTType` is Apple's name of `ContentType`.
      #expect(UTType(mimeType: "text/x-opml")?.preferredMIMEType == "text/x-opml")
      // The type `audio` has only the family `audio/*`.
      #expect(ContentType.audio.preferredMIMEType == nil)
      #expect(ContentType(filenameExtension: ".") == nil)
      #expect(ContentType(mimeType: "opml") == nil)
    }

    @Test func `a file URL has a name, an extension and a path`() throws {
      let file = try #require(FileURL(string: "file:///home/robin/My%20Shows.opml"))
      #expect(file.path == "/home/robin/My Shows.opml")
      #expect(file.lastPathComponent == "My Shows.opml")
      #expect(file.pathExtension == "opml")
      #expect(FileURL(fileURLWithPath: file.path) == file)
      #expect(FileURL(string: "no address") == nil)
      #expect(FileURL(string: "FILE:///tmp/a")?.isFileURL == true)
      // A dot at the start of a name does not start an extension.
      #expect(FileURL(fileURLWithPath: "/home/.profile").pathExtension == "")
    }
  }
}
