import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: makes one property of an observable state computed, so that its accessors can register
/// and notify observers.
enum ObservationStateTrackedMacro {
  /// The macro indents its output itself.
  static var formatMode: FormatMode { .disabled }
}

extension ObservationStateTrackedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isStoredVariable,
      let name = variable.bindings.first?.name
    else {
      return []
    }
    let storage = name.storage
    let accessors: [AccessorDeclSyntax] = [
      """
      @storageRestrictions(initializes: \(storage))
      init(initialValue) { \(storage) = initialValue }
      """,
      """
      get {
        _$fields.access(_$Field.\(name))
        return \(storage)
      }
      """,
      """
      set { _$fields.set(&\(storage), to: newValue, _$Field.\(name)) }
      """,
      """
      _modify {
        let before = _$fields.willModify(\(storage))
        defer { _$fields.didModify(\(storage), from: before, _$Field.\(name)) }
        yield &\(storage)
      }
      """,
    ]
    return accessors.map(\.indented)
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let variable = declaration.as(VariableDeclSyntax.self), variable.isStoredVariable,
      let binding = variable.bindings.first,
      let name = binding.name
    else { return [] }
    var stored = binding.trimmed
    stored.pattern = PatternSyntax(
      IdentifierPatternSyntax(identifier: name.storage, trailingTrivia: binding.pattern.trailingTrivia))
    stored.trailingComma = nil
    return ["private var \(stored)"]
  }
}

extension TokenSyntax {
  /// The name of the stored property for the computed property with this name: `_count` for `count`.
  var storage: TokenSyntax {
    .identifier("_" + text.filter { $0 != "`" })
  }
}
