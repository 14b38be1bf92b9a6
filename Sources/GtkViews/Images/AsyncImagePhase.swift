internal import GtkBridge

/// How far an ``AsyncImage`` has come.
public nonisolated enum AsyncImagePhase: Sendable {
  /// There is no picture yet, or no address.
  case empty
  /// The picture is there.
  case success(Image)
  /// There will be none: an ``ImageError``, or what the ``ImageLoader`` has thrown.
  case failure(any Error)

  /// The picture, once it is there.
  public var image: Image? {
    if case .success(let image) = self { image } else { nil }
  }

  /// Why there is no picture, if there will be none.
  public var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Why an ``AsyncImage`` has no picture. Each case has the reason for people to read: the desktop's words, or this library's.
public enum ImageError: Error, Hashable, Sendable {
  /// The loader does not read at such addresses. ``ImageLoader/files``, which is there by itself, reads none of the web.
  case unsupportedAddress(String)
  /// It could not be read.
  case unreadable(String)
  /// What was read is no picture in a format that GTK knows, or not all of one.
  case undecodable(String)
  /// It has more than 128 MB in its file, or more than 100 million pixels.
  case tooLarge(String)
}

extension ImageError: PresentableError {
  /// What went wrong.
  public var messageForPeople: String {
    switch self {
    case .unsupportedAddress(let reason), .unreadable(let reason), .undecodable(let reason), .tooLarge(let reason): reason
    }
  }

  @MainActor init(_ failure: PictureFailure) {
    switch failure {
    // Who cancels is told nothing.
    case .cancelled: self = .unreadable("")
    case .unsupported: self = .unsupported
    case .tooLarge: self = .tooLarge(Localization.translate("The picture is too large."))
    case .unreadable(let reason): self = .unreadable(reason)
    case .undecodable(let reason): self = .undecodable(reason)
    }
  }

  @MainActor static var unsupported: ImageError { .unsupportedAddress(Localization.translate("Pictures cannot be loaded from this address.")) }
}
