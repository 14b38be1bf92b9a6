import Testing

@Suite struct DependencyClientTests {
  // The properties that are not closures, `limit` and `id`, are not parameters of the initializer.
  @Test func `a client gets initializers and a method with argument labels`() {
    expectExpansion(
      """
      @DependencyClient public struct Facts {
        public var fetch: @Sendable (_ number: Int, Bool) async throws -> String
        public var limit = 3
        let id: Int = 1
      }
      """, of: "DependencyClient",
      is: """
        public struct Facts {
          public var fetch: @Sendable (_ number: Int, Bool) async throws -> String
          public var limit = 3
          let id: Int = 1

          public func fetch(number argument0: Int, _ argument1: Bool) async throws -> String {
            try await self.fetch(argument0, argument1)
          }

          public init(
            fetch: @escaping @Sendable (_ number: Int, Bool) async throws -> String
          ) {
            self.fetch = fetch
          }

          public init() {
            self.fetch = { _, _ in
              let error = ReducerStore.UnimplementedDependency("Facts.fetch")
              error.report()
              throw error
            }
          }
        }
        """)
  }

  /// The expansion of a client whose closures cannot throw.
  private static let expandedNonthrowingClient = """
    struct Facts {
      var count: () -> Int = { 0 }
      var reset: (inout Int) -> Void
      var last: () -> String?

      init(
        count: @escaping () -> Int = { 0 },
        reset: @escaping (inout Int) -> Void,
        last: @escaping () -> String?
      ) {
        self.count = count
        self.reset = reset
        self.last = last
      }

      init() {
        let count: () -> Int = { 0 }
        self.count = {
          ReducerStore.UnimplementedDependency("Facts.count").report()
          return count()
        }
        self.reset = { _ in
          ReducerStore.UnimplementedDependency("Facts.reset").report()
        }
        self.last = {
          ReducerStore.UnimplementedDependency("Facts.last").report()
          return nil
        }
      }
    }
    """

  @Test func `an unimplemented closure returns its default value, nothing or nil`() {
    expectExpansion(
      """
      @DependencyClient struct Facts {
        var count: () -> Int = { 0 }
        var reset: (inout Int) -> Void
        var last: () -> String?
      }
      """, of: "DependencyClient",
      is: Self.expandedNonthrowingClient)
  }

  @Test func `a closure that cannot throw needs a default value if its result is not optional or Void`() {
    expectDiagnostic(
      """
      @DependencyClient struct Facts {
        var count: () -> Int
      }
      """, of: "DependencyClient",
      is: "“count” cannot throw an error of any type, so it needs a closure that gives a value for tests: “= { … }”.",
      at: (line: 2, column: 7))
  }

  @Test func `DependencyClient on an enum is an error`() {
    expectDiagnostic(
      """
      @DependencyClient enum Facts {}
      """, of: "DependencyClient", is: "“@DependencyClient” can only be used on a struct of closures.",
      at: (line: 1, column: 1))
  }
}
