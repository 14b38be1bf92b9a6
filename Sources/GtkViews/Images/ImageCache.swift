internal import CGtk
internal import GtkBridge

/// Keeps the pictures of ``AsyncImage`` in memory, decoded, by their addresses.
///
/// When there are too many, those go first that were shown longest ago. Pictures on a screen stay there: they are only loaded again for the
/// next view. What failed is not kept. ``shared`` is the one of all views that are given no other by ``EnvironmentValues/imageCache``.
@MainActor
public final class ImageCache {
  /// The cache of the program, of 64 MB.
  public nonisolated static let shared = ImageCache()

  /// How many bytes of memory the pictures have at most. A pixel has four.
  public let byteLimit: Int
  /// How many pixels a picture has at most: one of more is made smaller while it is decoded.
  public let pixelLimit: Int
  /// How many bytes of memory the pictures have.
  public private(set) var byteCount = 0
  private var kept: [String: Kept] = [:]
  private var loads: [String: PictureLoad] = [:]
  /// Counts up with each use.
  private var now = 0

  private struct Kept {
    let picture: Picture
    var lastUse: Int
  }

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - byteLimit: How many bytes of memory the pictures have at most. A larger picture is shown, and not kept.
  ///   - pixelLimit: How many pixels a picture has at most, its width times its height. One of more is made smaller while it is decoded: where
  ///     pictures are only seen small, many more are kept. It is no more than 16 million.
  public nonisolated init(byteLimit: Int = 64 << 20, pixelLimit: Int = 1 << 24) {
    self.byteLimit = byteLimit
    self.pixelLimit = min(max(pixelLimit, 1), 1 << 24)
  }

  /// Lets go of all pictures. What is being loaded is kept when it is there.
  public func removeAll() {
    kept = [:]
    byteCount = 0
  }

  /// Lets go of the picture of an address, such as that of a file that was written anew. Views that show it go on doing so.
  ///
  /// - Parameter address: A `String`, or a `URL` of Foundation's: its description is the address.
  public func remove(_ address: some CustomStringConvertible) {
    if let old = kept.removeValue(forKey: address.description) { byteCount -= old.picture.byteCount }
  }

  /// The picture of an address, if it is here.
  func picture(at address: String) -> Picture? {
    guard kept[address] != nil else { return nil }
    now += 1
    kept[address]?.lastUse = now
    return kept[address]?.picture
  }

  /// Asks for a picture. It is loaded, unless it is being loaded already.
  ///
  /// - Parameter done: Is called once, in a later turn of the loop, unless the wish is withdrawn before. It must not hold the wish.
  func want(_ address: String, _ loader: ImageLoader, done: @escaping @MainActor (Result<Picture, any Error>) -> Void) -> PictureWish {
    let wish = PictureWish(address, done)
    if let load = loads[address] {
      load.wishes.append(wish)
    } else {
      let load = PictureLoad(of: wish)
      loads[address] = load
      load.task = Task { self.finish(load, address, await self.result(address, loader)) }
    }
    return wish
  }

  /// The one who asked does so no longer. If nobody else does, the loading is cancelled.
  func withdraw(_ wish: PictureWish) {
    guard let load = loads[wish.address], let position = load.wishes.firstIndex(where: { $0 === wish }) else { return }
    load.wishes.remove(at: position)
    guard load.wishes.isEmpty else { return }
    loads[wish.address] = nil
    load.task?.cancel()
  }

  private func result(_ address: String, _ loader: ImageLoader) async -> Result<Picture, any Error> {
    do {
      let bytes = try await loader.load(address)
      return .success(Picture(try await Pictures.decode(bytes, shownPixels: pixelLimit)))
    } catch let failure as PictureFailure {
      return .failure(ImageError(failure))
    } catch {
      return .failure(error)
    }
  }

  private func finish(_ load: PictureLoad, _ address: String, _ result: Result<Picture, any Error>) {
    guard loads[address] === load else { return }
    loads[address] = nil
    if case .success(let picture) = result { keep(picture, address) }
    for wish in load.wishes { wish.done(result) }
  }

  private func keep(_ picture: Picture, _ address: String) {
    remove(address)
    guard picture.byteCount <= byteLimit else { return }
    now += 1
    kept[address] = Kept(picture: picture, lastUse: now)
    byteCount += picture.byteCount
    while byteCount > byteLimit, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) { remove(oldest.key) }
  }
}

/// A decoded picture.
nonisolated struct Picture: Equatable, Sendable {
  /// A `GdkTexture`.
  let texture: GObjectReference

  init(_ texture: GObjectReference) {
    self.texture = texture
  }

  @MainActor var byteCount: Int { 4 * Int(gdk_texture_get_width(texture.opaque)) * Int(gdk_texture_get_height(texture.opaque)) }

  static func == (one: Picture, other: Picture) -> Bool { one.texture === other.texture }
}

/// That somebody wants a picture.
@MainActor
final class PictureWish {
  let address: String
  let done: @MainActor (Result<Picture, any Error>) -> Void

  init(_ address: String, _ done: @escaping @MainActor (Result<Picture, any Error>) -> Void) {
    self.address = address
    self.done = done
  }
}

/// A picture that is being loaded for all who want it.
@MainActor
private final class PictureLoad {
  var wishes: [PictureWish]
  var task: Task<Void, Never>?

  init(of wish: PictureWish) {
    wishes = [wish]
  }
}
