/// A part of a program that has windows of its own: a ``Window``, a ``WindowGroup``, the ``Settings``, several of them, or one that is made of them.
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

/// Builds scenes, as a ``ViewBuilder`` builds views.
public typealias SceneBuilder = ViewBuilder

extension TupleView: Scene where repeat each Content: Scene {}
extension _ConditionalContent: Scene where First: Scene, Second: Scene {}
extension Optional: Scene where Wrapped: Scene {}
extension Group: Scene where Content: Scene {}
extension EnvironmentView: Scene where Content: Scene {}

extension Scene {
  /// How large new windows are, in logical pixels. People may make them larger or smaller.
  public nonisolated func defaultSize(width: Int32, height: Int32) -> some Scene {
    EnvironmentView(self, \.defaultWindowSize, WindowSize(width: width, height: height))
  }

  /// Puts what the program can do into the main menu of each window.
  ///
  /// A program's menu offers its ``Settings`` too, and to quit: `CommandGroup(replacing: .appSettings)` and `.appTermination` change that.
  public nonisolated func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene {
    EnvironmentView(self, \.sceneCommands, AnyView(content()))
  }
}

/// How large a window is when it is new.
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
  var defaultWindowSize: WindowSize {
    get { self[DefaultWindowSizeKey.self] }
    set { self[DefaultWindowSizeKey.self] = newValue }
  }

  /// What the windows of a scene have in their main menu.
  var sceneCommands: AnyView? {
    get { self[SceneCommandsKey.self] }
    set { self[SceneCommandsKey.self] = newValue }
  }
}
