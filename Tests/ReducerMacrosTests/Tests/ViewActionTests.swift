import SwiftDiagnostics
import Testing

@Suite struct ViewActionTests {
  @Test func `a view sends the actions of the view`() {
    expectExpansion(
      """
      @ViewAction(for: Counter.self)
      struct CounterView {
        let store: StoreOf<Counter>
      }
      """, of: "ViewAction",
      is: """
        struct CounterView {
          let store: StoreOf<Counter>
        }

        @MainActor extension CounterView: ReducerStore.ViewActionSending {}
        """)
  }

  @Test func `a view needs its store`() {
    expectDiagnostic(
      """
      @ViewAction(for: Counter.self)
      struct CounterView {
      }
      """, of: "ViewAction",
      is: "“@ViewAction” needs the store in a property “store”: “let store: StoreOf<Counter>”.", at: (1, 1))
  }

  @Test func `a view does not go round its own send`() {
    expectDiagnostic(
      """
      @ViewAction(for: Counter.self)
      struct CounterView {
        let store: StoreOf<Counter>
        func tap() {
          store.send(.view(.tapped), animation: .default)
        }
      }
      """, of: "ViewAction",
      is: "A view with “@ViewAction” sends the actions of the view: “send(…)” instead of “store.send(.view(…))”.",
      at: (5, 5), .warning,
      fixIt: "Replace it with “send(.tapped, animation: .default)”",
      fixed: """
        @ViewAction(for: Counter.self)
        struct CounterView {
          let store: StoreOf<Counter>
          func tap() {
            send(.tapped, animation: .default)
          }
        }
        """)
  }
}
