internal import GtkBridge
internal import Presentation

/// The node of a scene that opens windows.
@MainActor
protocol WindowOpening: AnyObject {
  /// The properties that all windows of the scene have in common.
  var properties: SceneProperties { get }
  /// Whether the scene has an open window.
  var isOpen: Bool { get }
  /// Opens a window. If the scene allows only one window and it is open, brings it to the front.
  func show()
  /// Brings the newest window to the front.
  func bringToFront()
  /// Requests that all windows of the scene close.
  func close()
  /// Passes addresses to the views of the newest window. Returns `false` if no view of this window handles addresses.
  func handle(_ addresses: [String]) -> Bool
}

/// The scenes of a program. This object opens, finds and closes their windows.
@MainActor
final class SceneWindows {
  /// The application of the windows. Not owned: ``AppSession`` owns the application and this object.
  private(set) unowned var application: Application
  /// The node above all scenes. `nil` until it is created. Not owned: ``AppSession`` owns it.
  weak var root: ViewNode?
  /// The scenes in the order in which they were added.
  private var addedScenes: [any WindowOpening] = []
  /// The application's action that shows the settings. `nil` until a ``Settings`` scene is added.
  private var settingsAction: Action?

  init(of application: Application) {
    self.application = application
  }

  /// Whether the program has a ``Settings`` scene.
  var hasSettings: Bool { addedScenes.contains { $0.properties.isSettings } }

  /// The scenes in the order of the program's body. The order in `addedScenes` may differ, because a condition may add
  /// a scene later.
  private var scenes: [any WindowOpening] {
    var found: [any WindowOpening] = []
    root?.collectScenes(into: &found)
    return found
  }

  /// Adds a scene. If there already is a scene with this id, or if both are ``Settings`` scenes, this is reported, but
  /// the scene is added nevertheless.
  func add(_ scene: any WindowOpening) {
    if addedScenes.contains(where: { $0.properties.id == scene.properties.id }) {
      let description = scene.properties.id.map { "called “\($0)”" } ?? "with settings"
      let caller = scene.properties.caller
      Misuse(
        "There are two scenes \(description); the first in the program's body is shown. Give each scene its own id.",
        fileID: caller.fileID,
        line: caller.line
      )
      .report()
    }
    addedScenes.append(scene)
    if scene.properties.isSettings, settingsAction == nil {
      settingsAction = application.addAction("settings", accelerators: ["<Control>comma"]) { [weak self] in
        self?.showSettings()
      }
    }
  }

  func remove(_ scene: any WindowOpening) {
    addedScenes.removeAll { $0 === scene }
  }

  /// Shows a window of the *first scene*: the first in the program's body that is not a ``Settings`` scene. If the
  /// first scene has open windows already, brings the newest one to the front.
  func showFirstScene() {
    guard let firstScene = scenes.first(where: { !$0.properties.isSettings }) else {
      return Misuse(
        "The program has no scene to start with. Add a Window or a WindowGroup to its body.", fileID: #fileID,
        line: #line
      ).report()
    }
    if firstScene.isOpen { firstScene.bringToFront() } else { firstScene.show() }
  }

  /// Shows the window of a scene, or opens another window of a group.
  func show(_ id: String, fileID: StaticString, line: UInt) {
    guard let scene = scene(id, fileID: fileID, line: line) else { return }
    scene.show()
  }

  /// Requests that the windows of a scene close.
  func close(_ id: String, fileID: StaticString, line: UInt) {
    scene(id, fileID: fileID, line: line)?.close()
  }

  func showSettings() {
    scenes.first { $0.properties.isSettings }?.show()
  }

  /// Requests that all windows of the program close.
  func closeAll() {
    for scene in scenes { scene.close() }
  }

  /// Shows a window of the first scene, and passes addresses to the views of that window.
  func open(addresses: [String]) {
    showFirstScene()
    guard let firstScene = scenes.first(where: { !$0.properties.isSettings }), !firstScene.handle(addresses) else {
      return
    }
    let addressList = addresses.joined(separator: ", ")
    Misuse(
      "The program was given \(addressList) to open, but no view has onOpenURL(perform:).", fileID: #fileID, line: #line
    )
    .report()
  }

  /// Returns the scene with an id. If the program has no such scene, reports this at the caller's line.
  private func scene(_ id: String, fileID: StaticString, line: UInt) -> (any WindowOpening)? {
    if let scene = scenes.first(where: { $0.properties.id == id }) { return scene }
    Misuse(
      "There is no scene called “\(id)”, so nothing is opened or closed. Write a Window or a WindowGroup with this id.",
      fileID: fileID, line: line
    ).report()
    return nil
  }
}

extension ViewNode {
  /// Appends the node, if it is a scene's node, and the scenes below the node, in the order of the program's body.
  fileprivate func collectScenes(into scenes: inout [any WindowOpening]) {
    if let scene = self as? any WindowOpening { scenes.append(scene) }
    for child in children { child.collectScenes(into: &scenes) }
  }
}

private struct SceneWindowsKey: EnvironmentKey {
  static var defaultValue: SceneWindows? { nil }
}

extension EnvironmentValues {
  /// The scenes of the program. `nil` in a window that belongs to no ``App``.
  var sceneWindows: SceneWindows? {
    get { self[SceneWindowsKey.self] }
    set { self[SceneWindowsKey.self] = newValue }
  }
}
