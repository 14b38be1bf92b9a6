import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the settings of one show.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ShowSettingsFeatureTests {
  let world = World.withTwoShows()

  private func makeStore() -> TestStoreOf<ShowSettingsFeature> {
    TestStore(
      initialState: ShowSettingsFeature.State(show: .sample(1), title: "Show 1", locale: Locale(identifier: "en_US"))
    ) {
      ShowSettingsFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.showSettings = world.showSettings.client
    }
  }

  private func settings(rate: Double?) -> ShowSettings {
    var settings = ShowSettings()
    settings.rate = rate
    return settings
  }

  @Test func `the settings of the show are read, and a change is written`() async {
    // Given a show with its own speed
    world.showSettings.change(.sample(1), to: settings(rate: 1.5))
    let store = makeStore()
    #expect(!store.state.isLoaded)
    let settingsObservation = await store.send(.opened)
    await store.receive(.received(.success(settings(rate: 1.5)))) {
      $0.settings.rate = 1.5
      $0.storedSettings = $0.settings
    }

    // When another speed is selected, then it is written
    await store.send(.binding(.set(\.settings.rate, 2))) {
      $0.settings.rate = 2
      $0.isSaving = true
    }
    store.exhaustivity = .off
    await store.receive(.saved(settings(rate: 2), nil))
    #expect(world.showSettings.settings(of: .sample(1)).rate == 2)
    #expect(store.state.storedSettings == settings(rate: 2))
    await settingsObservation.cancel()
  }

  @Test func `a missing sound plugin is found when the settings are shown`() async {
    // Given a system without the GStreamer plugin of the element `scaletempo`
    let plugin = MissingSoundPlugin(element: "scaletempo", package: "gstreamer1.0-plugins-good")
    let store = TestStore(
      initialState: ShowSettingsFeature.State(show: .sample(1), title: "Show 1", locale: Locale(identifier: "en_US"))
    ) {
      ShowSettingsFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.showSettings = world.showSettings.client
      $0.missingSoundPlugin = { plugin }
    }
    store.exhaustivity = .off

    // When the settings are shown, then the state has the missing plugin
    let settingsObservation = await store.send(.opened)
    await store.receive(.pluginMissing(plugin)) { $0.missingPlugin = plugin }
    await settingsObservation.cancel()
  }

  @Test func `changes during a write are written after it, and the newest value wins`() async {
    // Given a slow write
    let store = makeStore()
    store.exhaustivity = .off
    let settingsObservation = await store.send(.opened)
    await store.receive(\.received)
    let gate = Gate()
    world.showSettings.holdWrites(before: gate)
    await store.send(.binding(.set(\.settings.rate, 1.5)))
    await gate.waitForArrivals(1)

    // When the user changes the speed twice more, and the library emits the value of the first write
    await store.send(.binding(.set(\.settings.rate, 2)))
    await store.send(.binding(.set(\.settings.rate, 3)))
    await store.send(.received(.success(settings(rate: 1.5))))
    #expect(store.state.settings.rate == 3)

    // Then the second write has the last value, and there is no other write
    gate.open()
    await store.receive(.saved(settings(rate: 1.5), nil))
    await store.receive(.saved(settings(rate: 3), nil))
    #expect(world.showSettings.saves.map(\.rate) == [1.5, 3])
    #expect(store.state.settings.rate == 3)
    await settingsObservation.cancel()
  }

  @Test func `a failed write keeps the selection, shows the reason and can be retried`() async {
    let store = makeStore()
    store.exhaustivity = .off
    let settingsObservation = await store.send(.opened)
    await store.receive(\.received)

    // Given a full disk
    world.showSettings.fail(with: .diskFull(path: "/library"))
    await store.send(.binding(.set(\.settings.skipsSilence, true)))
    await store.receive(\.saved)
    #expect(store.state.problem?.title.description == "The Disk Is Full")
    #expect(store.state.settings.skipsSilence)

    // When the disk has space, and the user tries again
    world.showSettings.fail(with: nil)
    await store.send(.tryAgainButtonClicked)
    await store.receive(\.saved)

    // Then the value is written
    #expect(store.state.problem == nil)
    #expect(world.showSettings.settings(of: .sample(1)).skipsSilence)
    // The failure of the first write was logged.
    #expect(world.logged.current.count == 1)
    await settingsObservation.cancel()
  }

  @Test func `settings that cannot be read are not overwritten, and can be read again`() async {
    world.showSettings.fail(with: .failed(reason: "broken"))
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.opened)
    await store.receive(\.received)
    #expect(!store.state.isLoaded)
    #expect(store.state.problem != nil)

    // When the user changes a value, then it is not written
    await store.send(.binding(.set(\.settings.rate, 2)))
    #expect(world.showSettings.saves.isEmpty)

    // And when the user tries again, then the settings are read
    world.showSettings.fail(with: nil)
    let settingsObservation = await store.send(.tryAgainButtonClicked)
    await store.receive(\.received)
    #expect(store.state.isLoaded)
    #expect(store.state.problem == nil)
    await settingsObservation.cancel()
  }

  @Test func `changes by other programs appear, and the settings are dismissed when their show is removed`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.opened)
    await store.receive(\.received)
    // `change` stands for a write by another program.
    world.showSettings.change(.sample(1), to: settings(rate: 0.5))
    await store.receive(\.received)
    #expect(store.state.settings.rate == 0.5)
    // `nil` stands for a removed show.
    world.showSettings.change(.sample(1), to: nil)
    await store.receive(\.received)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `the options contain the current value even if it is unusual, and each option has its own text`() {
    var settings = ShowSettings()
    // The usual speeds are from 0.5 to 3.
    #expect(settings.rateOptions.first == 0.5)
    #expect(settings.rateOptions.last == 3)
    // When values are set that are not among the usual options
    settings.rate = 1.15
    settings.skippedIntro = .seconds(1)
    settings.automaticDownload = .newest(4)
    settings.downloadDeletion = .afterDays(3)
    #expect(settings.rateOptions.contains(1.15))
    #expect(settings.introOptions.prefix(3) == [.zero, .seconds(1), .seconds(5)])
    #expect(settings.downloadOptions.contains(.newest(4)))
    #expect(settings.deletionOptions.contains(.afterDays(3)))
    let texts = settings.downloadOptions.map(\.text.description) + settings.deletionOptions.map(\.text.description)
    #expect(Set(texts).count == texts.count)
    #expect(ShowSettings.text(ofRate: 1.15, in: Locale(identifier: "de_DE")).description == "1,15×")
    #expect(
      settings.introOptions.prefix(3).map { ShowSettings.text(ofSkip: $0).description } == [
        "Nothing", "1 second", "5 seconds",
      ])
  }

  @Test func `the settings button of a show presents its settings`() async {
    let store = TestStore(initialState: ShowFeature.State(show: .sample(1))) {
      ShowFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off
    await store.send(.settingsButtonClicked)
    guard case .settings(let settings) = store.state.destination else {
      Issue.record("There are no settings.")
      return
    }
    #expect(settings.title == "Show 1")
  }
}
