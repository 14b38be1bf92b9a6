internal import CGtk
internal import GtkBridge

/// A container that provides a proxy by which code scrolls the scroll views and lists in it.
///
/// ```swift
/// ScrollViewReader { proxy in
///   List(episodes) { EpisodeRow(episode: $0) }
///     .onChange(of: model.playing) { _, episode in proxy.scrollTo(episode, anchor: .center) }
/// }
/// ```
public nonisolated struct ScrollViewReader<Content: View>: PrimitiveView {
  let content: @MainActor (ScrollViewProxy) -> Content

  /// Creates a container. `content` receives a proxy that scrolls the views.
  @preconcurrency public init(@ViewBuilder content: @escaping @MainActor (ScrollViewProxy) -> Content) {
    self.content = content
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ScrollReaderNode(view, in: context)
  }
}

/// A value by which code scrolls the views in a ``ScrollViewReader``.
public struct ScrollViewProxy {
  fileprivate let target: ScrollTarget

  /// Scrolls to a view after the changes of this turn of the main loop are on screen. Has no effect if no view has this
  /// id.
  ///
  /// - Parameters:
  ///   - id: The id of an element of a ``ForEach``, realized or not; the ``View/tag(_:)`` of a row of a list; or a
  ///     view's ``View/id(_:)``.
  ///   - anchor: The point of the view that is aligned with the same point of the scroll view. Without an anchor,
  ///     the scroll view scrolls only as far as necessary to make the view visible.
  @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
    ViewGraph.shared.afterUpdate { [target] in
      guard let node = target.node, node.isMounted else { return }
      _ = ScrollPosition.scroll(below: node, to: AnyHashable(id), anchor)
    }
  }
}

/// A weak reference to the node of the ``ScrollViewReader`` whose views a proxy scrolls.
@MainActor
private final class ScrollTarget {
  weak var node: ViewNode?
}

@MainActor
private final class ScrollReaderNode<Content: View>: _ViewNode<ScrollViewReader<Content>> {
  private let target = ScrollTarget()
  /// The content in a view with its own body. A change of state that the content reads evaluates only this body.
  private var content: _ViewNode<PresentedContent<Content>>!

  override init(_ view: ScrollViewReader<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    target.node = self
    content = PresentedContent<Content>._makeNode(presentedContent, in: contextBelow())
  }

  override var children: [ViewNode] { content.map { [$0] } ?? [] }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override func update(to view: ScrollViewReader<Content>) {
    super.update(to: view)
    content.update(to: presentedContent)
  }

  private var presentedContent: PresentedContent<Content> {
    PresentedContent { [view, target] in view.content(ScrollViewProxy(target: target)) }
  }
}

/// The node of a list, a lazy stack or a lazy grid. It can scroll to rows that are not realized.
@MainActor
protocol RowScrolling: ViewNode {
  var scrolledRows: RowsView { get }
}

/// The node of a view with an ``View/id(_:)`` to which code can scroll.
@MainActor
protocol IdentifiedScrolling: ViewNode {
  var scrollID: AnyHashable { get }
}

extension IdentifiedNode: IdentifiedScrolling {
  var scrollID: AnyHashable { view.id }
}

/// Functions that change the scroll position.
@MainActor
enum ScrollPosition {
  /// Scrolls to the first view that has the given id, at or below a node. Returns `false` if there is no such view.
  static func scroll(below node: ViewNode, to id: AnyHashable, _ anchor: UnitPoint?) -> Bool {
    if let node = node as? any RowScrolling, node.scrolledRows.scroll(to: id, anchor: anchor) { return true }
    if let node = node as? any IdentifiedScrolling, node.scrollID == id, let widget = node.widgets.first {
      return scroll(to: widget, anchor)
    }
    return node.children.contains { scroll(below: $0, to: id, anchor) }
  }

  /// Scrolls the nearest scrolled window around a widget to this widget, after the next layout. Returns `false` if the
  /// widget is in no scrolled window.
  private static func scroll(to widget: UnsafeMutablePointer<GtkWidget>, _ anchor: UnitPoint?) -> Bool {
    guard let scrolledWindow = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type()),
      let viewport = gtk_scrolled_window_get_child(scrolledWindow.opaque)
    else { return false }
    let weakWidget = WeakGObjectReference(widget)
    afterLayout(of: viewport) {
      if let widget = weakWidget.widget, gtk_widget_is_ancestor(widget, viewport) != 0 {
        reveal(widget, in: viewport, anchor)
      }
    }
    return true
  }

  /// Performs an action after the current state of a widget is laid out, at the start of the second frame from now.
  static func afterLayout(of widget: UnsafeMutablePointer<GtkWidget>, _ action: @escaping @MainActor () -> Void) {
    let wait = LayoutWait(action)
    // The widget's tick callback retains `wait`, which retains the ticks. The cycle ends after the action, or when the
    // widget is destroyed.
    wait.ticks = FrameTicks(of: widget) { _ in wait.frameBegins() }
  }

  /// Scrolls a `GtkScrollable` to one of its descendants.
  ///
  /// - Parameters:
  ///   - widget: The descendant.
  ///   - scrollable: The scrollable widget.
  ///   - anchor: The point of the descendant that is aligned with the same point of the visible part. Without an
  ///     anchor, scrolls only as far as necessary.
  static func reveal(
    _ widget: UnsafeMutablePointer<GtkWidget>, in scrollable: UnsafeMutablePointer<GtkWidget>, _ anchor: UnitPoint?
  ) {
    var (x, y) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(widget, scrollable, 0, 0, &x, &y) != 0 else { return }
    let isRightToLeft = gtk_widget_get_direction(scrollable) == GTK_TEXT_DIR_RTL
    let fraction = anchor.map { isRightToLeft ? 1 - $0.x : $0.x }
    move(gtk_scrollable_get_hadjustment(scrollable.opaque), x, Double(gtk_widget_get_width(widget)), fraction)
    move(gtk_scrollable_get_vadjustment(scrollable.opaque), y, Double(gtk_widget_get_height(widget)), anchor?.y)
  }

  /// Scrolls in one direction, so that a widget is at its anchor.
  ///
  /// - Parameters:
  ///   - adjustment: The adjustment for this direction.
  ///   - start: The distance of the widget from the edge of the visible part, in pixels.
  ///   - length: The length of the widget in pixels.
  ///   - fraction: The anchor as a fraction of the length. Without a fraction, scrolls only as far as necessary.
  private static func move(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>?, _ start: Double, _ length: Double, _ fraction: Double?
  ) {
    guard let adjustment else { return }
    let pageSize = gtk_adjustment_get_page_size(adjustment)
    let change: Double
    if let fraction {
      change = start - fraction * (pageSize - length)
    } else {
      change = start < 0 ? start : max(0, min(start, start + length - pageSize))
    }
    if change != 0 { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + change) }
  }
}

/// Waits for a layout and then runs an action.
@MainActor
private final class LayoutWait {
  var ticks: FrameTicks?
  /// The number of frames that have begun.
  private var frameCount = 0
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  /// Called at the start of each frame. GTK lays out widgets after the start of a frame, so the first layout is
  /// complete when the second frame starts.
  func frameBegins() {
    frameCount += 1
    guard frameCount == 2 else { return }
    let ticks = ticks
    // The ticks are released in the next turn, because their callback is running now.
    MainLoop.onNextTurn { _ = ticks }
    self.ticks = nil
    action()
  }
}
