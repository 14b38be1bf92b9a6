// Compiled with the package trait `Macros`, which is on by default: see `Package.swift`.
#if Macros

  /// Adds an `init()` to a client, which is a struct of closures. The closures of the created client report each call,
  /// for tests.
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
  /// - `init()`. Each closure reports its call as an ``UnimplementedDependency``. A closure with an initial value then
  ///   calls the initial value. Without an initial value, a throwing closure throws the ``UnimplementedDependency``,
  ///   and a closure that returns nothing or an optional returns nothing or `nil`. Any other closure must have an
  ///   initial value.
  /// - An initializer with a parameter for each stored variable.
  /// - A method with labels for each closure whose parameters have names: `client.fetch(number: 7)`.
  @attached(member, names: named(init), arbitrary)
  public macro DependencyClient() = #externalMacro(module: "ReducerMacros", type: "DependencyClientMacro")

#endif
