import AppFeatures
import AppTestSupport
import Podcasts
import Testing

struct PlaceJournalTests {
  let robin = Episode.sample(11)
  let rain = Episode.sample(12)

  /// Returns a journal with the place of an episode. No playback is recorded yet.
  private func journal(knowing episode: Episode) -> PlaceJournal {
    var journal = PlaceJournal()
    _ = journal.place(in: episode)
    return journal
  }

  @Test func `the place comes from the library at first, and then from the current session`() {
    // Given an episode that was played up to its second minute
    var started = robin
    started.playPosition = .seconds(61)
    var journal = PlaceJournal()
    #expect(journal.place(in: started) == .seconds(61))

    // When playback continues, and the episode comes from a list that was read before
    journal.recordExactPlace(.seconds(90), in: robin.id)

    // Then the newer place is used
    #expect(journal.place(in: started) == .seconds(90))
  }

  @Test func `looking up a place writes nothing`() {
    var journal = journal(knowing: robin)
    #expect(journal.next() == nil)
  }

  @Test func `a position is recorded every four seconds of playback, forwards and backwards`() {
    var journal = journal(knowing: robin)
    journal.recordPosition(.milliseconds(3999), in: robin.id, rate: 1)
    #expect(journal.waiting.isEmpty)
    journal.recordPosition(.seconds(4), in: robin.id, rate: 1)
    #expect(journal.waiting == [.place(.seconds(4), in: robin.id)])
    journal.recordPosition(.milliseconds(1), in: robin.id, rate: 1)
    #expect(journal.waiting == [.place(.seconds(4), in: robin.id)])
    journal.recordPosition(.zero, in: robin.id, rate: 1)
    #expect(journal.waiting == [.place(.zero, in: robin.id)])
  }

  @Test func `an exact place is recorded without a minimum distance, and only once`() {
    var journal = journal(knowing: robin)
    journal.recordExactPlace(.milliseconds(1), in: robin.id)
    journal.recordExactPlace(.milliseconds(1), in: robin.id)
    #expect(journal.waiting == [.place(.milliseconds(1), in: robin.id)])
  }

  @Test func `one entry is written at a time, in order, with the newest place of each episode`() {
    // Given a place that is being written
    var journal = journal(knowing: robin)
    journal.recordExactPlace(.seconds(1), in: robin.id)
    #expect(journal.next() == .place(.seconds(1), in: robin.id))

    // When other places follow during the write
    journal.recordExactPlace(.seconds(2), in: robin.id)
    journal.recordExactPlace(.seconds(3), in: robin.id)
    journal.recordExactPlace(.seconds(1), in: rain.id)
    journal.recordExactPlace(.seconds(2), in: rain.id)
    #expect(journal.next() == nil)

    // Then the newest place of each episode follows, in the order of the episodes
    journal.recordSuccess()
    #expect(journal.next() == .place(.seconds(3), in: robin.id))
    journal.recordSuccess()
    #expect(journal.next() == .place(.seconds(2), in: rain.id))
    journal.recordSuccess()
    #expect(journal.next() == nil)
  }

  @Test func `the end marks an episode as played and resets its place to the beginning`() {
    var journal = journal(knowing: robin)
    journal.recordExactPlace(.seconds(90), in: robin.id)
    journal.recordEnd(of: robin.id)
    #expect(journal.waiting == [.place(.seconds(90), in: robin.id), .played(robin.id, true)])
    #expect(journal.place(in: robin) == .zero)
  }

  @Test func `replaying a played episode for four seconds removes its played mark once`() {
    // Given an episode that the library marks as played
    var played = robin
    played.isPlayed = true
    var journal = journal(knowing: played)

    // When it is played for less than four seconds, and then for more
    journal.recordExactPlace(.milliseconds(3999), in: robin.id)
    #expect(journal.waiting == [.place(.milliseconds(3999), in: robin.id)])
    journal.recordExactPlace(.seconds(4), in: robin.id)
    journal.recordExactPlace(.seconds(9), in: robin.id)

    // Then the mark is removed once, before the newer place is written
    #expect(
      journal.waiting == [
        .place(.milliseconds(3999), in: robin.id), .played(robin.id, false), .place(.seconds(9), in: robin.id),
      ])
  }

  @Test func `a played mark whose removal failed is removed again with the next place`() {
    // Given a mark that is being removed
    var played = robin
    played.isPlayed = true
    var journal = journal(knowing: played)
    journal.recordExactPlace(.seconds(4), in: robin.id)
    #expect(journal.next() == .played(robin.id, false))

    // When the removal fails
    let isNew = journal.recordFailure(.diskFull(path: "/library"))
    #expect(isNew)
    #expect(journal.next() == .place(.seconds(4), in: robin.id))
    journal.recordSuccess()

    // Then the next place removes the mark again
    journal.recordExactPlace(.seconds(8), in: robin.id)
    #expect(journal.next() == .played(robin.id, false))
  }

  @Test func `a place that could not be written is written when it is recorded again`() {
    // Given a pause whose place could not be written
    var journal = journal(knowing: robin)
    journal.recordExactPlace(.seconds(9), in: robin.id)
    #expect(journal.next() == .place(.seconds(9), in: robin.id))
    let isNew = journal.recordFailure(.diskFull(path: "/library"))
    #expect(isNew)

    // When the program ends at the same place
    journal.recordExactPlace(.seconds(9), in: robin.id)

    // Then the journal writes the place again, and stops after a success
    #expect(journal.next() == .place(.seconds(9), in: robin.id))
    journal.recordSuccess()
    journal.recordExactPlace(.seconds(9), in: robin.id)
    #expect(journal.next() == nil)
  }

  @Test func `a failure is new if it differs from the last failure or follows a success`() {
    var journal = journal(knowing: robin)
    func fails(at seconds: Int, _ error: LibraryError) -> Bool {
      journal.recordExactPlace(.seconds(seconds), in: robin.id)
      #expect(journal.next() != nil)
      return journal.recordFailure(error)
    }
    #expect(fails(at: 1, .diskFull(path: "/library")))
    #expect(!fails(at: 2, .diskFull(path: "/library")))
    #expect(fails(at: 3, .notFound))
    #expect(fails(at: 4, .diskFull(path: "/library")))
    journal.recordExactPlace(.seconds(5), in: robin.id)
    #expect(journal.next() != nil)
    journal.recordSuccess()
    #expect(fails(at: 6, .diskFull(path: "/library")))
  }

  @Test func `the removal of a show follows earlier entries and does not wait for later ones`() {
    // Given a place that is being written, and another one that is waiting
    var journal = journal(knowing: robin)
    journal.recordExactPlace(.seconds(1), in: robin.id)
    #expect(journal.next() == .place(.seconds(1), in: robin.id))
    journal.recordExactPlace(.seconds(2), in: robin.id)

    // When the removal of the show is confirmed, and another place is recorded after that
    journal.removalConfirmed(of: robin.showID)
    journal.recordExactPlace(.seconds(3), in: robin.id)

    // Then the removal follows the second place and precedes the third one, which replaced no earlier note
    journal.recordSuccess()
    #expect(journal.next() == .place(.seconds(2), in: robin.id))
    #expect(journal.next() == nil)
    journal.recordSuccess()
    #expect(journal.next() == .removal(of: robin.showID))
    #expect(journal.next() == .place(.seconds(3), in: robin.id))
  }
}
