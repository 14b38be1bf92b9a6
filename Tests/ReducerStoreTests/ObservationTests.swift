import Observation
import Presentation
import ReducerStore
import TestTraits
import Testing

/// The observation of a store's state by views. `reducerCase` is the number of the case in docs/library/reducers.md
/// that a test proves.
@MainActor
@Suite struct ObservationTests {
  /// A feature whose state is written by hand like the expansion of `@ObservableState`. The number in an accessor is
  /// the index of the accessor's field.
  struct Profile: Reducer {
    struct State: Equatable, ObservableState {
      private let fields = ObservationStateRegistrar()
      var _$id: ObservableStateID { fields.id }
      private var _name = ""
      private var _age = 0
      private var _tags: [String] = []
      private var _job: Job?
      private var _page = Page.cover

      var name: String {
        get { fields.access(0); return _name }
        set { fields.set(&_name, to: newValue, 0) }
        _modify {
          let before = fields.willModify(_name)
          defer { fields.didModify(_name, from: before, 0) }
          yield &_name
        }
      }
      var age: Int {
        get { fields.access(1); return _age }
        set { fields.set(&_age, to: newValue, 1) }
        _modify {
          let before = fields.willModify(_age)
          defer { fields.didModify(_age, from: before, 1) }
          yield &_age
        }
      }
      var tags: [String] {
        get { fields.access(2); return _tags }
        set { fields.set(&_tags, to: newValue, 2) }
        _modify {
          let before = fields.willModify(_tags)
          defer { fields.didModify(_tags, from: before, 2) }
          yield &_tags
        }
      }
      var job: Job? {
        get { fields.access(3); return _job }
        set { fields.set(&_job, to: newValue, 3) }
        _modify {
          let before = fields.willModify(_job)
          defer { fields.didModify(_job, from: before, 3) }
          yield &_job
        }
      }
      var page: Page {
        get { fields.access(4); return _page }
        set { fields.set(&_page, to: newValue, 4) }
        _modify {
          let before = fields.willModify(_page)
          defer { fields.didModify(_page, from: before, 4) }
          yield &_page
        }
      }
    }

    struct Job: Equatable, ObservableState {
      private let fields = ObservationStateRegistrar()
      var _$id: ObservableStateID { fields.id }
      private var _title = ""
      private var _pay = 0

      var title: String {
        get { fields.access(0); return _title }
        set { fields.set(&_title, to: newValue, 0) }
      }
      var pay: Int {
        get { fields.access(1); return _pay }
        set { fields.set(&_pay, to: newValue, 1) }
      }
    }

    /// An identity consists of the index of the case and of the identity of the payload. The `Int` has no identity, so
    /// each read of `_$id` creates a new one.
    enum Page: Equatable, ObservableState {
      case cover
      case number(Int)
      case job(Job)
      case other(Job)

      var _$id: ObservableStateID {
        switch self {
        case .cover: .tag(0)
        case .number: .tagged(.unique(), 1)
        case .job(let job): .tagged(job._$id, 2)
        case .other(let job): .tagged(job._$id, 3)
        }
      }
    }

    /// An action that contains a closure, which changes the state.
    struct Action {
      let change: (inout State) -> Void
      init(_ change: @escaping (inout State) -> Void) { self.change = change }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      action.change(&state)
      return .none
    }
  }

  /// Stands for a view, and counts the changes of the values that a closure reads. After each change, the closure runs
  /// again.
  ///
  /// The observer observes in two ways: with a `FieldReader`, as views do, and with the standard library's Observation,
  /// as other code can.
  @MainActor final class Observer {
    /// The changes that `withObservationTracking` has reported.
    private var trackedChanges = 0
    /// The changes that the `FieldReader` has reported.
    private var readerChanges = 0
    private var reader: FieldReader!
    private let read: @MainActor @Sendable () -> Void

    init(_ read: @escaping @MainActor @Sendable () -> Void) {
      self.read = read
      reader = FieldReader { [weak self] in
        MainActor.assumeIsolated {
          self?.readerChanges += 1
          self?.readAgain()
        }
      }
      readAgain()
      track()
    }

    isolated deinit { reader.forget() }

    /// The number of changes. Both ways to observe must report the same number.
    var changes: Int {
      #expect(readerChanges == trackedChanges)
      return trackedChanges
    }

    private func readAgain() {
      let outer = FieldReader.begin(reader)
      read()
      FieldReader.end(reader, outer: outer)
    }

    private func track() {
      withObservationTracking {
        read()
      } onChange: {
        MainActor.assumeIsolated {
          self.trackedChanges += 1
          self.track()
        }
      }
    }
  }

  typealias Change = Profile.Action

  private let store = Store(initialState: Profile.State()) { Profile() }

  @Test(.reducerCase(11)) func `an action that changes one field notifies only the views that read that field`() {
    // Given views that read one field each
    let name = Observer { [store] in _ = store.name }
    let age = Observer { [store] in _ = store.age }
    let tags = Observer { [store] in _ = store.tags }

    // When fields change, by assignment and in place
    store.send(Change { $0.name = "Ada" })
    store.send(Change { $0.age += 36 })
    store.send(Change { $0.age += 1 })
    store.send(Change { $0.tags.append("mathematics") })

    // Then each view is notified of the changes of its own field, once per action
    #expect([name.changes, age.changes, tags.changes] == [1, 2, 1])
    #expect(store.state.name == "Ada")
  }

  @Test(.reducerCase(11)) func `writing an equal value notifies no view`() {
    // Given a state with values, and views that read them
    store.send(
      Change {
        $0.name = "Ada"; $0.age = 36; $0.tags = ["a"]
      })
    let name = Observer { [store] in _ = store.name }
    let age = Observer { [store] in _ = store.age }
    let tags = Observer { [store] in _ = store.tags }

    // When equal values are written
    store.send(
      Change {
        $0.name = "Ada"; $0.age = 36; $0.age += 0; $0.tags = ["a"]
      })

    // Then no view is notified
    #expect([name.changes, age.changes, tags.changes] == [0, 0, 0])
  }

  @Test(.reducerCase(11)) func `an action that writes a field twice notifies the field's views once, after the action`()
  {
    // Given a view that reads the age
    let ages = ReadAges()
    let age = Observer { [store] in ages.all.append(store.age) }

    // When an action writes the age twice
    store.send(
      Change {
        $0.age = 1; $0.age = 2
      })

    // Then the view is notified once. Each of the two ways to observe reads the age at first and after the action
    #expect(age.changes == 1)
    #expect(ages.all == [0, 0, 2, 2])
  }

  @Test(.reducerCase(11))
  func `a change of a child's field notifies the field's readers, but not readers of the child's presence`() {
    // Given a job, which is the child. One view reads whether the job exists, and two views read one field of the job
    // each, through a scoped store
    store.send(Change { $0.job = Profile.Job() })
    // `\CasePath.self` is the identity path: the child's actions are the actions of the whole feature
    let child = store.scope(state: \.job!, action: \CasePath.self)
    let presence = Observer { [store] in _ = store.job == nil }
    let title = Observer { _ = child.title }
    let pay = Observer { _ = child.pay }

    // When a field of the job changes
    store.send(Change { $0.job?.title = "Analyst" })

    // Then only the view of that field is notified. A comparison of the job with nil reads no field of the job.
    #expect([presence.changes, title.changes, pay.changes] == [0, 1, 0])

    // And when another job replaces the job, all views are notified
    store.send(Change { $0.job = Profile.Job() })
    #expect([presence.changes, title.changes, pay.changes] == [1, 2, 1])

    // And the views observe the fields of the new job
    store.send(Change { $0.job?.pay = 10 })
    #expect([presence.changes, title.changes, pay.changes] == [1, 2, 2])
  }

  @Test(.reducerCase(11)) func `replacing the whole state notifies the views of its fields`() {
    // Given a view that reads the name
    let name = Observer { [store] in _ = store.name }

    // When a state with the same name replaces the state, then the view is notified
    store.send(Change { $0 = Profile.State() })
    #expect(name.changes == 1)

    // And the view observes the name of the new state
    store.send(Change { $0.name = "Ada" })
    #expect(name.changes == 2)
  }

  @Test(.reducerCase(11))
  func `changing a copy of the state changes nothing in the store, and notifies no view of other properties`() {
    // Given a view that reads the age
    let age = Observer { [store] in _ = store.age }
    let name = store.name

    // When the name of a copy of the state changes
    var copy = store.state
    copy.name = "Copied"

    // Then the view is not notified. A view of the name would be notified, because copies of a state have the same
    // observers
    #expect(age.changes == 0)
    #expect(store.name == name)
    #expect(copy != store.state)
  }

  @Test(.reducerCase(12))
  func `a view of a case's field is notified of changes of the case, its payload and the field`() {
    // Given a view that reads a field through a case
    let title = Observer { [store] in
      if case .job(let job) = store.page { _ = job.title }
    }

    // When the case changes
    store.send(Change { $0.page = .job(Profile.Job()) })
    #expect(title.changes == 1)

    // When the field changes, then the view is notified. When another field changes, the view is not notified
    store.send(
      Change { state in
        guard case .job(var job) = state.page else { return }
        job.title = "Analyst"
        state.page = .job(job)
      })
    #expect(title.changes == 2)
    store.send(
      Change { state in
        guard case .job(var job) = state.page else { return }
        job.pay = 10
        state.page = .job(job)
      })
    #expect(title.changes == 2)

    // When another payload replaces the payload, and when the same payload moves to another case, the view is notified
    store.send(Change { $0.page = .job(Profile.Job()) })
    #expect(title.changes == 3)
    store.send(
      Change { state in
        guard case .job(let job) = state.page else { return }
        state.page = .other(job)
      })
    #expect(title.changes == 4)
  }

  @Test(.reducerCase(12)) func `each write of a case with an unobservable payload notifies its views`() {
    // An `Int` is not an `ObservableState`, so the case has another identity after each write
    store.send(Change { $0.page = .number(1) })
    let page = Observer { [store] in _ = store.page }
    store.send(Change { $0.page = .number(2) })
    #expect(page.changes == 1)
  }

  @Test(.reducerCase(12)) func `with an enum as the whole state, a view is notified only of changes that it reads`() {
    // Given a store whose state is an enum
    let store = Store<Profile.Page, (inout Profile.Page) -> Void>(initialState: .cover) {
      Reduce { state, change in
        change(&state)
        return .none
      }
    }
    let title = Observer {
      if case .job(let job) = store.state { _ = job.title }
    }

    // When the case changes, and then a field that the view does not read
    store.send { $0 = .job(Profile.Job()) }
    #expect(title.changes == 1)
    store.send { state in
      guard case .job(var job) = state else { return }
      job.pay = 1
      state = .job(job)
    }

    // Then the view is notified of the first change only
    #expect(title.changes == 1)
  }

  /// The ages that a closure has read, in order.
  final class ReadAges: Sendable {
    @MainActor var all: [Int] = []
  }
}
