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

    // When the optional is written as an identifiable item, and then the title of the item
    episode[identifiedBy: \.guid] = IdentifiableItem(Episode(guid: "1"), id: \.guid)
    #expect(episode == Episode(guid: "1"))
    episode[identifiedBy: \.guid]?.item.title = "New"

    // Then the episode has changed
    #expect(episode?.title == "New")

    // And writing nil removes the episode
    episode[identifiedBy: \.guid] = nil
    #expect(episode == nil)
  }

  @Test func `a binding to an optional can be converted to a binding of an identifiable item`() {
    // Given a binding to an optional message that is its own id
    var message: String? = "Hello"
    @Binding var boundMessage: String?
    _boundMessage = Binding(get: { message }, set: { message = $0 })

    // When the binding of the identifiable item is read and then set to nil
    let itemBinding = $boundMessage[identifiedBy: \.self]
    #expect(itemBinding.wrappedValue?.id == "Hello")
    itemBinding.wrappedValue = nil

    // Then the message is nil
    #expect(message == nil)
  }
}
