/// A scene with a single window. If this is the program's first ``Window`` or ``WindowGroup``, the window opens when
/// the program starts. Otherwise, ``EnvironmentValues/openWindow`` opens the window.
///
/// ```swift
/// Window("Statistics", id: "statistics") { StatisticsView() }
/// ```
public nonisolated struct Window<Content: View>: WindowScene {
  let properties: SceneProperties
  let content: Content
}

extension Window {
  /// Creates a window with a title that is looked up in the catalogue of translations.
  ///
  /// - Parameters:
  ///   - title: The title, which is shown unless a view in the window has a ``View/navigationTitle(_:)``.
  ///   - id: The id of the scene for ``EnvironmentValues/openWindow``.
  ///   - content: The views in the window.
  ///   - fileID: The caller's file, for reports about the scene.
  ///   - line: The caller's line.
  public nonisolated init(
    _ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(TextState(title), id: id, isSingle: true, content: content(), CallerLine(fileID: fileID, line: line))
  }

  /// Creates a window with a title that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(
    _ title: some StringProtocol, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      TextState(verbatim: String(title)), id: id, isSingle: true, content: content(),
      CallerLine(fileID: fileID, line: line))
  }
}

/// A scene with any number of windows. All windows show the same views, and each window has its own state.
///
/// ```swift
/// @main struct Notes: App {
///   static let id = "org.example.Notes"
///
///   var body: some Scene {
///     WindowGroup("Notes", id: "notes") { NotesView() }
///   }
/// }
/// ```
public nonisolated struct WindowGroup<Content: View>: WindowScene {
  let properties: SceneProperties
  let content: Content
}

extension WindowGroup {
  /// Creates a group of windows with a title that is looked up in the catalogue of translations.
  ///
  /// - Parameters:
  ///   - title: The title, which is shown unless a view in the window has a ``View/navigationTitle(_:)``.
  ///   - id: The id of the scene for ``EnvironmentValues/openWindow``, which opens another window each time.
  ///   - content: The views in each window.
  ///   - fileID: The caller's file, for reports about the scene.
  ///   - line: The caller's line.
  public nonisolated init(
    _ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(TextState(title), id: id, isSingle: false, content: content(), CallerLine(fileID: fileID, line: line))
  }

  /// Creates a group of windows with a title that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(
    _ title: some StringProtocol, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      TextState(verbatim: String(title)), id: id, isSingle: false, content: content(),
      CallerLine(fileID: fileID, line: line))
  }
}

/// A scene with the window of the program's settings. Control with a comma, the main menu and
/// ``EnvironmentValues/openSettings`` open the window. Escape closes it.
///
/// ```swift
/// Settings {
///   Form {
///     Toggle("Skip Silence", isOn: $skipsSilence)
///   }
/// }
/// ```
///
/// Store the settings in ``AppStorage`` and apply them immediately.
public nonisolated struct Settings<Content: View>: WindowScene {
  let properties: SceneProperties
  let content: Content
}

extension Settings {
  /// Creates the scene of the settings.
  public nonisolated init(@ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(
      TextState("Settings"), id: nil, isSingle: true, content: content(), CallerLine(fileID: fileID, line: line))
  }
}

/// A scene whose windows all show the same views.
nonisolated protocol WindowScene: PrimitiveView, Scene {
  associatedtype Content: View
  var properties: SceneProperties { get }
  var content: Content { get }
  init(properties: SceneProperties, content: Content)
}

extension WindowScene {
  init(_ title: TextState, id: String?, isSingle: Bool, content: Content, _ caller: CallerLine) {
    self.init(properties: SceneProperties(title: title, id: id, caller: caller, isSingle: isSingle), content: content)
  }

  /// Creates the node that opens the windows of the scene.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WindowSceneNode(view, in: context)
  }
}

/// The properties that all windows of a scene have in common.
nonisolated struct SceneProperties {
  let title: TextState
  /// The id of the scene. `nil` for the settings.
  let id: String?
  /// The source line of the scene.
  let caller: CallerLine
  /// Whether the scene has at most one window.
  let isSingle: Bool

  /// Whether the scene is the ``Settings``, the only scene without an id.
  var isSettings: Bool { id == nil }
}
