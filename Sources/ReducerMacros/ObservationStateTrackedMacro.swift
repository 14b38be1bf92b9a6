import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: makes one property of an observable state computed, so that its accessors can register
/// and notify observers. Adds a private stored property for the value.
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
    let storageName = name.storageName
    let accessors: [AccessorDeclSyntax] = [
      """
      @storageRestrictions(initializes: \(storageName))
      init(initialValue) { \(storageName) = initialValue }
      """,
      """
      get {
        _$fields.access(_$Field.\(name))
        return \(storageName)
      }
      """,
      """
      set { _$fields.set(&\(storageName), to: newValue, _$Field.\(name)) }
      """,
      """
      _modify {
        let before = _$fields.willModify(\(storageName))
        defer { _$fields.didModify(\(storageName), from: before, _$Field.\(name)) }
        yield &\(storageName)
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
      IdentifierPatternSyntax(identifier: name.storageName, trailingTrivia: binding.pattern.trailingTrivia))
    stored.trailingComma = nil
    return ["private var \(stored)"]
  }
}

extension TokenSyntax {
  /// The name of the stored property for the computed property with this name: `_count` for `count`.
  var storageName: TokenSyntax {
    .identifier("_" + text.filter { $0 != "`" })
  }
}
