import ReducerStore
import Testing

/// Many effects at once. The cost of an effect does not grow with the number of effects.
@MainActor
@Suite struct BurstTests {
  /// The largest result of ``timeGrowth(_:)`` for linear work. About 8 is expected, but measurements vary. The result
  /// for quadratic work is about 64.
  private static let maxLinearGrowth = 24.0

  /// Returns the factor by which the processor time grows when the work grows by a factor of eight.
  private func timeGrowth(_ work: (_ count: Int) -> Void) -> Double {
    // The first run is slower, so it is not measured.
    work(100)
    let times = [2_000, 8 * 2_000].map { count in
      let start = processorTime()
      work(count)
      return processorTime() - start
    }
    return times[1] / times[0]
  }

  @Test func `many effects that each cancel the previous one take linear time`() {
    let growth = timeGrowth { count in
      let store = Store<Int, Int>(initialState: 0) {
        Reduce { _, _ in
          .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }.cancellable(
            id: 1, cancelInFlight: true)
        }
      }
      for number in 0..<count { store.send(number) }
    }
    #expect(growth < Self.maxLinearGrowth)
  }

  @Test func `merging a sequence of effects takes linear time`() {
    let growth = timeGrowth { count in
      let store = Store<Int, Int>(initialState: 0) {
        Reduce { state, action in
          state += 1
          return action == 0 ? .merge((0..<count).map { _ in .send(1) }) : .none
        }
      }
      store.send(0)
      #expect(store.state == count + 1)
    }
    #expect(growth < Self.maxLinearGrowth)
  }

  @Test func `concatenating a sequence of effects takes linear time`() {
    let growth = timeGrowth { count in
      let store = Store<Int, Int>(initialState: 0) {
        Reduce { state, action in
          state += 1
          return action == 0 ? .concatenate((0..<count).map { _ in .run { await $0(1) } }) : .none
        }
      }
      store.send(0)
      #expect(store.state == count + 1)
    }
    #expect(growth < Self.maxLinearGrowth)
  }

  @Test func `each of many concatenated effects starts when the previous one has ended`() async {
    // Given a concatenation of effects that suspend
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        if action > 0 {
          state.append(action)
          return .none
        }
        return .concatenate(
          (1...1_000).map { number in
            .run { send in
              await Task.yield()
              await send(number)
            }
          })
      }
    }

    // When all effects have ended, then their actions have arrived in order
    await store.send(0).finish()
    #expect(store.state == Array(1...1_000))
  }

  @Test func `nested merged and concatenated effects run in order`() async {
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        if action > 0 {
          state.append(action)
          return .none
        }
        return .concatenate([
          .none, .merge([.send(1), .merge([.send(2), .none, .send(3)])]),
          .concatenate([.send(4), .concatenate([.send(5)])]), .send(6),
        ])
      }
    }
    await store.send(0).finish()
    #expect(store.state == [1, 2, 3, 4, 5, 6])
  }
}
