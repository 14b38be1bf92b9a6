import CGtk
import Glibc
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

/// The addresses that the program of a test received. They outlive the program.
@MainActor private var receivedAddresses: [String] = []
/// The number of evaluations of an `EvaluationCounter`.
@MainActor private var evaluationCount = 0

extension GtkViewsTests {
  /// A whole program: its windows, its settings, and the addresses that it opens.
  @MainActor @Suite struct SceneTests {
    /// A program with a main window, several windows for notes, settings, and an optional scene “Extra”.
    struct Program: App {
      static let id = "io.github.podcaster.ScenesTest"
      @State private var count = 0
      @State private var hasExtra = false

      var body: some Scene {
        Window(hasExtra ? "Main, and More" : "Main", id: "main") { MainView(count: $count, hasExtra: $hasExtra) }
          .defaultSize(width: 640, height: 480)
          .commands { CommandMenu("Count") { Button("Count Up") { count += 1 } } }
          .commands { CommandMenu("Reset") { Button("Count from 0") { count = 0 } } }
        WindowGroup("Note", id: "note") { NoteView(count: count) }
        if hasExtra { Window("Extra", id: "extra") { Text("extra") } }
        Settings { Text("nothing to set") }
      }
    }

    struct MainView: View {
      @Binding var count: Int
      @Binding var hasExtra: Bool
      @Environment(\.openWindow) private var openWindow
      @Environment(\.dismissWindow) private var dismissWindow
      @Environment(\.openSettings) private var openSettings

      var body: some View {
        VStack {
          Text(verbatim: "count \(count)")
          Button("Count") { count += 1 }
          Button("Extra") { hasExtra.toggle() }
          Button("Open Extra") { openWindow(id: "extra") }
          Button("New Note") { openWindow(id: "note") }
          Button("Close Notes") { dismissWindow(id: "note") }
          Button("Preferences") { openSettings() }
        }
        .onOpenURL { receivedAddresses.append($0) }
      }
    }

    /// Shows the program's count and the count of this window.
    struct NoteView: View {
      let count: Int
      @State private var ownCount = 0

      var body: some View {
        VStack {
          Text(verbatim: "\(count) and \(ownCount)")
          Button("Mine") { ownCount += 1 }
        }
      }
    }

    /// The titles of the program's windows on screen, in alphabetical order.
    private var titles: [String] {
      visibleWindows.compactMap { gtk_window_get_title($0).map { String(cString: $0) } }.sorted()
    }

    /// The program's windows on screen, oldest first.
    private var visibleWindows: [UnsafeMutablePointer<GtkWindow>] {
      openWindows().filter { $0.isA(gtk_application_window_get_type()) && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Returns the newest window on screen with this title.
    private func window(_ title: String) -> UnsafeMutablePointer<GtkWindow>? {
      visibleWindows.last { gtk_window_get_title($0).map { String(cString: $0) } == title }
    }

    private func click(_ title: String, in windowTitle: String) async throws {
      let window = try #require(self.window(windowTitle))
      await GtkTestSupport.click(try #require(button(title, in: window)))
    }

    private func texts(in windowTitle: String) -> [String] {
      window(windowTitle).flatMap { gtk_window_get_child($0) }.map { GtkTestSupport.texts(in: $0) } ?? []
    }

    /// Runs `Program` with addresses as arguments, calls `actAsUser` when the main window is on screen, and then
    /// destroys all windows of the program, so that the program ends.
    private func run(
      _ addresses: [String] = [], _ actAsUser: @escaping @MainActor () async throws -> Void
    ) async throws {
      receivedAddresses = []
      let userActions = Task { @MainActor in
        await waitUntil("the first window is on screen") { window("Main") != nil }
        defer {
          for window in openWindows() where window.isA(gtk_application_window_get_type()) { gtk_window_destroy(window) }
        }
        try await actAsUser()
      }
      let status = await performInEventHandler {
        Program.run(arguments: ["test"] + addresses, options: [.isNotUnique, .opensFiles])
      }
      #expect(status == 0)
      try await userActions.value
    }

    @Test func `a program shows its first window, and ends when the window is closed`() async throws {
      try await run {
        #expect(titles == ["Main"])
        var width: Int32 = 0
        var height: Int32 = 0
        let main = try #require(window("Main"))
        gtk_window_get_default_size(main, &width, &height)
        #expect((width, height) == (640, 480))
        await closeWindow(main)
      }
      #expect(openWindows().filter { $0.isA(gtk_application_window_get_type()) }.isEmpty)
    }

    @Test func `windows share the program's state, and each window has its own view state`() async throws {
      try await run {
        // Given the main window and two notes
        try await click("New Note", in: "Main")
        await waitUntil("the first note is there") { titles == ["Main", "Note"] }
        try await click("Mine", in: "Note")
        // The program's count is 0, and the first note's own count is 1.
        await waitUntil("the note counts") { texts(in: "Note").contains("0 and 1") }
        try await click("New Note", in: "Main")
        await waitUntil("the second note is there") { titles == ["Main", "Note", "Note"] }

        // When the program's state changes
        try await click("Count", in: "Main")

        // Then all windows show the program's count, and each note has kept its own count
        await waitUntil("the main window shows the count") { texts(in: "Main").contains("count 1") }
        let notes = visibleWindows.filter { $0 != window("Main") }.flatMap { GtkTestSupport.texts(in: $0) }
        #expect(Set(notes.filter { $0.contains(" and ") }) == ["1 and 0", "1 and 1"])

        // And the notes close together
        try await click("Close Notes", in: "Main")
        await waitUntil("the notes are gone") { titles == ["Main"] }
      }
    }

    @Test func `a conditional scene can be opened while its condition is true, and closes when the condition is false`()
      async throws
    {
      try await run {
        try await click("Extra", in: "Main")
        // `hasExtra` is true now. The title of the main window depends on it.
        await waitUntil("the title follows") { titles == ["Main, and More"] }
        try await click("Open Extra", in: "Main, and More")
        await waitUntil("the extra window is open") { titles == ["Extra", "Main, and More"] }
        // The scene is a `Window`, so it opens no second window.
        try await click("Open Extra", in: "Main, and More")
        await mainLoopSettles()
        #expect(titles == ["Extra", "Main, and More"])
        try await click("Extra", in: "Main, and More")
        await waitUntil("the extra window is closed") { titles == ["Main"] }
      }
    }

    @Test func `the settings open in a single window that Escape closes`() async throws {
      try await run {
        try await click("Preferences", in: "Main")
        await waitUntil("the settings are open") { titles == ["Main", "Settings"] }
        try await click("Preferences", in: "Main")
        await mainLoopSettles()
        #expect(titles == ["Main", "Settings"])
        await pressEscape(in: try #require(window("Settings")))
        await waitUntil("the settings are closed") { titles == ["Main"] }
      }
    }

    @Test func `the main menu has entries for the settings and to quit`() async throws {
      try await run {
        // Given two open windows, which Quit has to close
        try await click("Preferences", in: "Main")
        await waitUntil("the settings are open") { titles == ["Main", "Settings"] }
        let main = try #require(window("Main"))
        let button = try #require(
          gtk_window_get_titlebar(main).flatMap { widgets(ofType: gtk_menu_button_get_type(), in: $0).first })
        let menu = try #require(await ShownMenu(opening: button))
        // The submenus of both modifiers `commands` come before the standard entries.
        let expectedTitles = ["Count", "Reset", "Settings", "Keyboard Shortcuts", "Quit"]
        #expect(menu.titles.filter(expectedTitles.contains) == expectedTitles)
        // In GTK's order of widgets, the submenus' own entries follow all entries of the menu.
        #expect(Set(menu.titles.suffix(2)) == ["Count Up", "Count from 0"])
        await menu.select("Count Up")
        await waitUntil("the window counts") { texts(in: "Main").contains("count 1") }
        await menu.close()
        let reopenedMenu = try #require(await ShownMenu(opening: button))
        await reopenedMenu.select("Quit")
        await waitUntil("all windows are closed") { visibleWindows.isEmpty }
      }
    }

    @Test func `addresses in the program's arguments reach onOpenURL`() async throws {
      try await run(["/tmp/a feed.xml", "https://example.org/feed"]) {
        #expect(receivedAddresses == ["file:///tmp/a%20feed.xml", "https://example.org/feed"])
      }
    }

    @Test func `opening a window without a scene is reported with the caller's file`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      try await run {
        try await click("Open Extra", in: "Main")
        await waitUntil("the misuse is reported") { !reports.all.isEmpty }
        #expect(titles == ["Main"])
      }
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("no scene called “extra”") == true)
      #expect(reports.all.first?.fileID.hasSuffix("SceneTests.swift") == true)
    }

    /// A program that handles no addresses and has no settings.
    struct Silent: App {
      static let id = "io.github.podcaster.SilentTest"

      var body: some Scene {
        Window("Silent", id: "silent") { OpenSettingsButton() }
      }
    }

    struct OpenSettingsButton: View {
      @Environment(\.openSettings) private var openSettings

      var body: some View { Button("Preferences") { openSettings() } }
    }

    @Test func `addresses without a handler and settings without a scene are reported`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      let userActions = Task { @MainActor in
        await waitUntil("the window is on screen") { window("Silent") != nil }
        defer { window("Silent").map { gtk_window_destroy($0) } }
        try await click("Preferences", in: "Silent")
      }
      _ = await performInEventHandler {
        Silent.run(arguments: ["test", "https://example.org/feed"], options: [.isNotUnique, .opensFiles])
      }
      try await userActions.value
      #expect(reports.all.count == 2)
      #expect(reports.all.first?.message.contains("https://example.org/feed") == true)
      #expect(reports.all.last?.message.contains("no Settings scene") == true)
    }

    /// A program whose first scene can be removed and inserted again.
    struct Returning: App {
      static let id = "io.github.podcaster.ReturningTest"
      @State private var hasFirst = true
      @State private var count = 0

      var body: some Scene {
        Group {
          if hasFirst { Window("First", id: "first") { OpenWindowButton(id: "second") } }
          Window("Second", id: "second") {
            VStack {
              EvaluationCounter(count: count) { evaluationCount += 1 }
              Button("Count") { count += 1 }
              Button("First") { hasFirst.toggle() }
            }
          }
        }
        .commands { CommandMenu("Count") { Button("Count Up") { count += 1 } } }
      }
    }

    /// Reports each of its evaluations. Closures cannot be compared, so each update of the window evaluates this view.
    struct EvaluationCounter: View {
      let count: Int
      let reportEvaluation: @MainActor () -> Void

      var body: some View {
        reportEvaluation()
        return Text(verbatim: "count \(count)")
      }
    }

    struct OpenWindowButton: View {
      let id: String
      @Environment(\.openWindow) private var openWindow

      var body: some View { Button("Open") { openWindow(id: id) } }
    }

    /// Runs another program, calls `actAsUser` when the window with the title `firstTitle` is on screen, and then
    /// destroys all windows of the program, so that the program ends.
    private func run<OtherProgram: App>(
      _ program: OtherProgram.Type, firstTitle: String, _ actAsUser: @escaping @MainActor () async throws -> Void
    ) async throws {
      let userActions = Task { @MainActor in
        await waitUntil("the first window is on screen") { window(firstTitle) != nil }
        defer {
          for window in openWindows() where window.isA(gtk_application_window_get_type()) { gtk_window_destroy(window) }
        }
        try await actAsUser()
      }
      _ = await performInEventHandler { OtherProgram.run(arguments: ["test"], options: [.isNotUnique, .opensFiles]) }
      try await userActions.value
    }

    @Test func `a first scene that is removed and inserted again is still the first scene`() async throws {
      try await run(Returning.self, firstTitle: "First") {
        // Given a first scene that was removed and inserted again
        try await click("Open", in: "First")
        await waitUntil("the second window is there") { titles == ["First", "Second"] }
        try await click("First", in: "Second")
        await waitUntil("the first scene is gone") { titles == ["Second"] }
        try await click("First", in: "Second")
        await mainLoopSettles()

        // When the program is started once more, then its first window is shown
        await performInEventHandler { g_application_activate(g_application_get_default()) }
        await waitUntil("the first window is there") { titles == ["First", "Second"] }
      }
    }

    @Test func `a state change evaluates a window's view once`() async throws {
      try await run(Returning.self, firstTitle: "First") {
        try await click("Open", in: "First")
        await waitUntil("the second window is there") { titles == ["First", "Second"] }
        evaluationCount = 0
        try await click("Count", in: "Second")
        await waitUntil("the window counts") { texts(in: "Second").contains("count 1") }
        #expect(evaluationCount == 1)
      }
    }

    /// A program with a single instance.
    struct Single: App {
      static let id = "io.github.podcaster.SingleTest"
      /// Whether this process is the second instance, which must not create a value of this type.
      static var isSecond = false

      init() {
        // Any status other than 0 fails the test.
        if Self.isSecond { exit(9) }
      }

      var body: some Scene {
        Window("Single", id: "single") { Text("there is one").onOpenURL { receivedAddresses.append($0) } }
      }

      /// Starts the program again, with an address and a path, in this process. Returns the program's exit status.
      static func startAgain() async -> Int32 {
        isSecond = true
        return await performInEventHandler {
          run(arguments: ["test", "https://example.org/second", "/tmp/a feed.xml"])
        }
      }
    }

    @Test func `a second instance passes its addresses to the first one and ends`() async throws {
      // Given a program that runs
      receivedAddresses = []
      let userActions = Task { @MainActor in
        await waitUntil("the first window is on screen") { window("Single") != nil }
        defer { window("Single").map { gtk_window_destroy($0) } }

        // When the program is started again, in a process of its own, with addresses to open
        await #expect(processExitsWith: .success) { exit(await SceneTests.Single.startAgain()) }

        // Then the second process has ended without windows, and the first process has received the addresses
        await waitUntil("the first process has the addresses") { receivedAddresses.count == 2 }
        #expect(receivedAddresses == ["https://example.org/second", "file:///tmp/a%20feed.xml"])
        #expect(titles == ["Single"])
      }
      let status = await performInEventHandler { Single.run(arguments: ["test"]) }
      #expect(status == 0)
      await userActions.value
    }

    /// A program with two scenes that have the same id.
    struct Twins: App {
      static let id = "io.github.podcaster.TwinsTest"

      var body: some Scene {
        Window("One", id: "same") { Text("one") }
        Window("Other", id: "same") { Text("other") }
      }
    }

    @Test func `two scenes with the same id are reported once, with the program's file`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      try await run(Twins.self, firstTitle: "One") {}
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("two scenes called “same”") == true)
      #expect(reports.all.first?.fileID.hasSuffix("SceneTests.swift") == true)
    }
  }
}
