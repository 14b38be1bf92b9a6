import Observation
import ReducerStore
import ReducerStoreTesting

/// The cases by name. Each function prepares a case, and returns a closure that repeats the case `count` times. The
/// cost of the preparation is not measured.
@MainActor
let cases: [String: @MainActor () -> @MainActor (Int) async -> Void] = [
  "switch": bareSwitch,
  "switch-observable": bareSwitchOfObservableState,
  "counter": counter,
  "counter-observable": observableCounter,
  "counter-one-observer": counterWithOneObserver,
  "counter-one-standard-observer": counterWithOneStandardObserver,
  "object-one-observer": objectWithOneObserver,
  "five-iflets": fiveLevels,
  "five-optional-iflets": fiveNests,
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
  "no-observers": { observers(of: 0) },
  "1000-observers": { observers(of: 1_000) },
  "run": runEffect,
  "push-and-pop": pushAndPop,
  "test-store-send": testStoreSend,
]

/// The case without a store: a function call with a switch over the same state.
@MainActor
private func bareSwitch() -> @MainActor (Int) async -> Void {
  final class Holder { var state = Counter.State() }
  let holder = Holder()
  return { count in
    for _ in 0..<count { reduce(&holder.state, .incrementButtonClicked) }
    precondition(holder.state.count >= count)
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

/// The same case with a state whose fields are observed individually.
@MainActor
private func bareSwitchOfObservableState() -> @MainActor (Int) async -> Void {
  final class Holder { var state = ObservedCounter.State() }
  let holder = Holder()
  return { count in
    for _ in 0..<count { reduce(&holder.state, .incrementButtonClicked) }
    precondition(holder.state.count >= count)
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
  return { count in
    for _ in 0..<count { store.send(.incrementButtonClicked) }
    precondition(store.count >= count)
  }
}

@MainActor
private func observableCounter() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: ObservedCounter.State()) { ObservedCounter() }
  return { count in
    for _ in 0..<count { store.send(.incrementButtonClicked) }
    precondition(store.count >= count)
  }
}

/// Each action notifies an observer. The observer starts to observe again in a later turn of the main actor. This cost
/// is not counted: each of 256 stores receives an action, and then all their observers start again.
@MainActor
private func counterWithOneObserver() -> @MainActor (Int) async -> Void {
  let stores = (0..<256).map { _ in Store(initialState: ObservedCounter.State()) { ObservedCounter() } }
  let wakes = Wakes()
  let tokens = stores.map { store in
    observe {
      _ = store.count
      wakes.note()
    }
  }
  return { count in
    let before = wakes.count
    for first in stride(from: 0, to: count, by: stores.count) {
      let turn = stores.prefix(count - first)
      for store in turn { store.send(.incrementButtonClicked) }
      await wait { await wakes.reach(before + first + turn.count) }
    }
    withExtendedLifetime(tokens) {}
  }
}

/// The same case with an observer of the standard library's Observation. Such an observer is notified only once, so it
/// is registered again before each action.
@MainActor
private func counterWithOneStandardObserver() -> @MainActor (Int) async -> Void {
  let stores = (0..<256).map { _ in Store(initialState: ObservedCounter.State()) { ObservedCounter() } }
  let wakes = Wakes()
  return { count in
    let before = wakes.count
    for first in stride(from: 0, to: count, by: stores.count) {
      let turn = stores.prefix(count - first)
      prepare { for store in turn { track(store, \.count, wakes) } }
      for store in turn { store.send(.incrementButtonClicked) }
    }
    precondition(wakes.count == before + count)
  }
}

@Observable private final class CounterObject { var count = 0 }

/// The cost of the standard library's Observation alone: an object with one property and one observer.
@MainActor
private func objectWithOneObserver() -> @MainActor (Int) async -> Void {
  let objects = (0..<256).map { _ in CounterObject() }
  let wakes = Wakes()
  return { count in
    let before = wakes.count
    for first in stride(from: 0, to: count, by: objects.count) {
      let turn = objects.prefix(count - first)
      prepare {
        for object in turn {
          withObservationTracking {
            _ = object.count
          } onChange: {
            wakes.note()
          }
        }
      }
      for object in turn { object.count += 1 }
    }
    precondition(wakes.count == before + count)
  }
}

@MainActor
private func fiveLevels() -> @MainActor (Int) async -> Void {
  var state = Level.State()
  var action = Level.Action.increment
  for _ in 0..<5 {
    state = Level.State(child: state)
    action = .child(.presented(action))
  }
  return sending(action, to: Store(initialState: state) { Level() })
}

@MainActor
private func fiveNests() -> @MainActor (Int) async -> Void {
  var state = Nest.State()
  var action = Nest.Action.increment
  for _ in 0..<5 {
    state = Nest.State(child: state)
    action = .child(action)
  }
  return sending(action, to: Store(initialState: state) { Nest() })
}

@MainActor
private func sending<State, Action>(_ action: Action, to store: Store<State, Action>) -> @MainActor (Int) async -> Void
{
  { count in
    for _ in 0..<count { store.send(action) }
  }
}

@MainActor
private func presentAndDismiss() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Library.State()) { Library() }
  return { count in
    for _ in 0..<count {
      store.send(.editButtonClicked)
      store.send(.destination(.dismiss))
    }
    precondition(store.destination == nil)
  }
}

@MainActor
private func presentedAction() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Library.State(destination: .editor(Counter.State()))) { Library() }
  return { count in
    for _ in 0..<count { store.send(.destination(.presented(.editor(.incrementButtonClicked)))) }
  }
}

/// A presented feature changes one element of an array in its state.
@MainActor
private func presentedList(of size: Int) -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Shelf.State(table: Table.State(numbers: Array(0..<size)))) { Shelf() }
  return { count in
    for number in 0..<count { store.send(.table(.presented(number % 10))) }
  }
}

@MainActor
private func row(of size: Int) -> @MainActor (Int) async -> Void {
  let rows = IdentifiedArrayOf<Row.State>(uniqueElements: (0..<size).map { Row.State(id: $0) })
  let store = Store(initialState: Rows.State(rows: rows)) { Rows() }
  return { count in
    for _ in 0..<count { store.send(.rows(.element(id: size / 2, action: .toggled))) }
  }
}

/// The same case with a feature that is written with macros.
@MainActor
private func macroRow(of size: Int) -> @MainActor (Int) async -> Void {
  let rows = IdentifiedArrayOf<Chore.State>(uniqueElements: (0..<size).map { Chore.State(id: $0, title: "Row \($0)") })
  let store = Store(initialState: Chores.State(rows: rows)) { Chores() }
  return { count in
    for _ in 0..<count { store.send(.rows(.element(id: size / 2, action: .toggled))) }
  }
}

/// An action on a counter, while observers of the title of `size` rows exist.
@MainActor
private func observers(of size: Int) -> @MainActor (Int) async -> Void {
  let rows = IdentifiedArrayOf<Row.State>(uniqueElements: (0..<1_000).map { Row.State(id: $0) })
  let store = Store(initialState: Rows.State(rows: rows)) { Rows() }
  let wakes = Wakes()
  for id in 0..<size { track(store, \.rows[id: id]?.title, wakes) }
  return { count in
    for _ in 0..<count { store.send(.incrementButtonClicked) }
    precondition(wakes.count == 0)
  }
}

@MainActor
private func runEffect() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Fetch.State()) { Fetch() }
  return { count in
    for _ in 0..<count { await store.send(.fetchButtonClicked).finish() }
    precondition(store.fetched >= count && store.requested >= count)
  }
}

@MainActor
private func pushAndPop() -> @MainActor (Int) async -> Void {
  let store = Store(initialState: Pages.State()) { Pages() }
  return { count in
    for _ in 0..<count {
      store.send(.openButtonClicked)
      if let id = store.path.ids.last { store.send(.path(.popFrom(id: id))) }
    }
    precondition(store.path.isEmpty)
  }
}

@MainActor
private func testStoreSend() -> @MainActor (Int) async -> Void {
  let store = TestStore(initialState: Counter.State()) { Counter() }
  return { count in
    for _ in 0..<count { await store.send(.incrementButtonClicked) { $0.count += 1 } }
  }
}
