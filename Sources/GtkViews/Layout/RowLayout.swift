internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The layout of a row, which is a horizontal stack. This type computes the widths of the views in the row. Each view
/// first receives its minimum width. The remaining width is first distributed until all views have their natural width,
/// and then among the views that expand. Views with a higher priority receive their part of the remaining width before
/// other views.
struct RowLayout {
  private let row: UnsafeMutablePointer<GtkWidget>
  private let spacing: Int32
  private let width: Int32
  private let views: [UnsafeMutablePointer<GtkWidget>]
  /// The widths of the views. `minimum_size` is at first the minimum width of a view. The distribution adds to this
  /// field, which is then the width that the view has received.
  private var sizes: [GtkRequestedSize]
  /// The indices of the views in groups of the same priority, from the highest priority to the lowest. `nil` if all
  /// views have the same priority.
  private var priorityGroups: [[Int]]?

  /// Distributes a width among the views of a row.
  ///
  /// - Parameters:
  ///   - row: The parent of the views.
  ///   - spacing: Pixels between two views.
  ///   - width: The width in pixels. Views keep their minimum width even if the sum exceeds this width.
  init(_ row: UnsafeMutablePointer<GtkWidget>, spacing: Int32, width: Int32) {
    self.row = row
    self.spacing = spacing
    self.width = width
    views = laidOutChildren(of: row)
    sizes = views.map { view in
      var size = GtkRequestedSize()
      gtk_widget_measure(view, GTK_ORIENTATION_HORIZONTAL, -1, &size.minimum_size, &size.natural_size, nil, nil)
      return size
    }
    distributeWidth()
  }

  private mutating func distributeWidth() {
    let minimumWidth = sizes.reduce(spacing * Int32(max(sizes.count - 1, 0))) { $0 + $1.minimum_size }
    let remaining = max(width - minimumWidth, 0)
    priorityGroups = LayoutPriority.priorityGroups(of: views)
    sizes.distribute(remaining, among: views, GTK_ORIENTATION_HORIZONTAL, groups: priorityGroups)
  }

  /// Whether the views have different priorities.
  var hasPriorities: Bool { priorityGroups != nil }

  /// Returns the height of the row for its width, and the baselines. A baseline is -1 if no view is aligned by its
  /// baseline.
  func height() -> (minimum: Int32, natural: Int32, minimumBaseline: Int32, naturalBaseline: Int32) {
    var (minimum, natural) = (RowHeight(), RowHeight())
    for (view, size) in zip(views, sizes) {
      var (minimumHeight, naturalHeight, minimumBaseline, naturalBaseline): (Int32, Int32, Int32, Int32) = (
        0, 0, -1, -1
      )
      gtk_widget_measure(
        view, GTK_ORIENTATION_VERTICAL, size.minimum_size, &minimumHeight, &naturalHeight, &minimumBaseline,
        &naturalBaseline)
      let isBaselineAligned = gtk_widget_get_valign(view) == GTK_ALIGN_BASELINE
      minimum.add(minimumHeight, baseline: isBaselineAligned ? minimumBaseline : -1)
      natural.add(naturalHeight, baseline: isBaselineAligned ? naturalBaseline : -1)
    }
    return (minimum.height, natural.height, minimum.baseline, natural.baseline)
  }

  /// Allocates the views next to each other, from the side where a line of text begins.
  func allocate(height: Int32, baseline: Int32) {
    let baseline = baseline >= 0 ? baseline : self.baseline(in: height)
    let isRightToLeft = gtk_widget_get_direction(row) == GTK_TEXT_DIR_RTL
    var x: Int32 = 0
    for (view, size) in zip(views, sizes) {
      var allocation = GdkRectangle(
        x: isRightToLeft ? width - x - size.minimum_size : x, y: 0, width: size.minimum_size, height: height)
      gtk_widget_size_allocate(view, &allocation, baseline)
      x += size.minimum_size + spacing
    }
  }

  /// Returns the common baseline of the views that are aligned by their baseline. These views together are vertically
  /// centered in the row. -1 if no view is aligned by its baseline.
  private func baseline(in height: Int32) -> Int32 {
    var (heightAbove, heightBelow): (Int32, Int32) = (-1, 0)
    for (view, size) in zip(views, sizes) where gtk_widget_get_valign(view) == GTK_ALIGN_BASELINE {
      var (viewHeight, baseline): (Int32, Int32) = (0, -1)
      gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, size.minimum_size, &viewHeight, nil, &baseline, nil)
      guard baseline >= 0 else { continue }
      heightAbove = max(heightAbove, baseline)
      heightBelow = max(heightBelow, viewHeight - baseline)
    }
    return heightAbove < 0 ? -1 : heightAbove + (height - heightAbove - heightBelow) / 2
  }
}

/// The height of views next to each other, some of which are aligned by their baseline.
private struct RowHeight {
  /// The height of the tallest view.
  private var maxHeight: Int32 = 0
  /// The largest height above the baseline. -1 if no view is aligned by its baseline.
  private var heightAbove: Int32 = -1
  /// The largest height below the baseline.
  private var heightBelow: Int32 = 0

  mutating func add(_ height: Int32, baseline: Int32) {
    maxHeight = max(maxHeight, height)
    guard baseline >= 0 else { return }
    heightAbove = max(heightAbove, baseline)
    heightBelow = max(heightBelow, height - baseline)
  }

  var height: Int32 { max(maxHeight, heightAbove < 0 ? 0 : heightAbove + heightBelow) }

  var baseline: Int32 { heightAbove < 0 ? -1 : heightAbove + (height - heightAbove - heightBelow) / 2 }
}

extension UnsafeMutableBufferPointer<GtkRequestedSize> {
  /// Distributes the remaining height of a column, a vertical stack, by the priorities of its views. The layout manager
  /// in C has measured the views.
  ///
  /// - Returns: `false` if all views have the same priority. The layout manager then distributes the height itself.
  func distributeByPriority(_ remaining: Int32) -> Bool {
    guard cgtk_priorities_are_used() else { return false }
    let views = map { $0.data.widget }
    guard let groups = LayoutPriority.priorityGroups(of: views) else { return false }
    var sizes = Array(self)
    sizes.distribute(remaining, among: views, GTK_ORIENTATION_VERTICAL, groups: groups)
    for (index, size) in sizes.enumerated() { self[index] = size }
    return true
  }
}

/// Returns the children that take part in the layout. Hidden children do not.
private func laidOutChildren(of box: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
  var views: [UnsafeMutablePointer<GtkWidget>] = []
  var next = gtk_widget_get_first_child(box)
  while let child = next {
    if gtk_widget_should_layout(child) != 0 { views.append(child) }
    next = gtk_widget_get_next_sibling(child)
  }
  return views
}

extension [GtkRequestedSize] {
  /// Distributes the remaining space until all views have their natural size, and the rest among the views that expand.
  /// With `groups`, this happens for each group of indices in turn, with the space that the previous groups have left.
  fileprivate mutating func distribute(
    _ remaining: Int32, among views: [UnsafeMutablePointer<GtkWidget>], _ orientation: GtkOrientation, groups: [[Int]]?
  ) {
    guard let groups else { return _ = distributeIgnoringPriority(remaining, among: views, orientation) }
    var remaining = remaining
    for group in groups {
      var sizes = group.map { self[$0] }
      remaining = sizes.distributeIgnoringPriority(remaining, among: group.map { views[$0] }, orientation)
      for (index, size) in zip(group, sizes) { self[index] = size }
    }
  }

  /// Distributes space among views of the same priority. Returns the unused space, in pixels.
  private mutating func distributeIgnoringPriority(
    _ space: Int32, among views: [UnsafeMutablePointer<GtkWidget>], _ orientation: GtkOrientation
  ) -> Int32 {
    let remaining = gtk_distribute_natural_allocation(space, guint(count), &self)
    let expanding = views.indices.filter { gtk_widget_compute_expand(views[$0], orientation) != 0 }
    guard !expanding.isEmpty else { return remaining }
    // Each of the first `rest` expanding views receives one pixel more.
    let (part, rest) = remaining.quotientAndRemainder(dividingBy: Int32(expanding.count))
    for (number, index) in expanding.enumerated() { self[index].minimum_size += part + (number < rest ? 1 : 0) }
    return 0
  }
}
