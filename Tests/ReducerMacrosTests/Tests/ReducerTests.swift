import SwiftDiagnostics
import Testing

/// The expansions and the diagnostics of `@Reducer` on a struct.
@Suite struct ReducerTests {
  @Test
  func `Reducer adds a conformance and case paths, and isolates the body and the instance methods to the main actor`() {
    expectExpansion(
      """
      @Reducer struct Counter {
        @ObservableState struct State {}
        enum Action {}
        var step = 1
        nonisolated var one: Int { 1 }
        var body: some ReducerOf<Self> { EmptyReducer() }
        private func double() {}
        static func make() {}
      }
      """, of: "Reducer",
      is: """
        struct Counter {
          @ObservableState struct State {}
          @CasePathable
          enum Action {}
          var step = 1
          nonisolated var one: Int { 1 }
          @MainActor @ReducerStore.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { EmptyReducer() }
          @MainActor
          private func double() {}
          static func make() {}
        }

        extension Counter: ReducerStore.Reducer {}
        """)
  }

  @Test func `Reducer adds case paths to a state that is an enum`() {
    expectExpansion(
      """
      @Reducer struct Root {
        enum State {}
        enum Action {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      """, of: "Reducer",
      is: """
        struct Root {
          @CasePathable @dynamicMemberLookup
          enum State {}
          @CasePathable
          enum Action {}
          @MainActor
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }

        extension Root: ReducerStore.Reducer {}
        """)
  }

  @Test func `Reducer adds an empty state, action and body if they are missing`() {
    expectExpansion(
      "@Reducer public struct Nothing {}", of: "Reducer",
      is: """
        public struct Nothing {

          public struct State: Equatable, Hashable, Sendable, ReducerStore.ObservableState, ReducerStore.InPlaceState, Swift.CustomReflectable {
            private let _$fields = ReducerStore.ObservationStateRegistrar()
            public var _$id: ReducerStore.ObservableStateID { _$fields.id }
            public static var _$locations: [ReducerStore.StateLocation<Self>] { [] }
            public var customMirror: Swift.Mirror { Swift.Mirror(self, children: [:], displayStyle: .struct) }
            public init() {}
          }

          public enum Action: Equatable, Hashable, Sendable, ReducerStore.CasePathable {
            public struct AllCasePaths {}
            public static var allCasePaths: AllCasePaths { AllCasePaths() }
          }

          public let body = ReducerStore.EmptyReducer<State, Action>()
        }

        extension Nothing: ReducerStore.Reducer {}
        """)
  }

  @Test func `Reducer takes State and Action from the type of the body`() {
    expectExpansion(
      """
      @Reducer public struct Step {
        public var body: some Reducer<Int, Void> { EmptyReducer() }
      }
      """, of: "Reducer",
      is: """
        public struct Step {
          @MainActor @ReducerStore.ReducerBuilder<Self.State, Self.Action>
          public var body: some Reducer<Int, Void> { EmptyReducer() }

          public typealias State = Int

          public typealias Action = Void
        }

        extension Step: ReducerStore.Reducer {}
        """)
  }

  @Test func `Reducer takes State and Action from another reducer, or State from the reduce function`() {
    expectExpansion(
      """
      @Reducer struct Same {
        var body: some ReducerOf<Other> { Other() }
      }
      @Reducer struct Function {
        enum Action {}
        func reduce(into state: inout [Int], action: Action) -> Effect<Action> { .none }
      }
      """, of: "Reducer",
      is: """
        struct Same {
          @MainActor @ReducerStore.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Other> { Other() }

          typealias State = Other.State

          typealias Action = Other.Action
        }
        struct Function {
          @CasePathable
          enum Action {}
          @MainActor
          func reduce(into state: inout [Int], action: Action) -> Effect<Action> { .none }

          typealias State = [Int]
        }

        extension Same: ReducerStore.Reducer {}

        extension Function: ReducerStore.Reducer {}
        """)
  }

  @Test func `Reducer on a class or an actor is an error with a fix-it`() {
    expectDiagnostic(
      "@Reducer class Counter {}", of: "Reducer",
      is: "“@Reducer” is for a struct, or for an enum whose cases are features, and not for a class.", at: (1, 1),
      fixIt: "Replace “class” with “struct”", fixed: "@Reducer struct Counter {}")
    expectDiagnostic(
      "@Reducer actor Counter {}", of: "Reducer",
      is: "“@Reducer” is for a struct, or for an enum whose cases are features, and not for an actor.", at: (1, 1),
      fixIt: "Replace “actor” with “struct”", fixed: "@Reducer struct Counter {}")
  }

  @Test func `a state that is a class is an error with a fix-it`() {
    expectDiagnostic(
      """
      @Reducer struct Counter {
        class State {}
      }
      """, of: "Reducer",
      is: """
        A state is a struct or an enum, and no class: a reducer changes it as a value, and a test compares what was before with what is after.
        """, at: (2, 3), fixIt: "Replace “class” with “struct”",
      fixed: """
        @Reducer struct Counter {
          struct State {}
        }
        """)
  }

  @Test func `a body together with a reduce function is an error`() {
    expectDiagnostic(
      """
      @Reducer struct Counter {
        var body: some ReducerOf<Self> { EmptyReducer() }
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      """, of: "Reducer",
      is: "A reducer has a “body”, or a “reduce(into:action:)” of its own. With both, the “body” would never run.",
      at: (1, 1))
  }

  /// The warning about a case `binding` without a conformance to `BindableAction`.
  private static let missingBindableAction =
    "“Action” has a case “binding”, but controls can write properties (“$store.name”) only if “Action” is a “BindableAction”."

  @Test func `a binding case without BindableAction is a warning with a fix-it`() {
    // The fix-it extends the list of conformances.
    expectDiagnostic(
      """
      @Reducer struct Form {
        enum Action: Equatable {
          case binding(BindingAction<State>)
        }
        var body: some ReducerOf<Self> { BindingReducer() }
      }
      """, of: "Reducer", is: Self.missingBindableAction,
      at: (3, 10), .warning,
      fixIt: "Conform to “BindableAction”",
      fixed: """
        @Reducer struct Form {
          enum Action: Equatable, BindableAction {
            case binding(BindingAction<State>)
          }
          var body: some ReducerOf<Self> { BindingReducer() }
        }
        """)
    // Without such a list, the fix-it adds one.
    expectDiagnostic(
      """
      @Reducer struct Form {
        enum Action { case binding(BindingAction<State>) }
        var body: some ReducerOf<Self> { BindingReducer() }
      }
      """, of: "Reducer", is: Self.missingBindableAction,
      at: (2, 22), .warning,
      fixIt: "Conform to “BindableAction”",
      fixed: """
        @Reducer struct Form {
          enum Action: BindableAction { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> { BindingReducer() }
        }
        """)
  }

  @Test func `a bindable action without a BindingReducer is a warning with a fix-it`() {
    expectDiagnostic(
      """
      @Reducer struct Form {
        enum Action: BindableAction { case binding(BindingAction<State>) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in .none }
        }
      }
      """, of: "Reducer",
      is: "“Action” has a case “binding”, but no “BindingReducer()” applies the actions of controls to the state.",
      at: (2, 38), .warning,
      fixIt: "Begin the body with “BindingReducer()”",
      fixed: """
        @Reducer struct Form {
          enum Action: BindableAction { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> {
            BindingReducer()
            Reduce { state, action in .none }
          }
        }
        """)
  }

  @Test func `a property without Presents that ifLet uses with a dollar sign is an error with a fix-it`() {
    expectDiagnostic(
      """
      @Reducer struct Parent {
        struct State {
          var child: Child.State?
          var other: Child.State?
        }
        enum Action { case child(PresentationAction<Child.Action>), other(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\\.$child, action: \\.child) { Child() }
            .ifLet(\\.other, action: \\.other) { Child() }
        }
      }
      """, of: "Reducer",
      is: "The body passes “\\.$child” to “ifLet”, so the property needs “@Presents”.", at: (3, 9),
      fixIt: "Insert “@Presents”",
      fixed: """
        @Reducer struct Parent {
          struct State {
            @Presents var child: Child.State?
            var other: Child.State?
          }
          enum Action { case child(PresentationAction<Child.Action>), other(Child.Action) }
          var body: some ReducerOf<Self> {
            EmptyReducer()
              .ifLet(\\.$child, action: \\.child) { Child() }
              .ifLet(\\.other, action: \\.other) { Child() }
          }
        }
        """)
  }
}
