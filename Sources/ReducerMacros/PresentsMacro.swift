import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Presents`: stores optional state in a `PresentationState`. The property is observable if the enclosing state is
/// observable.
enum PresentsMacro {
  /// SwiftSyntax does not format the output, because the macro indents it.
  static var formatMode: FormatMode { .disabled }
}

extension PresentsMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let presented = PresentedProperty(declaration, in: context) else { return [] }
    let storageName = presented.storageName
    let initializer: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(storageName))
      init(initialValue) { \(storageName) = ReducerStore.PresentationState(wrappedValue: initialValue) }
      """
    return ([initializer] + presented.accessors(to: "wrappedValue")).map(\.indented)
  }
}

extension PresentsMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let presented = PresentedProperty(declaration, in: context) else {
      // The expansion of the accessors reports nothing, so that each problem is reported once.
      PresentedProperty.reportProblems(with: declaration, at: node, in: context)
      return []
    }
    let type: TypeSyntax = "ReducerStore.PresentationState<\(presented.type)>"
    let accessors = presented.accessors(to: "projectedValue").map(\.description).joined(separator: "\n")
    return [
      "private var \(presented.storageName) = \(type)(wrappedValue: \(presented.initialValue))",
      "\(raw: presented.accessPrefix)var $\(presented.name): \(type) {\n\(raw: accessors.indented())\n}",
    ]
  }
}

/// A property with `@Presents`, to which the macro can add its code.
private struct PresentedProperty {
  let name: TokenSyntax
  /// The type of the presented state, without its `?`.
  let type: TypeSyntax
  let initialValue: ExprSyntax
  /// The declared access levels of the property and of its setter, such as `public private(set)`, with a space after
  /// each. Empty for a property without such modifiers.
  let accessPrefix: String
  /// Whether the enclosing struct has `@ObservableState`. Only such a struct has a registrar (`_$fields`).
  let isObservable: Bool

  var storageName: TokenSyntax { name.storageName }

  /// Returns `nil` if the declaration is not a stored variable with an optional type.
  init?(_ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let variable = declaration.as(VariableDeclSyntax.self), variable.isStoredVariable,
      let binding = variable.bindings.first,
      let name = binding.name, let type = binding.typeAnnotation?.type.unwrapped
    else { return nil }
    self.name = name
    self.type = type
    initialValue = binding.initializer?.value.trimmed ?? "nil"
    accessPrefix =
      variable.modifiers.filter { ["public", "package", "internal", "private", "fileprivate"].contains($0.name.text) }
      .map { $0.trimmedDescription + " " }.joined()
    let state = context.lexicalContext.first?.as(StructDeclSyntax.self)
    isObservable = state?.attributes.have("ObservableState") ?? false
  }

  /// Returns the accessors of a computed property that reads and writes the given property of the `PresentationState`.
  func accessors(to property: TokenSyntax) -> [AccessorDeclSyntax] {
    guard isObservable else {
      return [
        "get { \(storageName).\(property) }",
        "set { \(storageName).\(property) = newValue }",
        "_modify { yield &\(storageName).\(property) }",
      ]
    }
    return [
      """
      get {
        _$fields.access(_$Field.\(name))
        return \(storageName).\(property)
      }
      """,
      "set { _$fields.set(&\(storageName).\(property), to: newValue, _$Field.\(name)) }",
      """
      _modify {
        let before = _$fields.willModify(\(storageName))
        defer { _$fields.didModify(\(storageName), from: before, _$Field.\(name)) }
        yield &\(storageName).\(property)
      }
      """,
    ]
  }

  /// Reports why the macro cannot be attached to a declaration.
  static func reportProblems(
    with declaration: some DeclSyntaxProtocol, at node: AttributeSyntax, in context: some MacroExpansionContext
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
      binding.name != nil
    else {
      return context.report(
        .error("presents-nothing", "“@Presents” can only be used on a property of a state."), at: node)
    }
    if variable.bindingSpecifier.text == "let" {
      let new = variable.bindingSpecifier.with(\.tokenKind, .keyword(.var))
      context.report(
        .error("presents-let", "“@Presents” needs a “var”, because the presented state changes."),
        at: variable.bindingSpecifier, fixIt: "Replace “let” with “var”", replacing: variable.bindingSpecifier,
        with: new)
    } else if let annotation = binding.typeAnnotation, annotation.type.unwrapped == nil {
      let new = OptionalTypeSyntax(wrappedType: annotation.type.trimmed).with(
        \.trailingTrivia, annotation.type.trailingTrivia)
      context.report(
        .error(
          "presents-not-optional",
          "“@Presents” needs an optional type: the property is “nil” while nothing is presented."),
        at: annotation.type, fixIt: "Make the type optional", replacing: annotation.type, with: new)
    } else {
      context.report(
        .error(
          "presents-untyped",
          "“@Presents” needs a stored property with a type annotation: “@Presents var alert: AlertState<Alert>?”."),
        at: node)
    }
  }
}
