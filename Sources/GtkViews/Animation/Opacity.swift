internal import CGtk
internal import GtkBridge

extension View {
  /// Makes the view translucent. A view with an opacity of 0 is invisible and keeps its space. Opacities are clamped to
  /// the range from 0 to 1.
  public nonisolated func opacity(_ opacity: Double) -> some View {
    OpacityView(content: self, opacity: min(max(opacity.zeroIfNaN, 0), 1))
  }
}

/// Multiplies the opacities that several owners have set for one widget. A modifier and the transitions around it are
/// such owners. The opacity of one owner is its share.
@MainActor
enum OpacityShares {
  /// The shares of each widget, by owner.
  private(set) static var sharesByWidget: [UnsafeMutablePointer<GtkWidget>: [ObjectIdentifier: Double]] = [:]
  /// The key for all released owners of a widget together. The value is the product of their shares.
  private static let releasedOwners = ObjectIdentifier(OpacityShares.self)
  /// The name under which GObject stores the mark of a hidden widget.
  private static let hiddenKey = "gtkviews-hidden"

  /// Sets an owner's share of a widget. Before the widget is destroyed, ``removeShare(of:from:)`` or
  /// ``releaseOwner(_:of:)`` must be called.
  static func setShare(_ share: Double, of owner: AnyObject, on widget: UnsafeMutablePointer<GtkWidget>) {
    sharesByWidget[widget, default: [:]][ObjectIdentifier(owner)] = share
    updateOpacity(of: widget)
  }

  /// Removes an owner's share from a widget.
  static func removeShare(of owner: AnyObject, from widget: UnsafeMutablePointer<GtkWidget>) {
    guard sharesByWidget[widget]?.removeValue(forKey: ObjectIdentifier(owner)) != nil else { return }
    updateOpacity(of: widget)
    removeIfWithoutOwners(widget)
  }

  /// Releases an owner whose widget is destroyed at the same time or soon after. Until the widget is destroyed, its
  /// opacity still includes the owner's share.
  static func releaseOwner(_ owner: AnyObject, of widget: UnsafeMutablePointer<GtkWidget>) {
    guard let share = sharesByWidget[widget]?.removeValue(forKey: ObjectIdentifier(owner)) else { return }
    sharesByWidget[widget]?[releasedOwners, default: 1] *= share
    removeIfWithoutOwners(widget)
  }

  /// Removes the entry of a widget if all of its owners are released. Otherwise, a new widget at the address of a
  /// destroyed widget would get the shares of the destroyed widget.
  private static func removeIfWithoutOwners(_ widget: UnsafeMutablePointer<GtkWidget>) {
    if sharesByWidget[widget]?.keys.allSatisfy({ $0 == releasedOwners }) == true { sharesByWidget[widget] = nil }
  }

  /// Makes a widget invisible for the rest of its life, regardless of the opacities that its owners set.
  static func hide(_ widget: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(widget.gobject, hiddenKey, UnsafeMutableRawPointer(bitPattern: 1))
    updateOpacity(of: widget)
  }

  private static func updateOpacity(of widget: UnsafeMutablePointer<GtkWidget>) {
    let isHidden = g_object_get_data(widget.gobject, hiddenKey) != nil
    gtk_widget_set_opacity(widget, isHidden ? 0 : sharesByWidget[widget]?.values.reduce(1, *) ?? 1)
  }
}

nonisolated struct OpacityView<Content: View>: ModifyingView {
  let content: Content
  let opacity: Double

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    OpacityNode(view, in: context)
  }
}

@MainActor
private final class OpacityNode<Content: View>: ModifierNode<OpacityView<Content>> {
  /// The widgets to which the opacity is applied.
  private var translucentWidgets: Set<UnsafeMutablePointer<GtkWidget>> = []
  /// The animated opacity.
  private lazy var movingOpacity = MovingNumbers(.opacity(view.opacity)) { [weak self] _ in self?.applyOpacity() }

  override init(_ view: OpacityView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    // The lazy property is created now, so that it begins at the initial opacity.
    _ = movingOpacity
    updateTranslucentWidgets()
  }

  override func update(to view: OpacityView<Content>) {
    super.update(to: view)
    if let widget = translucentWidgets.first {
      move(movingOpacity, to: .opacity(view.opacity), in: widget)
    } else {
      movingOpacity.reset(to: .opacity(view.opacity))
    }
  }

  override var canBeRecycled: Bool { !movingOpacity.isMoving && content.canBeRecycled }

  override func widgetsDidChange() {
    // `content` is `nil` while its node is being created.
    guard content != nil else { return }
    updateTranslucentWidgets()
    super.widgetsDidChange()
  }

  override func didUnmount() {
    movingOpacity.stop()
    for widget in translucentWidgets { OpacityShares.releaseOwner(self, of: widget) }
  }

  private func updateTranslucentWidgets() {
    let widgets = Set(content.widgets)
    for widget in translucentWidgets where !widgets.contains(widget) {
      OpacityShares.removeShare(of: self, from: widget)
    }
    translucentWidgets = widgets
    applyOpacity()
  }

  private func applyOpacity() {
    for widget in translucentWidgets { OpacityShares.setShare(movingOpacity.displayed[0], of: self, on: widget) }
  }
}

extension SIMD8<Double> {
  /// Returns the numbers for a ``MovingNumbers`` of an opacity. Only the first number is used.
  static func opacity(_ opacity: Double) -> Self { Self(opacity, 0, 0, 0, 0, 0, 0, 0) }
}

extension Double {
  /// The number, or 0 if it is NaN, which cannot be clamped to a range.
  var zeroIfNaN: Double { isNaN ? 0 : self }
}
