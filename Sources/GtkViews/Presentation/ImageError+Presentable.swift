extension ImageError: PresentableError {
  /// The message for users.
  public var userMessage: String {
    switch self {
    case .unsupportedAddress(let reason), .unreadable(let reason), .undecodable(let reason), .tooLarge(let reason):
      reason
    }
  }
}
