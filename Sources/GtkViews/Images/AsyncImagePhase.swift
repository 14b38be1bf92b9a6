internal import GtkBridge

/// The phase of an ``AsyncImage``.
///
/// ```swift
/// AsyncImage(url: show.picture) { phase in
///   if let image = phase.image {
///     image.resizable()
///   } else if phase.error != nil {
///     Image(systemName: "photo")
///   } else {
///     ProgressView()
///   }
/// }
/// ```
public nonisolated enum AsyncImagePhase: Sendable {
  /// There is no picture yet, or there is no address.
  case empty
  /// The picture is loaded.
  case success(Image)
  /// The load failed with an ``ImageError``, or with the error that the ``ImageLoader`` threw.
  case failure(any Error)

  /// The picture. `nil` in other phases.
  public var image: Image? {
    if case .success(let image) = self { image } else { nil }
  }

  /// The error with which the load failed. `nil` in other phases.
  public var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// The reason why an ``AsyncImage`` has no picture. Each case has a message for the user, from GIO or from this
/// library.
public enum ImageError: Error, Hashable, Sendable {
  /// The loader does not support the scheme of the address. The default loader, ``ImageLoader/files``, does not read
  /// from the web.
  case unsupportedAddress(String)
  /// The data could not be read, or the load was cancelled. The message about a cancelled load is empty.
  case unreadable(String)
  /// The data is not a picture in a format that GTK supports, or the picture is incomplete.
  case undecodable(String)
  /// The file is larger than 128 MiB, or the picture has more than 100 million pixels.
  case tooLarge(String)
}

extension ImageError {
  /// Creates the error for a picture that GIO or GTK could not read or decode.
  @MainActor init(_ failure: PictureFailure) {
    switch failure {
    // A cancelled load has no message.
    case .cancelled: self = .unreadable("")
    case .unsupported: self = .unsupportedAddressWithMessage
    case .tooLarge: self = .tooLarge(Localization.translate("The picture is too large."))
    case .unreadable(let reason): self = .unreadable(reason)
    case .undecodable(let reason): self = .undecodable(reason)
    }
  }

  /// The error for an address whose scheme is not supported, with the message in the user's language.
  @MainActor static var unsupportedAddressWithMessage: ImageError {
    .unsupportedAddress(Localization.translate("Pictures cannot be loaded from this address."))
  }
}
