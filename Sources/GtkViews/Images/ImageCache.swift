internal import CGtk
internal import GtkBridge

/// Keeps decoded pictures of ``AsyncImage`` in memory, by their addresses.
///
/// When the cache is full, it evicts the least recently used pictures. A picture on screen stays visible after its
/// eviction, and is loaded again only for another view. Failures are not cached. ``shared`` is the default value of
/// ``EnvironmentValues/imageCache``.
@MainActor
public final class ImageCache {
  /// The program's cache, with a limit of 64 MiB.
  public nonisolated static let shared = ImageCache()

  /// The memory limit of the pictures in bytes. A pixel has four bytes.
  public let byteLimit: Int
  /// The largest number of pixels of a picture. A larger picture is scaled down when it is decoded.
  public let pixelLimit: Int
  /// The memory of the pictures in bytes.
  public private(set) var byteCount = 0
  /// The cached pictures by their addresses.
  private var entries: [String: Entry] = [:]
  /// The current loads by the addresses of their pictures.
  private var loads: [String: PictureLoad] = [:]
  /// How often pictures were used until now. The uses are numbered from 1, so this is also the number of the last use.
  private var useCount = 0

  private struct Entry {
    let picture: Picture
    /// The number of the picture's last use: see `useCount`.
    var lastUse: Int
  }

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - byteLimit: The memory limit of all pictures together, in bytes. A picture that exceeds the limit alone is
  ///     shown but not cached.
  ///   - pixelLimit: The largest number of pixels of a picture, which is its width times its height. A larger picture
  ///     is scaled down when it is decoded. With a low limit, more pictures fit into the cache. Use a low limit if all
  ///     pictures are displayed small. The limit is at least 1, and at most 16,777,216 (4096 × 4096).
  public nonisolated init(byteLimit: Int = 64 << 20, pixelLimit: Int = 1 << 24) {
    self.byteLimit = byteLimit
    self.pixelLimit = min(max(pixelLimit, 1), 1 << 24)
  }

  /// Removes all pictures. Pictures that are still loading enter the cache when they are loaded.
  public func removeAll() {
    entries = [:]
    byteCount = 0
  }

  /// Removes the picture of an address, for example after its file was written again. Views that show the picture
  /// continue to show it.
  ///
  /// - Parameter address: A `String`, or Foundation's `URL`, whose description is the address.
  public func remove(_ address: some CustomStringConvertible) {
    if let old = entries.removeValue(forKey: address.description) { byteCount -= old.picture.byteCount }
  }

  /// Returns the picture of an address and notes its use. `nil` if the picture is not cached.
  func picture(at address: String) -> Picture? {
    guard entries[address] != nil else { return nil }
    useCount += 1
    entries[address]?.lastUse = useCount
    return entries[address]?.picture
  }

  /// Requests a picture that is not cached. If the picture is loading already, the request shares that load.
  ///
  /// - Parameter done: Called once, in a later turn of the main loop, unless the request is cancelled before. The
  ///   closure must not retain the request, because the request retains the closure.
  func request(
    _ address: String, _ loader: ImageLoader, done: @escaping @MainActor (Result<Picture, any Error>) -> Void
  ) -> PictureRequest {
    let request = PictureRequest(address, done)
    if let load = loads[address] {
      load.requests.append(request)
    } else {
      let load = PictureLoad(for: request)
      loads[address] = load
      load.task = Task { self.finish(load, address, await self.load(address, with: loader)) }
    }
    return request
  }

  /// Cancels a request. If no other request shares the load of the picture, the load is cancelled too.
  func cancel(_ request: PictureRequest) {
    guard let load = loads[request.address], let position = load.requests.firstIndex(where: { $0 === request }) else {
      return
    }
    load.requests.remove(at: position)
    guard load.requests.isEmpty else { return }
    loads[request.address] = nil
    load.task?.cancel()
  }

  private func load(_ address: String, with loader: ImageLoader) async -> Result<Picture, any Error> {
    do {
      let bytes = try await loader.load(address)
      return .success(Picture(try await Pictures.decode(bytes, maxShownPixels: pixelLimit)))
    } catch let failure as PictureFailure {
      return .failure(ImageError(failure))
    } catch {
      return .failure(error)
    }
  }

  /// Stores the picture of a load, and passes the result to the load's requests. Does nothing if the load was
  /// cancelled.
  private func finish(_ load: PictureLoad, _ address: String, _ result: Result<Picture, any Error>) {
    guard loads[address] === load else { return }
    loads[address] = nil
    if case .success(let picture) = result { store(picture, address) }
    for request in load.requests { request.done(result) }
  }

  /// Adds a picture, and evicts the least recently used pictures while the cache exceeds its limit.
  private func store(_ picture: Picture, _ address: String) {
    remove(address)
    guard picture.byteCount <= byteLimit else { return }
    useCount += 1
    entries[address] = Entry(picture: picture, lastUse: useCount)
    byteCount += picture.byteCount
    while byteCount > byteLimit, let leastRecent = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(leastRecent.key)
    }
  }
}

/// A decoded picture.
nonisolated struct Picture: Equatable, Sendable {
  /// The `GdkTexture` with the pixels of the picture.
  let texture: GObjectReference

  init(_ texture: GObjectReference) {
    self.texture = texture
  }

  @MainActor var byteCount: Int {
    4 * Int(gdk_texture_get_width(texture.opaque)) * Int(gdk_texture_get_height(texture.opaque))
  }

  static func == (one: Picture, other: Picture) -> Bool { one.texture === other.texture }
}

/// A request for a picture.
@MainActor
final class PictureRequest {
  let address: String
  let done: @MainActor (Result<Picture, any Error>) -> Void

  init(_ address: String, _ done: @escaping @MainActor (Result<Picture, any Error>) -> Void) {
    self.address = address
    self.done = done
  }
}

/// The load of a picture, with all requests for the picture.
@MainActor
private final class PictureLoad {
  var requests: [PictureRequest]
  /// The task that loads and decodes the picture.
  var task: Task<Void, Never>?

  init(for request: PictureRequest) {
    requests = [request]
  }
}
