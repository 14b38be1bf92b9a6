internal import GtkBridge

/// Fetches the bytes of pictures for ``AsyncImage``.
///
/// The default loader, ``files``, reads local files. A program with pictures from the web sets its own loader,
/// which uses a network library:
///
/// ```swift
/// LibraryView().environment(\.imageLoader, ImageLoader { address in
///   guard let url = URL(string: address), url.scheme == "https" else {
///     return try await ImageLoader.files.load(address)
///   }
///   return try await Array(URLSession.shared.data(from: url).0)
/// })
/// ```
///
/// All simultaneous requests for a picture share one load. The ``ImageCache`` then keeps the picture under the
/// address, regardless of the loader.
public struct ImageLoader: Sendable {
  /// Fetches the bytes of the picture file at an address. The closure runs on the main actor, so it must await slow
  /// work. If the closure throws an error, the phase of each ``AsyncImage`` with this address is
  /// ``AsyncImagePhase/failure(_:)`` with the error. When no view needs the picture any more, the closure's task is
  /// cancelled.
  public let load: @MainActor @Sendable (_ address: String) async throws -> [UInt8]

  /// Creates a loader.
  ///
  /// - Parameter load: Fetches the bytes at an address.
  public init(load: @escaping @MainActor @Sendable (_ address: String) async throws -> [UInt8]) {
    self.load = load
  }

  /// Reads `file:`, `resource:` and `data:` addresses, and other addresses that GIO can read (such as `smb:`), on a
  /// thread of GIO. The loader throws an ``ImageError``, or a `CancellationError` if the task is cancelled. For an
  /// address of the web, the error is ``ImageError/unsupportedAddress(_:)``.
  public static let files = ImageLoader { address in
    guard !address.lowercased().hasPrefix("http:"), !address.lowercased().hasPrefix("https:") else {
      throw ImageError.unsupportedAddressWithMessage
    }
    do throws(PictureFailure) {
      return try await Pictures.bytes(at: address)
    } catch {
      throw error == .cancelled ? CancellationError() : ImageError(error)
    }
  }
}

private struct ImageLoaderKey: EnvironmentKey {
  static var defaultValue: ImageLoader { .files }
}

private struct ImageCacheKey: EnvironmentKey {
  static var defaultValue: ImageCache { .shared }
}

extension EnvironmentValues {
  /// The loader of the pictures of ``AsyncImage``. Setting another loader does not load cached pictures again.
  public var imageLoader: ImageLoader {
    get { self[ImageLoaderKey.self] }
    set { self[ImageLoaderKey.self] = newValue }
  }

  /// The cache of the pictures of ``AsyncImage``.
  public var imageCache: ImageCache {
    get { self[ImageCacheKey.self] }
    set { self[ImageCacheKey.self] = newValue }
  }
}
