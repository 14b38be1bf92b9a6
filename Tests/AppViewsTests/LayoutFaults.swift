import CGtk
import GtkBridge
import GtkTestSupport

/// Finds labels of a window that a user cannot read completely.
@MainActor
struct LayoutFaults {
  private typealias Rectangle = (x: Double, y: Double, width: Double, height: Double)

  /// A label with two frames in the coordinates of the window.
  private struct VisibleLabel {
    let widget: UnsafeMutablePointer<GtkWidget>
    let text: String
    /// The frame of the whole label.
    let frame: Rectangle
    /// The part of the frame that ancestors, such as scroll views, do not clip.
    let visibleFrame: Rectangle
  }

  private let window: UnsafeMutablePointer<GtkWindow>
  private let shortenableTexts: [String]

  /// Creates the check of a window.
  ///
  /// - Parameters:
  ///   - window: The window, which must be on screen.
  ///   - shortenableTexts: Texts of shows and episodes, such as titles. A label that contains one of these texts may
  ///     end with an ellipsis.
  init(in window: UnsafeMutablePointer<GtkWindow>, shortenableTexts: [String]) {
    self.window = window
    self.shortenableTexts = shortenableTexts
  }

  /// The faults, one sentence for each: labels beyond the left or right edge of the window, cut labels, labels with an
  /// ellipsis and labels that overlap.
  var all: [String] {
    let labels = visibleLabels
    return labels.compactMap(fault) + overlaps(labels)
  }

  /// Returns a fault of one label, without regard to other labels, or `nil` if there is none. A difference of one pixel
  /// is not a fault, because sizes are rounded.
  private func fault(_ label: VisibleLabel) -> String? {
    let (frame, windowWidth) = (label.frame, Double(gtk_widget_get_width(window.widget)))
    if !scrollsSideways(label.widget), frame.x < -1 || frame.x + frame.width > windowWidth + 1 {
      return
        "“\(label.text)” is outside the window: "
        + "\(Int(frame.x)) to \(Int(frame.x + frame.width)) of \(Int(windowWidth)) pixels"
    }
    let layout = gtk_label_get_layout(label.widget.opaque)
    if pango_layout_is_ellipsized(layout) != 0 {
      return shortenableTexts.contains(where: label.text.contains)
        ? nil : "“\(label.text)” ends with an ellipsis at \(Int(frame.width)) pixels"
    }
    var (textWidth, textHeight): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout, &textWidth, &textHeight)
    guard Double(textWidth) > frame.width + 1 || Double(textHeight) > frame.height + 1 else { return nil }
    return "“\(label.text)” is cut: \(textWidth) by \(textHeight) pixels in \(Int(frame.width)) by \(Int(frame.height))"
  }

  private func overlaps(_ labels: [VisibleLabel]) -> [String] {
    labels.enumerated().flatMap { index, label in
      // The labels before the index have been compared with this label already.
      labels[(index + 1)...].compactMap { other in
        let overlap = Self.intersection(label.visibleFrame, other.visibleFrame)
        // Frames of adjacent labels may overlap by up to two pixels, because their edges are rounded.
        return overlap.width > 2 && overlap.height > 2 ? "“\(label.text)” and “\(other.text)” overlap" : nil
      }
    }
  }

  /// The labels with text of which a part is visible, except for the labels of toasts.
  private var visibleLabels: [VisibleLabel] {
    widgets(ofType: gtk_label_get_type(), in: window).compactMap { widget in
      let text = String(cString: gtk_label_get_text(widget.opaque))
      guard gtk_widget_get_mapped(widget) != 0, !text.allSatisfy(\.isWhitespace), !isInToast(widget) else { return nil }
      let frame = bounds(of: widget, in: window)
      let visibleFrame = ancestors(of: widget).filter { gtk_widget_get_overflow($0) == GTK_OVERFLOW_HIDDEN }
        .reduce(frame) { Self.intersection($0, bounds(of: $1, in: window)) }
      guard visibleFrame.width > 0, visibleFrame.height > 0 else { return nil }
      return VisibleLabel(widget: widget, text: text, frame: frame, visibleFrame: visibleFrame)
    }
  }

  private func ancestors(of widget: UnsafeMutablePointer<GtkWidget>) -> some Sequence<UnsafeMutablePointer<GtkWidget>> {
    sequence(first: widget) { gtk_widget_get_parent($0) }.dropFirst()
  }

  /// Whether a widget is in a part of the window that the user can scroll to the side.
  private func scrollsSideways(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    ancestors(of: widget).contains { ancestor in
      guard ancestor.isA(gtk_scrolled_window_get_type()) else { return false }
      let adjustment = gtk_scrolled_window_get_hadjustment(ancestor.opaque)
      return gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
    }
  }

  /// Whether a widget is in a toast, which covers a part of the window for a moment. Toasts are in an overlay, above
  /// the main child of the overlay. The main child is the content of the window.
  private func isInToast(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard let layers = gtk_window_get_child(window), layers.isA(gtk_overlay_get_type()) else { return false }
    return ancestors(of: widget).contains {
      gtk_widget_get_parent($0) == layers && gtk_overlay_get_child(layers.opaque) != $0
    }
  }

  private static func intersection(_ first: Rectangle, _ second: Rectangle) -> Rectangle {
    let (left, top) = (max(first.x, second.x), max(first.y, second.y))
    let (right, bottom) = (
      min(first.x + first.width, second.x + second.width), min(first.y + first.height, second.y + second.height)
    )
    return (left, top, max(0, right - left), max(0, bottom - top))
  }
}
