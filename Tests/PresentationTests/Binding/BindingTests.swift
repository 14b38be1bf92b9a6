import Presentation
import Testing

@MainActor
@Suite struct BindingTests {
  struct Episode: Equatable {
    var guid = "1"
    var isFavorite = false
  }

  /// A source of truth that records the transaction of each write through its bindings.
  @MainActor final class Model {
    var episode = Episode()
    var episodes = [Episode(guid: "1"), Episode(guid: "2")]
    var selection: Episode?
    var transactions: [Transaction] = []

    func binding<Value>(_ keyPath: ReferenceWritableKeyPath<Model, Value>) -> Binding<Value> {
      Binding(
        get: { self[keyPath: keyPath] },
        set: { newValue in
          self.transactions.append(.current)
          self[keyPath: keyPath] = newValue
        })
    }
  }

  let model = Model()

  @Test func `a binding reads and writes its source`() {
    // Given a binding
    @Binding var episode: Episode
    _episode = model.binding(\.episode)

    // When the source changes, and when the binding is written
    model.episode.guid = "changed"
    #expect(episode.guid == "changed")
    episode = Episode(guid: "written")

    // Then the binding and the source have the same value
    #expect(model.episode.guid == "written")
    #expect($episode.wrappedValue == model.episode)
  }

  @Test func `a member of a binding is a binding to the member`() {
    // Given a binding to an episode
    let episode = model.binding(\.episode)

    // When the member `isFavorite` of the episode is toggled
    episode.isFavorite.wrappedValue.toggle()

    // Then only that member of the source has changed
    #expect(model.episode == Episode(guid: "1", isFavorite: true))
  }

  @Test func `an element of a binding is a binding to the element`() {
    // Given a binding to episodes
    @Binding var episodes: [Episode]
    _episodes = model.binding(\.episodes)

    // When a member of one element is written
    $episodes[1].isFavorite.wrappedValue = true

    // Then only that element has changed
    #expect(model.episodes.map(\.isFavorite) == [false, true])
  }

  @Test func `a binding to a removed element returns its last value and drops writes`() {
    // Given a binding to the last of two episodes
    let second = model.binding(\.episodes)[1]
    second.isFavorite.wrappedValue = true

    // When the element is removed, and a member of it is written
    model.episodes.removeLast()
    second.wrappedValue.guid = "ghost"

    // Then the binding returns its last value, and the write is dropped
    #expect(second.wrappedValue == Episode(guid: "2", isFavorite: true))
    #expect(model.episodes.map(\.guid) == ["1"])
  }

  @Test func `a binding to a dictionary writes values by key`() {
    // Given a binding to a dictionary
    var speeds = ["show": 1.5]
    let binding = Binding(get: { speeds }, set: { speeds = $0 })

    // When values are written through their keys
    binding["other"].wrappedValue = 2
    binding["show"].wrappedValue = nil

    // Then the dictionary contains the changes
    #expect(speeds == ["other": 2])
  }

  @Test func `a constant binding drops writes`() {
    let constant = Binding.constant(1)
    constant.wrappedValue = 2
    #expect(constant.wrappedValue == 1)
  }

  @Test func `a closure can take a projected value as its parameter`() {
    // Given a closure in the form of a list's row closure
    let toggle: (Binding<Episode>) -> Void = { $episode in episode.isFavorite.toggle() }

    // When the closure is called with a binding
    toggle(model.binding(\.episode))

    // Then the source has changed
    #expect(model.episode.isFavorite)
  }

  @Test func `a binding to an optional can be unwrapped while it has a value`() throws {
    // Given an optional without a value
    #expect(Binding(unwrapping: model.binding(\.selection)) == nil)

    // When the optional has a value. `Binding(_:)` is a short form of `Binding(unwrapping:)`.
    model.selection = Episode(guid: "selected")
    let selection = try #require(Binding(model.binding(\.selection)))
    selection.isFavorite.wrappedValue = true

    // Then the unwrapped binding writes to the optional
    #expect(model.selection == Episode(guid: "selected", isFavorite: true))
  }

  @Test func `an unwrapped binding to nil returns its last value and drops writes`() throws {
    // Given an unwrapped binding that was written, and a source that was changed directly
    model.selection = Episode(guid: "first")
    let selection = try #require(Binding(unwrapping: model.binding(\.selection)))
    selection.wrappedValue.guid = "edited"
    model.selection?.isFavorite = true
    #expect(selection.wrappedValue.isFavorite)

    // When the selection becomes nil, and the binding is written, as by a dialog that is closing
    model.selection = nil
    selection.wrappedValue.guid = "ghost"

    // Then the write is dropped, and the binding returns its last value
    #expect(model.selection == nil)
    #expect(selection.wrappedValue == Episode(guid: "edited", isFavorite: true))
  }

  @Test func `a binding that is converted to an optional binding drops nil`() {
    // Given a binding to an optional, created from a binding that always has a value
    let optional: Binding<Episode?> = Binding(model.binding(\.episode))

    // When a value and then nil are written
    optional.wrappedValue = Episode(guid: "new")
    optional.wrappedValue = nil

    // Then the value stays
    #expect(model.episode.guid == "new")
  }

  @Test func `nothing retains the source of an unwrapped binding that is released`() throws {
    // Given an unwrapped binding
    var source: Model? = Model()
    source?.selection = Episode()
    weak let reference = source
    var binding = Binding(unwrapping: try #require(source).binding(\.selection))
    #expect(binding != nil)

    // When the source and the binding are released
    source = nil
    binding = nil

    // Then nothing retains the source
    #expect(reference == nil)
  }

  @Test func `a write has the transaction of its binding, also through members`() {
    // Given bindings with and without an animation
    let plain = model.binding(\.episode)
    let animated = plain.animation(.spring)

    // When the bindings and their members are written
    plain.isFavorite.wrappedValue = true
    animated.isFavorite.wrappedValue = false
    animated.isFavorite.animation(nil).wrappedValue = true
    plain.transaction(Transaction(animation: .linear)).wrappedValue = Episode()

    // Then each write has its own transaction
    #expect(model.transactions.map(\.animation) == [nil, .spring, nil, .linear])
    #expect(Transaction.current == Transaction())
  }

  @Test func `a setter with a second parameter receives the transaction`() {
    var seen: [Animation?] = []
    let binding = Binding(get: { 1 }, set: { seen.append($1.animation) })
    binding.animation().wrappedValue = 2
    binding.wrappedValue = 3
    #expect(seen == [.default, nil])
  }

  @Test func `withAnimation applies only inside its closure, also when the closure throws`() {
    struct Failure: Error {}
    // Given an outer transaction
    var transaction = Transaction(animation: .easeIn)
    transaction.disablesAnimations = true
    withTransaction(transaction) {
      // When the closure of an inner transaction throws. The inner transaction changes only the animation.
      #expect(throws: Failure.self) {
        try withAnimation(.easeOut) {
          #expect(Transaction.current.animation == .easeOut)
          #expect(Transaction.current.disablesAnimations)
          throw Failure()
        }
      }

      // Then the outer transaction is current again
      #expect(Transaction.current == transaction)
    }
    #expect(Transaction.current == Transaction())
  }
}
