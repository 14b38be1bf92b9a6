import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// The pages of a navigation stack whose screens are features. The ids of notes count from 1, and the ids that the
  /// stack gives its screens count from 0.
  @MainActor @Suite struct NavigationTests {
    let received = Tour.Received()
    let log = ScreenLog()

    /// A store of a stack whose screens are notes and counters.
    private func tourStore() -> StoreOf<Tour> {
      Store(initialState: Tour.State()) { Tour(received: received) }
    }

    private func note(_ id: Int) -> Tour.Screen { .note(Note.State(id: id, text: "Note \(id)")) }

    /// With `usesSwitch`, a switch selects the view of a screen. Otherwise, conditions do.
    @Test(arguments: [true, false])
    func `a pushed screen is shown as a page, and going back pops it once`(usesSwitch: Bool) async throws {
      // Given a stack with two screens of different features
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log, usesSwitch: usesSwitch) }
      store.send(.change { $0.append(note(1)) })
      try await fixture.waitUntilPresented("Note 1")
      store.send(.change { $0.append(.counter(Counter.State(count: 3))) })
      try await fixture.waitUntilPresented("Count 3")
      // The root page and the two screens
      #expect(fixture.pages.count == 3)

      // When the user goes back twice
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(1)
      #expect(store.path.ids == [0])
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)

      // Then each screen was popped once
      #expect(store.path.isEmpty)
      #expect(received.pops == ["popFrom(id: #1)", "popFrom(id: #0)"])
      await fixture.close()
    }

    @Test func `several screens can be pushed and popped at once`() async throws {
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      store.send(.change { for id in 1...3 { $0.append(note(id)) } })
      try await fixture.waitUntilPresented("Note 3")
      // The root page and the three screens
      #expect(fixture.pages.count == 4)
      store.send(.change { $0.removeAll() })
      await fixture.waitForPresentationCount(0)
      // The views sent no `popFrom`, because the state had changed already.
      #expect(received.actions.isEmpty)
      await fixture.close()
    }

    @Test func `a stack shows the screens that it contains when it appears`() async throws {
      let store = tourStore()
      store.send(.change { for id in 1...2 { $0.append(note(id)) } })
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      try await fixture.waitUntilPresented("Note 2")
      // The root page and the two screens
      #expect(fixture.pages.count == 3)
      await fixture.close()
    }

    @Test func `a link pushes a screen whose own link pushes another screen`() async throws {
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      // The link “Count” pushes a counter, whose link “Further” pushes a note.
      try await fixture.press("Count")
      let page = try await fixture.waitUntilPresented("Count 5")
      try await fixture.press("Further", in: page)
      try await fixture.waitUntilPresented("Further on")
      #expect(store.path.ids == [0, 1])
      store.send(.change { $0.removeAll() })
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test func `dismiss in an effect pops the screen and the screens above it`() async throws {
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      store.send(.change { for id in 1...3 { $0.append(note(id)) } })
      try await fixture.waitUntilPresented("Note 3")
      // The effect of this action calls `dismiss`.
      store.send(.path(.element(id: 1, action: .note(.closeButtonClicked))))
      await fixture.waitForPresentationCount(1)
      #expect(store.path.ids == [0])
      #expect(received.pops == ["popFrom(id: #1)"])
      await fixture.close()
    }

    @Test func `the dismiss action of the environment pops the screen of its view`() async throws {
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      store.send(.change { for id in 1...2 { $0.append(note(id)) } })
      let page = try await fixture.waitUntilPresented("Note 2")
      // The button “Done” calls the dismiss action.
      try await fixture.press("Done", in: page)
      await fixture.waitForPresentationCount(1)
      #expect(received.pops == ["popFrom(id: #1)"])
      await fixture.close()
    }

    @Test func `popping a screen cancels only that screen's effects`() async throws {
      // Given two screens with running effects
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      store.send(.change { for id in 1...2 { $0.append(note(id)) } })
      try await fixture.waitUntilPresented("Note 2")
      let firstTask = store.send(.path(.element(id: 0, action: .note(.listeningRequested))))
      let secondTask = store.send(.path(.element(id: 1, action: .note(.listeningRequested))))
      // The ids of the notes whose effects run
      #expect(Note.Effects.running == [1, 2])

      // When the user goes back
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(1)
      await secondTask.finish()

      // Then the effect of the upper screen has ended
      #expect(Note.Effects.running == [1])
      store.send(.change { $0.removeAll() })
      await firstTask.finish()
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test func `a screen replaced under the same id keeps its page, and another id gets a new page`()
      async throws
    {
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      store.send(.change { $0.append(note(1)) })
      let page = try await fixture.waitUntilPresented("Note 1")
      store.send(.change { $0[id: 0] = .counter(Counter.State(count: 8)) })
      #expect(try await fixture.waitUntilPresented("Count 8") == page)
      store.send(.change { $0 = StackState([.counter(Counter.State(count: 9))]) })
      #expect(try await fixture.waitUntilPresented("Count 9") != page)
      // The ids of a new stack continue after the ids of the stack that it replaces.
      #expect(store.path.ids == [1])
      #expect(received.actions.isEmpty)
      store.send(.change { $0.removeAll() })
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test func `changing or pushing a screen evaluates only the view of that screen`()
      async throws
    {
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      store.send(.change { $0 = StackState([.counter(Counter.State(id: 1)), .counter(Counter.State(id: 2))]) })
      // Both counters are 0. The topmost page shows the counter with the id 2.
      let page = try await fixture.waitUntilPresented("Count 0")
      await waitUntil("both screens are pushed") { fixture.pages.count == 3 }
      // The log contains the id of each counter whose view is evaluated.
      log.evaluations = []
      try await fixture.press("Increment", in: page)
      try await fixture.waitUntilPresented("Count 1")
      #expect(log.evaluations == ["counter 2"])
      store.send(.change { $0.append(.counter(Counter.State(id: 3, count: 30))) })
      try await fixture.waitUntilPresented("Count 30")
      #expect(log.evaluations == ["counter 2", "counter 3"])
      store.send(.change { $0.removeAll() })
      await fixture.waitForPresentationCount(0)
      await fixture.close()
    }

    @Test func `a popped screen's page and store are released`() async throws {
      let store = tourStore()
      let fixture = await WindowFixture { TourScreen(store: store, log: log) }
      let deallocations = DeallocationWatch()
      store.send(.change { $0.append(note(1)) })
      let page = try await fixture.waitUntilPresented("Note 1")
      deallocations.watch(page, "the page")
      let path = Bindable(store).scope(state: \.path, action: \.path)
      deallocations.watch(try #require(path.page(id: 0)), "the screen's store")
      try await fixture.dismissAsUser()
      await fixture.waitForPresentationCount(0)
      await deallocations.expectAll()
      await fixture.close()
    }
  }
}
