package import GtkViews

extension GalleryPage {
  static let scenes = GalleryPage(
    "scenes", "Windows of a Program", in: .dialogs,
    "A program has scenes: its windows and its settings. A window has an id, by which the program opens and closes it. Views receive the files and "
      + "addresses that the program is given to open.",
    names: [
      "Scene", "SceneBuilder", "Window", "WindowGroup", "Settings", "OpenWindowAction", "DismissWindowAction",
      "OpenSettingsAction",
      "onOpenURL(perform:)",
    ],
    code: """
      Window("Second Window", id: "second") { SecondWindow() }
      WindowGroup("Note", id: "note") { Note() }
      Settings { GallerySettings() }

      Button("Open the Second Window") { openWindow(id: "second") }
      .onOpenURL { opened.append($0) }
      """
  ) { ScenesPage() }
}

/// The scenes of the gallery's program in addition to its main window.
package struct GalleryScenes: Scene {
  /// Creates the scenes.
  package init() {}

  @SceneBuilder package var body: some Scene {
    Window("Second Window", id: "second") { SecondWindow() }
    WindowGroup("Note", id: "note") { Note() }
    Settings { GallerySettings() }
  }
}

private struct ScenesPage: View {
  @Environment(\.openWindow) private var openWindow: OpenWindowAction
  @Environment(\.dismissWindow) private var dismissWindow: DismissWindowAction
  @Environment(\.openSettings) private var openSettings: OpenSettingsAction
  /// The files and addresses that the program was given to open.
  @State private var opened: [String] = []

  var body: some View {
    Specimens {
      Specimen("A window that can be open only once") {
        HStack(spacing: 8) {
          Button("Open the Second Window") { openWindow(id: "second") }
          Button("Close It") { dismissWindow(id: "second") }
        }
      }
      Specimen("Several windows of one kind, each with its own state") {
        HStack(spacing: 8) {
          Button("Open Another Note") { openWindow(id: "note") }
          Button("Close All Notes") { dismissWindow(id: "note") }
        }
      }
      Specimen("The program’s settings, which Control and the comma also open") {
        Button("Open the Settings") { openSettings() }
      }
      Specimen("Files and addresses from the command line: podcaster-gallery scenes https://example.org/feed.xml") {
        Text(verbatim: "Given to open: \(opened.isEmpty ? "nothing" : opened.joined(separator: ", "))")
      }
    }
    .onOpenURL { opened.append($0) }
  }
}

private struct SecondWindow: View {
  @Environment(\.dismissWindow) private var dismissWindow

  var body: some View {
    VStack(spacing: 12) {
      Text("Opening it again brings it to the front.")
      Button("Close This Window") { dismissWindow(id: "second") }
    }
    .padding(24)
  }
}

/// The content of a note's window. Several notes can be open.
private struct Note: View {
  @State private var count = 0

  var body: some View {
    VStack(spacing: 12) {
      Text(verbatim: "Counted to \(count) in this note")
      Button("Count") { count += 1 }
    }
    .padding(24)
  }
}
