import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members of a reducer for an enum whose cases are features: `State`, `Action`, `body`, `CaseScope` and
/// `scope(_:)`.
struct CaseReducerWriter {
  private let declaration: EnumDeclSyntax
  private let cases: [Conditional<FeatureCase>]
  /// The access level of the members with a space after it, or an empty text for `internal`.
  private let access: String
  /// The protocols in the argument `state` of the attribute.
  private let stateConformances: [String]
  /// The protocols in the argument `action` of the attribute.
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

  /// The members to add: all except those that the enum declares.
  var members: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !declaration.declaresType("State") { members.append(state) }
    if !declaration.declaresType("Action") { members.append(action) }
    if !declaration.declaresProperty("body") { members.append(body) }
    if !declaration.declaresType("CaseScope") { members += [caseScope, scope] }
    return members
  }

  /// Returns one line of code for each case, indented. `#if` blocks around cases are kept. Cases whose line is empty
  /// are left out.
  private func lines(depth: Int = 1, _ line: (FeatureCase) -> String) -> String {
    let lines = cases.flatMap { $0.lines(line) }.filter { !$0.isEmpty }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n").indented(depth)
  }

  /// Returns one line of code for each case. `line` also receives the number of the case.
  private func numberedLines(depth: Int, _ line: (FeatureCase, Int) -> String) -> String {
    var number = -1
    return lines(depth: depth) { feature in
      number += 1
      return line(feature, number)
    }
  }

  /// The declaration of `State`. The members that its conformances require are in the declaration, and no macro adds
  /// them later: see ``ReducerMacro``.
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

  /// The declaration of `Action`. The members that its conformances require are in the declaration, and no macro adds
  /// them later: see ``ReducerMacro``.
  private var action: DeclSyntax {
    let protocols = (["ReducerStore.CasePathable"] + actionConformances).joined(separator: ", ")
    let cases = lines(\.actionCase)
    return """
      \(raw: access)enum Action: \(raw: protocols) {\(raw: cases)\(raw: cases.isEmpty ? "" : "\n")
      \(raw: text(of: CasePathableMacro.members(of: casesOnly("Action", \.actionCase))))
      }
      """
  }

  /// Returns an enum that only has cases. Functions of the other macros create the members of `State` and `Action` from
  /// this enum.
  private func casesOnly(_ name: String, _ line: (FeatureCase) -> String) -> EnumDeclSyntax {
    let declaration: DeclSyntax = "\(raw: access)enum \(raw: name) {\(raw: lines(line))\n}"
    return declaration.cast(EnumDeclSyntax.self)
  }

  private func text(of members: [DeclSyntax]) -> String {
    members.map(\.description).joined(separator: "\n\n").indented()
  }

  /// The declaration of `body`.
  private var body: DeclSyntax {
    """
    \(raw: access)static var body: ReducerStore.Reduce<State, Action> {
      .cases {\(raw: lines(depth: 2, \.scope))
      }
    }
    """
  }

  /// The declaration of `CaseScope`.
  private var caseScope: DeclSyntax {
    """
    \(raw: access)enum CaseScope {\(raw: lines { "case \($0.name)\($0.scopePayload)" })
    }
    """
  }

  /// The declaration of `scope(_:)`.
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

/// One case of an enum of features, and the code that the macro generates for this case.
private struct FeatureCase {
  private let enumCase: EnumCase
  private let kind: Kind

  private enum Kind {
    /// A feature. `reducer` is the expression that creates the feature, or `nil` for `Feature()`.
    case feature(TypeSyntax, reducer: ExprSyntax?)
    /// An alert or another ephemeral state. `action` is the type of its actions.
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

  /// The pattern that binds the payload of the state's case, or an empty text for a case without a payload.
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

  /// The payload of the case of `CaseScope`.
  var scopePayload: String {
    switch kind {
    case .feature(let type, _): "(ReducerStore.StoreOf<\(type)>)"
    case .dialog, .value: valuePayload
    }
  }

  /// The arguments of the case of `CaseScope`.
  var scopeArgument: String {
    switch kind {
    case .feature: "(store.scope(state: \\.\(name), action: \\.\(name), current: state))"
    case .dialog: "(state)"
    case .value where enumCase.parameters.isEmpty: ""
    case .value:
      "(\(enumCase.parameters.enumerated().map { "\($1.label.map { "\($0.text): " } ?? "")value\($0)" }.joined(separator: ", ")))"
    }
  }

  /// The payload as it is declared, or an empty text if there is none.
  private var valuePayload: String {
    enumCase.parameters.isEmpty ? "" : "(\(enumCase.parameters.map(\.trimmedDescription).joined(separator: " ")))"
  }
}

extension AttributeSyntax {
  /// Returns the names of the protocols after one label of `@Reducer(state: .equatable, action: .equatable)`.
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
