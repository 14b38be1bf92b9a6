import Observation
import ReducerStore
import ReducerStoreTesting

/// The cases by name. Each function prepares a case and returns a closure. The closure repeats the case as often as its
/// argument says. The cost of the preparation is not measured.
///
/// A closure may be called several times, so a counter in a state may be higher than the repetitions of one call.
@MainActor
let cases: [String: @MainActor () -> @MainActor (Int) async -> Void] = [
  "switch": bareSwitch,
  "switch-observable": bareSwitchOfObservableState,
  "counter": counter,
  "counter-observable": observableCounter,
  "counter-one-observer": counterWithOneObserver,
  "counter-one-standard-observer": counterWithOneStandardObserver,
  "object-one-observer": objectWithOneObserver,
  "five-iflets": fivePresentedLevels,
  "five-optional-iflets": fiveOptionalLevels,
  "present-and-dismiss": presentAndDismiss,
  "presented-action": presentedAction,
  "presented-list-10": { presentedList(of: 10) },
  "presented-list-10000": { presentedList(of: 10_000) },
  "row-of-100": { row(of: 100) },
  "row-of-1000": { row(of: 1_000) },
  "row-of-10000": { row(of: 10_000) },
  "macro-row-of-100": { macroRow(of: 100) },
  "macro-row-of-1000": { macroRow(of: 1_000) },
  "macro-row-of-10000": { macroRow(of: 10_000) },
  "no-observers": { counterWithTitleObservers(0) },
  "1000-observers": { counterWithTitleObservers(1_000) },
  "run": runEffect,
  "push-and-pop": pushAndPop,
  "test-store-send": testStoreSend,
]

/// The number of repetitions between two pieces of uncounted work, such as the registration of observers. The clock is
/// read once for each piece, so its cost is spread over many repetitions.
private let batchSize = 256

/// The action of `counter` without a store: a function call with a switch over the action.
@MainActor
private func bareSwitch() -> @MainActor (Int) async -> Void {
  final class Holder { var state = Counter.State() }
  let holder = Holder()
  return { repetitions in
    for _ in 0..<repetitions { reduce(&holder.state, .incrementButtonClicked) }
    precondition(holder.state.count >= repetitions)
  }
}

@inline(never)
private func reduce(_ state: inout Counter.State, _ action: Counter.Action) {
  switch action {
  case .incrementButtonClicked: state.count += 1
  case .decrementButtonClicked: state.count -= 1
  case .nameChanged(let name): state.name = name
  }
}

/// The case `bareSwitch` with a state whose fields are observed individually.
@MainActor
private func bareSwitchOfObservableState() -> @MainActor (Int) async -> Void {
  final class Holder { var state = ObservedCounter.State() }
  let holder = Holder()
  return { repetitions in
    for _ in 0..<repetitions { reduce(&holder.state, .incrementButtonClicked) }
    precondition(holder.state.count >= repetitions)
  }
}

@inline(never)
private func reduce(_ state: inout ObservedCounter.State, _ action: Counter.Action) {
  switch action {
  case .incrementButtonClicked: state.count += 1
  case .decrementButtonClicked: state.count -= 1
  case .nameChanged(let name): state.name = name
  }
}

@MainActor
private func counter() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Counter.State()) { Counter() }
  return { repetitions in
    for _ in 0..<repetitions { store.send(.incrementButtonClicked) }
    precondition(store.count >= repetitions)
  }
}

@MainActor
private func observableCounter() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: ObservedCounter.State()) { ObservedCounter() }
  return { repetitions in
    for _ in 0..<repetitions { store.send(.incrementButtonClicked) }
    precondition(store.count >= repetitions)
  }
}

/// Each action notifies an observer. The observer starts to observe again in a later turn of the main actor. This cost
/// is not counted: each store of a batch receives an action, and then `waitUncounted` waits for all their observers.
@MainActor
private func counterWithOneObserver() -> @MainActor (Int) async -> Void {
  let stores = (0..<batchSize).map { _ in Store(initialState: ObservedCounter.State()) { ObservedCounter() } }
  let notifications = NotificationCounter()
  let tokens = stores.map { store in
    observe {
      _ = store.count
      notifications.increment()
    }
  }
  return { repetitions in
    let before = notifications.count
    for batchStart in stride(from: 0, to: repetitions, by: stores.count) {
      let batch = stores.prefix(repetitions - batchStart)
      for store in batch { store.send(.incrementButtonClicked) }
      await waitUncounted { await notifications.wait(for: before + batchStart + batch.count) }
    }
    withExtendedLifetime(tokens) {}
  }
}

/// The case `counterWithOneObserver` with an observer of the standard library's Observation. Such an observer is
/// notified only once, so it is registered again before each action. The cost of the registration is not counted.
@MainActor
private func counterWithOneStandardObserver() -> @MainActor (Int) async -> Void {
  let stores = (0..<batchSize).map { _ in Store(initialState: ObservedCounter.State()) { ObservedCounter() } }
  let notifications = NotificationCounter()
  return { repetitions in
    let before = notifications.count
    for batchStart in stride(from: 0, to: repetitions, by: stores.count) {
      let batch = stores.prefix(repetitions - batchStart)
      prepareUncounted { for store in batch { observeOnce(store, \.count, notifications) } }
      for store in batch { store.send(.incrementButtonClicked) }
    }
    precondition(notifications.count == before + repetitions)
  }
}

@Observable private final class CounterObject { var count = 0 }

/// The cost of the standard library's Observation alone: an object with one property and one observer.
@MainActor
private func objectWithOneObserver() -> @MainActor (Int) async -> Void {
  let objects = (0..<batchSize).map { _ in CounterObject() }
  let notifications = NotificationCounter()
  return { repetitions in
    let before = notifications.count
    for batchStart in stride(from: 0, to: repetitions, by: objects.count) {
      let batch = objects.prefix(repetitions - batchStart)
      prepareUncounted {
        for object in batch {
          withObservationTracking {
            _ = object.count
          } onChange: {
            notifications.increment()
          }
        }
      }
      for object in batch { object.count += 1 }
    }
    precondition(notifications.count == before + repetitions)
  }
}

/// An action for the innermost of six features. Each of the other five presents the next one, so the action passes
/// through five `ifLet` reducers.
@MainActor
private func fivePresentedLevels() -> @MainActor (Int) async -> Void {
  var state = PresentingLevel.State()
  var action = PresentingLevel.Action.increment
  for _ in 0..<5 {
    state = PresentingLevel.State(child: state)
    action = .child(.presented(action))
  }
  return sending(action, to: Store(initialState: state) { PresentingLevel() })
}

/// An action for the innermost of six features. Each of the other five has the next one as its optional child.
@MainActor
private func fiveOptionalLevels() -> @MainActor (Int) async -> Void {
  var state = OptionalLevel.State()
  var action = OptionalLevel.Action.increment
  for _ in 0..<5 {
    state = OptionalLevel.State(child: state)
    action = .child(action)
  }
  return sending(action, to: Store(initialState: state) { OptionalLevel() })
}

/// Returns a closure that sends an action repeatedly.
@MainActor
private func sending<State, Action>(_ action: Action, to store: Store<State, Action>) -> @MainActor (Int) async -> Void
{
  { repetitions in
    for _ in 0..<repetitions { store.send(action) }
  }
}

@MainActor
private func presentAndDismiss() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: DestinationFeature.State()) { DestinationFeature() }
  return { repetitions in
    for _ in 0..<repetitions {
      store.send(.editButtonClicked)
      store.send(.destination(.dismiss))
    }
    precondition(store.destination == nil)
  }
}

@MainActor
private func presentedAction() -> @MainActor (Int) async -> Void {
  let state = DestinationFeature.State(destination: .editor(Counter.State()))
  let store = Store(initialState: state) { DestinationFeature() }
  return { repetitions in
    for _ in 0..<repetitions { store.send(.destination(.presented(.editor(.incrementButtonClicked)))) }
  }
}

/// A presented feature changes one of the first ten numbers of an array in its state.
@MainActor
private func presentedList(of size: Int) -> @MainActor (Int) async -> Void {
  let state = NumberListPresenter.State(list: NumberList.State(numbers: Array(0..<size)))
  let store = Store(initialState: state) { NumberListPresenter() }
  return { repetitions in
    for repetition in 0..<repetitions { store.send(.list(.presented(repetition % 10))) }
  }
}

/// An action for the row in the middle of `size` rows.
@MainActor
private func row(of size: Int) -> @MainActor (Int) async -> Void {
  let rows = IdentifiedArrayOf<Row.State>(uniqueElements: (0..<size).map { Row.State(id: $0) })
  let store = Store(initialState: Rows.State(rows: rows)) { Rows() }
  return { repetitions in
    for _ in 0..<repetitions { store.send(.rows(.element(id: size / 2, action: .toggled))) }
  }
}

/// The case `row(of:)` with a feature that is written with macros.
@MainActor
private func macroRow(of size: Int) -> @MainActor (Int) async -> Void {
  let rows = IdentifiedArrayOf<MacroRow.State>(
    uniqueElements: (0..<size).map { MacroRow.State(id: $0, title: "Row \($0)") })
  let store = Store(initialState: MacroRows.State(rows: rows)) { MacroRows() }
  return { repetitions in
    for _ in 0..<repetitions { store.send(.rows(.element(id: size / 2, action: .toggled))) }
  }
}

/// An action on a counter next to 1,000 rows. The titles of the first `observerCount` rows are observed, and the action
/// notifies none of these observers.
@MainActor
private func counterWithTitleObservers(_ observerCount: Int) -> @MainActor (Int) async -> Void {
  let rows = IdentifiedArrayOf<Row.State>(uniqueElements: (0..<1_000).map { Row.State(id: $0) })
  let store = Store(initialState: Rows.State(rows: rows)) { Rows() }
  let notifications = NotificationCounter()
  for id in 0..<observerCount { observeOnce(store, \.rows[id: id]?.title, notifications) }
  return { repetitions in
    for _ in 0..<repetitions { store.send(.incrementButtonClicked) }
    precondition(notifications.count == 0)
  }
}

@MainActor
private func runEffect() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Fetch.State()) { Fetch() }
  return { repetitions in
    for _ in 0..<repetitions { await store.send(.fetchButtonClicked).finish() }
    precondition(store.fetchedCount >= repetitions && store.requestCount >= repetitions)
  }
}

@MainActor
private func pushAndPop() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Pages.State()) { Pages() }
  return { repetitions in
    for _ in 0..<repetitions {
      store.send(.openButtonClicked)
      if let id = store.path.ids.last { store.send(.path(.popFrom(id: id))) }
    }
    precondition(store.path.isEmpty)
  }
}

@MainActor
private func testStoreSend() -> @MainActor (Int) async -> Void {
  let store = TestStore(initialState: Counter.State()) { Counter() }
  return { repetitions in
    for _ in 0..<repetitions { await store.send(.incrementButtonClicked) { $0.count += 1 } }
  }
}
