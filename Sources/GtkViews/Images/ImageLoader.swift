internal import GtkBridge

/// Fetches the bytes of pictures for ``AsyncImage``.
///
/// The one that is there by itself, ``files``, reads the machine's files. A program with pictures of the web gives its views one of its own,
/// with the library that it has for the web:
///
/// ```swift
/// LibraryView().environment(\.imageLoader, ImageLoader { address in
///   guard let url = URL(string: address), url.scheme == "https" else { return try await ImageLoader.files.load(address) }
///   return try await Array(URLSession.shared.data(from: url).0)
/// })
/// ```
///
/// A picture is asked for once by all views that want it at the same time, and then kept by its address, whoever has loaded it:
/// ``ImageCache``.
public struct ImageLoader: Sendable {
  /// Fetches the bytes at an address, in the format of their file. It runs on the main actor, so what takes time is awaited. What it throws
  /// becomes the views' ``AsyncImagePhase/failure(_:)``. When nobody wants the picture any more its task is cancelled.
  public let load: @MainActor @Sendable (_ address: String) async throws -> [UInt8]

  /// Makes a loader.
  ///
  /// - Parameter load: Fetches the bytes at an address.
  public init(load: @escaping @MainActor @Sendable (_ address: String) async throws -> [UInt8]) {
    self.load = load
  }

  /// Reads `file:`, `resource:` and `data:` addresses, and others that the desktop reads files at, on a thread of GIO's. It throws an
  /// ``ImageError``: for an address of the web ``ImageError/unsupportedAddress(_:)``.
  public static let files = ImageLoader { address in
    guard !address.lowercased().hasPrefix("http:"), !address.lowercased().hasPrefix("https:") else { throw ImageError.unsupported }
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
  /// What fetches the pictures of ``AsyncImage``. A picture that is loaded already is not loaded again by another one.
  public var imageLoader: ImageLoader {
    get { self[ImageLoaderKey.self] }
    set { self[ImageLoaderKey.self] = newValue }
  }

  /// What keeps the pictures of ``AsyncImage``.
  public var imageCache: ImageCache {
    get { self[ImageCacheKey.self] }
    set { self[ImageCacheKey.self] = newValue }
  }
}
