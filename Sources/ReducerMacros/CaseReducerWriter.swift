import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members of a reducer for an enum whose cases are features: `State`, `Action`, `body`, `CaseScope` and
/// `scope(_:)`.
struct CaseReducerWriter {
  private let declaration: EnumDeclSyntax
  private let cases: [Conditional<FeatureCase>]
  private let access: String
  private let stateConformances: [String]
  private let actionConformances: [String]

  init(_ declaration: EnumDeclSyntax, attribute: AttributeSyntax) {
    self.declaration = declaration
    access = declaration.memberAccess
    cases = declaration.memberBlock.members.conditional { declaration in
      guard let declaration = declaration.as(EnumCaseDeclSyntax.self) else { return [] }
      return declaration.elements.map { FeatureCase(EnumCase(element: $0, attributes: declaration.attributes)) }
    }
    stateConformances = attribute.conformances("state")
    actionConformances = attribute.conformances("action")
  }

  /// The members that the enum does not declare.
  var members: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !declaration.declaresType("State") { members.append(state) }
    if !declaration.declaresType("Action") { members.append(action) }
    if !declaration.declaresProperty("body") { members.append(body) }
    if !declaration.declaresType("CaseScope") { members += [caseScope, scope] }
    return members
  }

  /// Returns one line of code for each case, indented, with the conditional compilation kept.
  private func lines(depth: Int = 1, _ line: (FeatureCase) -> String) -> String {
    let lines = cases.flatMap { $0.lines(line) }.filter { !$0.isEmpty }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n").indented(depth)
  }

  /// Returns one line of code for each case, which depends on the number of the case.
  private func numberedLines(depth: Int, _ line: (FeatureCase, Int) -> String) -> String {
    var number = -1
    return lines(depth: depth) { feature in
      number += 1
      return line(feature, number)
    }
  }

  /// The state. Its conformances and their members are written out: see ``ReducerMacro``.
  private var state: DeclSyntax {
    let protocols =
      ["CaseReducerState", "CasePathable", "ObservableState"].map { "ReducerStore." + $0 } + stateConformances
    let cases = casesOnly("State", \.stateCase)
    return """
      @dynamicMemberLookup
      \(raw: access)enum State: \(raw: protocols.joined(separator: ", ")) {
        \(raw: access)typealias StateReducer = \(declaration.name.trimmed)\(raw: lines(\.stateCase))

        \(raw: access)var presentationID: ReducerStore.PresentationID {
          switch self {\(raw: numberedLines(depth: 2) { "case .\($0.name)\($0.presentationID($1))" })
          }
        }

        \(raw: access)var isEphemeral: Bool {
          switch self {\(raw: lines(depth: 2) { "case .\($0.name)\($0.isEphemeral)" })
          }
        }

      \(raw: text(of: CasePathableMacro.members(of: cases) + [ObservableStateMacro.identity(of: cases)]))
      }
      """
  }

  /// The actions. Their conformances and their members are written out: see ``ReducerMacro``.
  private var action: DeclSyntax {
    let protocols = (["ReducerStore.CasePathable"] + actionConformances).joined(separator: ", ")
    let cases = lines(\.actionCase)
    return """
      \(raw: access)enum Action: \(raw: protocols) {\(raw: cases)\(raw: cases.isEmpty ? "" : "\n")
      \(raw: text(of: CasePathableMacro.members(of: casesOnly("Action", \.actionCase))))
      }
      """
  }

  /// Returns an enum that has only cases, from which the other macros write their members.
  private func casesOnly(_ name: String, _ line: (FeatureCase) -> String) -> EnumDeclSyntax {
    let declaration: DeclSyntax = "\(raw: access)enum \(raw: name) {\(raw: lines(line))\n}"
    return declaration.cast(EnumDeclSyntax.self)
  }

  private func text(of members: [DeclSyntax]) -> String {
    members.map(\.description).joined(separator: "\n\n").indented()
  }

  private var body: DeclSyntax {
    """
    \(raw: access)static var body: ReducerStore.Reduce<State, Action> {
      .cases {\(raw: lines(depth: 2, \.scope))
      }
    }
    """
  }

  private var caseScope: DeclSyntax {
    """
    \(raw: access)enum CaseScope {\(raw: lines { "case \($0.name)\($0.scopePayload)" })
    }
    """
  }

  private var scope: DeclSyntax {
    """
    @MainActor
    \(raw: access)static func scope(_ store: ReducerStore.Store<State, Action>) -> CaseScope {
      switch store.state {\(raw: lines { "case .\($0.name)\($0.statePattern): .\($0.name)\($0.scopeArgument)" })
      }
    }
    """
  }
}

/// One case of an enum of features, and the code that the macro writes for it.
private struct FeatureCase {
  private let enumCase: EnumCase
  private let kind: Kind

  private enum Kind {
    /// A feature, with the expression that creates it, or `nil` for `Feature()`.
    case feature(TypeSyntax, reducer: ExprSyntax?)
    /// An alert or a dialog, whose action type is known.
    case dialog(TypeSyntax, action: String)
    /// A value without an action.
    case value
  }

  init(_ enumCase: EnumCase) {
    self.enumCase = enumCase
    let parameters = enumCase.parameters
    guard parameters.count == 1, let parameter = parameters.first, !enumCase.attributes.have("ReducerCaseIgnored")
    else {
      kind = .value
      return
    }
    let type = parameter.type.trimmed
    let isDialog =
      ["AlertState", "ConfirmationDialogState"].contains(type.lastName)
      || enumCase.attributes.have("ReducerCaseEphemeral")
    if isDialog {
      kind = .dialog(type, action: type.genericArguments?.first?.argument.trimmedDescription ?? "\(type).Action")
    } else {
      kind = .feature(type, reducer: parameter.defaultValue?.value.trimmed)
    }
  }

  var name: String { enumCase.name.text }

  /// The case of the state.
  var stateCase: String {
    switch kind {
    case .feature(let type, _): "case \(name)(\(type).State)"
    case .dialog, .value: "case \(name)\(valuePayload)"
    }
  }

  var statePattern: String {
    switch kind {
    case .feature, .dialog: "(let state)"
    case .value where enumCase.parameters.isEmpty: ""
    case .value: "(\(enumCase.parameters.indices.map { "let value\($0)" }.joined(separator: ", ")))"
    }
  }

  /// Returns the pattern and the result of `presentationID` for this case.
  func presentationID(_ number: Int) -> String {
    switch kind {
    case .feature, .dialog: "(let state): ReducerStore.PresentationID(case: \(number), of: state)"
    case .value: ": ReducerStore.PresentationID(case: \(number))"
    }
  }

  /// The pattern and the result of `isEphemeral` for this case.
  var isEphemeral: String {
    switch kind {
    case .feature, .dialog: "(let state): Self._$isEphemeral(state)"
    case .value: ": false"
    }
  }

  /// The case of the actions, or an empty text for a value.
  var actionCase: String {
    switch kind {
    case .feature(let type, _): "case \(name)(\(type).Action)"
    case .dialog(_, let action): "case \(name)(\(action))"
    case .value: ""
    }
  }

  /// The `Scope` that runs the feature, or an empty text for a dialog or a value.
  var scope: String {
    guard case .feature(let type, let reducer) = kind else { return "" }
    return
      "ReducerStore.Scope(state: \\State.Cases.\(name), action: \\Action.Cases.\(name)) { \(reducer?.description ?? "\(type)()") }"
  }

  var scopePayload: String {
    switch kind {
    case .feature(let type, _): "(ReducerStore.StoreOf<\(type)>)"
    case .dialog, .value: valuePayload
    }
  }

  var scopeArgument: String {
    switch kind {
    case .feature: "(store.scope(state: \\.\(name), action: \\.\(name), current: state))"
    case .dialog: "(state)"
    case .value where enumCase.parameters.isEmpty: ""
    case .value:
      "(\(enumCase.parameters.enumerated().map { "\($1.label.map { "\($0.text): " } ?? "")value\($0)" }.joined(separator: ", ")))"
    }
  }

  private var valuePayload: String {
    enumCase.parameters.isEmpty ? "" : "(\(enumCase.parameters.map(\.trimmedDescription).joined(separator: " ")))"
  }
}

extension AttributeSyntax {
  /// Returns the names of the protocols under one label of `@Reducer(state: .equatable, action: .equatable)`.
  fileprivate func conformances(_ label: String) -> [String] {
    guard case .argumentList(let arguments)? = arguments else { return [] }
    var current = ""
    return arguments.compactMap { argument in
      current = argument.label?.text ?? current
      guard current == label, let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { return nil }
      return name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}
