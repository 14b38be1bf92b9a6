import Podcasts

/// Returns the error of an operation, or `nil` if the operation succeeds.
func feedError<Value>(_ operation: () async throws(FeedError) -> Value) async -> FeedError? {
  do throws(FeedError) {
    _ = try await operation()
    return nil
  } catch {
    return error
  }
}
