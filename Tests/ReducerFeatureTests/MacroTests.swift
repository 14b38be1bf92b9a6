#if Macros

  import Observation
  import ReducerStore
  import TestTraits
  import Testing

  /// The behaviour of the code that the macros generate. `reducerCase` names a numbered case of
  /// docs/library/reducers.md.
  @MainActor
  @Suite struct MacroTests {
    /// An enum with payloads of all kinds.
    @CasePathable @dynamicMemberLookup
    enum Sign: Equatable {
      case none
      case number(Int)
      case point(x: Int, y: Int)
      case pair(Int, String)
      case labelled(name: String)
      case closure(@Sendable () -> Int)
      indirect case nested(Sign)

      // A closure is not equatable, so the descriptions are compared.
      static func == (first: Sign, second: Sign) -> Bool { "\(first)" == "\(second)" }
    }

    /// Enums with at most one case. Their generated code must compile without warnings.
    @CasePathable enum OneCase { case only }
    @CasePathable enum OneCaseWithPayload { case only(Int) }
    @CasePathable enum NoCase {}

    @Test func `case paths test a case, and wrap and unwrap its payload`() {
      #expect(Sign.none.is(\.none))
      #expect(Sign.number(1).number == 1)
      #expect(Sign.number(1).point == nil)
      #expect(Sign.point(x: 1, y: 2).point?.y == 2)
      #expect(Sign.pair(1, "a").pair?.1 == "a")
      #expect(Sign.labelled(name: "a").labelled == "a")
      #expect(Sign.closure { 7 }.closure?() == 7)
      #expect(Sign.nested(.number(3))[case: \.nested.number] == 3)
      #expect(Sign.allCasePaths.point.embed((3, 4)).point?.x == 3)
      #expect(OneCase.only.is(\.only) && OneCaseWithPayload.only(1).is(\.only))
    }

    @Test func `a payload can be changed in place`() {
      var sign = Sign.point(x: 1, y: 2)
      sign.modify(\.point) { $0.x = 5 }
      #expect(sign.point?.x == 5)
    }

    /// A state with all kinds of fields. The macro must also support fields in `#if`, so one field has a condition that
    /// always holds.
    @ObservableState
    struct Profile: Equatable, Codable {
      let id: Int
      var name = ""
      var age: Int
      var tags: [String] = [] { didSet { tagChanges += 1 } }
      var `default` = false
      var job: Job?
      @ObservationStateIgnored private(set) var tagChanges = 0
      private(set) var secret = 1
      static var shared: Profile { Profile(id: 0, age: 0) }
      var isAdult: Bool { age >= 18 }
      #if DEBUG || !DEBUG
        var note = "n"
      #endif
    }

    @ObservableState
    struct Job: Equatable, Codable {
      var title = ""
      var pay = 0
    }

    /// An enum with an observable payload.
    @ObservableState
    enum Page: Equatable {
      case cover
      case number(Int)
      case job(Job)
      case two(Int, Int)
    }

    /// A state with presented values of each kind.
    @ObservableState
    struct PresentingState: Equatable {
      @Presents var job: Job?
      @Presents var alert: AlertState<Int>?
      var page = Page.cover
      #if DEBUG || !DEBUG
        var jobs: [Job] = []
      #endif
    }

    /// A state with presented values, which is not observable.
    struct PlainPresentingState: Equatable {
      @Presents var job: Job? = Job(title: "first")
      @Presents var alert: AlertState<Int>?
    }

    @Test func `an observable state keeps its memberwise initializer, its equality and its property observers`() {
      var profile = Profile(id: 1, name: "Ada", age: 36)
      #expect(profile == Profile(id: 1, name: "Ada", age: 36))
      profile.tags.append("mathematics")
      #expect(profile != Profile(id: 1, name: "Ada", age: 36))
      // The field keeps its property observer.
      #expect(profile.tagChanges == 1)
      #expect(profile.isAdult && profile.note == "n" && !profile.default)
    }

    @Test func `an observable state is encoded under the names of its fields`() throws {
      let recorder = KeyRecorder()
      try Profile(id: 1, age: 36, job: Job()).encode(to: recorder)
      #expect(recorder.names == ["id", "name", "age", "tags", "default", "job", "tagChanges", "secret", "note"])
    }

    @Test func `presented values can be initialized and set, in observable and in plain states`() {
      #expect(PresentingState() == PresentingState(job: nil))
      #expect(PresentingState(job: Job(title: "a")).job?.title == "a")
      #expect(PlainPresentingState().job?.title == "first")
      var state = PlainPresentingState(job: nil)
      state.$job.wrappedValue = Job(title: "b")
      #expect(state.job?.title == "b")
    }

    /// An action that contains a closure, which changes the state.
    struct Change<State> {
      let change: (inout State) -> Void
      init(_ change: @escaping (inout State) -> Void) { self.change = change }
    }

    private func makeStore<State>(_ state: State) -> Store<State, Change<State>> {
      Store(initialState: state) {
        Reduce { state, action in
          action.change(&state)
          return .none
        }
      }
    }

    @Test(.reducerCase(11)) func `an action notifies only the views that read a field that it changed`() {
      // Given views that read one field each
      let store = makeStore(Profile(id: 1, age: 36))
      let nameView = Observer { _ = store.name }
      let ageView = Observer { _ = store.age }
      let tagsView = Observer { _ = store.tags }
      let jobView = Observer { _ = store.job?.title }

      // When fields change, by assignment and in place, and an equal value is written
      store.send(Change { $0.name = "Ada" })
      store.send(Change { $0.name = "Ada" })
      store.send(Change { $0.tags.append("mathematics") })
      store.send(Change { $0.job = Job() })
      store.send(Change { $0.job?.title = "Analyst" })
      store.send(Change { $0.job?.pay = 1 })

      // Then each view was notified of the changes of its own field
      #expect(
        [nameView.notificationCount, ageView.notificationCount, tagsView.notificationCount, jobView.notificationCount]
          == [1, 0, 1, 2])
    }

    @Test(.reducerCase(11)) func `views of presented state are notified when it appears, changes and disappears`() {
      // Given views that read the presented values, and a field of one of them
      let store = makeStore(PresentingState())
      let presenceView = Observer { _ = store.job == nil }
      let titleView = Observer { _ = store.job?.title }
      let alertView = Observer { _ = store.alert?.title }

      // When a job is presented, changes, and is removed
      store.send(Change { $0.job = Job() })
      store.send(Change { $0.job?.title = "Analyst" })
      store.send(Change { $0.$job.wrappedValue?.pay = 3 })
      store.send(Change { $0.job = nil })

      // Then each view was notified of the changes of the values that it reads. The title changes three times, because
      // it also appears and disappears with the job.
      #expect(
        [presenceView.notificationCount, titleView.notificationCount, alertView.notificationCount] == [2, 3, 0])
    }

    @Test(.reducerCase(12))
    func `a view of a payload's field is notified when the case changes, and not when another field changes`() {
      let store = makeStore(PresentingState())
      let titleView = Observer { if case .job(let job) = store.page { _ = job.title } }
      store.send(Change { $0.page = .job(Job()) })
      store.send(
        Change { state in
          guard case .job(var job) = state.page else { return }
          job.pay = 1
          state.page = .job(job)
        })
      #expect(titleView.notificationCount == 1)
      store.send(Change { $0.page = .two(1, 2) })
      #expect(titleView.notificationCount == 2)
    }

    @Test func `an enum of features identifies presentations by case and id, and dialogs as ephemeral`() {
      typealias State = RecipeDetail.Destination.State
      let edit = State.edit(RecipeForm.State(recipe: Recipe(id: 1)))
      #expect(
        edit.presentationID
          == State.edit(RecipeForm.State(focus: nil, recipe: Recipe(id: 1, title: "a"))).presentationID)
      #expect(edit.presentationID != State.edit(RecipeForm.State(recipe: Recipe(id: 2))).presentationID)
      #expect(edit.presentationID != State.alert(.deleteRecipe).presentationID)
      #expect(State.alert(.deleteRecipe).isEphemeral && State.dialog(.more).isEphemeral && !edit.isEphemeral)
    }
  }

  /// An encoder that records the names of the fields, and ignores their values. It replaces the JSON encoder of
  /// Foundation, which this file does not import.
  private final class KeyRecorder: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private(set) var names: [String] = []

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Container<Key>(recorder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("Nothing here is a list.") }
    func singleValueContainer() -> any SingleValueEncodingContainer {
      preconditionFailure("Nothing here is one value.")
    }

    private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
      let recorder: KeyRecorder
      var codingPath: [any CodingKey] { [] }
      mutating func encodeNil(forKey key: Key) { recorder.names.append(key.stringValue) }
      mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) { recorder.names.append(key.stringValue) }
      mutating func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
      ) -> KeyedEncodingContainer<Nested> {
        recorder.container(keyedBy: type)
      }
      mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        recorder.unkeyedContainer()
      }
      mutating func superEncoder() -> any Encoder { recorder }
      mutating func superEncoder(forKey key: Key) -> any Encoder { recorder }
    }
  }

  /// Stands for a view. Calls a closure that reads values, counts the notifications of changes of these values, and
  /// calls the closure again after each notification.
  final class Observer: Sendable {
    @MainActor private(set) var notificationCount = 0
    private let read: @MainActor @Sendable () -> Void

    @MainActor
    init(_ read: @escaping @MainActor @Sendable () -> Void) {
      self.read = read
      track()
    }

    @MainActor
    private func track() {
      withObservationTracking {
        read()
      } onChange: {
        MainActor.assumeIsolated {
          self.notificationCount += 1
          self.track()
        }
      }
    }
  }

#endif
