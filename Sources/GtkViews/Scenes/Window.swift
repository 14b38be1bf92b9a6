/// A window of which there is one: the program's own at its start, or another that ``EnvironmentValues/openWindow`` shows.
public nonisolated struct Window<Content: View>: WindowScene {
  let kind: WindowKind
  let content: Content

  /// A window with a title that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - title: What it is called until a view in it has a ``View/navigationTitle(_:)``.
  ///   - id: What ``EnvironmentValues/openWindow`` knows it by.
  ///   - content: What it shows.
  ///   - fileID: The caller's file, for what is reported of the scene.
  ///   - line: The caller's line.
  public init(
    _ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    kind = WindowKind(title: TextState(title), id: id, caller: CallerLine(fileID: fileID, line: line), isSingle: true)
    self.content = content()
  }

  /// A window with a title that is shown as it is.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    kind = WindowKind(title: TextState(verbatim: String(title)), id: id, caller: CallerLine(fileID: fileID, line: line), isSingle: true)
    self.content = content()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WindowSceneNode(view, in: context)
  }
}

/// Windows that all show the same views, each with a state of its own.
public nonisolated struct WindowGroup<Content: View>: WindowScene {
  let kind: WindowKind
  let content: Content

  /// Windows with a title that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - title: What they are called until a view in them has a ``View/navigationTitle(_:)``.
  ///   - id: What ``EnvironmentValues/openWindow`` knows them by. It opens another one each time.
  ///   - content: What each of them shows.
  ///   - fileID: The caller's file, for what is reported of the scene.
  ///   - line: The caller's line.
  public init(
    _ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    kind = WindowKind(title: TextState(title), id: id, caller: CallerLine(fileID: fileID, line: line), isSingle: false)
    self.content = content()
  }

  /// Windows with a title that is shown as it is.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, id: String, @ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    kind = WindowKind(title: TextState(verbatim: String(title)), id: id, caller: CallerLine(fileID: fileID, line: line), isSingle: false)
    self.content = content()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WindowSceneNode(view, in: context)
  }
}

/// The program's settings: a window that Control and the comma, the main menu and ``EnvironmentValues/openSettings`` show. Escape closes it.
///
/// What is set in it is best kept by ``AppStorage``, and holds at once.
public nonisolated struct Settings<Content: View>: WindowScene {
  let kind: WindowKind
  let content: Content

  /// Settings.
  public init(@ViewBuilder content: () -> Content, fileID: StaticString = #fileID, line: UInt = #line) {
    kind = WindowKind(title: TextState("Settings"), id: nil, caller: CallerLine(fileID: fileID, line: line), isSingle: true)
    self.content = content()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WindowSceneNode(view, in: context)
  }
}

/// A scene whose windows all show the same views.
nonisolated protocol WindowScene: PrimitiveView, Scene {
  associatedtype Content: View
  var kind: WindowKind { get }
  var content: Content { get }
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
