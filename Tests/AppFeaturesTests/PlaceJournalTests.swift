import AppFeatures
import AppTestSupport
import Podcasts
import Testing

/// Tests of the journal of a player. The journal orders the writes of places and played marks, so that only one write
/// runs at a time.
struct PlaceJournalTests {
  let episode = Episode.sample(11)
  let otherEpisode = Episode.sample(12)

  /// Returns a journal that has read the place of an episode. No playback is recorded yet.
  private func makeJournal(for episode: Episode) -> PlaceJournal {
    var journal = PlaceJournal()
    _ = journal.place(in: episode)
    return journal
  }

  @Test func `the place comes from the library at first, and then from the current session`() {
    // Given an episode that was played up to second 61
    var started = episode
    started.playPosition = .seconds(61)
    var journal = PlaceJournal()
    #expect(journal.place(in: started) == .seconds(61))

    // When playback continues, and a list still has the episode with the old place
    journal.recordExactPlace(.seconds(90), in: episode.id)

    // Then the newer place is used
    #expect(journal.place(in: started) == .seconds(90))
  }

  @Test func `looking up a place writes nothing`() {
    var journal = makeJournal(for: episode)
    #expect(journal.next() == nil)
  }

  @Test func `a position is recorded every four seconds of playback, forwards and backwards`() {
    // At most five seconds may be lost, and one second passes until the next position, so four seconds remain.
    var journal = makeJournal(for: episode)
    journal.recordPosition(.milliseconds(3999), in: episode.id, rate: 1)
    #expect(journal.waiting.isEmpty)
    journal.recordPosition(.seconds(4), in: episode.id, rate: 1)
    #expect(journal.waiting == [.place(.seconds(4), in: episode.id)])
    // Backwards, the distance is counted from the recorded place, second 4.
    journal.recordPosition(.milliseconds(1), in: episode.id, rate: 1)
    #expect(journal.waiting == [.place(.seconds(4), in: episode.id)])
    journal.recordPosition(.zero, in: episode.id, rate: 1)
    #expect(journal.waiting == [.place(.zero, in: episode.id)])
  }

  @Test func `an exact place is recorded without a minimum distance, and only once`() {
    var journal = makeJournal(for: episode)
    journal.recordExactPlace(.milliseconds(1), in: episode.id)
    journal.recordExactPlace(.milliseconds(1), in: episode.id)
    #expect(journal.waiting == [.place(.milliseconds(1), in: episode.id)])
  }

  @Test func `one entry is written at a time, in order, with the newest place of each episode`() {
    // Given a place that is being written
    var journal = makeJournal(for: episode)
    journal.recordExactPlace(.seconds(1), in: episode.id)
    #expect(journal.next() == .place(.seconds(1), in: episode.id))

    // When other places follow during the write
    journal.recordExactPlace(.seconds(2), in: episode.id)
    journal.recordExactPlace(.seconds(3), in: episode.id)
    journal.recordExactPlace(.seconds(1), in: otherEpisode.id)
    journal.recordExactPlace(.seconds(2), in: otherEpisode.id)
    #expect(journal.next() == nil)

    // Then the newest place of each episode follows. The episode whose place was recorded first is the first one.
    journal.recordSuccess()
    #expect(journal.next() == .place(.seconds(3), in: episode.id))
    journal.recordSuccess()
    #expect(journal.next() == .place(.seconds(2), in: otherEpisode.id))
    journal.recordSuccess()
    #expect(journal.next() == nil)
  }

  @Test func `the end marks an episode as played and resets its place to the beginning`() {
    var journal = makeJournal(for: episode)
    journal.recordExactPlace(.seconds(90), in: episode.id)
    journal.recordEnd(of: episode.id)
    #expect(journal.waiting == [.place(.seconds(90), in: episode.id), .played(episode.id, isPlayed: true)])
    #expect(journal.place(in: episode) == .zero)
  }

  @Test func `replaying a played episode for four seconds removes its played mark once`() {
    // Given an episode that the library marks as played
    var played = episode
    played.isPlayed = true
    var journal = makeJournal(for: played)

    // When a place before the fourth second is recorded, and then later places
    journal.recordExactPlace(.milliseconds(3999), in: episode.id)
    #expect(journal.waiting == [.place(.milliseconds(3999), in: episode.id)])
    journal.recordExactPlace(.seconds(4), in: episode.id)
    journal.recordExactPlace(.seconds(9), in: episode.id)

    // Then the mark is removed once, before the last place is written. The last place has replaced that of second 4.
    #expect(
      journal.waiting == [
        .place(.milliseconds(3999), in: episode.id), .played(episode.id, isPlayed: false),
        .place(.seconds(9), in: episode.id),
      ])
  }

  @Test func `a played mark whose removal failed is removed again with the next place`() {
    // Given a mark that is being removed
    var played = episode
    played.isPlayed = true
    var journal = makeJournal(for: played)
    journal.recordExactPlace(.seconds(4), in: episode.id)
    #expect(journal.next() == .played(episode.id, isPlayed: false))

    // When the removal fails
    let isNewFailure = journal.recordFailure(.diskFull(path: "/library"))
    #expect(isNewFailure)
    #expect(journal.next() == .place(.seconds(4), in: episode.id))
    journal.recordSuccess()

    // Then the next place removes the mark again
    journal.recordExactPlace(.seconds(8), in: episode.id)
    #expect(journal.next() == .played(episode.id, isPlayed: false))
  }

  @Test func `a place that could not be written is written when it is recorded again`() {
    // Given a pause whose place could not be written
    var journal = makeJournal(for: episode)
    journal.recordExactPlace(.seconds(9), in: episode.id)
    #expect(journal.next() == .place(.seconds(9), in: episode.id))
    let isNewFailure = journal.recordFailure(.diskFull(path: "/library"))
    #expect(isNewFailure)

    // When the program ends at the same place
    journal.recordExactPlace(.seconds(9), in: episode.id)

    // Then the journal writes the place again, but not after a success
    #expect(journal.next() == .place(.seconds(9), in: episode.id))
    journal.recordSuccess()
    journal.recordExactPlace(.seconds(9), in: episode.id)
    #expect(journal.next() == nil)
  }

  @Test func `a failure is new if it differs from the last failure or follows a success`() {
    var journal = makeJournal(for: episode)
    func isNewFailure(at seconds: Int, _ error: LibraryError) -> Bool {
      journal.recordExactPlace(.seconds(seconds), in: episode.id)
      #expect(journal.next() != nil)
      return journal.recordFailure(error)
    }
    #expect(isNewFailure(at: 1, .diskFull(path: "/library")))
    #expect(!isNewFailure(at: 2, .diskFull(path: "/library")))
    #expect(isNewFailure(at: 3, .notFound))
    #expect(isNewFailure(at: 4, .diskFull(path: "/library")))
    journal.recordExactPlace(.seconds(5), in: episode.id)
    #expect(journal.next() != nil)
    journal.recordSuccess()
    #expect(isNewFailure(at: 6, .diskFull(path: "/library")))
  }

  @Test func `the removal of a show follows earlier entries and does not wait for later ones`() {
    // Given a place that is being written, and another one that is waiting
    var journal = makeJournal(for: episode)
    journal.recordExactPlace(.seconds(1), in: episode.id)
    #expect(journal.next() == .place(.seconds(1), in: episode.id))
    journal.recordExactPlace(.seconds(2), in: episode.id)

    // When the removal of the show is confirmed, and another place is recorded after that
    journal.addRemoval(of: episode.showID)
    journal.recordExactPlace(.seconds(3), in: episode.id)

    // Then the second place, the removal and the third place follow. The third place did not replace the second one.
    journal.recordSuccess()
    #expect(journal.next() == .place(.seconds(2), in: episode.id))
    // The removal waits until this write has ended.
    #expect(journal.next() == nil)
    journal.recordSuccess()
    #expect(journal.next() == .removal(of: episode.showID))
    #expect(journal.next() == .place(.seconds(3), in: episode.id))
  }
}
