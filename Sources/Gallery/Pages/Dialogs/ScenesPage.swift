package import GtkViews

extension GalleryPage {
  static let scenes = GalleryPage(
    "scenes", "Windows of a Program", in: .dialogs,
    "A program has scenes: windows that are opened and closed by their names, and settings. What it is given to open, its views are told.",
    names: [
      "Scene", "SceneBuilder", "Window", "WindowGroup", "Settings", "OpenWindowAction", "DismissWindowAction", "OpenSettingsAction",
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

/// The scenes of the gallery's program in addition to its own window.
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
  @State private var opened: [String] = []

  var body: some View {
    Specimens {
      Specimen("A window of which there is one") {
        HStack(spacing: 8) {
          Button("Open the Second Window") { openWindow(id: "second") }
          Button("Close It") { dismissWindow(id: "second") }
        }
      }
      Specimen("Windows of one kind, each with a state of its own") {
        HStack(spacing: 8) {
          Button("Open Another Note") { openWindow(id: "note") }
          Button("Close All Notes") { dismissWindow(id: "note") }
        }
      }
      Specimen("The program’s settings, which Control and the comma open too") { Button("Open the Settings") { openSettings() } }
      Specimen("What stands after the page’s id on the command line") {
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
      Text("To open it once more brings it to the front.")
      Button("Close This Window") { dismissWindow(id: "second") }
    }
    .padding(24)
  }
}

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
