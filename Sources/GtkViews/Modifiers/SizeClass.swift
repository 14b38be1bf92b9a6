internal import CGtk
internal import GtkBridge

/// The class of a window's width or height.
public enum UserInterfaceSizeClass: Hashable, Sendable, CaseIterable {
  /// There is little room, so few views fit next to each other.
  case compact
  /// There is enough room for views next to each other.
  case regular

  /// The minimum width of the regular class, in logical pixels.
  static let minRegularWidth: Int32 = 560
}

private struct HorizontalSizeClassKey: EnvironmentKey {
  static var defaultValue: UserInterfaceSizeClass? { .regular }
}

extension EnvironmentValues {
  /// The size class of the window's width: compact below 560 logical pixels. A view that reads this value updates when
  /// the class changes. In a sheet, the value is the class of the sheet as soon as the sheet's width is known. In a
  /// popover, the value is the class of the window that contains the popover.
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { self[HorizontalSizeClassKey.self] }
    set { self[HorizontalSizeClassKey.self] = newValue }
  }
}

/// Observes the width of a window and determines its size class.
@MainActor
final class WindowSizeClassObserver {
  private let window: WeakGObjectReference
  /// Called when the size class changes. The closure must not retain the window.
  var sizeClassDidChange: @MainActor (UserInterfaceSizeClass) -> Void = { _ in }
  private var surfaceConnection: SignalConnection?

  /// The size class of the window's width. Before the window is on screen, this is the class of the window's default
  /// width. If the default width is unknown too, this is the `fallback` of the initialiser.
  private(set) var sizeClass: UserInterfaceSizeClass

  /// Observes a window until it is destroyed.
  ///
  /// - Parameters:
  ///   - window: The window. Its signal handlers retain this object.
  ///   - fallback: The size class while the window's width is unknown. `nil` stands for the regular class.
  init(_ window: UnsafeMutablePointer<GtkWindow>, fallback: UserInterfaceSizeClass? = nil) {
    self.window = WeakGObjectReference(window)
    sizeClass = Self.sizeClass(ofWidth: Self.defaultWidth(of: window)) ?? fallback ?? .regular
    connect(window, .notify("notify::default-width")) { [self] in update() }
    // A maximised or tiled window keeps its default width. Its surface has the actual width.
    connect(window, .map) { [self] in observeSurface() }
  }

  private func observeSurface() {
    guard let surface = window.pointer.flatMap({ gtk_native_get_surface($0.opaque) }) else { return }
    surfaceConnection?.disconnect()
    surfaceConnection = connect(surface, .notify("notify::width")) { [weak self] in self?.update() }
    update()
  }

  private func update() {
    guard let pointer = window.pointer else { return }
    let surface = gtk_widget_get_mapped(pointer.widget) != 0 ? gtk_native_get_surface(pointer.opaque) : nil
    let width = surface.map { gdk_surface_get_width($0) } ?? Self.defaultWidth(of: pointer.window)
    guard let newClass = Self.sizeClass(ofWidth: width), newClass != sizeClass else { return }
    sizeClass = newClass
    sizeClassDidChange(newClass)
  }

  private static func defaultWidth(of window: UnsafeMutablePointer<GtkWindow>) -> Int32 {
    var size: (width: Int32, height: Int32) = (-1, -1)
    gtk_window_get_default_size(window, &size.width, &size.height)
    return size.width
  }

  /// Returns the size class of a width. `nil` if the width is unknown, because it was neither requested nor laid out.
  private static func sizeClass(ofWidth width: Int32) -> UserInterfaceSizeClass? {
    // An unset default width is 0 or -1, and a surface without a layout is at most 1 pixel wide.
    guard width > 1 else { return nil }
    return width < UserInterfaceSizeClass.minRegularWidth ? .compact : .regular
  }
}
