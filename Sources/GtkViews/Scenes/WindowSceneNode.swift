internal import CGtk
internal import GtkBridge

/// The node of a scene with windows. The node opens the windows and updates the views in them.
@MainActor
final class WindowSceneNode<Scene: WindowScene>: _ViewNode<Scene>, WindowOpening {
  /// The windows that are open, in the order in which they were opened.
  private var openWindows: [OpenWindow<SceneContent<Scene.Content>>] = []
  /// Whether the windows have to be updated for a changed environment.
  private var isStale = false

  override init(_ view: Scene, in context: _NodeContext) {
    super.init(view, in: context)
    environment.sceneWindows?.add(self)
  }

  var properties: SceneProperties { view.properties }

  var isOpen: Bool { !openWindows.isEmpty }

  private var translatedTitle: String { properties.title.translated(reportedAs: "The title of a window", in: self) }

  override func update(to view: Scene) {
    let formerTitle = properties.title
    super.update(to: view)
    if properties.title != formerTitle {
      for window in openWindows { window.applicationWindow.title = translatedTitle }
    }
    updateOpenWindows()
  }

  /// Schedules an update of the windows. The windows are not updated immediately, because an update of the view usually
  /// follows, which updates them too.
  override func environmentDidChange() {
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      if let self, isMounted, isStale { updateOpenWindows() }
    }
  }

  /// Updates the views in the open windows.
  private func updateOpenWindows() {
    isStale = false
    for window in openWindows { window.views.update { content } }
  }

  override func willUnmount() {
    environment.sceneWindows?.remove(self)
    for window in openWindows { window.applicationWindow.destroy() }
  }

  /// Adds no widget, because a window has no parent widget.
  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  func show() {
    guard properties.isSingle, let window = openWindows.last else { return openNewWindow() }
    window.applicationWindow.present()
  }

  func bringToFront() {
    openWindows.last?.applicationWindow.present()
  }

  func close() {
    for window in openWindows { window.applicationWindow.close() }
  }

  private var content: SceneContent<Scene.Content> {
    SceneContent(
      content: view.content, commands: properties.isSettings ? nil : environment.sceneCommands,
      hasSettings: environment.sceneWindows?.hasSettings == true
    )
  }

  private func openNewWindow() {
    guard let windows = environment.sceneWindows else { return }
    let size = environment.defaultWindowSize
    let applicationWindow = ApplicationWindow(
      application: windows.application, title: translatedTitle, width: size.width, height: size.height)
    guard let pointer = applicationWindow.pointer else { return }
    // A window does not inherit the environment of its scene.
    var environment = EnvironmentValues()
    environment.sceneWindows = windows
    let addressHandlers = AddressHandlers()
    environment.addressHandlers = addressHandlers
    let views = ViewWindow(pointer, environment: environment) { content }
    openWindows.append(
      OpenWindow(applicationWindow: applicationWindow, views: views, addressHandlers: addressHandlers))
    applicationWindow.onClose = { [weak self, weak applicationWindow] in
      self?.openWindows.removeAll { $0.applicationWindow === applicationWindow }
    }
    if properties.isSettings { closeOnEscape(applicationWindow) }
    applicationWindow.present()
  }

  private func closeOnEscape(_ applicationWindow: ApplicationWindow) {
    guard let pointer = applicationWindow.pointer else { return }
    // The widget with the focus handles the key first, so Escape closes a menu or a search before it closes the window.
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { [weak applicationWindow] press in
      guard press.key == UInt32(GDK_KEY_Escape) else { return false }
      applicationWindow?.close()
      return true
    }
    gtk_widget_add_controller(pointer.widget, keys)
  }

  func handle(_ addresses: [String]) -> Bool {
    openWindows.last?.addressHandlers.handle(addresses) ?? false
  }
}

/// An open window of a scene.
@MainActor
private struct OpenWindow<Content: View> {
  /// The window on the desktop.
  let applicationWindow: ApplicationWindow
  /// The views in that window.
  let views: ViewWindow<Content>
  /// The views in that window that handle the addresses with which the program is opened.
  let addressHandlers: AddressHandlers
}

/// The content of a scene's window: the scene's views, and the main menu if the scene has commands.
nonisolated struct SceneContent<Content: View>: View {
  let content: Content
  let commands: AnyView?
  /// Whether the program has a ``Settings`` scene.
  let hasSettings: Bool

  @MainActor var body: some View {
    if let commands {
      CommandsView(content: content, commands: commands, appCommands: ProgramCommands(hasSettings: hasSettings))
    } else {
      content
    }
  }
}
