internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The margins of a box in pixels.
nonisolated struct Margins: Equatable {
  var top: Int32 = 0
  var leading: Int32 = 0
  var bottom: Int32 = 0
  var trailing: Int32 = 0

  /// Creates margins of one length at some edges. The margins at the other edges are zero.
  init(_ edges: Edge.Set, _ length: Int32) {
    if edges.contains(.top) { top = length }
    if edges.contains(.leading) { leading = length }
    if edges.contains(.bottom) { bottom = length }
    if edges.contains(.trailing) { trailing = length }
  }
}

extension Margins {
  /// Creates the margins of one step of an animation, rounded to pixels. Negative numbers become zero.
  init(_ numbers: MovingNumbers.Numbers) {
    self.init([], 0)
    let pixels = { (length: Double) in Int32(pixels: max(length.rounded(), 0)) }
    (top, leading, bottom, trailing) = (pixels(numbers[0]), pixels(numbers[1]), pixels(numbers[2]), pixels(numbers[3]))
  }

  /// The margins as numbers, for an animation. The last four numbers are not used.
  var numbers: MovingNumbers.Numbers {
    .init(Double(top), Double(leading), Double(bottom), Double(trailing), 0, 0, 0, 0)
  }

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>) {
    gtk_widget_set_margin_top(widget, top)
    gtk_widget_set_margin_start(widget, leading)
    gtk_widget_set_margin_bottom(widget, bottom)
    gtk_widget_set_margin_end(widget, trailing)
  }
}

/// The properties of a box around a view.
nonisolated struct Wrapping: Equatable {
  /// The space around the box. `nil` for a modifier other than padding.
  var margins: Margins?
  /// Whether the box has a ``FrameLayout``. `true` for `frame(…)`, even without a length, and for `fixedSize(…)`.
  var isFrame = false
  var minWidth: Double?
  var idealWidth: Double?
  var maxWidth: Double?
  var minHeight: Double?
  var idealHeight: Double?
  var maxHeight: Double?
  /// Whether `fixedSize(…)` gives the view its natural width, regardless of the available space.
  var fixesWidth = false
  /// Whether `fixedSize(…)` gives the view its natural height, regardless of the available space.
  var fixesHeight = false
  var alignment = Alignment.center
  var background: Color?
  /// CSS declarations for the box, such as `border-radius: 4px;`.
  var declarations: String?
  /// Whether drawing is clipped to the box.
  var clips = false
  /// The shape to which the box is clipped, in addition to its rectangle. `nil` for any modifier other than
  /// `clipShape(_:)`.
  var shape: _Clip?
}

extension Wrapping {
  /// Creates a frame with a fixed width, a fixed height, or both.
  init(width: Double?, height: Double?, alignment: Alignment) {
    self.init(
      isFrame: true, minWidth: width, maxWidth: width, minHeight: height, maxHeight: height, alignment: alignment)
  }
}

/// A view in its own box, which applies a modifier such as padding or a frame.
nonisolated struct WrappedView<Content: View>: PrimitiveView {
  let content: Content
  let wrapping: Wrapping

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WrappedNode(view, in: context)
  }
}

@MainActor
final class WrappedNode<Content: View>: ContainerNode<WrappedView<Content>, Content> {
  private var boxChildren = WidgetChildren()
  private var styleClass = StyleClass()
  /// The background colour, which may be animated. `nil` if the box was created without a background.
  private let background: MovingColor?
  /// The animated margins. `nil` until the margins change for the first time, and after they are removed.
  private var movingMargins: MovingNumbers?
  /// The animated bounds of a frame. `nil` until the bounds are animated for the first time, and after another modifier
  /// has replaced the frame.
  private var movingBounds: MovingNumbers?

  init(_ view: WrappedView<Content>, in context: _NodeContext) {
    let isPainted = view.wrapping.background != nil
    let box =
      isPainted || view.wrapping.shape != nil
      ? cgtk_painted_box_new(GTK_ORIENTATION_VERTICAL)! : gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    background = isPainted ? .background(of: box) : nil
    super.init(view, widget: box, in: context)
    if view.wrapping.isFrame {
      FrameLayout.install(on: widget)
    } else {
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: widget)
    }
    AccessibleName.markWrapper(widget)
    apply(previous: nil)
    mountContent(view.content)
  }

  override func update(to view: WrappedView<Content>) {
    let old = self.view.wrapping
    super.update(to: view)
    if view.wrapping != old {
      apply(previous: old)
      notifyIfExpansionChanged()
    }
    content.update(to: view.content)
  }

  override var canBeRecycled: Bool {
    background?.isMoving != true && movingMargins?.isMoving != true && movingBounds?.isMoving != true
      && content.canBeRecycled
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyStyle()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    AccessibleName.handOver(from: widget, toOnlyViewIn: widgets)
    boxChildren.update(to: widgets, .box(opaque))
    for widget in widgets { stretch(widget) }
  }

  /// Lets a child fill its space. The child needs no alignment: a frame's layout aligns its content, and any other box
  /// has the size of its content.
  private func stretch(_ widget: UnsafeMutablePointer<GtkWidget>) {
    if gtk_widget_get_halign(widget) != GTK_ALIGN_FILL { gtk_widget_set_halign(widget, GTK_ALIGN_FILL) }
    if gtk_widget_get_valign(widget) != GTK_ALIGN_FILL { gtk_widget_set_valign(widget, GTK_ALIGN_FILL) }
  }

  override func didUnmount() {
    background?.stop()
    movingMargins?.stop()
    movingBounds?.stop()
  }

  /// Applies the wrapping to the box. `previous` is the wrapping before an update, or `nil` for a new box.
  private func apply(previous: Wrapping?) {
    let wrapping = view.wrapping
    if let previous, previous.isFrame != wrapping.isFrame { changeLayout(from: previous) }
    applyMargins(wrapping.margins, previous: previous?.margins)
    applySize(wrapping, previous: previous)
    applyStyle()
    gtk_widget_set_overflow(widget, wrapping.clips ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
    wrapping.shape?.apply(to: widget)
  }

  /// Shows the background colour of the box. If the wrapping has CSS declarations, applies these instead. A box that
  /// was created without a background shows a later background colour by CSS, without an animation.
  private func applyStyle() {
    if let background, view.wrapping.declarations == nil { return background.show(view.wrapping.background, of: self) }
    let color = view.wrapping.background.map { "background-color: \($0.css(in: environment));" }
    styleClass.set((view.wrapping.declarations ?? color).map { StyleSheet.shared.className(for: $0) }, on: widget)
  }

  private func applyMargins(_ margins: Margins?, previous: Margins?) {
    guard let margins else {
      if previous != nil { resetMargins() }
      return
    }
    guard let previous else {
      movingMargins?.reset(to: margins.numbers, areOnScreen: true)
      return margins.apply(to: widget)
    }
    guard margins != previous else { return }
    let movingMargins =
      self.movingMargins ?? MovingNumbers(previous.numbers) { [widget] in Margins($0).apply(to: widget) }
    self.movingMargins = movingMargins
    move(movingMargins, to: margins.numbers, in: widget)
  }

  /// Removes the margins. Called if an `AnyView` changes from padding to another modifier of the same view.
  private func resetMargins() {
    movingMargins?.stop()
    movingMargins = nil
    Margins([], 0).apply(to: widget)
  }

  /// Replaces the layout of the box. Called if an `AnyView` changes between a frame and another modifier of the same
  /// view.
  private func changeLayout(from previous: Wrapping) {
    movingBounds?.stop()
    movingBounds = nil
    guard previous.isFrame else { return FrameLayout.install(on: widget) }
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: widget)
    setExpansion(maximum: nil, gtk_widget_set_hexpand, gtk_widget_set_hexpand_set)
    setExpansion(maximum: nil, gtk_widget_set_vexpand, gtk_widget_set_vexpand_set)
  }

  private func applySize(_ wrapping: Wrapping, previous: Wrapping?) {
    guard wrapping.isFrame else { return }
    let bounds = FrameBounds(wrapping)
    if let previous, previous.isFrame, movingBounds != nil || ViewGraph.shared.transactions.current.animation != nil {
      moveBounds(to: bounds, from: FrameBounds(previous))
    } else {
      FrameLayout.setBounds(bounds, of: widget)
    }
    // The box must not expand in a direction in which `fixedSize(…)` applies. Any finite maximum, such as 0, prevents
    // the expansion.
    let maxWidth = wrapping.fixesWidth ? 0 : wrapping.maxWidth
    let maxHeight = wrapping.fixesHeight ? 0 : wrapping.maxHeight
    setExpansion(maximum: maxWidth, gtk_widget_set_hexpand, gtk_widget_set_hexpand_set)
    setExpansion(maximum: maxHeight, gtk_widget_set_vexpand, gtk_widget_set_vexpand_set)
  }

  /// Animates the bounds of a frame: its minimum, ideal and maximum lengths. A bound that is added or removed changes
  /// immediately, because there is no value between a bound and no bound.
  private func moveBounds(to new: FrameBounds, from old: FrameBounds) {
    // -1 stands for a missing or infinite bound.
    let noBounds = MovingNumbers.Numbers(repeating: -1)
    let movingBounds =
      self.movingBounds
      ?? MovingNumbers(old.numbers) { [widget, weak self] in
        guard let self else { return }
        FrameLayout.setBounds(FrameBounds(view.wrapping).replacingLengths(with: $0), of: widget)
      }
    self.movingBounds = movingBounds
    move(movingBounds, to: new.numbers, in: widget, jumping: new.numbers .== noBounds .| old.numbers .== noBounds)
    // Properties other than lengths change immediately.
    FrameLayout.setBounds(new.replacingLengths(with: movingBounds.displayed), of: widget)
  }

  /// Sets whether the box expands in a direction. With an infinite maximum, the box expands. With a finite maximum, it
  /// does not expand. Without a maximum, the box expands if a view in it expands. `setExpand` and `setIsExplicit` are
  /// GTK's functions for the direction. `setIsExplicit` with 0 withdraws an earlier call of `setExpand`.
  private func setExpansion(
    maximum: Double?, _ setExpand: (UnsafeMutablePointer<GtkWidget>?, gboolean) -> Void,
    _ setIsExplicit: (UnsafeMutablePointer<GtkWidget>?, gboolean) -> Void
  ) {
    if let maximum {
      setExpand(widget, maximum == .infinity ? 1 : 0)
    } else {
      setIsExplicit(widget, 0)
    }
  }
}
