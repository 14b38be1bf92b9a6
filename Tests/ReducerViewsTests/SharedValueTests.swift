import GtkTestSupport
@testable import GtkViews
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// The views that a change of a shared value evaluates.
  @MainActor @Suite struct SharedValueTests {
    let story = Story()

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
      let story: Story

      var body: some View {
        story.lines.append(name)
        return Text(verbatim: "\(name) \(number.wrappedValue)")
      }
    }

    /// A view of a store whose state shares a value.
    struct CounterView: View {
      let store: StoreOf<Counter>
      let story: Story

      var body: some View {
        story.lines.append("store")
        return Text(verbatim: "store \(store.count.wrappedValue)")
      }
    }

    @Test func `a view of a store follows a shared value of its state that another store changes`() async {
      let count = Shared(value: 0)
      let (shown, other) = (
        Store(initialState: Counter.State(count: count)) { Counter() },
        Store(initialState: Counter.State(count: count)) { Counter() }
      )
      let fixture = await WindowFixture { [story] in CounterView(store: shown, story: story) }
      story.lines = []
      other.send(.incrementButtonClicked)
      await waitUntil("it follows") { fixture.texts.contains("store 1") }
      #expect(story.lines == ["store"])
      await fixture.close()
    }

    @Test func `an action that changes a shared value evaluates the views that read it, and no others`() async {
      // Given a feature, and views outside of it, one with the feature's value and one with another value
      let (count, total) = (Shared(value: 0), Shared(value: 5))
      let store = Store(initialState: Counter.State(count: count)) { Counter() }
      let fixture = await WindowFixture { [story] in
        VStack {
          NumberView(name: "count", number: count, story: story)
          NumberView(name: "total", number: total, story: story)
        }
      }
      story.lines = []

      // When the feature changes its value
      store.send(.incrementButtonClicked)

      // Then the view that reads it shows the new value
      await waitUntil("it follows") { fixture.texts.contains("count 1") }
      #expect(story.lines == ["count"])
      await fixture.close()
    }
  }
}
