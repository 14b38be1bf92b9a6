internal import Presentation

/// A picture that is loaded while the view is on a screen, by the environment's ``EnvironmentValues/imageLoader``, and decoded away from the
/// main thread.
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
/// A picture that was loaded a while ago is there at once, and views that want the same picture share its loading: ``ImageCache``. With another
/// address it begins anew, with the placeholder. When nobody wants a picture any more, because its views are gone or out of sight, its loading
/// is cancelled. A picture of more than 16 million pixels is made smaller. What is no picture is reported, once, at the caller's line.
public nonisolated struct AsyncImage<Content: View>: PrimitiveView {
  let request: PictureRequest
  let content: @MainActor (AsyncImagePhase) -> Content

  /// A view for each phase of the loading.
  ///
  /// - Parameters:
  ///   - url: Where the picture is: a `String`, a ``FileURL``, or a `URL` of Foundation's, of which the description is the address. Without one
  ///     the phase stays ``AsyncImagePhase/empty``.
  ///   - scale: How many of the picture's pixels, in each direction, are one of the view's.
  ///   - transaction: How the view changes when its phase does.
  ///   - fileID: The caller's file, for what is reported of a picture that does not decode.
  ///   - line: The caller's line.
  ///   - content: The view of a phase.
  @preconcurrency public init(
    url: (some CustomStringConvertible)?, scale: Double = 1, transaction: Transaction = Transaction(), fileID: StaticString = #fileID,
    line: UInt = #line, @ViewBuilder content: @escaping @MainActor (_ phase: AsyncImagePhase) -> Content
  ) {
    request = PictureRequest(address: url?.description, scale: scale, transaction: transaction, caller: CallerLine(fileID: fileID, line: line))
    self.content = content
  }

  /// The picture, with modifiers, and another view as long as it is not there, or if it never will be.
  ///
  /// - Parameters:
  ///   - url: Where the picture is: a `String`, a ``FileURL``, or a `URL` of Foundation's, of which the description is the address.
  ///   - scale: How many of the picture's pixels, in each direction, are one of the view's.
  ///   - fileID: The caller's file, for what is reported of a picture that does not decode.
  ///   - line: The caller's line.
  ///   - content: The picture.
  ///   - placeholder: What is shown without it.
  @preconcurrency public init<Picture: View, Placeholder: View>(
    url: (some CustomStringConvertible)?, scale: Double = 1, fileID: StaticString = #fileID, line: UInt = #line,
    @ViewBuilder content: @escaping @MainActor (_ image: Image) -> Picture, @ViewBuilder placeholder: @escaping @MainActor () -> Placeholder
  ) where Content == _ConditionalContent<Picture, Placeholder> {
    self.init(url: url, scale: scale, fileID: fileID, line: line) { phase in
      if let image = phase.image { content(image) } else { placeholder() }
    }
  }

  /// The picture in its own size. Until it is there, and if it never will be, there is nothing in its place.
  ///
  /// - Parameters:
  ///   - url: Where the picture is: a `String`, a ``FileURL``, or a `URL` of Foundation's, of which the description is the address.
  ///   - scale: How many of the picture's pixels, in each direction, are one of the view's.
  ///   - fileID: The caller's file, for what is reported of a picture that does not decode.
  ///   - line: The caller's line.
  public init(url: (some CustomStringConvertible)?, scale: Double = 1, fileID: StaticString = #fileID, line: UInt = #line) where Content == Image {
    self.init(url: url, scale: scale, fileID: fileID, line: line) { $0.image ?? Image(nil, scale: 1) }
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    AsyncImageNode(view, in: context)
  }
}

/// Which picture a view wants, and how.
nonisolated struct PictureRequest {
  let address: String?
  let scale: Double
  let transaction: Transaction
  let caller: CallerLine
}

@MainActor
private final class AsyncImageNode<Content: View>: _ViewNode<AsyncImage<Content>>, Evaluated {
  private var content: _ViewNode<Content>!
  private let picture: WantedPicture

  override init(_ view: AsyncImage<Content>, in context: _NodeContext) {
    picture = WantedPicture(view.request, in: context.environment)
    super.init(view, in: context)
    picture.node = self
    content = Content._makeNode(evaluateBody(), in: contextBelow())
    whenAppeared { [weak self] in self?.picture.appear() }
  }

  override var passesRows: Bool { true }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override var children: [ViewNode] { [content] }

  var viewName: String { "AsyncImage" }

  override func update(to view: AsyncImage<Content>) {
    super.update(to: view)
    picture.update(to: view.request)
    isChanged = true
    ViewGraph.shared.transactions.evaluateBelow(self) { evaluateAgain() }
  }

  func evaluateAgain() {
    isChanged = false
    content.update(to: evaluateBody())
  }

  override func didUnmount() { picture.disappear() }

  override func sightDidChange(isInSight: Bool) {
    super.sightDidChange(isInSight: isInSight)
    if isInSight { whenAppeared { [weak self] in self?.picture.appear() } } else { picture.disappear() }
  }

  private func evaluateBody() -> Content {
    observing(self) { ViewGraph.shared.evaluate(self) { view.content(picture.phase) } }
  }
}

/// Follows the loading of the picture that a view wants.
@MainActor
private final class WantedPicture {
  /// Borrowed: the node owns this object.
  unowned var node: (any Evaluated)!
  private var request: PictureRequest
  private var result: Result<Picture, any Error>?
  private var hasAppeared = false
  /// Where the picture was asked for, while it is loaded.
  private var loading: (cache: ImageCache, wish: PictureWish)?

  init(_ request: PictureRequest, in environment: EnvironmentValues) {
    self.request = request
    find(in: environment)
  }

  var phase: AsyncImagePhase {
    switch result {
    case nil: .empty
    case .success(let picture): .success(Image(picture, scale: request.scale))
    case .failure(let error): .failure(error)
    }
  }

  func update(to request: PictureRequest) {
    // Another element asks again for a picture that did not come.
    let hasFailed = if case .failure = result { ViewGraph.shared.isRecycling } else { false }
    let isAnother = hasFailed || request.address != self.request.address
    self.request = request
    guard isAnother else { return }
    withdraw()
    result = nil
    find(in: node.environment)
    if hasAppeared { begin() }
  }

  func appear() {
    hasAppeared = true
    begin()
  }

  func disappear() {
    hasAppeared = false
    withdraw()
  }

  private func find(in environment: EnvironmentValues) {
    if let address = request.address { result = environment.imageCache.picture(at: address).map { .success($0) } }
  }

  private func begin() {
    guard let address = request.address, result == nil, loading == nil else { return }
    let cache = node.environment.imageCache
    // Another view may have loaded it since this one was made.
    if let picture = cache.picture(at: address) { return end(.success(picture)) }
    loading = (cache, cache.want(address, node.environment.imageLoader) { [weak self] in self?.end($0) })
  }

  private func end(_ result: Result<Picture, any Error>) {
    loading = nil
    self.result = result
    if case .failure(let error as ImageError) = result { reportIfNoPicture(error) }
    withTransaction(request.transaction) { node.noteChange() }
  }

  private func withdraw() {
    if let loading { loading.cache.withdraw(loading.wish) }
    loading = nil
  }

  private func reportIfNoPicture(_ error: ImageError) {
    let problem: String
    switch error {
    case .undecodable(let reason): problem = "is none that GTK can decode (\(reason))"
    case .tooLarge: problem = "is too large"
    default: return
    }
    // A `data:` address is the whole picture.
    let address = (request.address ?? "").prefix(120)
    let misuse = Misuse(
      "The picture at “\(address)” of an AsyncImage\(node.placeName) \(problem); the view’s phase is .failure.", fileID: request.caller.fileID,
      line: request.caller.line)
    ViewGraph.shared.reportOnce(misuse)
  }
}
