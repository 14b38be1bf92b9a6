import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

/// A window with a presenter of file dialogs, and the answers that the presenter delivered. The backend is the GTK API
/// with which the presenter shows its dialogs.
@MainActor private final class FileDialogFixture {
  let parent: ParentWindowFixture
  let state = PresentedState()
  private(set) var answers: [FileDialogAnswer] = []
  private(set) var presenter: FileDialogPresenter!
  var content = FileDialogContent(.openFile)

  init(_ backend: FileDialogBackend) async {
    parent = await ParentWindowFixture()
    // The presenter reads the backend only when it is created.
    FileDialogPresenter.backend = backend
    presenter = FileDialogPresenter(
      over: parent.button, source: state.source("dialog"), content: { [unowned self] in content }
    ) { [unowned self] in
      answers.append($0)
      state.events.append(state.item == nil ? "answered, without an item" : "answered, with an item")
    }
    FileDialogPresenter.backend = .automatic
  }

  /// Presents a dialog, and returns it once it is on screen and has loaded its folder.
  func show() async throws -> UnsafeMutablePointer<GtkWindow> {
    await setItem(Item(id: 1))
    await waitForDialogs(1)
    let dialog = try #require(dialogs().first)
    await waitUntilPathIsShown(in: dialog)
    return dialog
  }

  /// Sets the item of the state, and notifies the presenter.
  func setItem(_ item: Item?) async {
    await performInEventHandler { [self] in
      state.item = item
      presenter.stateMayHaveChanged()
    }
    await mainLoopSettles()
  }

  func end() async {
    presenter.viewWasRemoved()
    await parent.end()
  }
}

extension GtkBridgeTests {
  /// File dialogs are presented and dismissed by state, like all dialogs. The answer of a dialog is delivered once,
  /// after the state is `nil`. `clears` counts the writes of `nil` by the presenter, and `dismissals` counts the
  /// dismissals that it reports.
  @MainActor @Suite struct FileDialogPresenterTests {
    @Test(arguments: FileDialogBackend.available)
    func `a selected file is delivered once, after the state is nil and the dialog has closed`(
      backend: FileDialogBackend
    ) async throws {
      // Given a dialog on screen
      let file = try SampleFile("rain.ogg")
      let fixture = await FileDialogFixture(backend)
      let deallocations = DeallocationWatch()
      let dialog = try await fixture.show()
      deallocations.watch(dialog, "the dialog")

      // When the user selects a file
      await selectFile(file.path, in: dialog)
      await waitUntil("the answer") { !fixture.answers.isEmpty }
      await mainLoopSettles()

      // Then the state is written once, before the answer is delivered
      #expect(fixture.answers == [.selected([file.address])])
      #expect(fixture.state.clears == 1)
      #expect(fixture.state.events == ["dialog dismissed", "answered, without an item"])
      #expect(dialogs().isEmpty)
      file.remove()
      await fixture.end()
      await deallocations.expectAll()
    }

    @Test(arguments: FileDialogBackend.available) func `Escape cancels the dialog and clears the state`(
      backend: FileDialogBackend
    ) async throws {
      let fixture = await FileDialogFixture(backend)
      let dialog = try await fixture.show()
      await pressEscape(in: dialog)
      await waitUntil("the answer") { !fixture.answers.isEmpty }
      await mainLoopSettles()
      #expect(fixture.answers == [.cancelled])
      #expect(fixture.state.clears == 1)
      #expect(dialogs().isEmpty)
      await fixture.end()
    }

    @Test(arguments: FileDialogBackend.available)
    func `a dialog closed by code delivers no answer and can be presented again`(
      backend: FileDialogBackend
    ) async throws {
      let fixture = await FileDialogFixture(backend)
      let deallocations = DeallocationWatch()
      deallocations.watch(try await fixture.show(), "the dialog")
      await fixture.setItem(nil)
      await waitForDialogs(0)
      #expect(fixture.answers.isEmpty)
      #expect(fixture.state.clears == 0)
      #expect(fixture.state.dismissals == 1)

      // And the dialog is presented again when the state is set again
      let secondDialog = try await fixture.show()
      await pressEscape(in: secondDialog)
      await waitUntil("the answer") { fixture.answers == [.cancelled] }
      await fixture.end()
      await deallocations.expectAll()
    }

    @Test(arguments: FileDialogBackend.available)
    func `a dialog closes with its window and delivers no answer`(backend: FileDialogBackend) async throws {
      let fixture = await FileDialogFixture(backend)
      let deallocations = DeallocationWatch()
      deallocations.watch(try await fixture.show(), "the dialog")
      await fixture.parent.end()
      await waitUntil("no window") { openWindows().isEmpty }
      await mainLoopSettles()
      #expect(fixture.answers.isEmpty)
      #expect(fixture.state.clears == 0)
      #expect(fixture.state.dismissals == 1)
      await deallocations.expectAll()
    }

    @Test(arguments: FileDialogBackend.available) func `a dialog destroyed by other code clears the state`(
      backend: FileDialogBackend
    ) async throws {
      let fixture = await FileDialogFixture(backend)
      let dialog = try await fixture.show()
      // When code other than the presenter destroys the dialog
      await performInEventHandler { gtk_window_destroy(dialog) }
      await waitUntil("the state to be nil") { fixture.state.item == nil }
      await mainLoopSettles()
      #expect(fixture.answers.isEmpty)
      #expect(fixture.state.dismissals == 1)
      await fixture.end()
    }

    @Test(arguments: FileDialogBackend.available)
    func `simultaneous closing by the user and by code ends a dialog once`(
      backend: FileDialogBackend
    ) async throws {
      let fixture = await FileDialogFixture(backend)
      let dialog = try await fixture.show()
      await performInEventHandler {
        gtk_dialog_response(dialog.rawPointer.assumingMemoryBound(to: GtkDialog.self), GTK_RESPONSE_CANCEL.rawValue)
        fixture.state.item = nil
        fixture.presenter.stateMayHaveChanged()
      }
      await waitForDialogs(0)
      await mainLoopSettles()
      #expect(fixture.state.dismissals == 1)
      // If the code closes the dialog before the answer of the user arrives, no answer is delivered.
      #expect(fixture.answers.count <= 1)
      await fixture.end()
    }

    @Test(arguments: FileDialogBackend.available)
    func `a dialog shows the title, label, filter and file name of its content`(
      backend: FileDialogBackend
    ) async throws {
      // Given a dialog with all content that can be set
      let file = try SampleFile("rain.ogg")
      let fixture = await FileDialogFixture(backend)
      fixture.content = FileDialogContent(
        .saveFile, title: "Keep It", acceptLabel: "_Keep",
        filters: [FileDialogFilter(name: "Sounds", mimeTypes: ["audio/*"], filenameExtensions: ["ogg"])],
        folder: file.folderAddress, name: "storm.ogg")
      let dialog = try await fixture.show()

      // Then GTK's window has this content
      #expect(gtk_window_get_title(dialog).map { String(cString: $0) } == "Keep It")
      #expect(button("_Keep", in: dialog.widget) != nil)
      #expect(texts(in: dialog).contains("Sounds"))
      #expect(gtk_file_chooser_get_action(dialog.opaque) == GTK_FILE_CHOOSER_ACTION_SAVE)
      await waitUntil("the name in its folder") { selectedPath(in: dialog) == "\(file.folder)/storm.ogg" }
      await pressEscape(in: dialog)
      await waitForDialogs(0)
      file.remove()
      await fixture.end()
    }

    @Test(arguments: FileDialogBackend.available)
    func `a changed desktop setting does not reach a finalized dialog`(backend: FileDialogBackend) async throws {
      // Given a dialog that was destroyed
      let fixture = await FileDialogFixture(backend)
      let deallocations = DeallocationWatch()
      let dialog = try await fixture.show()
      for scroller in widgets(ofType: gtk_scrolled_window_get_type(), in: dialog) {
        deallocations.watch(scroller, "a scrolled window")
      }
      await fixture.setItem(nil)
      await waitForDialogs(0)
      await deallocations.expectAll()

      // When the setting changes that the scrolled windows of the dialog observed, then GTK prints no warning. A
      // warning would end the test. The last value is the default of GTK.
      let settings = try #require(gtk_settings_get_default())
      for isOverlaid: gboolean in [0, 1] {
        var value = GValue()
        g_value_init(&value, cgtk_type_boolean())
        g_value_set_boolean(&value, isOverlaid)
        g_object_set_property(settings.gobject, "gtk-overlay-scrolling", &value)
        g_value_unset(&value)
        await mainLoopSettles()
      }
      await fixture.end()
    }

    @Test func `an answer of the desktop's dialog closes the dialog and is delivered`() async throws {
      // Given a dialog. The test answers in place of the desktop's dialog, which would be in another process
      let fixture = await FileDialogFixture(.automatic)
      _ = try await fixture.show()

      // When the answer arrives
      await performInEventHandler { fixture.presenter.answer(.selected(["file:///a", "file:///b"])) }
      await waitForDialogs(0)

      // Then the answer is delivered like one of GTK's dialog
      #expect(fixture.answers == [.selected(["file:///a", "file:///b"])])
      #expect(fixture.state.events == ["dialog dismissed", "answered, without an item"])
      await fixture.end()
    }

    @Test func `repeatedly presented dialogs leave no window open`() async throws {
      let fixture = await FileDialogFixture(.automatic)
      for _ in 0..<20 {
        _ = try await fixture.show()
        await fixture.setItem(nil)
        await waitForDialogs(0)
      }
      #expect(fixture.state.dismissals == 20)
      // Only the parent window is left.
      #expect(openWindows().count == 1)
      await fixture.end()
    }
  }

  /// Files are written while the main loop does other work, and paths are converted to addresses and back. The closure
  /// of `Files.write` receives an error message, or `nil` after a successful write.
  @MainActor @Suite struct FilesTests {
    @Test func `writing a file replaces an existing file`() async throws {
      let file = try SampleFile("show list.json")
      var errorMessages: [String?] = []
      Files.write(Array("new".utf8), to: file.address) { errorMessages.append($0) }
      // The call returns before the file is written.
      #expect(errorMessages.isEmpty)
      await waitUntil("the end of the writing") { !errorMessages.isEmpty }
      #expect(errorMessages == [nil])
      #expect(file.contents == "new")
      file.remove()
    }

    @Test func `an empty file can be written`() async throws {
      let file = try SampleFile("nothing")
      var isDone = false
      Files.write([], to: file.address) { _ in isDone = true }
      await waitUntil("the end of the writing") { isDone }
      #expect(file.contents == "")
      file.remove()
    }

    @Test func `writing into a missing folder returns an error message`() async throws {
      var errorMessages: [String?] = []
      Files.write([1], to: "file:///there/is/no/such/folder/file") { errorMessages.append($0) }
      await waitUntil("the end of the writing") { !errorMessages.isEmpty }
      #expect(errorMessages.first??.isEmpty == false)
    }

    @Test func `paths and addresses convert into each other`() {
      let address = Files.address(ofPath: "/home/robin/My Shows ü.opml")
      #expect(address == "file:///home/robin/My%20Shows%20%C3%BC.opml")
      #expect(Files.withPath(of: address) { $0.map { String(cString: $0) } } == "/home/robin/My Shows ü.opml")
      #expect(Files.name(of: address) == "My Shows ü.opml")
    }

    @Test func `a file name that is not UTF-8 keeps its bytes in the path and is repaired for display`() {
      let address = "file:///home/robin/M%FFy.opml"
      // The last 9 bytes are those of U+FFFD (3) and “y.opml” (6).
      #expect(
        Files.withPath(of: address) { $0.map { Array(String(cString: $0).utf8.suffix(9)) } }
          == Array("\u{FFFD}y.opml".utf8))
      // The byte after “M”
      #expect(Files.withPath(of: address) { $0.map { UInt8(bitPattern: $0["/home/robin/M".utf8.count]) } } == 0xFF)
      #expect(Files.name(of: address) == "M\u{FFFD}y.opml")
    }

    @Test func `bytes of an address that are not ASCII are percent-encoded`() {
      // Addresses from the web may contain any bytes, such as 0xFF, which is not UTF-8. The 0 ends the C string.
      let bytes: [CChar] = Array("https://x.org/ü?a=%20&b=".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
      #expect(
        bytes.withUnsafeBufferPointer { String(encodingInvalidBytesOf: $0.baseAddress!) }
          == "https://x.org/%C3%BC?a=%20&b=%FF")
    }
  }
}
