import GtkTestSupport
@testable import GtkViews
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// The views that a change of a shared value evaluates.
  @MainActor @Suite struct SharedValueTests {
    let log = ScreenLog()

    struct SharedCounter: Reducer {
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
        log.evaluations.append(name)
        return Text(verbatim: "\(name) \(number.wrappedValue)")
      }
    }

    /// A view of a store whose state shares a value.
    struct SharedCounterView: View {
      let store: StoreOf<SharedCounter>
      let log: ScreenLog

      var body: some View {
        log.evaluations.append("store")
        return Text(verbatim: "store \(store.count.wrappedValue)")
      }
    }

    @Test func `a view shows the change that another store makes to a shared value`() async {
      let count = Shared(value: 0)
      let (shownStore, otherStore) = (
        Store(initialState: SharedCounter.State(count: count)) { SharedCounter() },
        Store(initialState: SharedCounter.State(count: count)) { SharedCounter() }
      )
      let fixture = await WindowFixture { [log] in SharedCounterView(store: shownStore, log: log) }
      log.evaluations = []
      otherStore.send(.incrementButtonClicked)
      await waitUntil("the view is updated") { fixture.texts.contains("store 1") }
      #expect(log.evaluations == ["store"])
      await fixture.close()
    }

    @Test func `an action that changes a shared value evaluates only the views that read it`() async {
      // Given a feature, a view of the feature's value, and a view of another value
      let (count, total) = (Shared(value: 0), Shared(value: 5))
      let store = Store(initialState: SharedCounter.State(count: count)) { SharedCounter() }
      let fixture = await WindowFixture { [log] in
        VStack {
          NumberView(name: "count", number: count, log: log)
          NumberView(name: "total", number: total, log: log)
        }
      }
      log.evaluations = []

      // When the feature changes its value
      store.send(.incrementButtonClicked)

      // Then only the view of that value is evaluated, and shows the new value
      await waitUntil("the view is updated") { fixture.texts.contains("count 1") }
      #expect(log.evaluations == ["count"])
      await fixture.close()
    }
  }
}
