#if Macros

import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct CasePathableTests {
  @Test func `each case gets a case path`() {
    expectExpansion(
      """
      @CasePathable enum Action {
        case appeared
        case renamed(String)
      }
      """, of: "CasePathable",
      is: """
        enum Action {
          case appeared
          case renamed(String)

          struct AllCasePaths {
            var appeared: ReducerStore.CasePath<Action, Void> {
              ReducerStore.CasePath(
                embed: {
                  Action.appeared
                },
                extract: {
                  if case .appeared = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
            var renamed: ReducerStore.CasePath<Action, String> {
              ReducerStore.CasePath(
                embed: Action.renamed,
                extract: {
                  if case .renamed(let value) = $0 {
                    value
                  } else {
                    nil
                  }
                })
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerStore.CasePathable {
        }
        """)
  }
}

#endif
