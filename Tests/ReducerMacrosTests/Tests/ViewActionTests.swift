import SwiftDiagnostics
import Testing

@Suite struct ViewActionTests {
  @Test func `ViewAction adds a conformance to ViewActionSending on the main actor`() {
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

  @Test func `ViewAction on a view without a store is an error`() {
    expectDiagnostic(
      """
      @ViewAction(for: Counter.self)
      struct CounterView {
      }
      """, of: "ViewAction",
      is: "“@ViewAction” needs the store in a property “store”: “let store: StoreOf<Counter>”.",
      at: (line: 1, column: 1))
  }

  @Test func `sending a view action through the store is a warning with a fix-it`() {
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
      at: (line: 5, column: 5), .warning,
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
