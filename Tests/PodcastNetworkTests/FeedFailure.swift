import Podcasts

/// The error of an operation, `nil` if it succeeds.
func feedError<Value>(_ operation: () async throws(FeedError) -> Value) async -> FeedError? {
  do throws(FeedError) {
    _ = try await operation()
    return nil
  } catch {
    return error
  }
}
