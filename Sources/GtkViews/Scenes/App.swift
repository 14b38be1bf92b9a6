public import GtkBridge
internal import CGtk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A program: its windows, and what they share.
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
/// The desktop starts a program once: who starts it again brings its window to the front. The first ``Window`` or ``WindowGroup`` is shown
/// at the start. The program ends when its last window is closed, or with Control and Q.
///
/// A program that needs to do something before its first window, such as to read a command line, has a `main.swift` with ``run(arguments:options:)``,
/// or with GtkBridge's `Application` and a ``ViewWindow``.
public protocol App: View where Body: Scene {
  /// Makes the program. Its `@State` is made once.
  init()

  /// Its name on the desktop, such as `org.example.Notebook`: that of its desktop file.
  @MainActor static var id: String { get }
}

extension App {
  /// Runs the program, and ends the process with it. `@main` calls it.
  @MainActor public static func main() {
    exit(run(arguments: CommandLine.arguments))
  }

  /// Runs the program until its last window is closed.
  ///
  /// To be called on the process's first thread, by a function that is not asynchronous.
  ///
  /// - Parameters:
  ///   - arguments: The program's name, and the files and addresses to open: views get them by ``View/onOpenURL(perform:)``.
  ///   - options: How the program behaves on the desktop.
  /// - Returns: What the process shall exit with.
  @MainActor public static func run(arguments: [String], options: Application.Options = .opensFiles) -> Int32 {
    let session = AppSession(self, Application(id: id, options: options))
    return session.application.run(arguments: arguments)
  }
}

/// A program while it runs.
@MainActor
final class AppSession {
  let application: Application
  private let windows: SceneWindows
  private var root: ViewNode?

  init<Program: App>(_ program: Program.Type, _ application: Application) {
    self.application = application
    let windows = SceneWindows(of: application)
    self.windows = windows
    // The closures end with the application, which this object owns.
    application.onStartup = { [unowned self] in
      var environment = EnvironmentValues()
      environment.sceneWindows = windows
      root = Program._makeNode(Program(), in: _NodeContext(environment: environment))
      windows.root = root
    }
    application.onActivate = { windows.showFirst() }
    application.onOpen = { windows.open(addresses: $0) }
    application.onShutdown = { [unowned self] in
      root?.unmount()
      root = nil
    }
    application.addAction("quit", accelerators: ["<Control>q"]) { windows.closeAll() }
  }
}
