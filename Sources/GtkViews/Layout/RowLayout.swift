internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The views of a row, with the width of each: what it needs, then its share of what it would like, then, if it grows, of what is left. Views of a
/// higher priority have the last two before others.
struct RowLayout {
  private let row: UnsafeMutablePointer<GtkWidget>
  private let spacing: Int32
  private let width: Int32
  private let views: [UnsafeMutablePointer<GtkWidget>]
  private var sizes: [GtkRequestedSize]
  /// The views that get their room before others; `nil` if all are alike.
  private var ranks: [[Int]]?

  /// Shares out a width.
  ///
  /// - Parameters:
  ///   - row: The views are its children.
  ///   - spacing: Pixels between two views.
  ///   - width: In pixels, and enough for all that the views need.
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
    share()
  }

  private mutating func share() {
    let needed = sizes.reduce(spacing * Int32(max(sizes.count - 1, 0))) { $0 + $1.minimum_size }
    let left = max(width - needed, 0)
    ranks = LayoutPriority.ranks(of: views)
    sizes.share(left, among: views, GTK_ORIENTATION_HORIZONTAL, ranks: ranks)
  }

  /// Whether some views get their room before others.
  var hasPriorities: Bool { ranks != nil }

  /// How high the row is in its width, and where the texts that stand on one line have it: -1 if there are none.
  func height() -> (minimum: Int32, natural: Int32, minimumBaseline: Int32, naturalBaseline: Int32) {
    var (minimum, natural) = (StackedHeight(), StackedHeight())
    for (view, size) in zip(views, sizes) {
      var (least, liked, leastBaseline, likedBaseline): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
      gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, size.minimum_size, &least, &liked, &leastBaseline, &likedBaseline)
      let standsOnLine = gtk_widget_get_valign(view) == GTK_ALIGN_BASELINE
      minimum.add(least, baseline: standsOnLine ? leastBaseline : -1)
      natural.add(liked, baseline: standsOnLine ? likedBaseline : -1)
    }
    return (minimum.height, natural.height, minimum.baseline, natural.baseline)
  }

  /// Gives the views their places, from where a line of text begins.
  func allocate(height: Int32, baseline: Int32) {
    let baseline = baseline >= 0 ? baseline : self.baseline(in: height)
    let isMirrored = gtk_widget_get_direction(row) == GTK_TEXT_DIR_RTL
    var x: Int32 = 0
    for (view, size) in zip(views, sizes) {
      var place = GdkRectangle(x: isMirrored ? width - x - size.minimum_size : x, y: 0, width: size.minimum_size, height: height)
      gtk_widget_size_allocate(view, &place, baseline)
      x += size.minimum_size + spacing
    }
  }

  /// Where the texts that stand on one line have it: such that they are in the middle together; -1 if there are none.
  private func baseline(in height: Int32) -> Int32 {
    var (above, below): (Int32, Int32) = (-1, 0)
    for (view, size) in zip(views, sizes) where gtk_widget_get_valign(view) == GTK_ALIGN_BASELINE {
      var (needed, baseline): (Int32, Int32) = (0, -1)
      gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, size.minimum_size, &needed, nil, &baseline, nil)
      guard baseline >= 0 else { continue }
      above = max(above, baseline)
      below = max(below, needed - baseline)
    }
    return above < 0 ? -1 : above + (height - above - below) / 2
  }
}

/// The height of views side by side, of which some stand on one line.
private struct StackedHeight {
  private var highest: Int32 = 0
  private var above: Int32 = -1
  private var below: Int32 = 0

  mutating func add(_ height: Int32, baseline: Int32) {
    highest = max(highest, height)
    guard baseline >= 0 else { return }
    above = max(above, baseline)
    below = max(below, height - baseline)
  }

  var height: Int32 { max(highest, above < 0 ? 0 : above + below) }

  var baseline: Int32 { above < 0 ? -1 : above + (height - above - below) / 2 }
}

/// The views of a column of which some get their height before others. GTK's own layout does the others.
struct ColumnLayout {
  private let spacing: Int32
  private let views: [UnsafeMutablePointer<GtkWidget>]
  private let ranks: [[Int]]

  /// The column, if its views have different priorities; they are its children.
  init?(_ column: UnsafeMutablePointer<GtkWidget>, spacing: Int32) {
    guard cgtk_priorities_are_used() else { return nil }
    let views = laidOutChildren(of: column)
    guard let ranks = LayoutPriority.ranks(of: views) else { return nil }
    (self.spacing, self.views, self.ranks) = (spacing, views, ranks)
  }

  /// Shares out a height, which is enough for all that the views need, and gives the views their places from the top.
  func allocate(width: Int32, height: Int32) {
    var sizes = views.map { view in
      var size = GtkRequestedSize()
      gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, width, &size.minimum_size, &size.natural_size, nil, nil)
      return size
    }
    let needed = sizes.reduce(spacing * Int32(views.count - 1)) { $0 + $1.minimum_size }
    sizes.share(max(height - needed, 0), among: views, GTK_ORIENTATION_VERTICAL, ranks: ranks)
    var y: Int32 = 0
    for (view, size) in zip(views, sizes) {
      var place = GdkRectangle(x: 0, y: y, width: width, height: size.minimum_size)
      gtk_widget_size_allocate(view, &place, -1)
      y += size.minimum_size + spacing
    }
  }
}

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
  /// Adds to what views have what is left: as much as each would like, and the rest to those that grow. One rank after another, if there are some.
  fileprivate mutating func share(
    _ left: Int32, among views: [UnsafeMutablePointer<GtkWidget>], _ orientation: GtkOrientation, ranks: [[Int]]?
  ) {
    guard let ranks else { return _ = shareAlike(left, among: views, orientation) }
    var left = left
    for rank in ranks {
      var part = rank.map { self[$0] }
      left = part.shareAlike(left, among: rank.map { views[$0] }, orientation)
      for (index, size) in zip(rank, part) { self[index] = size }
    }
  }

  /// Returns what nobody took.
  private mutating func shareAlike(
    _ room: Int32, among views: [UnsafeMutablePointer<GtkWidget>], _ orientation: GtkOrientation
  ) -> Int32 {
    let left = gtk_distribute_natural_allocation(room, guint(count), &self)
    let growing = views.indices.filter { gtk_widget_compute_expand(views[$0], orientation) != 0 }
    guard !growing.isEmpty else { return left }
    let (share, rest) = left.quotientAndRemainder(dividingBy: Int32(growing.count))
    for (number, index) in growing.enumerated() { self[index].minimum_size += share + (number < rest ? 1 : 0) }
    return 0
  }
}
