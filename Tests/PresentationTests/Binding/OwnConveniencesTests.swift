import Presentation
import Testing

// Conveniences as a program may declare them. These subscripts, functions and initialisers have the same names as the
// library's conveniences.

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

/// The number of Boolean bindings that this file's conveniences have created.
@MainActor private var ownBooleanBindingCount = 0

extension Binding {
  @MainActor
  fileprivate func mappedToBool<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
    ownBooleanBindingCount += 1
    return Binding<Bool>(get: { wrappedValue != nil }, set: { if !$0 { wrappedValue = nil } })
  }
}

extension Binding where Value == Bool {
  @MainActor
  fileprivate init<Wrapped>(ifNotNil item: Binding<Wrapped?>) {
    ownBooleanBindingCount += 1
    self.init(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
  }

  @MainActor
  fileprivate init<Wrapped>(mappedTo item: Binding<Wrapped?>) {
    ownBooleanBindingCount += 1
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
    let countBefore = ownBooleanBindingCount
    for isPresented in [binding.mappedToBool(), Binding(ifNotNil: binding), Binding(mappedTo: binding)] {
      #expect(isPresented.wrappedValue)
    }
    #expect(ownBooleanBindingCount == countBefore + 3)
    // A binding finds the program's subscript too.
    binding[identifiedBy: \.count].wrappedValue = nil
    #expect(name == nil)
  }
}
