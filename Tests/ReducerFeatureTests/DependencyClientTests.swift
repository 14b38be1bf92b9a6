#if Macros

  import Presentation
  import ReducerStore
  import ReducerStoreTesting
  import Synchronization
  import Testing

  /// A client for facts about numbers. The macro adds its initializers, and a method for each closure with labelled
  /// parameters.
  @DependencyClient
  struct NumberClient: Sendable {
    var fact: @Sendable (_ number: Int) async throws -> String
    var isAvailable: @Sendable () -> Bool = { false }
    var log: @Sendable (_ text: String, Int) -> Void
    var lastNumber: @Sendable () async -> String?
  }

  extension NumberClient: DependencyKey {
    static var liveValue: NumberClient {
      NumberClient(fact: { "\($0) is a number." }, isAvailable: { true }, log: { _, _ in }, lastNumber: { "7" })
    }
    static var testValue: NumberClient { NumberClient() }
  }

  @MainActor
  @Suite struct DependencyClientTests {
    @Reducer
    struct Facts {
      @ObservableState struct State: Equatable { var text = "" }
      enum Action { case factRequested(Int); case factReceived(Result<String, any Error>) }
      @Dependency(NumberClient.self) var numbers

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .factRequested(let number):
            return .run { send in await send(.factReceived(Result { try await numbers.fact(number: number) })) }
          case .factReceived(let result):
            state.text = (try? result.get()) ?? "failed"
            return .none
          }
        }
      }
    }

    @Test func `a method of the live client calls the closure of the same name`() async throws {
      #expect(try await NumberClient.liveValue.fact(number: 7) == "7 is a number.")
    }

    @Test func `a test can replace one closure of a client`() async {
      let store = TestStore(initialState: Facts.State()) {
        Facts()
      } withDependencies: {
        $0[NumberClient.self].fact = { "\($0)!" }
      }
      await store.send(.factRequested(3))
      await store.receive(\.factReceived.success) { $0.text = "3!" }
    }

    @Test func `a closure that a test has not replaced fails the test and throws`() async {
      await withKnownIssue {
        let store = TestStore(initialState: Facts.State()) { Facts() }
        await store.send(.factRequested(3))
        await store.receive(\.factReceived.failure) { $0.text = "failed" }
      } matching: {
        $0.description.contains("“NumberClient.fact” was used, but it is not implemented here.")
      }
    }

    @Test func `an unimplemented closure that cannot throw reports its use and returns its default`() async {
      let messages = Messages()
      await MisuseReporter.$current.withValue(MisuseReporter { messages.append($0.message) }) {
        let client = NumberClient()
        #expect(!client.isAvailable())
        client.log(text: "a", 1)
        #expect(await client.lastNumber() == nil)
      }
      // Each message begins with the name of the closure, in quotation marks.
      #expect(
        messages.all.map { $0.prefix { $0 != "”" } } == [
          "“NumberClient.isAvailable", "“NumberClient.log", "“NumberClient.lastNumber",
        ])
    }

    private final class Messages: Sendable {
      private let list = Mutex<[String]>([])
      var all: [String] { list.withLock { $0 } }
      func append(_ message: String) { list.withLock { $0.append(message) } }
    }
  }

#endif
