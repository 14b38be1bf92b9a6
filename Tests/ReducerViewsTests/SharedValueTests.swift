import GtkTestSupport
@testable import GtkViews
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// The views that a change of a shared value evaluates.
  @MainActor @Suite struct SharedValueTests {
    let log = ScreenLog()

    struct Counter: Reducer {
      struct State: Equatable {
        var count: Shared<Int>
      }

      enum Action {
        case incrementButtonClicked
      }

      var body: some Reducer<State, Action> {
        Reduce { state, _ in
          state.count.withLock { $0 += 1 }
          return .none
        }
      }
    }

    struct NumberView: View {
      let name: String
      let number: Shared<Int>
      let log: ScreenLog

      var body: some View {
        log.lines.append(name)
        return Text(verbatim: "\(name) \(number.wrappedValue)")
      }
    }

    /// A view of a store whose state shares a value.
    struct CounterView: View {
      let store: StoreOf<Counter>
      let log: ScreenLog

      var body: some View {
        log.lines.append("store")
        return Text(verbatim: "store \(store.count.wrappedValue)")
      }
    }

    @Test func `a view shows a shared value of its store's state that another store changes`() async {
      let count = Shared(value: 0)
      let (shown, other) = (
        Store(initialState: Counter.State(count: count)) { Counter() },
        Store(initialState: Counter.State(count: count)) { Counter() }
      )
      let fixture = await WindowFixture { [log] in CounterView(store: shown, log: log) }
      log.lines = []
      other.send(.incrementButtonClicked)
      await waitUntil("it follows") { fixture.texts.contains("store 1") }
      #expect(log.lines == ["store"])
      await fixture.close()
    }

    @Test func `an action that changes a shared value evaluates only the views that read it`() async {
      // Given a feature, and views outside of it, one with the feature's value and one with another value
      let (count, total) = (Shared(value: 0), Shared(value: 5))
      let store = Store(initialState: Counter.State(count: count)) { Counter() }
      let fixture = await WindowFixture { [log] in
        VStack {
          NumberView(name: "count", number: count, log: log)
          NumberView(name: "total", number: total, log: log)
        }
      }
      log.lines = []

      // When the feature changes its value
      store.send(.incrementButtonClicked)

      // Then the view that reads it shows the new value
      await waitUntil("it follows") { fixture.texts.contains("count 1") }
      #expect(log.lines == ["count"])
      await fixture.close()
    }
  }
}
