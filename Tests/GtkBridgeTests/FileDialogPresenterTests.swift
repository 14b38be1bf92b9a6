import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

/// A presenter of file dialogs in a window, and the answers that it delivered.
@MainActor private final class FileStage {
  let fixture: ParentWindowFixture
  let screen = Screen()
  private(set) var answers: [FileDialogAnswer] = []
  private(set) var presenter: FileDialogPresenter!
  var content = FileDialogContent(.openFile)

  init(_ backend: FileDialogBackend) async {
    fixture = await ParentWindowFixture()
    FileDialogPresenter.backend = backend
    presenter = FileDialogPresenter(
      over: fixture.button, source: screen.source("dialog"), content: { [unowned self] in content }
    ) { [unowned self] in
      answers.append($0)
      screen.events.append(screen.item == nil ? "answered, without an item" : "answered, with an item")
    }
    FileDialogPresenter.backend = .automatic
  }

  /// Presents a dialog, and returns it once it is on screen.
  func show() async throws -> UnsafeMutablePointer<GtkWindow> {
    await set(Item(id: 1))
    await waitForDialogs(1)
    let dialog = try #require(dialogs().first)
    await dialogShowsItsPath(dialog)
    return dialog
  }

  func set(_ item: Item?) async {
    await performInSource { [self] in
      screen.item = item
      presenter.stateMayHaveChanged()
    }
    await mainLoopSettles()
  }

  func end() async {
    presenter.viewWasRemoved()
    await fixture.end()
  }
}

extension GtkBridgeTests {
  /// File dialogs obey the lifecycle. Their answers are delivered once, after the state.
  @MainActor @Suite struct FileDialogPresenterTests {
    @Test(arguments: FileDialogBackend.available)
    func `a chosen file is told once, when the state is nil and the dialog is gone`(
      backend: FileDialogBackend
    ) async throws {
      // Given a dialog on screen
      let file = try SampleFile("rain.ogg")
      let files = await FileStage(backend)
      let deaths = DeathWatch()
      let dialog = try await files.show()
      deaths.watch(dialog, "the dialog")

      // When the user selects a file
      await choose(file.path, in: dialog)
      await waitUntil("the answer") { !files.answers.isEmpty }
      await mainLoopSettles()

      // Then the state is written once, and the answer is delivered after it
      #expect(files.answers == [.selected([file.address])])
      #expect(files.screen.clears == 1)
      #expect(files.screen.events == ["dialog dismissed", "answered, without an item"])
      #expect(dialogs().isEmpty)
      file.remove()
      await files.end()
      await deaths.expectAll()
    }

    @Test(arguments: FileDialogBackend.available) func `Escape cancels, and the state is nil`(
      backend: FileDialogBackend
    ) async throws {
      let files = await FileStage(backend)
      let dialog = try await files.show()
      await pressEscape(in: dialog)
      await waitUntil("the answer") { !files.answers.isEmpty }
      await mainLoopSettles()
      #expect(files.answers == [.cancelled])
      #expect(files.screen.clears == 1)
      #expect(dialogs().isEmpty)
      await files.end()
    }

    @Test(arguments: FileDialogBackend.available) func `code closes it, and there is no answer`(
      backend: FileDialogBackend
    ) async throws {
      let files = await FileStage(backend)
      let deaths = DeathWatch()
      deaths.watch(try await files.show(), "the dialog")
      await files.set(nil)
      await waitForDialogs(0)
      #expect(files.answers.isEmpty)
      #expect(files.screen.clears == 0)
      #expect(files.screen.dismissals == 1)

      // And it is presented again when the state is set again
      let again = try await files.show()
      await pressEscape(in: again)
      await waitUntil("the answer") { files.answers == [.cancelled] }
      await files.end()
      await deaths.expectAll()
    }

    @Test(arguments: FileDialogBackend.available)
    func `a dialog goes with its window, and there is no answer`(backend: FileDialogBackend) async throws {
      let files = await FileStage(backend)
      let deaths = DeathWatch()
      deaths.watch(try await files.show(), "the dialog")
      await files.fixture.end()
      await waitUntil("no window") { openWindows().isEmpty }
      await mainLoopSettles()
      #expect(files.answers.isEmpty)
      #expect(files.screen.clears == 0)
      #expect(files.screen.dismissals == 1)
      await deaths.expectAll()
    }

    @Test(arguments: FileDialogBackend.available) func `destroyed by other code, it clears the state`(
      backend: FileDialogBackend
    ) async throws {
      let files = await FileStage(backend)
      let dialog = try await files.show()
      await performInSource { gtk_window_destroy(dialog) }
      await waitUntil("the state to be nil") { files.screen.item == nil }
      await mainLoopSettles()
      #expect(files.answers.isEmpty)
      #expect(files.screen.dismissals == 1)
      await files.end()
    }

    @Test(arguments: FileDialogBackend.available) func `closed by a person and by code at once, it ends once`(
      backend: FileDialogBackend
    ) async throws {
      let files = await FileStage(backend)
      let dialog = try await files.show()
      await performInSource {
        gtk_dialog_response(dialog.rawPointer.assumingMemoryBound(to: GtkDialog.self), GTK_RESPONSE_CANCEL.rawValue)
        files.screen.item = nil
        files.presenter.stateMayHaveChanged()
      }
      await waitForDialogs(0)
      await mainLoopSettles()
      #expect(files.screen.dismissals == 1)
      #expect(files.answers.count <= 1)
      await files.end()
    }

    @Test(arguments: FileDialogBackend.available) func `it says what it is asked to`(
      backend: FileDialogBackend
    ) async throws {
      // Given a dialog with all content that can be set
      let file = try SampleFile("rain.ogg")
      let files = await FileStage(backend)
      files.content = FileDialogContent(
        .saveFile, title: "Keep It", acceptLabel: "_Keep",
        filters: [FileDialogFilter(name: "Sounds", mimeTypes: ["audio/*"], filenameExtensions: ["ogg"])],
        folder: file.folderAddress, name: "storm.ogg")
      let dialog = try await files.show()

      // Then GTK's window has it
      #expect(gtk_window_get_title(dialog).map { String(cString: $0) } == "Keep It")
      #expect(button("_Keep", in: dialog.widget) != nil)
      #expect(texts(in: dialog).contains("Sounds"))
      #expect(gtk_file_chooser_get_action(dialog.opaque) == GTK_FILE_CHOOSER_ACTION_SAVE)
      await waitUntil("the name in its folder") { chosenPath(in: dialog) == "\(file.folder)/storm.ogg" }
      await pressEscape(in: dialog)
      await waitForDialogs(0)
      file.remove()
      await files.end()
    }

    @Test(arguments: FileDialogBackend.available)
    func `the desktop's settings do not call a dialog that has died`(backend: FileDialogBackend) async throws {
      // Given a dialog that was destroyed
      let files = await FileStage(backend)
      let deaths = DeathWatch()
      let dialog = try await files.show()
      for scroller in widgets(ofType: gtk_scrolled_window_get_type(), in: dialog) {
        deaths.watch(scroller, "a scrolled window")
      }
      await files.set(nil)
      await waitForDialogs(0)
      await deaths.expectAll()

      // When a setting changes that its scrolled windows observed, then GTK does not complain
      let settings = try #require(gtk_settings_get_default())
      for isOverlaid: gboolean in [0, 1] {
        var value = GValue()
        g_value_init(&value, cgtk_type_boolean())
        g_value_set_boolean(&value, isOverlaid)
        g_object_set_property(settings.gobject, "gtk-overlay-scrolling", &value)
        g_value_unset(&value)
        await mainLoopSettles()
      }
      await files.end()
    }

    @Test func `an answer from elsewhere closes it`() async throws {
      // Given a dialog that cannot be accessed, like a dialog that the desktop shows
      let files = await FileStage(.automatic)
      _ = try await files.show()

      // When the answer comes
      await performInSource { files.presenter.answer(.selected(["file:///a", "file:///b"])) }
      await waitForDialogs(0)

      // Then it is delivered like any other answer
      #expect(files.answers == [.selected(["file:///a", "file:///b"])])
      #expect(files.screen.events == ["dialog dismissed", "answered, without an item"])
      await files.end()
    }

    @Test func `twenty, one after the other, leave no window behind`() async throws {
      let files = await FileStage(.automatic)
      for _ in 0..<20 {
        _ = try await files.show()
        await files.set(nil)
        await waitForDialogs(0)
      }
      #expect(files.screen.dismissals == 20)
      #expect(openWindows().count == 1)
      await files.end()
    }
  }

  /// Files are written completely while the main loop does other work.
  @MainActor @Suite struct FileWritingTests {
    @Test func `a file that is there is replaced`() async throws {
      let file = try SampleFile("show list.json")
      var results: [String?] = []
      Files.write(Array("new".utf8), to: file.address) { results.append($0) }
      #expect(results.isEmpty)
      await waitUntil("the end of the writing") { !results.isEmpty }
      #expect(results == [nil])
      #expect(file.contents == "new")
      file.remove()
    }

    @Test func `an empty file is written`() async throws {
      let file = try SampleFile("nothing")
      var isDone = false
      Files.write([], to: file.address) { _ in isDone = true }
      await waitUntil("the end of the writing") { isDone }
      #expect(file.contents == "")
      file.remove()
    }

    @Test func `where there is no folder, it says why it cannot`() async throws {
      var results: [String?] = []
      Files.write([1], to: "file:///there/is/no/such/folder/file") { results.append($0) }
      await waitUntil("the end of the writing") { !results.isEmpty }
      #expect(results.first??.isEmpty == false)
    }

    @Test func `paths and addresses go over into each other`() {
      let address = Files.address(ofPath: "/home/robin/My Shows ü.opml")
      #expect(address == "file:///home/robin/My%20Shows%20%C3%BC.opml")
      #expect(Files.withPath(of: address) { $0.map { String(cString: $0) } } == "/home/robin/My Shows ü.opml")
      #expect(Files.name(of: address) == "My Shows ü.opml")
    }

    @Test func `a name that is not UTF-8 stays what it is in an address and a path, and is shown as far as it is`() {
      let address = "file:///home/robin/M%FFy.opml"
      #expect(
        Files.withPath(of: address) { $0.map { Array(String(cString: $0).utf8.suffix(9)) } }
          == Array("\u{FFFD}y.opml".utf8))
      #expect(Files.withPath(of: address) { $0.map { UInt8(bitPattern: $0["/home/robin/M".utf8.count]) } } == 0xFF)
      #expect(Files.name(of: address) == "M\u{FFFD}y.opml")
      // Addresses from the web may contain any bytes.
      let bytes: [CChar] = Array("https://x.org/ü?a=%20&b=".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
      #expect(bytes.withUnsafeBufferPointer { String(address: $0.baseAddress!) } == "https://x.org/%C3%BC?a=%20&b=%FF")
    }
  }
}
