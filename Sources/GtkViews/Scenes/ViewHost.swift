public import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Shows a view in a GTK widget, and updates the widget when values that the view reads change.
///
/// The host owns the nodes of the view. Add ``widget`` to a container, which then owns the widget too. Call ``close()``
/// to remove the view and to end its state, tasks and presentations.
@MainActor
public final class ViewHost<Content: View> {
  /// The root of the graph of nodes. `nil` after the host is closed.
  private var root: RootNode<Content>?
  /// The widget that contains the widget of ``root``, and displays toasts above that widget. Owned. `nil` after
  /// the host is closed.
  private var toastLayer: GObjectReference?

  /// Creates the view and its widgets.
  ///
  /// - Parameters:
  ///   - content: The view to show.
  ///   - environment: The environment of the view.
  public init(_ content: Content, environment: EnvironmentValues = EnvironmentValues()) {
    var environment = environment
    environment.desktopLook = DesktopAppearance.shared.look
    if environment.windowBar == nil { environment.windowBar = WindowBar() }
    let root = RootNode(RootView(content: content), in: _NodeContext(environment: environment))
    self.root = root
    toastLayer = GObjectReference(ToastLayer.around(root.widget))
    DesktopAppearance.shared.observe(self) { [weak self] in self?.setDesktopLook($0) }
    // The desktop's look includes the reading direction, for which GTK's settings have no signal.
    connect(root.widget, .ignoringArgument("direction-changed")) { DesktopAppearance.shared.update() }
  }

  /// The widget that shows the view. Add it to a window. Borrowed. `nil` after the host is closed.
  public var widget: UnsafeMutablePointer<GtkWidget>? { toastLayer?.widget }

  /// Replaces the view by another value. The widgets of parts that are equal in both values do not change.
  public func update(_ content: Content) {
    root?.update(to: RootView(content: content))
  }

  /// Removes the view, and ends its state, tasks and presentations. Further calls have no effect.
  public func close() {
    DesktopAppearance.shared.removeObserver(self)
    root?.unmount()
    root = nil
    toastLayer = nil
  }

  private func setDesktopLook(_ look: DesktopLook) {
    root?.updateEnvironment(\.desktopLook, to: look)
  }

  /// Passes the size class of the window's width down to the views.
  func setSizeClass(_ sizeClass: UserInterfaceSizeClass) {
    root?.updateEnvironment(\.horizontalSizeClass, to: sizeClass)
  }

  isolated deinit {
    DesktopAppearance.shared.removeObserver(self)
    root?.unmount()
  }
}
