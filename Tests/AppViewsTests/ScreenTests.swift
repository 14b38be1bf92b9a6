import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// All screens of the program, light and dark, narrow and wide, in both languages and with large text. A *walk* opens
  /// one screen after another in one window, and checks the layout of each.
  @MainActor @Suite(.timeLimit(.minutes(3))) struct ScreenTests {
    @Test(arguments: ScreenVariant.all)
    func `each screen fits into its window, and its texts are not cut`(variant: ScreenVariant) async throws {
      let translation = variant.isKorean ? try KoreanTranslation() : nil
      defer { translation?.remove() }
      useDarkTheme(variant.isDark)
      useTextScale(variant.textScale)
      let emptyWalk = await ScreenWalk(emptyLibraryIn: variant)
      await checkEmptyLibrary(emptyWalk)
      await checkSubscriptionSheet(emptyWalk)
      await emptyWalk.close()
      let walk = try await ScreenWalk(variant)
      await checkPages(walk)
      try await checkSearch(walk)
      await checkShow(walk)
      await checkEpisode(walk)
      await checkMaintenanceSheets(walk)
      await checkNotices(walk)
      await checkPlayer(walk)
      await walk.close()
      useTextScale(1)
      useDarkTheme(false)
    }

    private func checkEmptyLibrary(_ walk: ScreenWalk) async {
      await walk.check("empty")
      for (name, source) in [("import-list", ImportFeature.SourceKind.list), ("import-player", .otherPlayer)] {
        await walk.send(.library(.importButtonClicked(source)))
        // The file dialog is closed, because it is not a screen of the program. The main window and the sheet stay.
        await walk.send(.maintenance(.destination(.presented(.importing(.binding(.set(\.isFileDialogShown, false)))))))
        await waitUntil("the file dialog to disappear") {
          openWindows().filter { gtk_widget_get_mapped($0.widget) != 0 }.count == 2
        }
        let sheet = await walk.sheet()
        await walk.check(name, of: sheet)
        await walk.dismiss(sheet)
      }
    }

    /// Checks the sheet that adds podcasts: empty, with results, with a notice and with the preview of a feed. Three of
    /// the results differ: the preview belongs to the first, the second is in the library, and the third has a picture.
    private func checkSubscriptionSheet(_ walk: ScreenWalk) async {
      let feed = URL(string: "https://example.org/birds.xml")!
      let results = (1...6).map {
        DirectoryResult(
          feedURL: $0 == 1 ? feed : URL(string: "https://example.org/\($0).xml")!,
          title: $0 == 2 ? "듣는 마음" : "Birds at Breakfast, part \($0)",
          author: "Ina Lark", artworkURL: $0 == 3 ? URL(string: "https://example.org/3.png") : nil)
      }
      await walk.send(.library(.addButtonClicked))
      let sheet = await walk.sheet()
      await walk.check("add", of: sheet)
      await walk.send(
        .library(.destination(.presented(.subscribe(.searchReceived(DirectorySearch(results: results)))))))
      await walk.send(
        .library(.destination(.presented(.subscribe(.knownShowsReceived([results[1].feedURL: Show.ID(rawValue: 1)]))))))
      await walk.check("add-results", of: sheet)
      await walk.send(.library(.destination(.presented(.subscribe(.previewReceived(feed, .failure(.webPage)))))))
      await walk.check("add-notice", of: sheet)
      await walk.send(
        .library(
          .destination(
            .presented(
              .subscribe(.previewReceived(feed, .success(FetchedPodcast(.sample("Birds at Breakfast"), from: feed)))))))
      )
      await walk.check("add-preview", of: sheet)
      await walk.send(.library(.destination(.presented(.subscribe(.backButtonClicked)))))
      await walk.dismiss(sheet)
    }

    private func checkPages(_ walk: ScreenWalk) async {
      for page in [LibraryPage.home, .queue, .favorites, .downloads, .history] {
        await walk.send(.library(.pageSelected(page)))
        await walk.check(page.rawValue)
      }
      // In a narrow window, the sidebar fills the window if no page is selected.
      guard walk.variant.isNarrow else { return }
      await walk.send(.library(.pageSelected(nil)))
      await walk.check("sidebar")
    }

    private func checkSearch(_ walk: ScreenWalk) async throws {
      let text = "A robin has a territory of its own, and sings there in winter too, when most other birds are silent."
      let line = Transcript.Line(id: 7, start: .seconds(754), text: text)
      let match = TranscriptMatch(
        episode: Episode.ID(rawValue: 21), episodeTitle: "Episode 21", showTitle: "Birds at Breakfast", line: line)
      walk.window.transcriptMatches.change { $0 = [match] }
      await walk.send(.library(.searchButtonClicked))
      await walk.check("search")
      await walk.send(.library(.search(.textChanged("birds"))))
      await walk.send(.library(.search(.matchesReceived("birds", [match]))))
      await waitUntil("the found episodes") { walk.window.store.library.search?.results?.ids.isEmpty == false }
      await walk.check("search-results")
      await walk.send(.library(.search(.textChanged("nothing of this kind"))))
      await waitUntil("the end of the search") { walk.window.store.library.search?.results?.isLoading == false }
      await walk.check("search-nothing")
      await walk.send(.library(.search(.closed)))
    }

    private func checkShow(_ walk: ScreenWalk) async {
      await walk.send(.library(.pageSelected(.show(Show.ID(rawValue: 1)))))
      await waitUntil("the episodes") { walk.window.store.library.show?.list.isLoading == false }
      await walk.checkWhileScrolling("show", positionLimit: 2)
      await walk.send(
        .library(.episodesRecognized([Refresher.Progress.Recognition(id: Show.ID(rawValue: 1), title: "", count: 2)])))
      await walk.check("show-recognized")
      // The message about the recognized episodes disappears when the page about the feed's health is shown.
      await walk.send(.library(.healthShown(Show.ID(rawValue: 1))))
      await walk.send(.library(.show(.moreButtonClicked)))
      await walk.send(.library(.show(.list(.filterSelected(.favorites)))))
      await walk.check("show-filtered")
      await walk.send(.library(.show(.settingsButtonClicked)))
      let settings = await walk.sheet()
      await walk.checkWhileScrolling("show-settings", of: settings)
      await walk.dismiss(settings)
      await walk.send(.library(.show(.removeButtonClicked)))
      let confirmation = await walk.sheet()
      await walk.check("remove", of: confirmation)
      await walk.dismiss(confirmation)
      // The last refresh of show 3 has failed.
      await walk.send(.library(.pageSelected(.show(Show.ID(rawValue: 3)))))
      await waitUntil("the episodes") { walk.window.store.library.show?.list.isLoading == false }
      await walk.check("show-error")
    }

    private func checkEpisode(_ walk: ScreenWalk) async {
      // This episode has notes and chapters.
      let episode = walk.window.libraryFile.episode(Episode.ID(rawValue: 14))!
      await walk.send(.library(.pageSelected(.show(Show.ID(rawValue: 1)))))
      await walk.send(.library(.show(.delegate(.list(.detailsRequested(episode, showTitle: "Birds at Breakfast"))))))
      await waitUntil("the notes") { walk.window.store.library.episode?.contents?.notes != nil }
      await walk.checkWhileScrolling("episode", positionLimit: 2)
      await walk.send(.library(.episode(.dismiss)))
    }

    /// Checks the settings of the program, the health of a show's feed, and the page about the program.
    private func checkMaintenanceSheets(_ walk: ScreenWalk) async {
      await walk.send(.maintenance(.settingsButtonClicked))
      let settings = await walk.sheet()
      let toggle = SettingsFeature.Action.directoryToggled(name: "Podcast Index", isOn: true)
      await walk.send(.maintenance(.destination(.presented(.settings(toggle)))))
      await walk.send(.maintenance(.destination(.presented(.settings(.listBackupsButtonClicked)))))
      await walk.checkWhileScrolling("settings", of: settings)
      await walk.dismiss(settings)
      await walk.send(.maintenance(.healthRequested(Show.ID(rawValue: 1))))
      let health = await walk.sheet()
      await walk.checkWhileScrolling("health", of: health)
      await walk.dismiss(health)
      await walk.send(.maintenance(.aboutButtonClicked))
      let about = await walk.sheet()
      await walk.check("about", of: about)
      await walk.dismiss(about)
    }

    private func checkPlayer(_ walk: ScreenWalk) async {
      // This episode has notes, chapters and a transcript.
      let id = Episode.ID(rawValue: 13)
      let item = PlayerFeature.Item(episode: walk.window.libraryFile.episode(id)!, showTitle: "Birds at Breakfast")
      let audio = item.episode.enclosure.url
      await walk.send(.player(.playToggled(item, isPlaying: true)))
      walk.window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(4393)))
      await waitUntil("the playback") {
        walk.window.store.player.position == .seconds(251) && walk.window.store.playing?.transcript != nil
      }
      await walk.check("player-bar")
      await walk.send(.player(.sleepTimerSelected(.after(.seconds(900)))))
      await walk.send(.player(.titleClicked))
      await walk.checkWhileScrolling("now-playing", positionLimit: 2)
      await checkPlayerTabs(walk)
      await walk.send(.player(.nowPlaying(.dismiss)))
      walk.window.sound.send(.failed(audio, .notFound))
      await waitUntil("the problem") { walk.window.store.player.problem != nil }
      await walk.check("player-problem")
      await walk.send(.player(.problemClosed))
    }

    /// Checks the tabs of the page “Now Playing”. Only a wide window has tabs.
    private func checkPlayerTabs(_ walk: ScreenWalk) async {
      guard !walk.variant.isNarrow else { return }
      await walk.send(.queue(.requested(.playLast([Episode.ID(rawValue: 12), Episode.ID(rawValue: 21)]))))
      let text = "A robin sings in winter too, and nobody knows for whom."
      let lines = (0..<30).map {
        Transcript.Line(id: $0, start: .seconds(5 * $0), speaker: $0 % 10 == 0 ? "Ina Lark" : "", text: text)
      }
      // The tabs are visible toggle buttons in a box that joins them (CSS class `linked`).
      let isTab = { (button: UnsafeMutablePointer<GtkWidget>) in
        gtk_widget_get_mapped(button) != 0
          && gtk_widget_get_parent(button).map { gtk_widget_has_css_class($0, "linked") } == 1
      }
      for (index, name) in ["chapters", "notes", "transcript", "up-next"].enumerated() {
        let buttons = widgets(ofType: gtk_toggle_button_get_type(), in: walk.window.window).filter(isTab)
        if buttons.indices.contains(index) {
          await click(buttons[index])
        } else {
          Issue.record("There are only \(buttons.count) tabs")
        }
        await walk.send(.playing(.transcript(.received(Episode.ID(rawValue: 13), .success(Transcript(lines: lines))))))
        await walk.check("now-playing-\(name)")
      }
      await walk.send(.queue(.requested(.clear)))
    }

    /// Checks the message about a cleared queue, the progress of a refresh, and the message and the sheet about failed
    /// refreshes.
    private func checkNotices(_ walk: ScreenWalk) async {
      await walk.send(.queue(.requested(.clear)))
      await waitUntil("the message") { walk.window.store.queue.notice != nil }
      await walk.check("toast-undo")
      // The refresh waits at the gate, so that its progress stays visible.
      let gate = Gate()
      for subscription in walk.window.subscriptions.all {
        walk.window.feeds.setRefreshResult(
          of: subscription.feedURL, .failure(.timedOut(host: "example.org")), after: gate)
      }
      await walk.send(.maintenance(.refresh(.refreshAllButtonClicked)))
      await waitUntil("the progress") { walk.window.store.maintenance.refresh.isProgressShown }
      await walk.check("refreshing")
      gate.open()
      await waitUntil("the message") { walk.window.store.maintenance.refresh.notice != nil }
      await walk.check("toast-failures")
      await walk.send(.maintenance(.refresh(.failuresButtonClicked)))
      let failures = await walk.sheet()
      await walk.check("failures", of: failures)
      await walk.dismiss(failures)
    }
  }
}
