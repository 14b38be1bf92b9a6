import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct EpisodeFeatureTests {
  let world = World.withTwoShows()

  private func makeEpisode(_ episode: Episode = .sample(11), player: PlayerFeature? = nil) -> EpisodeFeature {
    EpisodeFeature(
      episode: episode, showTitle: "Show 1", clients: world.clients, player: player ?? world.makePlayer(), report: world.report)
  }

  @Test func `a favourite is marked at once and written`() async {
    let episode = makeEpisode()
    episode.isFavorite = true
    #expect(episode.isFavorite)
    await world.libraryFile.written(.setFavorite(episode.id, true))
    episode.favoriteToggled(true)
    #expect(world.libraryFile.writes.count == 1)
  }

  @Test func `a favourite that cannot be written is shown as it really is, and told`() async {
    // Given a library that cannot be written
    world.libraryFile.failWrites(with: .notWritable(path: "/library"))
    let episode = makeEpisode()

    // When the favourite is marked
    episode.favoriteToggled(true)
    #expect(episode.isFavorite)

    // Then it goes back, and the listener is told
    await until { !episode.isFavorite }
    #expect(world.reported == ["Your Library Cannot Be Written"])

    // And it can be tried again
    world.libraryFile.failWrites(with: nil)
    episode.favoriteToggled(true)
    await world.libraryFile.written(.setFavorite(episode.id, true))
    #expect(episode.isFavorite)
  }

  @Test func `an old list does not undo a favourite that is being written`() async {
    // Given a favourite that is being written
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    let episode = makeEpisode()
    episode.favoriteToggled(true)
    await gate.arrived(1)

    // When the library tells of the episode as it was
    episode.episodeChanged(to: .sample(11))

    // Then the favourite stays, and the rest is taken over
    #expect(episode.isFavorite)
    var renamed = Episode.sample(11)
    renamed.title = "New"
    episode.episodeChanged(to: renamed)
    #expect(episode.title == "New")
    #expect(episode.isFavorite)

    // And a click while it is being written changes nothing
    episode.favoriteToggled(false)
    #expect(episode.isFavorite)
    gate.open()
  }

  @Test func `the play button plays this episode and no other`() {
    let player = world.makePlayer()
    let episode = makeEpisode(player: player)
    let other = makeEpisode(.sample(12), player: player)
    episode.isPlaying = true
    #expect(episode.isPlaying)
    #expect(!other.isPlaying)
    #expect(player.item?.showTitle == "Show 1")
    episode.isPlaying = false
    #expect(!episode.isPlaying)
  }

  @Test func `the line below the title tells date, length and what is left`() {
    var episode = Episode.sample(11)
    #expect(makeEpisode(episode).subtitle.description == "Sep 21, 2026 · 10 min")
    episode.playPosition = .seconds(480)
    #expect(makeEpisode(episode).subtitle.description == "Sep 21, 2026 · 10 min · 2 min left")
    #expect(makeEpisode(episode).publicationText.description == "Sep 21, 2026 · 10 min")
    episode.isPlayed = true
    #expect(makeEpisode(episode).subtitle.description == "Sep 21, 2026 · 10 min · Played")
    episode.publishedAt = nil
    episode.isPlayed = false
    episode.duration = .seconds(42)
    #expect(makeEpisode(episode).publicationText.description == "42 sec")
    episode.duration = nil
    #expect(makeEpisode(episode).subtitle.description == "")
  }

  @Test func `notes are plain text`() {
    #expect(makeEpisode().notes == "Notes of episode 11.")
  }

  @Test func `notes follow what the feed says`() {
    let episode = makeEpisode()
    #expect(episode.notes == "Notes of episode 11.")
    var changed = Episode.sample(11)
    changed.summary = "<b>Other</b> notes."
    episode.episodeChanged(to: changed)
    #expect(episode.notes == "Other notes.")
  }
}
