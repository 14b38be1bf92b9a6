import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclGroupSyntax {
  /// The access level of the members that a macro adds, with a space after it: `public ` or `package ` for a type with
  /// this level, otherwise an empty text.
  var memberAccess: String {
    for modifier in modifiers where ["public", "package"].contains(modifier.name.text) {
      return modifier.name.text + " "
    }
    // Members of `internal`, `fileprivate` and `private` types need no modifier.
    return ""
  }

  /// The kind of the declaration for a diagnostic, as its keyword, such as `struct`.
  var kindName: String {
    switch Syntax(self).kind {
    case .structDecl: "struct"
    case .enumDecl: "enum"
    case .classDecl: "class"
    case .actorDecl: "actor"
    case .protocolDecl: "protocol"
    default: "extension"
    }
  }

  /// Whether the inheritance clause contains a type with this name, with or without its module.
  func inherits(_ name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.lastName == name } ?? false
  }

  /// Returns the nested type with this name, or `nil` if there is none. Types in `#if` blocks are not found.
  func nestedType(_ name: String) -> (any DeclGroupSyntax)? {
    memberBlock.members.lazy.compactMap { $0.decl.asProtocol((any DeclGroupSyntax).self) }.first { $0.typeName == name }
  }

  /// Whether the type declares a nested type or a type alias with this name, outside of `#if` blocks.
  func declaresType(_ name: String) -> Bool {
    memberBlock.members.contains { member in
      member.decl.as(TypeAliasDeclSyntax.self)?.name.text == name
        || member.decl.asProtocol((any DeclGroupSyntax).self)?.typeName == name
    }
  }

  /// Whether the type declares a property with this name, outside of `#if` blocks.
  func declaresProperty(_ name: String) -> Bool {
    memberBlock.members.contains { member in
      member.decl.as(VariableDeclSyntax.self)?.bindings.contains { $0.name?.text == name } ?? false
    }
  }

  /// The name of the type, or `nil` for an extension.
  var typeName: String? {
    asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension TypeSyntax {
  /// The last part of the name: `State` of `Edit.State`, `BindingAction` of `BindingAction<State>`. `nil` for a type
  /// without a name, such as a tuple.
  var lastName: String? {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.lastName }
    return nil
  }

  /// The arguments between the angle brackets.
  var genericArguments: GenericArgumentListSyntax? {
    self.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause?.arguments
  }

  /// The wrapped type: `Int` of `Int?` and of `Optional<Int>`. `nil` for other types.
  var unwrapped: TypeSyntax? {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.trimmed }
    guard lastName == "Optional", let argument = genericArguments?.first?.argument else { return nil }
    return TypeSyntax(argument.trimmed.cast(TypeSyntax.self))
  }
}

extension AttributeListSyntax {
  /// Whether there is an attribute with one of these names, with or without its module.
  func have(_ names: String...) -> Bool {
    contains { element in
      guard let name = element.as(AttributeSyntax.self)?.attributeName.lastName else { return false }
      return names.contains(name)
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is a stored instance property, with `var` and without `lazy`.
  var isStoredVariable: Bool {
    guard bindingSpecifier.text == "var", !isStatic, let binding = bindings.first, binding.name != nil else {
      return false
    }
    return !binding.isComputed && !modifiers.contains { $0.name.text == "lazy" }
  }

  /// Whether the property is `static` or `class`.
  var isStatic: Bool { modifiers.contains { ["static", "class"].contains($0.name.text) } }
}

extension FunctionDeclSyntax {
  /// Whether the function is `static` or `class`.
  var isStatic: Bool { modifiers.contains { ["static", "class"].contains($0.name.text) } }
}

extension PatternBindingSyntax {
  /// The name of the property, or `nil` for another pattern, such as a tuple.
  var name: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed }

  /// Whether the property has accessors other than `willSet` and `didSet`.
  var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    return !accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

/// A case of an enum.
struct EnumCase {
  let element: EnumCaseElementSyntax
  let attributes: AttributeListSyntax

  /// The name, with backquotes if they are in the source.
  var name: TokenSyntax { element.name.trimmed }
  /// The associated values of the case.
  var parameters: [EnumCaseParameterSyntax] { element.parameterClause.map { Array($0.parameters) } ?? [] }
}

/// A member, or an `#if` block with members. A macro that generates code for each member repeats the `#if` block in its
/// output.
indirect enum Conditional<Member> {
  case member(Member)
  /// An `#if` block. Each clause has its directive, such as `#if DEBUG` or `#else`, and its members.
  case ifBlock([(directive: String, members: [Conditional])])

  /// Returns one line of code for each member. For an `#if` block, the result also contains the directives of the
  /// block, around the lines of its members.
  func lines(_ line: (Member) -> String) -> [String] {
    switch self {
    case .member(let member): [line(member)]
    case .ifBlock(let clauses): clauses.flatMap { [$0.directive] + $0.members.flatMap { $0.lines(line) } } + ["#endif"]
    }
  }

  /// Returns the same structure with converted members.
  func map<Other>(_ transform: (Member) -> Other) -> Conditional<Other> {
    switch self {
    case .member(let member): .member(transform(member))
    case .ifBlock(let clauses): .ifBlock(clauses.map { ($0.directive, $0.members.map { $0.map(transform) }) })
    }
  }

  /// Returns the same structure with converted members. Members whose conversion is `nil` are left out. Returns `nil`
  /// if no member remains.
  func compactMap<Other>(_ transform: (Member) -> Other?) -> Conditional<Other>? {
    switch self {
    case .member(let member): return transform(member).map { .member($0) }
    case .ifBlock(let clauses):
      let clauses = clauses.map { clause in
        (directive: clause.directive, members: clause.members.compactMap { $0.compactMap(transform) })
      }
      return clauses.allSatisfy(\.members.isEmpty) ? nil : .ifBlock(clauses)
    }
  }

  /// All members, regardless of the conditions.
  var all: [Member] {
    switch self {
    case .member(let member): [member]
    case .ifBlock(let clauses): clauses.flatMap { $0.members.flatMap(\.all) }
    }
  }
}

extension MemberBlockItemListSyntax {
  /// Returns the members that `makeMembers` creates from each declaration. The members of a declaration are in the same
  /// `#if` block as the declaration.
  func conditionalMembers<Member>(from makeMembers: (DeclSyntax) -> [Member]) -> [Conditional<Member>] {
    flatMap { item -> [Conditional<Member>] in
      guard let ifBlock = item.decl.as(IfConfigDeclSyntax.self) else {
        return makeMembers(item.decl).map { .member($0) }
      }
      return [
        .ifBlock(
          ifBlock.clauses.map { clause in
            let directive = "\(clause.poundKeyword.text) \(clause.condition?.trimmedDescription ?? "")"
            guard case .decls(let list)? = clause.elements else { return (directive, []) }
            return (directive, list.conditionalMembers(from: makeMembers))
          })
      ]
    }
  }

  /// The cases of an enum.
  var cases: [Conditional<EnumCase>] {
    conditionalMembers { declaration in
      guard let declaration = declaration.as(EnumCaseDeclSyntax.self) else { return [] }
      return declaration.elements.map { EnumCase(element: $0, attributes: declaration.attributes) }
    }
  }
}

extension String {
  /// Returns the text with its lines indented by two spaces per level.
  func indented(_ levels: Int = 1) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: "  ", count: levels) + $0 }
      .joined(separator: "\n")
  }
}

extension AccessorDeclSyntax {
  /// The same accessor, indented by one level.
  var indented: AccessorDeclSyntax { "\(raw: description.indented())" }
}
