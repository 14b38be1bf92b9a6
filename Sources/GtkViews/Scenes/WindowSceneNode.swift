internal import CGtk
internal import GtkBridge

/// The node of a scene with windows. It tracks the open windows and updates them.
@MainActor
final class WindowSceneNode<Scene: WindowScene>: _ViewNode<Scene>, WindowOpening {
  /// The windows that are open, in the order in which they were opened.
  private var openWindows: [OpenWindow<SceneContent<Scene.Content>>] = []
  /// Whether an update of the windows for a changed environment is scheduled.
  private var isStale = false

  override init(_ view: Scene, in context: _NodeContext) {
    super.init(view, in: context)
    environment.sceneWindows?.add(self)
  }

  var kind: WindowKind { view.kind }

  var isOpen: Bool { !openWindows.isEmpty }

  private var translatedTitle: String { kind.title.translated(as: "The title of a window", in: self) }

  override func update(to view: Scene) {
    let title = kind.title
    super.update(to: view)
    if kind.title != title { for window in openWindows { window.frame.title = translatedTitle } }
    showContent()
  }

  /// Schedules an update of the windows. The windows are not updated immediately, because an update of the view usually
  /// follows, which updates them too.
  override func environmentDidChange() {
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      if let self, isMounted, isStale { showContent() }
    }
  }

  private func showContent() {
    isStale = false
    for window in openWindows { window.views.update { content } }
  }

  override func willUnmount() {
    environment.sceneWindows?.remove(self)
    for window in openWindows { window.frame.destroy() }
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  func show() {
    guard kind.isSingle, let window = openWindows.last else { return openNewWindow() }
    window.frame.present()
  }

  func bringToFront() {
    openWindows.last?.frame.present()
  }

  func close() {
    for window in openWindows { window.frame.close() }
  }

  private var content: SceneContent<Scene.Content> {
    SceneContent(
      content: view.content, commands: kind.id == nil ? nil : environment.sceneCommands,
      offersSettings: environment.sceneWindows?.hasSettings == true
    )
  }

  private func openNewWindow() {
    guard let windows = environment.sceneWindows else { return }
    let size = environment.defaultWindowSize
    let frame = ApplicationWindow(
      application: windows.application, title: translatedTitle, width: size.width, height: size.height)
    guard let pointer = frame.pointer else { return }
    var environment = EnvironmentValues()
    environment.sceneWindows = windows
    let receivers = AddressReceivers()
    environment.addressReceivers = receivers
    let views = ViewWindow(pointer, environment: environment) { content }
    openWindows.append(OpenWindow(frame: frame, views: views, receivers: receivers))
    frame.onClose = { [weak self, weak frame] in self?.openWindows.removeAll { $0.frame === frame } }
    if kind.id == nil { closeOnEscape(frame) }
    frame.present()
  }

  private func closeOnEscape(_ frame: ApplicationWindow) {
    guard let pointer = frame.pointer else { return }
    // The widget with the focus handles the key first, so Escape closes a menu or a search before it closes the window.
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { [weak frame] press in
      guard press.key == UInt32(GDK_KEY_Escape) else { return false }
      frame?.close()
      return true
    }
    gtk_widget_add_controller(pointer.widget, keys)
  }

  func receive(_ addresses: [String]) -> Bool {
    openWindows.last?.receivers.receive(addresses) ?? false
  }
}

/// A window of a scene.
@MainActor
private struct OpenWindow<Content: View> {
  /// The window itself.
  let frame: ApplicationWindow
  /// The views in the window.
  let views: ViewWindow<Content>
  /// The views that handle addresses.
  let receivers: AddressReceivers
}

/// The content of a scene's window: the scene's views, and the main menu if the scene has commands.
nonisolated struct SceneContent<Content: View>: View {
  let content: Content
  let commands: AnyView?
  /// Whether the program has a ``Settings`` scene.
  let offersSettings: Bool

  @MainActor var body: some View {
    if let commands {
      CommandsView(content: content, commands: commands, program: ProgramCommands(offersSettings: offersSettings))
    } else {
      content
    }
  }
}
