internal import CGtk
internal import Presentation

/// A picture that is loaded while the view is on screen. The environment's ``EnvironmentValues/imageLoader`` loads the
/// picture. The picture is decoded off the main thread.
///
/// ```swift
/// AsyncImage(url: show.artwork) { image in
///   image.resizable().scaledToFill()
/// } placeholder: {
///   ProgressView()
/// }
/// .frame(width: 96, height: 96)
/// ```
///
/// A cached picture appears immediately, and views of the same picture share one load: see ``ImageCache``. In a list, a
/// load starts when the row is visible or near the visible rows. When the address changes, the view shows the
/// placeholder until the new picture is loaded. The load is cancelled when all views of the picture are removed or
/// offscreen. A picture with more pixels than the limit of the cache, by default 16 million, is scaled down. Data that
/// is not a picture, or that is larger than the limits of ``ImageError/tooLarge(_:)``, is reported once, with the
/// caller's line.
public nonisolated struct AsyncImage<Content: View>: PrimitiveView {
  let source: AsyncImageSource
  let content: @MainActor (AsyncImagePhase) -> Content

  /// Creates an image with a view for each phase of the load.
  ///
  /// - Parameters:
  ///   - url: The address of the picture: a `String`, a ``FileURL``, or Foundation's `URL`, whose description is the
  ///     address. If `url` is `nil`, the phase stays ``AsyncImagePhase/empty``.
  ///   - scale: The number of the picture's pixels per pixel of the view, in each direction.
  ///   - transaction: The transaction for changes of the phase.
  ///   - fileID: The caller's file, for reports of a picture that cannot be decoded.
  ///   - line: The caller's line.
  ///   - content: Returns the view of a phase.
  @preconcurrency public init(
    url: (some CustomStringConvertible)?, scale: Double = 1, transaction: Transaction = Transaction(),
    fileID: StaticString = #fileID,
    line: UInt = #line, @ViewBuilder content: @escaping @MainActor (_ phase: AsyncImagePhase) -> Content
  ) {
    source = AsyncImageSource(
      address: url?.description, scale: scale, transaction: transaction, caller: CallerLine(fileID: fileID, line: line))
    self.content = content
  }

  /// Creates an image with a view for the picture, and a placeholder that is shown before the picture is loaded and if
  /// it cannot be loaded.
  ///
  /// - Parameters:
  ///   - url: The address of the picture: a `String`, a ``FileURL``, or Foundation's `URL`, whose description is the
  ///     address. If `url` is `nil`, the placeholder stays.
  ///   - scale: The number of the picture's pixels per pixel of the view, in each direction.
  ///   - fileID: The caller's file, for reports of a picture that cannot be decoded.
  ///   - line: The caller's line.
  ///   - content: Returns the view of the picture.
  ///   - placeholder: Returns the view that is shown without a picture.
  @preconcurrency public init<Picture: View, Placeholder: View>(
    url: (some CustomStringConvertible)?, scale: Double = 1, fileID: StaticString = #fileID, line: UInt = #line,
    @ViewBuilder content: @escaping @MainActor (_ image: Image) -> Picture,
    @ViewBuilder placeholder: @escaping @MainActor () -> Placeholder
  ) where Content == _ConditionalContent<Picture, Placeholder> {
    self.init(url: url, scale: scale, fileID: fileID, line: line) { phase in
      if let image = phase.image { content(image) } else { placeholder() }
    }
  }

  /// Creates an image in the picture's own size. The image is empty before the picture is loaded, and if it cannot be
  /// loaded.
  ///
  /// - Parameters:
  ///   - url: The address of the picture: a `String`, a ``FileURL``, or Foundation's `URL`, whose description is the
  ///     address. If `url` is `nil`, the image stays empty.
  ///   - scale: The number of the picture's pixels per pixel of the view, in each direction.
  ///   - fileID: The caller's file, for reports of a picture that cannot be decoded.
  ///   - line: The caller's line.
  public init(
    url: (some CustomStringConvertible)?, scale: Double = 1, fileID: StaticString = #fileID, line: UInt = #line
  ) where Content == Image {
    self.init(url: url, scale: scale, fileID: fileID, line: line) { $0.image ?? Image(nil, scale: 1) }
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    AsyncImageNode(view, in: context)
  }
}

/// The parameters of an ``AsyncImage``, except for its content.
nonisolated struct AsyncImageSource {
  let address: String?
  let scale: Double
  let transaction: Transaction
  let caller: CallerLine
}

@MainActor
private final class AsyncImageNode<Content: View>: _ViewNode<AsyncImage<Content>>, EvaluatedNode, OnscreenObserving {
  private var content: _ViewNode<Content>!
  private let pictureLoader: AsyncPictureLoader

  override init(_ view: AsyncImage<Content>, in context: _NodeContext) {
    pictureLoader = AsyncPictureLoader(view.source, in: context.environment)
    super.init(view, in: context)
    pictureLoader.node = self
    content = Content._makeNode(evaluateBody(), in: contextBelow())
    whenAppeared { [weak self] in self?.pictureLoader.appear() }
  }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .observesOnscreen] }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override var children: [ViewNode] { [content] }

  var viewName: String { "AsyncImage" }

  override func update(to view: AsyncImage<Content>) {
    super.update(to: view)
    pictureLoader.update(to: view.source)
    isChanged = true
    ViewGraph.shared.transactions.evaluateRecreated(self) { evaluateAgain() }
  }

  func evaluateAgain() {
    isChanged = false
    content.update(to: evaluateBody())
  }

  override func didUnmount() { pictureLoader.disappear() }

  func onscreenDidChange(isOnscreen: Bool) {
    if isOnscreen { whenAppeared { [weak self] in self?.pictureLoader.appear() } } else { pictureLoader.disappear() }
  }

  private func evaluateBody() -> Content {
    observing(self) { ViewGraph.shared.evaluate(self) { view.content(pictureLoader.phase) } }
  }
}

/// Loads the picture of a view while the view is on screen, and stores the result.
@MainActor
private final class AsyncPictureLoader {
  /// Borrowed. The node owns this object.
  unowned var node: (any ViewNode & EvaluatedNode)!
  private var source: AsyncImageSource
  /// The result of the load, or the cached picture. `nil` until the load has ended.
  private var result: Result<Picture, any Error>?
  /// Whether the view has appeared and is not offscreen, so that the view needs the picture. In a list, rows appear
  /// before they are visible. Until the row is visible, the load waits in `queue`.
  private var hasAppeared = false
  /// The cache and the request of the current load.
  private var currentLoad: (cache: ImageCache, request: PictureRequest)?
  /// The queue in which this object waits until the row of the view is visible. A row near the visible rows counts as
  /// visible. `nil` if this object does not wait.
  private weak var queue: VisibleRowQueue?

  init(_ source: AsyncImageSource, in environment: EnvironmentValues) {
    self.source = source
    readCache(of: environment)
  }

  var phase: AsyncImagePhase {
    switch result {
    case nil: .empty
    case .success(let picture): .success(Image(picture, scale: source.scale))
    case .failure(let error): .failure(error)
    }
  }

  func update(to source: AsyncImageSource) {
    // A row that is recycled for another element with the same address tries a failed load again.
    let retriesFailure = if case .failure = result { ViewGraph.shared.isRecycling } else { false }
    let needsLoad = retriesFailure || source.address != self.source.address
    self.source = source
    guard needsLoad else { return }
    cancel()
    result = nil
    readCache(of: node.environment)
    if hasAppeared { startWhenVisible() }
  }

  func appear() {
    hasAppeared = true
    startWhenVisible()
  }

  func disappear() {
    hasAppeared = false
    cancel()
  }

  /// Sets the result to the cached picture, if there is one.
  private func readCache(of environment: EnvironmentValues) {
    if let address = source.address { result = environment.imageCache.picture(at: address).map { .success($0) } }
  }

  /// Starts the load. If the view is in a row of a list and the picture is not cached, waits until the row is visible.
  private func startWhenVisible() {
    guard let address = source.address, result == nil, currentLoad == nil else { return }
    guard node.environment.imageCache.picture(at: address) == nil,
      let queue = widgetInRow.flatMap(VisibleRowQueue.queue)
    else { return startLoad() }
    self.queue = queue
    queue.add(self)
  }

  private func startLoad() {
    guard let address = source.address, result == nil, currentLoad == nil else { return }
    let cache = node.environment.imageCache
    // Another view may have loaded the picture since this view was created.
    if let picture = cache.picture(at: address) { return finishLoad(.success(picture)) }
    currentLoad = (cache, cache.request(address, node.environment.imageLoader) { [weak self] in self?.finishLoad($0) })
  }

  private func finishLoad(_ result: Result<Picture, any Error>) {
    currentLoad = nil
    self.result = result
    if case .failure(let error as ImageError) = result { reportUnusableData(error) }
    withTransaction(source.transaction) { node.markChangedInTransaction() }
  }

  /// Cancels the load, or stops waiting for the row.
  private func cancel() {
    queue?.remove(self)
    queue = nil
    if let currentLoad { currentLoad.cache.cancel(currentLoad.request) }
    currentLoad = nil
  }

  /// Reports an error if its cause is data that GTK cannot decode or that is too large. Other errors, such as those of
  /// a network, are not misuse, so they are not reported.
  private func reportUnusableData(_ error: ImageError) {
    let problem: String
    switch error {
    case .undecodable(let reason): problem = "is none that GTK can decode (\(reason))"
    case .tooLarge: problem = "is too large"
    default: return
    }
    // Only the beginning of the address is reported, because a `data:` address contains the whole picture.
    let address = (source.address ?? "").prefix(120)
    let misuse = Misuse(
      "The picture at “\(address)” of an AsyncImage\(node.messageSuffix) \(problem); the view’s phase is .failure.",
      fileID: source.caller.fileID,
      line: source.caller.line)
    ViewGraph.shared.reportOnce(misuse)
  }
}

extension AsyncPictureLoader: VisibleRowWork {
  var widgetInRow: UnsafeMutablePointer<GtkWidget>? { node.widgets.first }

  func rowBecameVisible() {
    queue = nil
    startLoad()
  }
}
