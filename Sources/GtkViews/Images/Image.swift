internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A symbol, or a picture from a file. An ``AsyncImage`` loads pictures from other sources.
///
/// ```swift
/// Image(systemName: "play.circle")
/// ```
public nonisolated struct Image: PrimitiveView, Equatable, Sendable {
  enum Source: Equatable, Sendable {
    /// The name of a symbol, and the caller's line.
    case symbol(String, CallerLine)
    /// The path of a file, and the caller's line.
    case file(String, CallerLine)
    /// A loaded picture, and the number of the picture's pixels per pixel of the view, in each direction. The image is
    /// empty if the picture is `nil`.
    case picture(Picture?, scale: Double)
  }

  let source: Source
  /// Whether the image takes the size of its frame, instead of the picture's own size.
  var isResizable = false
  /// Whether the image was scaled to fit. The widget of a resizable image then does not expand beyond the scaled
  /// picture, unless the frame has both a width and a height.
  var scalesToFit = false
  /// Whether the image is resizable and its frame has both a width and a height.
  var isFramed = false
  /// Whether the image covers its frame, so that a part may extend beyond the frame's edge. If `false`, the whole image
  /// fits into the frame.
  var fills = false
  /// The size in pixels of a symbol that is resizable and has a frame with a finite side. `nil` for any other symbol,
  /// whose size follows the font.
  var symbolSize: Int?

  /// Creates an image of a symbol with a name from Apple's collection, such as `play.circle`. The image shows the
  /// icon with the same meaning, from the desktop's icon theme or from this library. A name that ends with `-symbolic`,
  /// such as `list-add-symbolic`, is the name of the icon itself.
  ///
  /// docs/library/symbols.md lists the symbols that have an icon. Any other symbol is shown as a missing picture, and
  /// is reported once, as a `Misuse`, at the caller's line.
  public init(systemName name: String, fileID: StaticString = #fileID, line: UInt = #line) {
    source = .symbol(name, CallerLine(fileID: fileID, line: line))
  }

  /// Creates an image of a picture from a file in a format that GTK reads (PNG, JPEG, SVG and others).
  ///
  /// A picture of up to 65,536 pixels, which are 256 by 256, is decoded immediately. Decoding such a picture takes
  /// almost no time, and an icon that appeared later than the text next to it would flicker. A larger picture is read
  /// and decoded off the main thread. Until it is decoded, the image is empty and has its final size. An ``AsyncImage``
  /// displays another view during the load, and caches loaded pictures. If the file does not exist or cannot be
  /// decoded, nothing is shown, and a `Misuse` is reported once.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - fileID: The caller's file, for reports.
  ///   - line: The caller's line.
  public init(path: String, fileID: StaticString = #fileID, line: UInt = #line) {
    source = .file(path, CallerLine(fileID: fileID, line: line))
  }

  /// Creates an image of a loaded picture. The image is empty if the picture is `nil`.
  ///
  /// - Parameter scale: The number of the picture's pixels per pixel of the view, in each direction.
  init(_ picture: Picture?, scale: Double) {
    source = .picture(picture, scale: scale)
  }

  /// Whether the image is a symbol. Symbols and pictures have different types of widgets.
  fileprivate var isSymbol: Bool {
    if case .symbol = source { true } else { false }
  }

  /// Returns an image that is scaled to the space that its parent offers, such as a surrounding frame. The image keeps
  /// its proportions.
  public func resizable() -> Image {
    var image = self
    image.isResizable = true
    return image
  }

  /// Returns an image that fits into its frame as a whole.
  public func scaledToFit() -> Image { scaled(toFill: false) }

  /// Returns an image that fills its frame. The excess is drawn beyond the frame's edge, unless ``View/clipped()`` or a
  /// shape clips it.
  public func scaledToFill() -> Image { scaled(toFill: true) }

  /// Sets the size of the image in pixels. If a dimension is `nil`, the image determines it. A symbol that is
  /// ``resizable()`` is drawn as large as the frame's shorter side. If it is also ``scaledToFill()``, it is drawn as
  /// large as the frame's longer side.
  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> some View {
    var image = self
    if isResizable {
      let sides = [width, height].compactMap { $0 }.filter(\.isFinite)
      image.symbolSize = (fills ? sides.max() : sides.min()).map { Int(Int32(pixels: $0)) }
      image.isFramed = width != nil && height != nil
    }
    return WrappedView(content: image, wrapping: Wrapping(width: width, height: height, alignment: alignment))
  }

  private func scaled(toFill fills: Bool) -> Image {
    var image = self
    image.fills = fills
    image.scalesToFit = !fills
    return image
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Image, in context: _NodeContext) -> _ViewNode<Image> {
    ImageNode(view, in: context)
  }
}

/// The node of an image. The image may change from a symbol to a picture and back.
@MainActor
private final class ImageNode: _ViewNode<Image> {
  /// The node of the symbol or the picture.
  private var sourceNode: _ViewNode<Image>!

  override init(_ view: Image, in context: _NodeContext) {
    super.init(view, in: context)
    sourceNode = makeSourceNode(view)
  }

  override var children: [ViewNode] { [sourceNode] }

  override var canBeRecycled: Bool { sourceNode.canBeRecycled }

  override func update(to view: Image) {
    let kindDidChange = view.isSymbol != self.view.isSymbol
    super.update(to: view)
    guard kindDidChange else { return sourceNode.update(to: view) }
    sourceNode.unmount()
    sourceNode = makeSourceNode(view)
    widgetsDidChange()
  }

  private func makeSourceNode(_ view: Image) -> _ViewNode<Image> {
    view.isSymbol ? SymbolNode(view, in: contextBelow()) : PictureNode(view, in: contextBelow())
  }
}

@MainActor
private final class SymbolNode: WidgetNode<Image> {
  /// The colour, which may be animated. `nil` until the environment has a foreground style.
  private var color: MovingColor?
  /// The icon that draws the symbol while its colour is animated. Owned. `nil` without an animation.
  private var tintedIcon: GObjectReference?

  override var canBeRecycled: Bool { color?.isMoving != true }

  init(_ view: Image, in context: _NodeContext) {
    super.init(view, widget: gtk_image_new(), in: context)
    showSymbol()
    applyEnvironment()
  }

  override func update(to view: Image) {
    guard view != self.view else { return }
    super.update(to: view)
    showSymbol()
  }

  override func environmentDidChange() {
    applyEnvironment()
  }

  override func didUnmount() { color?.stop() }

  private func showSymbol() {
    guard case .symbol(let name, let caller) = view.source else { return }
    gtk_image_set_from_icon_name(opaque, SymbolIcons.icon(for: name, caller))
    applySize()
    // A running animation of the colour goes on with the new symbol.
    guard let formerIcon = tintedIcon else { return }
    var animatedColor = GdkRGBA()
    _ = cgtk_tinted_icon_get_color(formerIcon.opaque, &animatedColor)
    tintedIcon = nil
    paint(animatedColor)
  }

  private func applyEnvironment() {
    applySize()
    if environment.foregroundStyle != nil, color == nil {
      color = MovingColor(
        of: widget, property: "color", nilColor: .primary, isOnScreen: gtk_widget_get_mapped(widget) != 0
      ) { [weak self] in self?.paint($0) }
    }
    color?.show(environment.foregroundStyle, of: self)
  }

  /// Draws the symbol in a colour of an animation instead of the style sheet's colour. With `nil`, the style sheet sets
  /// the colour again.
  private func paint(_ color: GdkRGBA?) {
    guard case .symbol(let name, let caller) = view.source else { return }
    guard var color else {
      if tintedIcon != nil { gtk_image_set_from_icon_name(opaque, SymbolIcons.icon(for: name, caller)) }
      tintedIcon = nil
      return
    }
    let isNew = tintedIcon == nil
    let icon =
      tintedIcon
      ?? GObjectReference(takingOver: cgtk_tinted_icon_new(widget, SymbolIcons.icon(for: name, caller), Int32(size)))
    tintedIcon = icon
    cgtk_tinted_icon_set_color(icon.opaque, &color)
    if isNew { gtk_image_set_from_paintable(opaque, icon.opaque) }
  }

  private func applySize() {
    gtk_image_set_pixel_size(opaque, Int32(size))
  }

  /// The symbol's size in pixels, limited to the largest size that GTK can draw.
  private var size: Int { min(requestedSize, 4096) }

  /// The size in pixels that the view and its environment request.
  private var requestedSize: Int {
    if let size = view.symbolSize { return size }
    let font = environment.font ?? .body
    // With a text style, a symbol has 16 pixels, the size of GTK's small icons, times the scale of the style. With a
    // font size in points, a symbol has 1.2 pixels per point, a little less than the 1.33 pixels per point of the font.
    let size = font.size.map { $0 * 1.2 } ?? 16 * font.styleScale
    return Int(Int32(pixels: (size * environment.imageScale.factor * environment.textScale).rounded()))
  }
}

@MainActor
private final class PictureNode: WidgetNode<Image>, OnscreenObserving {
  /// The path of the file that is displayed, is being decoded or cannot be decoded.
  private var path: String?
  /// The task that reads and decodes the file in the background.
  private var decoding: Task<Void, Never>?

  override var capabilities: NodeCapabilities { .observesOnscreen }

  override var canBeRecycled: Bool { true }

  init(_ view: Image, in context: _NodeContext) {
    super.init(view, widget: gtk_picture_new(), in: context)
    gtk_picture_set_can_shrink(opaque, 1)
    showSource()
  }

  override func update(to view: Image) {
    guard view != self.view else { return }
    super.update(to: view)
    showSource()
  }

  /// Cancels the decoding when the view goes offscreen, and starts it again when the view is on screen.
  func onscreenDidChange(isOnscreen: Bool) {
    if !isOnscreen, decoding != nil { forgetFile() }
    if isOnscreen, path == nil, case .file = view.source { showSource() }
  }

  override func didUnmount() { decoding?.cancel() }

  private func showSource() {
    switch view.source {
    case .symbol: return
    case .file(let path, let caller): showFile(at: path.replacingNulls, caller)
    case .picture(let picture, let scale):
      forgetFile()
      showPicture(picture, scale: scale)
    }
    gtk_picture_set_content_fit(opaque, view.fills ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN)
    // GTK clips a picture at its edge. In this library, only a modifier clips a picture that fills its frame.
    gtk_widget_set_overflow(widget, view.fills ? GTK_OVERFLOW_VISIBLE : GTK_OVERFLOW_HIDDEN)
    // A `GtkPicture` is larger than its picture only if the widget expands.
    let expands: gboolean = view.fills || view.isResizable && (view.isFramed || !view.scalesToFit) ? 1 : 0
    gtk_widget_set_hexpand(widget, expands)
    gtk_widget_set_vexpand(widget, expands)
  }

  /// Cancels the decoding, and forgets the path, so that ``showFile(at:_:)`` reads the same file again.
  private func forgetFile() {
    decoding?.cancel()
    decoding = nil
    path = nil
  }

  private func showFile(at path: String, _ caller: CallerLine) {
    guard path != self.path else { return }
    forgetFile()
    self.path = path
    guard let size = PictureFile.size(of: path), size.width * size.height > PictureFile.maxPixelsOnMainThread else {
      gtk_picture_set_filename(opaque, path)
      return reportUnlessShown(path, caller)
    }
    let placeholder = GObjectReference(takingOver: gdk_paintable_new_empty(Int32(size.width), Int32(size.height)))
    gtk_picture_set_paintable(opaque, placeholder.opaque)
    decoding = Task { [weak self] in
      do throws(PictureFailure) {
        let texture = try await PictureFile.texture(of: path)
        guard !Task.isCancelled, let self else { return }
        decoding = nil
        // A very large picture is scaled down when it is decoded. With this scale, the image still has the picture's
        // own size.
        showPicture(Picture(texture), scale: Double(gdk_texture_get_width(texture.opaque)) / Double(size.width))
      } catch {
        guard !Task.isCancelled, let self else { return }
        decoding = nil
        showPicture(nil, scale: 1)
        report(PictureFile.problem(error), of: path, caller)
      }
    }
  }

  /// Reports that a file does not exist or is not a picture, if GTK displays nothing.
  private func reportUnlessShown(_ path: String, _ caller: CallerLine) {
    guard gtk_picture_get_paintable(opaque) == nil else { return }
    report(
      g_file_test(path, G_FILE_TEST_EXISTS) != 0 ? "is none that GTK can decode" : "does not exist", of: path, caller)
  }

  private func report(_ problem: String, of path: String, _ caller: CallerLine) {
    let misuse = Misuse(
      "The picture at “\(path.prefix(120))” of an Image\(messageSuffix) \(problem); nothing is shown in its place.",
      fileID: caller.fileID,
      line: caller.line)
    ViewGraph.shared.reportOnce(misuse, of: programViewType)
  }

  private func showPicture(_ picture: Picture?, scale: Double) {
    guard let picture, scale != 1, scale > 0, scale.isFinite else {
      return gtk_picture_set_paintable(opaque, picture?.texture.opaque)
    }
    let scaled = GObjectReference(takingOver: cgtk_picture_scaled(picture.texture.opaque, scale))
    gtk_picture_set_paintable(opaque, scaled.opaque)
  }
}

/// Functions for a picture in a file.
@MainActor
private enum PictureFile {
  /// The largest number of pixels of a picture that is decoded on the main thread.
  static let maxPixelsOnMainThread = 256 * 256

  /// Returns the size of a picture in pixels, or `nil` if the file is not a picture. Only the beginning of the file is
  /// read.
  static func size(of path: String) -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0 else { return nil }
    return (Int(width), Int(height))
  }

  /// Returns the reason why a picture is not shown, as the end of a sentence about the picture.
  static func problem(_ failure: PictureFailure) -> String {
    switch failure {
    case .tooLarge: "has more bytes or pixels than a picture may have"
    case .unreadable(let reason): "cannot be read (\(reason))"
    case .undecodable, .unsupported, .cancelled: "is none that GTK can decode"
    }
  }

  /// Returns the `GdkTexture` of a file, decoded in the background.
  static func texture(of path: String) async throws(PictureFailure) -> GObjectReference {
    try await Pictures.decode(Pictures.bytes(at: Files.address(ofPath: path)))
  }
}

/// A source line for reports of misuse. Two lines always compare as equal, so that two views that differ only in their
/// lines are equal.
nonisolated struct CallerLine: Equatable, Sendable {
  let fileID: StaticString
  let line: UInt

  static func == (one: CallerLine, other: CallerLine) -> Bool { true }
}

/// The mapping from symbols to icons of the desktop's icon theme and of this module.
@MainActor
enum SymbolIcons {
  /// The symbols that were reported because they have no icon.
  private static var reportedSymbols: Set<String> = []

  /// Returns the name of the icon of a symbol. If `symbol` ends with `-symbolic`, it is the name of an icon, and is
  /// returned unchanged. For any other symbol without an icon, reports the symbol once, and returns the icon of a
  /// missing picture.
  static func icon(for symbol: String, _ caller: CallerLine) -> String {
    Icons.register()
    if let icon = icons[symbol] { return icon }
    if symbol.hasSuffix("-symbolic") { return symbol }
    if reportedSymbols.insert(symbol).inserted {
      Misuse(
        "There is no icon for the symbol “\(symbol)”; a placeholder is shown. docs/library/symbols.md lists the symbols.",
        fileID: caller.fileID, line: caller.line
      )
      .report()
    }
    return "image-missing-symbolic"
  }

  /// The names of icons by the names of symbols. Icons of this module are named `gtkviews-…`. The others are from the
  /// Icon Naming Specification or from Adwaita.
  static let icons: [String: String] = [
    "play": "media-playback-start-symbolic", "play.fill": "media-playback-start-symbolic",
    "play.circle": "gtkviews-play-circle-symbolic", "play.circle.fill": "gtkviews-play-circle-fill-symbolic",
    "pause": "media-playback-pause-symbolic", "pause.fill": "media-playback-pause-symbolic",
    "pause.circle": "gtkviews-pause-circle-symbolic", "pause.circle.fill": "gtkviews-pause-circle-fill-symbolic",
    "stop": "media-playback-stop-symbolic", "stop.fill": "media-playback-stop-symbolic",
    "forward.fill": "media-seek-forward-symbolic", "backward.fill": "media-seek-backward-symbolic",
    "forward.end.fill": "media-skip-forward-symbolic", "backward.end.fill": "media-skip-backward-symbolic",
    "heart": "gtkviews-heart-symbolic", "heart.fill": "gtkviews-heart-fill-symbolic",
    "star": "non-starred-symbolic", "star.fill": "starred-symbolic",
    "plus": "list-add-symbolic", "minus": "list-remove-symbolic",
    "plus.circle": "list-add-symbolic", "xmark": "window-close-symbolic", "checkmark": "object-select-symbolic",
    "trash": "user-trash-symbolic", "pencil": "document-edit-symbolic",
    "info.circle": "gtkviews-info-circle-symbolic", "exclamationmark.triangle": "dialog-warning-symbolic",
    "questionmark.circle": "dialog-question-symbolic", "magnifyingglass": "system-search-symbolic",
    "gear": "emblem-system-symbolic", "gearshape": "emblem-system-symbolic", "ellipsis": "view-more-symbolic",
    "line.3.horizontal": "open-menu-symbolic", "list.bullet": "view-list-symbolic",
    "chevron.left": "go-previous-symbolic", "chevron.right": "go-next-symbolic", "chevron.up": "go-up-symbolic",
    "chevron.down": "go-down-symbolic", "arrow.left": "go-previous-symbolic", "arrow.right": "go-next-symbolic",
    "arrow.clockwise": "view-refresh-symbolic", "arrow.down.circle": "folder-download-symbolic",
    "square.and.arrow.up": "send-to-symbolic", "square.and.arrow.down": "document-save-symbolic",
    "bell": "preferences-system-notifications-symbolic", "person": "avatar-default-symbolic",
    "person.fill": "avatar-default-symbolic", "person.2": "gtkviews-people-symbolic",
    "person.2.fill": "gtkviews-people-symbolic",
    "person.3": "gtkviews-people-symbolic", "person.3.fill": "gtkviews-people-symbolic",
    "person.circle": "avatar-default-symbolic", "house": "go-home-symbolic", "house.fill": "go-home-symbolic",
    "folder": "folder-symbolic", "doc": "text-x-generic-symbolic", "photo": "image-x-generic-symbolic",
    "music.note": "audio-x-generic-symbolic", "headphones": "audio-headphones-symbolic",
    "mic": "audio-input-microphone-symbolic", "antenna.radiowaves.left.and.right": "gtkviews-podcast-symbolic",
    "speaker.wave.2": "audio-volume-high-symbolic", "speaker.slash": "audio-volume-muted-symbolic",
    "calendar": "x-office-calendar-symbolic", "clock": "document-open-recent-symbolic",
    "timer": "gtkviews-timer-symbolic", "stopwatch": "gtkviews-timer-symbolic", "link": "insert-link-symbolic",
    "globe": "network-workgroup-symbolic", "wifi": "network-wireless-symbolic",
  ]
}
