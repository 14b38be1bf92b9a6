internal import CGtk
internal import GtkBridge

/// The views of a row, with the width of each: what it needs, then its share of what it would like, then, if it grows, of what is left.
struct RowLayout {
  private let row: UnsafeMutablePointer<GtkWidget>
  private let spacing: Int32
  private let width: Int32
  private let views: [UnsafeMutablePointer<GtkWidget>]
  private var sizes: [GtkRequestedSize]

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
    var views: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(row)
    while let child = next {
      if gtk_widget_should_layout(child) != 0 { views.append(child) }
      next = gtk_widget_get_next_sibling(child)
    }
    self.views = views
    sizes = views.map { view in
      var size = GtkRequestedSize()
      gtk_widget_measure(view, GTK_ORIENTATION_HORIZONTAL, -1, &size.minimum_size, &size.natural_size, nil, nil)
      return size
    }
    share()
  }

  private mutating func share() {
    let needed = sizes.reduce(spacing * Int32(max(sizes.count - 1, 0))) { $0 + $1.minimum_size }
    let left = gtk_distribute_natural_allocation(max(width - needed, 0), guint(sizes.count), &sizes)
    let growing = views.indices.filter { gtk_widget_compute_expand(views[$0], GTK_ORIENTATION_HORIZONTAL) != 0 }
    guard !growing.isEmpty else { return }
    let (share, rest) = left.quotientAndRemainder(dividingBy: Int32(growing.count))
    for (number, index) in growing.enumerated() { sizes[index].minimum_size += share + (number < rest ? 1 : 0) }
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
