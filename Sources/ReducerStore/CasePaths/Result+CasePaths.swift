extension Result: CasePathable {
  /// The case paths of a result.
  public struct AllCasePaths {
    /// The value of a success.
    public var success: CasePath<Result, Success> {
      CasePath(embed: { .success($0) }, extract: { if case .success(let value) = $0 { value } else { nil } })
    }
    /// The error.
    public var failure: CasePath<Result, Failure> {
      CasePath(embed: { .failure($0) }, extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  /// The case paths of a result.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result where Failure == any Error {
  /// Creates the result of an asynchronous operation, with its value or its error: `await send(.fetched(Result { try
  /// await feeds.fetch(url) }))`.
  public nonisolated(nonsending) init(catching body: nonisolated(nonsending) () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
