/// A window of which there is one: the program's own at its start, or another that ``EnvironmentValues/openWindow`` shows.
public nonisolated struct Window<Content: View>: WindowScene {
  let kind: WindowKind
  let content: Content
}

extension Window {
  /// A window with a title that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - title: What it is called until a view in it has a ``View/navigationTitle(_:)``.
  ///   - id: What ``EnvironmentValues/openWindow`` knows it by.
  ///   - content: What it shows.
  ///   - fileID: The caller's file, for what is reported of the scene.
  ///   - line: The caller's line.
  public nonisolated init(
    _ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(TextState(title), id: id, isSingle: true, content: content(), CallerLine(fileID: fileID, line: line))
  }

  /// A window with a title that is shown as it is.
  @_disfavoredOverload
  public nonisolated init(
    _ title: some StringProtocol, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(TextState(verbatim: String(title)), id: id, isSingle: true, content: content(), CallerLine(fileID: fileID, line: line))
  }
}

/// Windows that all show the same views, each with a state of its own.
public nonisolated struct WindowGroup<Content: View>: WindowScene {
  let kind: WindowKind
  let content: Content
}

extension WindowGroup {
  /// Windows with a title that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - title: What they are called until a view in them has a ``View/navigationTitle(_:)``.
  ///   - id: What ``EnvironmentValues/openWindow`` knows them by. It opens another one each time.
  ///   - content: What each of them shows.
  ///   - fileID: The caller's file, for what is reported of the scene.
  ///   - line: The caller's line.
  public nonisolated init(
    _ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(TextState(title), id: id, isSingle: false, content: content(), CallerLine(fileID: fileID, line: line))
  }

  /// Windows with a title that is shown as it is.
  @_disfavoredOverload
  public nonisolated init(
    _ title: some StringProtocol, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(TextState(verbatim: String(title)), id: id, isSingle: false, content: content(), CallerLine(fileID: fileID, line: line))
  }
}

/// The program's settings: a window that Control and the comma, the main menu and ``EnvironmentValues/openSettings`` show. Escape closes it.
///
/// What is set in it is best kept by ``AppStorage``, and holds at once.
public nonisolated struct Settings<Content: View>: WindowScene {
  let kind: WindowKind
  let content: Content
}

extension Settings {
  /// Settings.
  public nonisolated init(@ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(TextState("Settings"), id: nil, isSingle: true, content: content(), CallerLine(fileID: fileID, line: line))
  }
}

/// A scene whose windows all show the same views.
nonisolated protocol WindowScene: PrimitiveView, Scene {
  associatedtype Content: View
  var kind: WindowKind { get }
  var content: Content { get }
  init(kind: WindowKind, content: Content)
}

extension WindowScene {
  init(_ title: TextState, id: String?, isSingle: Bool, content: Content, _ caller: CallerLine) {
    self.init(kind: WindowKind(title: title, id: id, caller: caller, isSingle: isSingle), content: content)
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WindowSceneNode(view, in: context)
  }
}

/// What is to be known of the windows of a scene.
nonisolated struct WindowKind {
  let title: TextState
  /// `nil` for the settings.
  let id: String?
  /// Where the program names it.
  let caller: CallerLine
  /// Whether there is one at most.
  let isSingle: Bool
}
