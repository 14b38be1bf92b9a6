internal import GtkBridge
internal import Presentation

/// The node of a scene that opens windows.
@MainActor
protocol WindowOpening: AnyObject {
  /// The parameters of the scene's windows.
  var kind: WindowKind { get }
  /// Whether the scene has an open window.
  var isOpen: Bool { get }
  /// Opens a window. If the scene allows only one window and it is open, brings it to the front.
  func show()
  /// Brings the newest window to the front.
  func bringToFront()
  /// Requests all windows of the scene to close.
  func close()
  /// Passes addresses to the views of the newest window. Returns `false` if none of them handles addresses.
  func receive(_ addresses: [String]) -> Bool
}

/// The scenes of a program.
@MainActor
final class SceneWindows {
  /// The application of the windows. Not owned: ``AppSession`` owns the application and this object.
  private(set) unowned var application: Application
  /// The node above all scenes. `nil` until it is created. Not owned: ``AppSession`` owns it.
  weak var root: ViewNode?
  /// The scenes in the order in which they were added.
  private var registered: [any WindowOpening] = []
  /// The action that shows the settings. `nil` until a ``Settings`` scene is added.
  private var settingsAction: Action?

  init(of application: Application) {
    self.application = application
  }

  /// Whether the program has a ``Settings`` scene.
  var hasSettings: Bool { registered.contains { $0.kind.id == nil } }

  /// The scenes in the order of the program's body. The order in `registered` may differ, because a condition may add a
  /// scene later.
  private var scenes: [any WindowOpening] {
    var found: [any WindowOpening] = []
    root?.collectScenes(into: &found)
    return found
  }

  func add(_ scene: any WindowOpening) {
    if registered.contains(where: { $0.kind.id == scene.kind.id }) {
      let name = scene.kind.id.map { "called “\($0)”" } ?? "with settings"
      let caller = scene.kind.caller
      Misuse(
        "There are two scenes \(name); the first in the program's body is shown. Give each an id of its own.",
        fileID: caller.fileID,
        line: caller.line
      )
      .report()
    }
    registered.append(scene)
    if scene.kind.id == nil, settingsAction == nil {
      settingsAction = application.addAction("settings", accelerators: ["<Control>comma"]) { [weak self] in
        self?.showSettings()
      }
    }
  }

  func remove(_ scene: any WindowOpening) {
    registered.removeAll { $0 === scene }
  }

  /// Shows the first window of the program. If its scene has windows already, brings the newest one to the front.
  func showFirst() {
    guard let first = scenes.first(where: { $0.kind.id != nil }) else {
      return Misuse(
        "The program has no scene to begin with: write a Window or a WindowGroup in its body.", fileID: #fileID,
        line: #line
      ).report()
    }
    if first.isOpen { first.bringToFront() } else { first.show() }
  }

  /// Shows the window of a scene.
  func show(_ id: String, fileID: StaticString, line: UInt) {
    guard let scene = scene(id, fileID: fileID, line: line) else { return }
    scene.show()
  }

  /// Closes the windows of a scene.
  func close(_ id: String, fileID: StaticString, line: UInt) {
    scene(id, fileID: fileID, line: line)?.close()
  }

  func showSettings() {
    scenes.first { $0.kind.id == nil }?.show()
  }

  func closeAll() {
    for scene in scenes { scene.close() }
  }

  /// Shows the first window, and passes it addresses to open.
  func open(addresses: [String]) {
    showFirst()
    guard let first = scenes.first(where: { $0.kind.id != nil }), !first.receive(addresses) else { return }
    let list = addresses.joined(separator: ", ")
    Misuse("The program was given \(list) to open, but no view has onOpenURL(perform:).", fileID: #fileID, line: #line)
      .report()
  }

  private func scene(_ id: String, fileID: StaticString, line: UInt) -> (any WindowOpening)? {
    if let scene = scenes.first(where: { $0.kind.id == id }) { return scene }
    Misuse(
      "There is no scene called “\(id)”, so nothing is opened or closed. Write a Window or a WindowGroup with this id.",
      fileID: fileID, line: line
    ).report()
    return nil
  }
}

extension ViewNode {
  /// Appends the scenes below the node, in order.
  fileprivate func collectScenes(into scenes: inout [any WindowOpening]) {
    if let scene = self as? any WindowOpening { scenes.append(scene) }
    for child in children { child.collectScenes(into: &scenes) }
  }
}

private struct SceneWindowsKey: EnvironmentKey {
  static var defaultValue: SceneWindows? { nil }
}

extension EnvironmentValues {
  /// The scenes of the program, if it is an ``App``.
  var sceneWindows: SceneWindows? {
    get { self[SceneWindowsKey.self] }
    set { self[SceneWindowsKey.self] = newValue }
  }
}
