import Testing

@Suite struct CasePathableTests {
  /// The expansion of an enum. Its cases have no payload, one value or two values, and the last case is inside `#if`.
  private static let expandedAction = """
    public enum Action {
      case appeared
      case renamed(String)
      case moved(x: Int, Int)
      #if DEBUG
      case traced
      #endif

      public struct AllCasePaths {
        public var appeared: ReducerStore.CasePath<Action, Void> {
          ReducerStore.CasePath(
            embed: { Action.appeared },
            extract: { if case .appeared = $0 { () } else { nil } })
        }
        public var renamed: ReducerStore.CasePath<Action, String> {
          ReducerStore.CasePath(
            embed: Action.renamed,
            extract: { if case .renamed(let value) = $0 { value } else { nil } })
        }
        public var moved: ReducerStore.CasePath<Action, (x: Int, Int)> {
          ReducerStore.CasePath(
            embed: { Action.moved(x: $0.x, $0.1) },
            extract: { if case .moved(let value0, let value1) = $0 { (value0, value1) } else { nil } })
        }
        #if DEBUG
        public var traced: ReducerStore.CasePath<Action, Void> {
          ReducerStore.CasePath(
            embed: { Action.traced },
            extract: { if case .traced = $0 { () } else { nil } })
        }
        #endif
      }

      public static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    extension Action: ReducerStore.CasePathable {}
    """

  @Test func `each case gets a case path`() {
    expectExpansion(
      """
      @CasePathable public enum Action {
        case appeared
        case renamed(String)
        case moved(x: Int, Int)
        #if DEBUG
        case traced
        #endif
      }
      """, of: "CasePathable",
      is: Self.expandedAction)
  }

  @Test func `a bindable action gets a binding property, and an empty enum gets no case paths`() {
    expectExpansion(
      """
      @CasePathable enum Empty {}
      @CasePathable enum Action: BindableAction {
        case binding(BindingAction<State>)
      }
      """, of: "CasePathable",
      is: """
        enum Empty {

          struct AllCasePaths {}

          static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        enum Action: BindableAction {
          case binding(BindingAction<State>)

          struct AllCasePaths {
            var binding: ReducerStore.CasePath<Action, BindingAction<State>> {
              ReducerStore.CasePath(
                embed: Action.binding,
                extract: { if case .binding(let value) = $0 { value } else { nil } })
            }
          }

          static var allCasePaths: AllCasePaths { AllCasePaths() }

          var binding: BindingAction<State>? {
            if case .binding(let action) = self { action } else { nil }
          }
        }

        extension Empty: ReducerStore.CasePathable {}

        extension Action: ReducerStore.CasePathable {}
        """)
  }

  @Test func `CasePathable on a struct is an error`() {
    expectDiagnostic(
      "@CasePathable struct State {}", of: "CasePathable",
      is: "“@CasePathable” is for enums: a struct has key paths already.", at: (1, 1))
  }

  @Test func `two cases with the same name are an error`() {
    expectDiagnostic(
      """
      @CasePathable enum Action {
        case move(x: Int)
        case move(y: Int)
      }
      """, of: "CasePathable",
      is: "“@CasePathable” cannot tell two cases apart that are both called “move”: give one of them another name.",
      at: (3, 8))
  }
}
