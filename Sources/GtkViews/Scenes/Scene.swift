/// A part of a program with windows of its own: a ``Window``, a ``WindowGroup``, the ``Settings``, or a type whose body
/// consists of scenes.
///
/// ```swift
/// struct Library: Scene {
///   let model: Model
///
///   var body: some Scene {
///     Window("Library", id: "library") { LibraryView(model: model) }
///     WindowGroup("Show", id: "show") { ShowView(model: model) }
///   }
/// }
/// ```
public protocol Scene: View {}

/// The result builder of scenes: the ``ViewBuilder``, because scenes are views.
public typealias SceneBuilder = ViewBuilder

extension TupleView: Scene where repeat each Content: Scene {}
extension _ConditionalContent: Scene where First: Scene, Second: Scene {}
extension Optional: Scene where Wrapped: Scene {}
extension Group: Scene where Content: Scene {}
extension EnvironmentView: Scene where Content: Scene {}

extension Scene {
  /// Sets the initial size of the scene's windows in logical pixels. The user may resize the windows.
  public nonisolated func defaultSize(width: Int32, height: Int32) -> some Scene {
    EnvironmentView(self, \.defaultWindowSize, WindowSize(width: width, height: height))
  }

  /// Adds commands to the main menu of each window of the scene. If the modifier is applied several times, the
  /// innermost commands come first.
  ///
  /// The menu also has entries for the program's ``Settings`` and for quitting. `CommandGroup(replacing: .appSettings)`
  /// and `CommandGroup(replacing: .appTermination)` replace these entries.
  public nonisolated func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene {
    EnvironmentView(self, addingCommands: AnyView(content()))
  }
}

extension EnvironmentView {
  /// Adds commands to the environment, before the commands that modifiers around this scene add.
  fileprivate nonisolated init(_ content: Content, addingCommands commands: AnyView) {
    self.content = content
    value = commands
    change = { environment in
      environment.sceneCommands = environment.sceneCommands.map { AnyView(TupleView(commands, $0)) } ?? commands
    }
    // An `AnyView` cannot be compared with another one.
    makesSameChange = { _ in false }
  }
}

/// The initial size of a window in logical pixels. A length of -1 stands for the natural length of the content.
nonisolated struct WindowSize: Hashable {
  var width: Int32 = -1
  var height: Int32 = -1
}

private struct DefaultWindowSizeKey: EnvironmentKey {
  static var defaultValue: WindowSize { WindowSize() }
}

private struct SceneCommandsKey: EnvironmentKey {
  static var defaultValue: AnyView? { nil }
}

extension EnvironmentValues {
  /// The initial size of a scene's windows.
  var defaultWindowSize: WindowSize {
    get { self[DefaultWindowSizeKey.self] }
    set { self[DefaultWindowSizeKey.self] = newValue }
  }

  /// The commands in the main menu of a scene's windows.
  var sceneCommands: AnyView? {
    get { self[SceneCommandsKey.self] }
    set { self[SceneCommandsKey.self] = newValue }
  }
}
