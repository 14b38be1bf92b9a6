import Presentation
import Testing

@MainActor
@Suite struct IdentifiableItemTests {
  struct Episode: Equatable {
    var guid: String
    var title = ""
  }

  @Test func `the id is read through the key path, and follows the item`() {
    // Given an episode that is known by its guid
    var item = IdentifiableItem(Episode(guid: "1"), id: \.guid)
    #expect(item.id == "1")

    // When the item changes
    item.item.guid = "2"

    // Then so does its identity
    #expect(item.id == "2")
  }

  @Test func `an optional can be identified, and written through its identity`() {
    // Given an optional without a value
    var episode: Episode?
    #expect(episode[identifiedBy: \.guid] == nil)

    // When it is written through the identified view of it
    episode[identifiedBy: \.guid] = IdentifiableItem(Episode(guid: "1"), id: \.guid)
    #expect(episode == Episode(guid: "1"))
    episode[identifiedBy: \.guid]?.item.title = "New"

    // Then the item itself has changed, and nil takes it away
    #expect(episode?.title == "New")
    episode[identifiedBy: \.guid] = nil
    #expect(episode == nil)
  }

  @Test func `a binding to an optional can be identified`() {
    // Given a message that is known by itself
    var message: String? = "Hello"
    @Binding var item: String?
    _item = Binding(get: { message }, set: { message = $0 })

    // When its identified binding is read, and dismissed
    let identified = $item[identifiedBy: \.self]
    #expect(identified.wrappedValue?.id == "Hello")
    identified.wrappedValue = nil

    // Then the message is gone
    #expect(message == nil)
  }
}
