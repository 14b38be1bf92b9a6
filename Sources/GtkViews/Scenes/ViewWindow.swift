public import CGtk
internal import GtkBridge

/// A window with a view in it.
///
/// `dismiss` in the view's environment closes the window. The window owns the view. When the window is destroyed, by
/// the user or by code, the view's state, tasks and presentations end. The items of a
/// ``View/toolbar(content:)`` are in the window's title bar, or in a bar above the view if the window cannot have a GTK
/// header bar.
@MainActor
public final class ViewWindow<Content: View> {
  /// The window. Weak.
  private let windowReference: WeakGObjectReference
  private let host: ViewHost<Content>

  /// Puts a view into an empty window. Show the window with ``present()``.
  ///
  /// - Parameters:
  ///   - window: The window. It keeps the view and this object alive until the window is destroyed.
  ///   - environment: The environment of the views.
  ///   - content: The view to show.
  @discardableResult
  public init(
    _ window: UnsafeMutablePointer<GtkWindow>, environment: EnvironmentValues = EnvironmentValues(),
    @ViewBuilder content: () -> Content
  ) {
    windowReference = WeakGObjectReference(window)
    var environment = environment
    let context = PresentationContext()
    environment.presentationContext = context
    environment.windowBar = WindowBar(of: window) { [weak windowReference] in
      if let window = windowReference?.pointer?.window { gtk_window_set_title(window, $0) }
    }
    environment.dismiss = DismissAction(in: context) { [weak windowReference] in
      if let window = windowReference?.pointer?.window { gtk_window_close(window) }
    }
    let sizeClassObserver = WindowSizeClassObserver(window)
    environment.horizontalSizeClass = sizeClassObserver.sizeClass
    let host = ViewHost(content(), environment: environment)
    self.host = host
    sizeClassObserver.sizeClassDidChange = { [weak host] in host?.setSizeClass($0) }
    gtk_window_set_child(window, host.widget)
    // These closures retain this object until the window is destroyed. `destroy` is for a window that was never shown:
    // it is destroyed without being unrealized.
    connect(window, .unrealize) { self.host.close() }
    connect(window, .destroy) { self.host.close() }
  }

  /// The window, or `nil` after it is destroyed. Borrowed.
  public var window: UnsafeMutablePointer<GtkWindow>? { windowReference.pointer?.window }

  /// Shows the window, or brings it to the front.
  public func present() {
    if let window { gtk_window_present(window) }
  }

  /// Replaces the view by another value. The widgets of parts that are equal in both values do not change.
  public func update(@ViewBuilder content: () -> Content) {
    host.update(content())
  }
}
