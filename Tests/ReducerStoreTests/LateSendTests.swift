import ReducerStore
import Testing

/// Actions that a task of an effect sends after the effect has ended.
@MainActor
@Suite struct LateSendTests {
  let reports = Reports()

  /// A task that an effect starts and does not wait for. The task waits until the test finishes `gate`, which ends
  /// `stream`.
  @MainActor
  final class UnstructuredTask {
    var task: Task<Void, Never>?
    let (stream, gate) = AsyncStream<Void>.makeStream()
  }

  @Test func `actions sent after their effect has ended arrive, and each is reported at the effect's line`()
    async
  {
    // Given an effect that ends before the task that it started
    let unstructured = UnstructuredTask()
    let effectLine = #line + 5
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        return .run { send in
          unstructured.task = Task {
            for await _ in unstructured.stream {}
            await send(1)
            await send(2)
          }
        }
      }
    }

    // When the task sends two actions
    await reports.gather {
      await store.send(0).finish()
      unstructured.gate.finish()
      await unstructured.task?.value
    }

    // Then both actions arrive, and each of them is reported
    #expect(store.state == [0, 1, 2])
    #expect(reports.lines == [effectLine, effectLine])
    #expect(reports.messages.first?.hasPrefix("“1” was sent by an effect that has ended.") == true)
  }

  @Test func `the first action sent after a cancelled effect has ended is dropped and reported`() async {
    // The action 0 starts an effect with a task that sends 1. The action 9 cancels the effect by its id. While a
    // cancelled effect still runs, its first late action would not be reported.
    let unstructured = UnstructuredTask()
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        if action == 9 { return .cancel(id: "work") }
        guard action == 0 else { return .none }
        return .run { send in
          unstructured.task = Task {
            for await _ in unstructured.stream {}
            await send(1)
          }
          // This loop ends only when the effect is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
        }
        .cancellable(id: "work")
      }
    }
    await reports.gather {
      let task = store.send(0)
      store.send(9)
      await task.finish()
      unstructured.gate.finish()
      await unstructured.task?.value
    }
    // Then the action 1 has not arrived
    #expect(store.state == [0, 9])
    #expect(reports.messages.count == 1)
  }

  @Test func `an action sent after the end of an effect whose task was cancelled arrives without a report`()
    async
  {
    // The action 0 starts an effect with a task that sends 1. The test cancels the effect by its `StoreTask`.
    // After this kind of cancellation, actions of a task that the effect has started are neither dropped nor reported.
    let unstructured = UnstructuredTask()
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        return .run { send in
          unstructured.task = Task {
            for await _ in unstructured.stream {}
            await send(1)
          }
          // This loop ends only when the effect is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
        }
      }
    }
    await reports.gather {
      let task = store.send(0)
      task.cancel()
      await task.finish()
      unstructured.gate.finish()
      await unstructured.task?.value
    }
    #expect(store.state == [0, 1])
    #expect(reports.all.isEmpty)
  }

  @Test func `an action sent after the end of an effect of a released store is not reported`() async {
    // The effect starts a task that sends 1, and ends. The store is released before the task sends.
    let unstructured = UnstructuredTask()
    var store: Store<Int, Int>? = Store<Int, Int>(initialState: 0) {
      Reduce { _, _ in
        .run { send in
          unstructured.task = Task {
            for await _ in unstructured.stream {}
            await send(1)
          }
        }
      }
    }
    await reports.gather {
      store?.send(0)
      store = nil
      unstructured.gate.finish()
      await unstructured.task?.value
    }
    #expect(reports.all.isEmpty)
  }
}
