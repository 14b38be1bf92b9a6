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
  /// The page of an episode, with its notes, chapters, people and links.
  @MainActor @Suite struct EpisodePageTests {
    /// The episode with the page.
    private static let episodeID = Episode.ID(rawValue: 14)
    private static let notes = """
      <h2>In this episode</h2><p>What you hear is <b>one</b> microphone, see <a href="https://example.org/mic?a=1&amp;b=2">the microphone</a>.</p>
      <ul><li>0:00 The first robin</li><li>1:02:10 The neighbour's gate</li></ul><ol><li>조용한 방에서 들어 보세요.</li></ol>\
      <blockquote>Listen.</blockquote>
      """

    /// Returns a library in which the episode has notes, chapters, people and a link to a transcript.
    private static func library() -> FakeLibrary {
      let library = FakeLibrary.withThreeShows()
      var details = EpisodeDetails()
      details.chapters = [
        FeedChapter(start: .zero, title: "The first robin"),
        FeedChapter(start: .seconds(250), title: "The gate", websiteURL: URL(string: "https://example.org/gate")),
        FeedChapter(start: .seconds(500), title: ""),
      ]
      details.transcripts = [TranscriptLink(url: URL(string: "https://example.org/1.vtt")!)]
      let website = URL(string: "https://example.org/kim")
      details.people = [FeedPerson(name: "Ina Lark"), FeedPerson(name: "김하늘", role: "guest", websiteURL: website)]
      details.funding = [FeedLink(url: URL(string: "https://example.org/fund")!, title: "Become a member")]
      library.setNotes(EpisodeNotes(id: episodeID, markup: notes, details: details))
      return library
    }

    /// Opens the page of the episode.
    private func openPage(_ window: AppWindow) async {
      let episode = window.libraryFile.episode(Self.episodeID)!
      window.store.send(.library(.show(.delegate(.list(.detailsRequested(episode, showTitle: "Birds at Breakfast"))))))
      await waitUntil("the notes") { texts(in: window.window).contains { $0.contains("one microphone") } }
      await mainLoopSettles()
    }

    @Test func `the page of an episode shows its notes, links, people and chapters`() async {
      // Given the page of an episode
      let window = await AppWindow(Self.library(), size: (1000, 1000))
      await openPage(window)
      // Then its texts are visible, each in its own label. The lists of the notes have the markers “•” and “1.”
      let visibleTexts = texts(in: window.window)
      let expected = [
        "In this episode", "What you hear is one microphone, see the microphone.", "0:00 The first robin", "•", "1.",
        "The gate", "Become a member",
        "Ina Lark",
      ]
      for text in expected {
        #expect(visibleTexts.contains(text), "\(text) in \(visibleTexts)")
      }
      // And the notes are selectable
      let labels = widgets(ofType: gtk_label_get_type(), in: window.window)
      let noteLabel = labels.first { String(cString: gtk_label_get_text($0.opaque)) == "0:00 The first robin" }
      #expect(noteLabel.map { gtk_label_get_selectable($0.opaque) } == 1)
      await window.takePicture("episode-light-1000-en")
      await window.close()
    }

    @Test func `clicking a chapter plays the episode from there and makes the chapter the current one`() async {
      let window = await AppWindow(Self.library(), size: (1000, 1000))
      await openPage(window)
      // When the second chapter is clicked
      let labels = widgets(ofType: gtk_label_get_type(), in: window.window)
      let label = labels.first { String(cString: gtk_label_get_text($0.opaque)) == "The gate" }
      let button = label.flatMap { gtk_widget_get_ancestor($0, gtk_button_get_type()) }
      if let button { _ = await click(button) } else { Issue.record("There is no button of the chapter") }
      // Then the episode plays from the start of the chapter
      let audio = window.libraryFile.episode(Self.episodeID)!.enclosure.url
      await waitUntil("the sound") { window.sound.commands == [.play(audio, .seconds(250))] }
      // And the chapter is the current one when the sound is in it
      window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(900)))
      await until { window.store.playing?.currentChapterIndex == 1 }
      await window.takePicture("episode-playing-light-1000-en")
      await window.close()
    }

    // This test only takes screenshots.
    @Test(arguments: ["light", "dark"])
    func `the episode page is drawn in a narrow window with the Korean locale`(theme: String) async {
      useDarkTheme(theme == "dark")
      let window = await AppWindow(Self.library(), size: (360, 700), language: "ko")
      await openPage(window)
      await window.takePicture("episode-\(theme)-360-ko")
      await window.close()
      useDarkTheme(false)
    }
  }
}
