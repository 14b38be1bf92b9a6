public import GtkBridge
internal import CGtk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A program: its windows and their shared state.
///
/// ```swift
/// @main
/// struct Notebook: App {
///   static let id = "org.example.Notebook"
///   @State private var model = Model()
///
///   var body: some Scene {
///     Window("Notebook", id: "notes") { NotesView(model: model) }
///       .defaultSize(width: 800, height: 600)
///       .commands { CommandMenu("Note") { Button("New Note", action: model.add).keyboardShortcut("n") } }
///     Settings { SettingsView() }
///   }
/// }
/// ```
///
/// By default, only one instance of a program runs. When the program is started again, a window of the running instance
/// is brought to the front. The first ``Window`` or ``WindowGroup`` is shown at the start. The program ends when its
/// last window is closed, or when the user presses Control and Q.
///
/// A program may have to run code before its first window opens, for example to read the command line. Such a program
/// has a `main.swift` instead of `@main`. The file calls ``run(arguments:options:)``, or uses GtkBridge's `Application`
/// and a ``ViewWindow``.
public protocol App: View where Body: Scene {
  /// Creates the program. Called once, at the start.
  init()

  /// The program's identifier on the desktop, such as `org.example.Notebook`. The name of the file that describes the
  /// program to the desktop consists of the identifier and a suffix: `org.example.Notebook.desktop`.
  @MainActor static var id: String { get }
}

extension App {
  /// Runs the program, and then exits the process. `@main` calls this function.
  @MainActor public static func main() {
    exit(run(arguments: CommandLine.arguments))
  }

  /// Runs the program until its last window is closed.
  ///
  /// Call this function on the main thread, from a synchronous function.
  ///
  /// - Parameters:
  ///   - arguments: The program's name, and the files and addresses to open. Views with ``View/onOpenURL(perform:)``
  ///     receive these files and addresses.
  ///   - options: The behaviour of the program on the desktop.
  /// - Returns: The exit status for the process.
  @MainActor public static func run(arguments: [String], options: Application.Options = .opensFiles) -> Int32 {
    let session = AppSession(self, Application(id: id, options: options))
    return session.application.run(arguments: arguments)
  }
}

/// A running program: its application, its scenes and the nodes of its views.
@MainActor
final class AppSession {
  let application: Application
  private let windows: SceneWindows
  /// The node of the ``App``. `nil` before the application's startup and after its shutdown.
  private var root: ViewNode?

  init<Program: App>(_ program: Program.Type, _ application: Application) {
    self.application = application
    let windows = SceneWindows(of: application)
    self.windows = windows
    // Safe because the closures live as long as the application, which this object owns.
    application.onStartup = { [unowned self] in
      var environment = EnvironmentValues()
      environment.sceneWindows = windows
      root = Program._makeNode(Program(), in: _NodeContext(environment: environment))
      windows.root = root
    }
    application.onActivate = { windows.showFirstScene() }
    application.onOpen = { windows.open(addresses: $0) }
    application.onShutdown = { [unowned self] in
      root?.unmount()
      root = nil
    }
    application.addAction("quit", accelerators: ["<Control>q"]) { windows.closeAll() }
  }
}
