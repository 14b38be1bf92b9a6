internal import CGtk
internal import GtkBridge

/// How much room a window has in one direction.
public enum UserInterfaceSizeClass: Hashable, Sendable, CaseIterable {
  /// Little: one thing beside another has to be small.
  case compact
  /// Enough for things side by side.
  case regular

  /// The least width with room for things side by side, in logical pixels.
  static let leastRegularWidth: Int32 = 560
}

private struct HorizontalSizeClassKey: EnvironmentKey {
  static var defaultValue: UserInterfaceSizeClass? { .regular }
}

extension EnvironmentValues {
  /// How much room the window has across: compact below 560 logical pixels. A view that reads it follows the window's width, in a sheet that
  /// of the sheet, once it has one, and in a popover that of the window that it is in.
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { self[HorizontalSizeClassKey.self] }
    set { self[HorizontalSizeClassKey.self] = newValue }
  }
}

/// Follows the width of a window.
@MainActor
final class WindowWidth {
  private let window: WeakGObjectReference
  /// Is called when the class is another one. It must not hold the window.
  var changed: @MainActor (UserInterfaceSizeClass) -> Void = { _ in }
  private var surfaceConnection: SignalConnection?

  /// The class of the width that the window has, or will have when it comes on screen, as far as that is known.
  private(set) var sizeClass: UserInterfaceSizeClass

  /// Follows a window until it goes.
  ///
  /// - Parameters:
  ///   - window: The window. Its own closures keep this object.
  ///   - unknown: The class as long as nobody knows how wide the window will be.
  init(_ window: UnsafeMutablePointer<GtkWindow>, unknown: UserInterfaceSizeClass? = nil) {
    self.window = WeakGObjectReference(window)
    sizeClass = Self.sizeClass(ofWidth: Self.defaultWidth(of: window)) ?? unknown ?? .regular
    connect(window, .notify("notify::default-width")) { [self] in look() }
    // A window that is maximised or tiled keeps its default width; its surface has the real one.
    connect(window, .map) { [self] in followSurface() }
  }

  private func followSurface() {
    guard let surface = window.pointer.flatMap({ gtk_native_get_surface($0.opaque) }) else { return }
    surfaceConnection?.disconnect()
    surfaceConnection = connect(surface, .notify("notify::width")) { [weak self] in self?.look() }
    look()
  }

  private func look() {
    guard let pointer = window.pointer else { return }
    let surface = gtk_widget_get_mapped(pointer.widget) != 0 ? gtk_native_get_surface(pointer.opaque) : nil
    let width = surface.map { gdk_surface_get_width($0) } ?? Self.defaultWidth(of: pointer.window)
    guard let found = Self.sizeClass(ofWidth: width), found != sizeClass else { return }
    sizeClass = found
    changed(found)
  }

  private static func defaultWidth(of window: UnsafeMutablePointer<GtkWindow>) -> Int32 {
    var size: (width: Int32, height: Int32) = (-1, -1)
    gtk_window_get_default_size(window, &size.width, &size.height)
    return size.width
  }

  /// No width is known of before it is asked for, or laid out.
  private static func sizeClass(ofWidth width: Int32) -> UserInterfaceSizeClass? {
    guard width > 1 else { return nil }
    return width < UserInterfaceSizeClass.leastRegularWidth ? .compact : .regular
  }
}
