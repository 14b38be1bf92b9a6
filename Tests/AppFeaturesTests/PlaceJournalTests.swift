import AppFeatures
import AppTestSupport
import Podcasts
import Testing

struct PlaceJournalTests {
  let robin = Episode.sample(11)
  let rain = Episode.sample(12)

  /// Returns a journal that knows an episode. No playback is recorded yet.
  private func journal(knowing episode: Episode) -> PlaceJournal {
    var journal = PlaceJournal()
    _ = journal.place(in: episode)
    return journal
  }

  @Test func `an episode goes on where the library says, and then where this session left it`() {
    // Given an episode that was played up to its second minute
    var heard = robin
    heard.playPosition = .seconds(61)
    var journal = PlaceJournal()
    #expect(journal.place(in: heard) == .seconds(61))

    // When playback continues, and the episode comes from a list that was read before
    journal.left(at: .seconds(90), in: robin.id)

    // Then the newer place is used
    #expect(journal.place(in: heard) == .seconds(90))
  }

  @Test func `looking up a place writes nothing`() {
    var journal = journal(knowing: robin)
    #expect(journal.next() == nil)
  }

  @Test func `places are written each four seconds while the sound goes on, forwards and backwards`() {
    var journal = journal(knowing: robin)
    journal.heard(.milliseconds(3999), in: robin.id, rate: 1)
    #expect(journal.waiting.isEmpty)
    journal.heard(.seconds(4), in: robin.id, rate: 1)
    #expect(journal.waiting == [.place(.seconds(4), in: robin.id)])
    journal.heard(.milliseconds(1), in: robin.id, rate: 1)
    #expect(journal.waiting == [.place(.seconds(4), in: robin.id)])
    journal.heard(.zero, in: robin.id, rate: 1)
    #expect(journal.waiting == [.place(.zero, in: robin.id)])
  }

  @Test func `a place that is left is written exactly, and once`() {
    var journal = journal(knowing: robin)
    journal.left(at: .milliseconds(1), in: robin.id)
    journal.left(at: .milliseconds(1), in: robin.id)
    #expect(journal.waiting == [.place(.milliseconds(1), in: robin.id)])
  }

  @Test func `one note is written at a time, in order, the newest of each`() {
    // Given a place that is being written
    var journal = journal(knowing: robin)
    journal.left(at: .seconds(1), in: robin.id)
    #expect(journal.next() == .place(.seconds(1), in: robin.id))

    // When other places follow during the write
    journal.left(at: .seconds(2), in: robin.id)
    journal.left(at: .seconds(3), in: robin.id)
    journal.left(at: .seconds(1), in: rain.id)
    journal.left(at: .seconds(2), in: rain.id)
    #expect(journal.next() == nil)

    // Then the newest place of each episode follows, in the order of the episodes
    journal.written()
    #expect(journal.next() == .place(.seconds(3), in: robin.id))
    journal.written()
    #expect(journal.next() == .place(.seconds(2), in: rain.id))
    journal.written()
    #expect(journal.next() == nil)
  }

  @Test func `the end marks an episode as played, and takes its place back to the beginning`() {
    var journal = journal(knowing: robin)
    journal.left(at: .seconds(90), in: robin.id)
    journal.ended(robin.id)
    #expect(journal.waiting == [.place(.seconds(90), in: robin.id), .played(robin.id, true)])
    #expect(journal.place(in: robin) == .zero)
  }

  @Test func `an episode that was played loses the mark when it is heard again for four seconds, once`() {
    // Given an episode that the library marks as played
    var played = robin
    played.isPlayed = true
    var journal = journal(knowing: played)

    // When it is played for less than four seconds, and then for more
    journal.left(at: .milliseconds(3999), in: robin.id)
    #expect(journal.waiting == [.place(.milliseconds(3999), in: robin.id)])
    journal.left(at: .seconds(4), in: robin.id)
    journal.left(at: .seconds(9), in: robin.id)

    // Then the mark is removed once, before the newer place is written
    #expect(
      journal.waiting == [
        .place(.milliseconds(3999), in: robin.id), .played(robin.id, false), .place(.seconds(9), in: robin.id),
      ])
  }

  @Test func `a mark that could not be removed is removed with the next place`() {
    // Given a mark that is being removed
    var played = robin
    played.isPlayed = true
    var journal = journal(knowing: played)
    journal.left(at: .seconds(4), in: robin.id)
    #expect(journal.next() == .played(robin.id, false))

    // When the removal fails
    let isNews = journal.failed(.diskFull(path: "/library"))
    #expect(isNews)
    #expect(journal.next() == .place(.seconds(4), in: robin.id))
    journal.written()

    // Then the next place removes the mark again
    journal.left(at: .seconds(8), in: robin.id)
    #expect(journal.next() == .played(robin.id, false))
  }

  @Test func `a place that could not be written is written when it is left again`() {
    // Given a pause whose place could not be written
    var journal = journal(knowing: robin)
    journal.left(at: .seconds(9), in: robin.id)
    #expect(journal.next() == .place(.seconds(9), in: robin.id))
    let isNews = journal.failed(.diskFull(path: "/library"))
    #expect(isNews)

    // When the program ends at the same place
    journal.left(at: .seconds(9), in: robin.id)

    // Then the journal writes the place again, and stops after a success
    #expect(journal.next() == .place(.seconds(9), in: robin.id))
    journal.written()
    journal.left(at: .seconds(9), in: robin.id)
    #expect(journal.next() == nil)
  }

  @Test func `a failure is news until the same one comes again, and after a success`() {
    var journal = journal(knowing: robin)
    func fails(at seconds: Int, _ error: LibraryError) -> Bool {
      journal.left(at: .seconds(seconds), in: robin.id)
      #expect(journal.next() != nil)
      return journal.failed(error)
    }
    #expect(fails(at: 1, .diskFull(path: "/library")))
    #expect(!fails(at: 2, .diskFull(path: "/library")))
    #expect(fails(at: 3, .notFound))
    #expect(fails(at: 4, .diskFull(path: "/library")))
    journal.left(at: .seconds(5), in: robin.id)
    #expect(journal.next() != nil)
    journal.written()
    #expect(fails(at: 6, .diskFull(path: "/library")))
  }

  @Test func `a show may be removed when what was noted before is written, whatever is noted after`() {
    // Given a place that is being written, and another one that is waiting
    var journal = journal(knowing: robin)
    journal.left(at: .seconds(1), in: robin.id)
    #expect(journal.next() == .place(.seconds(1), in: robin.id))
    journal.left(at: .seconds(2), in: robin.id)

    // When the removal of the show is confirmed, and another place is recorded after that
    journal.removalConfirmed(of: robin.showID)
    journal.left(at: .seconds(3), in: robin.id)

    // Then the removal follows the second place and precedes the third one, which replaced no earlier note
    journal.written()
    #expect(journal.next() == .place(.seconds(2), in: robin.id))
    #expect(journal.next() == nil)
    journal.written()
    #expect(journal.next() == .removal(of: robin.showID))
    #expect(journal.next() == .place(.seconds(3), in: robin.id))
  }
}
