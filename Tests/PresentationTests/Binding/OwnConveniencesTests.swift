import Presentation
import Testing

// Conveniences as a program may declare them. They have the same names as the library's conveniences.

/// The program's counterpart to the library's `IdentifiableItem`.
private struct Identified<Item, ID: Hashable>: Identifiable {
  let item: Item
  let id: ID
}

extension Optional {
  fileprivate subscript<ID: Hashable>(identifiedBy id: KeyPath<Wrapped, ID>) -> Identified<Wrapped, ID>? {
    get { map { Identified(item: $0, id: $0[keyPath: id]) } }
    set { self = newValue?.item }
  }
}

/// The number of bindings that this file's conveniences have created.
@MainActor private var ownConversions = 0

extension Binding {
  @MainActor
  fileprivate func mappedToBool<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
    ownConversions += 1
    return Binding<Bool>(get: { wrappedValue != nil }, set: { if !$0 { wrappedValue = nil } })
  }
}

extension Binding where Value == Bool {
  @MainActor
  fileprivate init<Wrapped>(ifNotNil item: Binding<Wrapped?>) {
    ownConversions += 1
    self.init(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
  }

  @MainActor
  fileprivate init<Wrapped>(mappedTo item: Binding<Wrapped?>) {
    ownConversions += 1
    self.init(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
  }
}

@MainActor
@Suite struct OwnConveniencesTests {
  @Test func `a program's own conveniences take precedence over the library's conveniences`() {
    var name: String? = "Ada"
    let binding = Binding(get: { name }, set: { name = $0 })
    let identified = name[identifiedBy: \.count]
    #expect(type(of: identified) == Identified<String, Int>?.self)
    let before = ownConversions
    for isPresented in [binding.mappedToBool(), Binding(ifNotNil: binding), Binding(mappedTo: binding)] {
      #expect(isPresented.wrappedValue)
    }
    #expect(ownConversions == before + 3)
    binding[identifiedBy: \.count].wrappedValue = nil
    #expect(name == nil)
  }
}
