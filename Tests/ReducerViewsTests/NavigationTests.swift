import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// The pages of a stack that features provide.
  @MainActor @Suite struct NavigationTests {
    let received = Tour.Received()
    let story = Story()

    private func tour() -> StoreOf<Tour> {
      Store(initialState: Tour.State()) { Tour(received: received) }
    }

    private func note(_ id: Int) -> Tour.Screen { .note(Note.State(id: id, text: "Note \(id)")) }

    @Test(arguments: [true, false])
    func `a screen that is pushed is a page, and going back pops it once`(usesSwitch: Bool) async throws {
      // Given a stack with two screens of different features
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story, usesSwitch: usesSwitch) }
      store.send(.change { $0.append(note(1)) })
      try await fixture.opened("Note 1")
      store.send(.change { $0.append(.counter(Counter.State(count: 3))) })
      try await fixture.opened("Count 3")
      #expect(fixture.pages.count == 3)

      // When the user goes back twice
      try await fixture.sendAway()
      await fixture.left(1)
      #expect(store.path.ids == [0])
      try await fixture.sendAway()
      await fixture.left()

      // Then each screen was popped once
      #expect(store.path.isEmpty)
      #expect(received.pops == ["popFrom(id: #1)", "popFrom(id: #0)"])
      await fixture.close()
    }

    @Test func `many screens at once, and back to the root in one step`() async throws {
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      store.send(.change { for id in 1...3 { $0.append(note(id)) } })
      try await fixture.opened("Note 3")
      #expect(fixture.pages.count == 4)
      store.send(.change { $0.removeAll() })
      await fixture.left()
      #expect(received.actions.isEmpty)
      await fixture.close()
    }

    @Test func `a stack that has screens when it comes on screen shows them`() async throws {
      let store = tour()
      store.send(.change { for id in 1...2 { $0.append(note(id)) } })
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      try await fixture.opened("Note 2")
      #expect(fixture.pages.count == 3)
      await fixture.close()
    }

    @Test func `links push screens, which go on with links`() async throws {
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      try await fixture.press("Count")
      let page = try await fixture.opened("Count 5")
      try await fixture.press("Further", in: page)
      try await fixture.opened("Further on")
      #expect(store.path.ids == [0, 1])
      store.send(.change { $0.removeAll() })
      await fixture.left()
      await fixture.close()
    }

    @Test func `dismiss() in an effect pops the screen and those above it`() async throws {
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      store.send(.change { for id in 1...3 { $0.append(note(id)) } })
      try await fixture.opened("Note 3")
      store.send(.path(.element(id: 1, action: .note(.closeButtonClicked))))
      await fixture.left(1)
      #expect(store.path.ids == [0])
      #expect(received.pops == ["popFrom(id: #1)"])
      await fixture.close()
    }

    @Test func `dismiss() of the environment pops the screen that the view is in`() async throws {
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      store.send(.change { for id in 1...2 { $0.append(note(id)) } })
      let page = try await fixture.opened("Note 2")
      try await fixture.press("Done", in: page)
      await fixture.left(1)
      #expect(received.pops == ["popFrom(id: #1)"])
      await fixture.close()
    }

    @Test func `a popped screen's effects are cancelled, and of the screen alone`() async throws {
      // Given two screens that listen
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      store.send(.change { for id in 1...2 { $0.append(note(id)) } })
      try await fixture.opened("Note 2")
      let first = store.send(.path(.element(id: 0, action: .note(.listens))))
      let second = store.send(.path(.element(id: 1, action: .note(.listens))))
      #expect(Note.Effects.running == [1, 2])

      // When the user goes back
      try await fixture.sendAway()
      await fixture.left(1)
      await second.finish()

      // Then the upper screen no longer listens
      #expect(Note.Effects.running == [1])
      store.send(.change { $0.removeAll() })
      await first.finish()
      await fixture.left()
      await fixture.close()
    }

    @Test func `a screen that another replaces under its id is shown in its place; other ids are other pages`()
      async throws
    {
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      store.send(.change { $0.append(note(1)) })
      let page = try await fixture.opened("Note 1")
      store.send(.change { $0[id: 0] = .counter(Counter.State(count: 8)) })
      #expect(try await fixture.opened("Count 8") == page)
      store.send(.change { $0 = StackState([.counter(Counter.State(count: 9))]) })
      #expect(try await fixture.opened("Count 9") != page)
      #expect(store.path.ids == [1])
      #expect(received.actions.isEmpty)
      store.send(.change { $0.removeAll() })
      await fixture.left()
      await fixture.close()
    }

    @Test func `a change in one screen evaluates its view alone; a screen that comes evaluates none of the others`()
      async throws
    {
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      store.send(.change { $0 = StackState([.counter(Counter.State(id: 1)), .counter(Counter.State(id: 2))]) })
      let page = try await fixture.opened("Count 0")
      await waitUntil("both are there") { fixture.pages.count == 3 }
      story.lines = []
      try await fixture.press("Increment", in: page)
      try await fixture.opened("Count 1")
      #expect(story.lines == ["counter 2"])
      store.send(.change { $0.append(.counter(Counter.State(id: 3, count: 30))) })
      try await fixture.opened("Count 30")
      #expect(story.lines == ["counter 2", "counter 3"])
      store.send(.change { $0.removeAll() })
      await fixture.left()
      await fixture.close()
    }

    @Test func `nothing of a screen that was popped stays alive`() async throws {
      let store = tour()
      let fixture = await WindowFixture { TourScreen(store: store, story: story) }
      let deaths = DeathWatch()
      store.send(.change { $0.append(note(1)) })
      let page = try await fixture.opened("Note 1")
      deaths.watch(page, "the page")
      let path = Bindable(store).scope(state: \.path, action: \.path)
      deaths.watch(try #require(path.page(id: 0)), "the screen's store")
      try await fixture.sendAway()
      await fixture.left()
      await deaths.expectAll()
      await fixture.close()
    }
  }
}
