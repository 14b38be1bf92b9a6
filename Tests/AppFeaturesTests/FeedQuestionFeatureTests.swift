import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the question that a failed feed asks the user: for a name and a password, or for the permission to use
/// a private network.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct FeedQuestionFeatureTests {
  let world = World.withTwoShows()
  let feed = URL(string: "https://example.org/members.xml")!

  /// Creates the store of a question for a name and a password. `isWrong` is `true` if the server has refused an
  /// earlier password.
  private func makeStore(isWrong: Bool = false) -> TestStoreOf<FeedQuestionFeature> {
    TestStore(
      initialState: FeedQuestionFeature.State(feed: feed, host: "example.org", kind: .signIn(isWrong: isWrong))
    ) {
      FeedQuestionFeature()
    } withDependencies: {
      world.provide(&$0)
    }
  }

  @Test func `only web feeds whose error an answer can resolve have a question`() {
    #expect(FeedQuestionFeature.State(.unauthorized(host: "a"), feed: feed)?.kind == .signIn(isWrong: false))
    #expect(
      FeedQuestionFeature.State(.unauthorized(host: "a"), feed: feed, isSignedIn: true)?.kind == .signIn(isWrong: true))
    #expect(FeedQuestionFeature.State(.redirectsToPrivateNetwork(host: "10.0.0.1"), feed: feed)?.host == "10.0.0.1")
    #expect(FeedQuestionFeature.State(.timedOut(host: "a"), feed: feed) == nil)
    // This feed is a file.
    #expect(FeedQuestionFeature.State(.unauthorized(host: "a"), feed: .sample("a.xml")) == nil)
  }

  @Test func `continuing stores the name and the password and sends the answer`() async {
    // Given a question without a name and a password, so that the Continue button has no effect
    let store = makeStore()
    await store.send(.continueButtonClicked)

    // When a name and a password are typed
    await store.send(.binding(.set(\.user, "me"))) { $0.user = "me" }
    await store.send(.binding(.set(\.password, "secret"))) { $0.password = "secret" }
    await store.send(.continueButtonClicked) { $0.isSaving = true }

    // Then they are stored without an error, and the parent receives the answer
    await store.receive(.saved(nil))
    await store.receive(.delegate(.answered(.signIn(isWrong: false))))
    #expect(world.credentials.saved == [feed: Credentials(user: "me", password: "secret")])
  }

  @Test func `a password is stored for the address that requires it, and removed for both addresses of a redirect`()
    async throws
  {
    // Given a feed that redirects to an address that requires a password
    let finalURL = try #require(URL(string: "https://members.example.org/feed.xml"))
    let error = FeedError.unauthorized(host: "members.example.org", address: finalURL)
    let question = try #require(FeedQuestionFeature.State(error, feed: feed))
    #expect(question.finalURL == finalURL)
    let store = TestStore(initialState: question) {
      FeedQuestionFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off

    // When the user enters a password, then it is stored for the address that requires it
    await store.send(.binding(.set(\.user, "me")))
    await store.send(.binding(.set(\.password, "secret")))
    await store.send(.continueButtonClicked)
    await store.receive(.saved(nil))
    #expect(world.credentials.saved == [finalURL: Credentials(user: "me", password: "secret")])

    // And if the server refuses the password (`isSignedIn`) and the user cancels, the password is removed for the
    // address that requires it and for the feed's own address
    let secondQuestion = try #require(FeedQuestionFeature.State(error, feed: feed, isSignedIn: true))
    let secondStore = TestStore(initialState: secondQuestion) {
      FeedQuestionFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    await secondStore.send(.cancelButtonClicked)
    await secondStore.finish()
    #expect(world.credentials.removedFeeds == [finalURL, feed])
    #expect(world.credentials.saved.isEmpty)
  }

  @Test func `without a keyring the question warns that the password is not stored, and the user can continue`() async {
    world.credentials.failWrites(with: .unavailable(reason: "no bus"))
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.binding(.set(\.user, "me")))
    await store.send(.continueButtonClicked)
    await store.receive(.saved(.unavailable(reason: "no bus")))
    #expect(store.state.isUnsaved)
    // The second click on the button continues without storing.
    await store.send(.continueButtonClicked)
    await store.receive(.delegate(.answered(.signIn(isWrong: false))))
    // The failed write was logged once.
    #expect(world.logged.current.count == 1)
  }

  @Test(arguments: [false, true])
  func `Cancel closes the question, and removes a refused password`(isWrong: Bool) async {
    let store = makeStore(isWrong: isWrong)
    await store.send(.cancelButtonClicked)
    await store.finish()
    #expect(store.isDismissed)
    #expect(world.credentials.removedFeeds == (isWrong ? [feed] : []))
  }

  // MARK: When subscribing

  /// Creates the store of the sheet for subscribing, with the address of the feed in its field.
  private func makeSubscribeStore() -> TestStoreOf<SubscribeFeature> {
    let store = TestStore(initialState: SubscribeFeature.State(address: feed.absoluteString)) {
      SubscribeFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.directory = FakeDirectory().client
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `a feed that requires a password is added after a correct answer`() async {
    // Given a feed that requires a password
    world.feeds.setFetchResult(of: feed, .failure(.unauthorized(host: "example.org")))
    let store = makeSubscribeStore()
    await store.send(.addButtonClicked)
    await store.receive(\.subscribeEnded)
    #expect(store.state.question?.kind == .signIn(isWrong: false))
    #expect(store.state.notice == nil)

    // When the first answer is wrong, so that the fetch fails again, then the question is shown again
    await store.send(.question(.presented(.delegate(.answered(.signIn(isWrong: false))))))
    await store.receive(\.subscribeEnded)
    #expect(store.state.question?.kind == .signIn(isWrong: true))

    // And with the right answer the feed is added
    world.feeds.setFetchResult(of: feed, .success(.sample("Members")))
    await store.send(.question(.presented(.delegate(.answered(.signIn(isWrong: true))))))
    await store.receive(\.delegate.subscribed)
    #expect(world.libraryFile.shows.contains { $0.title == "Members" })
    #expect(store.state.question == nil)
  }

  @Test func `a feed that redirects into a private network is added with a permission, which is saved`() async {
    // Given a feed that can be fetched only with the permission. `setFetchResult` sets the result without the
    // permission, and `setRefreshResult` sets the result with it.
    world.feeds.setFetchResult(of: feed, .failure(.redirectsToPrivateNetwork(host: "10.0.0.1")))
    world.feeds.setRefreshResult(of: feed, .success(FeedResponse(content: .podcast(.sample("Home"), hash: "1"))))
    let store = makeSubscribeStore()
    await store.send(.previewButtonClicked(feed))
    await store.receive(\.previewReceived)
    #expect(store.state.question?.kind == .privateNetwork)

    // When the user gives the permission, then the preview follows, and the show is added with the permission
    await store.send(.question(.presented(.delegate(.answered(.privateNetwork)))))
    await store.receive(\.previewReceived)
    #expect(store.state.preview?.podcast.title == "Home")
    await store.send(.subscribeButtonClicked(feed))
    await store.receive(\.delegate.subscribed)
    #expect(world.feeds.requests.map(\.allowsPrivateNetwork) == [true])
    #expect(world.subscriptions.privateNetworkShows.count == 1)
  }

  @Test func `a feed on the command line that requires a password presents its question in the subscribe sheet`() async
  {
    world.feeds.setFetchResult(of: feed, .failure(.unauthorized(host: "example.org")))
    let store = world.makeProgram()
    let work = store.send(.launched([feed.absoluteString]))
    // An alert would be an error. The wait also ends for an alert, so that the guard below fails at once.
    await until { store.library.destination != nil || store.alert != nil }
    guard case .subscribe(let sheet) = store.library.destination else {
      Issue.record("There is no sheet.")
      return
    }
    #expect(sheet.question?.feed == feed)
    #expect(sheet.address == feed.absoluteString)
    work.cancel()
  }

  // MARK: On the page of a show

  /// Creates the store of a show's page, with a banner about an error of the last refresh.
  private func makeShowStore(failedWith error: FeedError) -> TestStoreOf<ShowFeature> {
    var show = Show.sample(1)
    show.feedURL = feed
    show.feedStatus = .failed(error)
    let store = TestStore(initialState: ShowFeature.State(show: show)) {
      ShowFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `answering the password question of a show's banner refreshes the show`() async {
    let store = makeShowStore(failedWith: .unauthorized(host: "example.org"))
    await store.send(.questionButtonClicked)
    #expect(store.state.destination != nil)
    await store.send(.destination(.presented(.question(.delegate(.answered(.signIn(isWrong: false)))))))
    await store.receive(.delegate(.refreshRequested))
    #expect(store.state.destination == nil)
    #expect(store.state.question?.kind == .signIn(isWrong: true))
  }

  @Test func `giving permission on a show's banner saves the permission and refreshes the show`() async {
    let store = makeShowStore(failedWith: .redirectsToPrivateNetwork(host: "10.0.0.1"))
    await store.send(.questionButtonClicked)
    await store.send(.destination(.presented(.question(.delegate(.answered(.privateNetwork))))))
    // The permission was saved without an error.
    await store.receive(.privateNetworkAllowed(nil))
    await store.receive(.delegate(.refreshRequested))
    #expect(world.subscriptions.privateNetworkShows == [.sample(1)])
  }

  @Test func `a banner whose error needs no answer presents no question`() async {
    let store = makeShowStore(failedWith: .timedOut(host: "example.org"))
    await store.send(.questionButtonClicked)
    #expect(store.state.destination == nil)
  }
}
