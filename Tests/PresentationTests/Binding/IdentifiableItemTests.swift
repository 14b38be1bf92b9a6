import Presentation
import Testing

@MainActor
@Suite struct IdentifiableItemTests {
  struct Episode: Equatable {
    var guid: String
    var title = ""
  }

  @Test func `the id of an identifiable item is read through its key path`() {
    // Given an episode that is identified by its guid
    var item = IdentifiableItem(Episode(guid: "1"), id: \.guid)
    #expect(item.id == "1")

    // When the item changes
    item.item.guid = "2"

    // Then its id changes too
    #expect(item.id == "2")
  }

  @Test func `an optional can be read and written as an identifiable item`() {
    // Given an optional without a value
    var episode: Episode?
    #expect(episode[identifiedBy: \.guid] == nil)

    // When the optional is written through its identified form
    episode[identifiedBy: \.guid] = IdentifiableItem(Episode(guid: "1"), id: \.guid)
    #expect(episode == Episode(guid: "1"))
    episode[identifiedBy: \.guid]?.item.title = "New"

    // Then the item itself has changed, and nil removes it
    #expect(episode?.title == "New")
    episode[identifiedBy: \.guid] = nil
    #expect(episode == nil)
  }

  @Test func `a binding to an optional can be converted to a binding of an identifiable item`() {
    // Given a message that is its own id
    var message: String? = "Hello"
    @Binding var item: String?
    _item = Binding(get: { message }, set: { message = $0 })

    // When its identified binding is read and then set to nil
    let identified = $item[identifiedBy: \.self]
    #expect(identified.wrappedValue?.id == "Hello")
    identified.wrappedValue = nil

    // Then the message is nil
    #expect(message == nil)
  }
}
