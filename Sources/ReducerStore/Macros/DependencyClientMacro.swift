#if Macros

  /// Gives each closure of a client a default that has no implementation, for tests.
  ///
  /// ```swift
  /// @DependencyClient
  /// struct FactClient: Sendable {
  ///   var fetch: @Sendable (_ number: Int) async throws -> String
  ///   var isAvailable: @Sendable () -> Bool = { false }
  /// }
  ///
  /// extension FactClient: TestDependencyKey {
  ///   static let testValue = FactClient()
  /// }
  /// ```
  ///
  /// The macro adds:
  /// - `init()`, whose closures report their use as an ``UnimplementedDependency``. A closure that throws then throws it, one that returns nothing
  ///   or an optional goes on, and all others must have a closure as their initial value, whose result is returned.
  /// - An initializer with a parameter for each variable.
  /// - A method for each closure whose arguments have names: `client.fetch(number: 7)`.
  @attached(member, names: named(init), arbitrary)
  public macro DependencyClient() = #externalMacro(module: "ReducerMacros", type: "DependencyClientMacro")

#endif
