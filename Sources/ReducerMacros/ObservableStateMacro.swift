import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservableState`: makes the stored properties of a state observable. An enum has no stored properties, so the
/// macro adds only an identity, which depends on the payload.
enum ObservableStateMacro {
  /// The macro indents its output itself.
  static var formatMode: FormatMode { .disabled }
}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // `protocols` contains the conformances that the state does not declare itself. An enum gets only the conformance
    // to `ObservableState`.
    let names = protocols.compactMap(\.lastName).filter {
      $0 == "ObservableState" || declaration.is(StructDeclSyntax.self)
    }
    guard declaration.isStructOrEnum, !names.isEmpty else { return [] }
    let conformances = names.map { ($0 == "CustomReflectable" ? "Swift." : "ReducerStore.") + $0 }
      .joined(separator: ", ")
    return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: conformances) {}")]
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) { return [identity(of: declaration)] }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      StateDiagnostics.reportNonValueState(declaration, at: node, in: context)
      return []
    }
    StateDiagnostics.reportPropertyProblems(of: declaration, in: context)
    let numberDeclarations = declaration.observedProperties.flatMap(\.all).enumerated()
      .map { "static let \($1) = \($0)" }
    var members: [DeclSyntax] = [
      "private let _$fields = ReducerStore.ObservationStateRegistrar()",
      "\(raw: declaration.memberAccess)var _$id: ReducerStore.ObservableStateID { _$fields.id }",
    ]
    if !numberDeclarations.isEmpty {
      members.append("private enum _$Field {\n\(raw: numberDeclarations.joined(separator: "\n").indented())\n}")
    }
    if protocols.contains(where: { $0.lastName == "InPlaceState" }) { members.append(locations(of: declaration)) }
    if protocols.contains(where: { $0.lastName == "CustomReflectable" }) { members.append(mirror(of: declaration)) }
    if let keys = codingKeys(of: declaration) { members.append(keys) }
    return members
  }

  /// Returns `CodingKeys` with the declared names of the properties, instead of the names of their storage. Returns
  /// `nil` if the state is not `Codable` or declares its own `CodingKeys`.
  private static func codingKeys(of declaration: StructDeclSyntax) -> DeclSyntax? {
    guard
      ["Codable", "Encodable", "Decodable"].contains(where: declaration.inherits),
      !declaration.declaresType("CodingKeys")
    else { return nil }
    let keys = declaration.storedProperties.map { property in
      property.map { $0.hasOtherStorage ? "case \($0.name.storageName) = \"\($0.label)\"" : "case \($0.name)" }
    }
    return """
      private enum CodingKeys: String, CodingKey {
      \(raw: keys.flatMap { $0.lines { $0 } }.joined(separator: "\n").indented())
      }
      """
  }

  /// Returns `_$locations`, with which the feature of this state reads and changes the states of its child features in
  /// place, without a copy. Only properties that may hold the state of a child feature are included.
  private static func locations(of declaration: StructDeclSyntax) -> DeclSyntax {
    let locations = declaration.storedProperties.compactMap { $0.compactMap(\.locationCode) }
      .arrayCode(variable: "locations", of: "ReducerStore.StateLocation<Self>") { $0 }
    return """
      \(raw: declaration.memberAccess)static var _$locations: [ReducerStore.StateLocation<Self>] {
      \(raw: locations.indented())
      }
      """
  }

  /// Returns `customMirror`, with which a dump shows the declared names of the properties, instead of the names of
  /// their storage. With `#if` blocks, the children are an array of pairs, because elements cannot be appended to a
  /// literal.
  private static func mirror(of declaration: StructDeclSyntax) -> DeclSyntax {
    let properties = declaration.storedProperties
    let isConditional = properties.contains { if case .ifBlock = $0 { true } else { false } }
    let children =
      properties
      .map { property in
        property.map { isConditional ? "(\"\($0.label)\", \($0.valueCode))" : "\"\($0.label)\": \($0.valueCode)" }
      }
      .arrayCode(variable: "children", of: "Swift.Mirror.Child") {
        // Without `#if` blocks, the children are a dictionary literal, whose empty form is `[:]`.
        "Swift.Mirror(self, children: \($0 == "[]" ? "[:]" : $0), displayStyle: .struct)"
      }
    return """
      \(raw: declaration.memberAccess)var customMirror: Swift.Mirror {
      \(raw: children.indented())
      }
      """
  }

  /// Returns the property `_$id` of an enum: the identity of the payload, tagged with the number of the case. Without a
  /// payload, the number is the identity. With several values as payload, each read of the property returns a new
  /// identity.
  static func identity(of declaration: EnumDeclSyntax) -> DeclSyntax {
    let cases = declaration.memberBlock.members.cases
    var number = -1
    let lines = cases.flatMap {
      $0.lines { enumCase in
        number += 1
        switch enumCase.parameters.count {
        case 0: return "case .\(enumCase.name): .tag(\(number))"
        case 1: return "case .\(enumCase.name)(let state): .tagged(state, \(number))"
        default: return "case .\(enumCase.name): .tagged(.unique(), \(number))"
        }
      }
    }
    return """
      \(raw: declaration.memberAccess)var _$id: ReducerStore.ObservableStateID {
        switch self {
      \(raw: lines.joined(separator: "\n").indented())
        }
      }
      """
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self), variable.isTracked
    else { return [] }
    return ["@ObservationStateTracked"]
  }
}

extension DeclGroupSyntax {
  /// Whether the declaration is a struct or an enum.
  var isStructOrEnum: Bool { self.is(StructDeclSyntax.self) || self.is(EnumDeclSyntax.self) }

  /// The names of the properties that views can observe.
  var observedProperties: [Conditional<TokenSyntax>] {
    memberBlock.members.conditionalMembers { declaration in
      guard
        let variable = declaration.as(VariableDeclSyntax.self), let name = variable.bindings.first?.name,
        variable.isTracked || variable.isStoredVariable && variable.attributes.have("Presents")
      else { return [] }
      return [name]
    }
  }
}

extension VariableDeclSyntax {
  /// Whether `@ObservableState` attaches `@ObservationStateTracked` to the property. The macro `@Presents` itself makes
  /// its property observable, and a property with a property wrapper cannot be observed.
  var isTracked: Bool {
    isStoredVariable && bindings.count == 1
      && !attributes.have("ObservationStateIgnored", "ObservationStateTracked", "Presents") && propertyWrapper == nil
  }

  /// The attribute that is probably a property wrapper: any unknown attribute whose name begins with a capital letter.
  /// `nil` if there is none.
  var propertyWrapper: AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
      guard let name = attribute.attributeName.lastName, name.first?.isUppercase == true else { return false }
      return !["ObservationStateIgnored", "ObservationStateTracked", "Presents", "BindingState", "MainActor"].contains(
        name)
    }
  }
}
