import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members of a reducer for an enum of features: `State`, `Action`, `body`, `CaseScope` and `scope(_:)`. A
/// case has a feature, the state of a dialog, or other values. Such an enum lists the destinations of a screen:
///
/// ```swift
/// @Reducer enum Destination {
///   case editor(Editor)
///   case alert(AlertState<Alert>)
/// }
/// ```
struct CaseReducerWriter {
  private let declaration: EnumDeclSyntax
  /// The cases, and the `#if` blocks around cases.
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
    cases = declaration.memberBlock.members.conditionalMembers { member in
      guard let caseDeclaration = member.as(EnumCaseDeclSyntax.self) else { return [] }
      return caseDeclaration.elements.map {
        FeatureCase(EnumCase(element: $0, attributes: caseDeclaration.attributes))
      }
    }
    stateConformances = attribute.protocolNames(after: "state")
    actionConformances = attribute.protocolNames(after: "action")
  }

  /// The members to add: all except those that the enum declares. `scope(_:)` is left out if the enum declares
  /// `CaseScope`.
  var members: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !declaration.declaresType("State") { members.append(state) }
    if !declaration.declaresType("Action") { members.append(action) }
    if !declaration.declaresProperty("body") { members.append(body) }
    if !declaration.declaresType("CaseScope") { members += [caseScope, scope] }
    return members
  }

  /// Returns one line of code for each case, indented by `depth` levels. `#if` blocks around cases are kept. Cases
  /// whose line is empty are left out. A text that is not empty begins with a line break.
  private func lines(depth: Int = 1, _ line: (FeatureCase) -> String) -> String {
    let lines = cases.flatMap { $0.lines(line) }.filter { !$0.isEmpty }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n").indented(depth)
  }

  /// Returns one line of code for each case. `line` also receives the number of the case, from 0.
  private func numberedLines(depth: Int, _ line: (FeatureCase, Int) -> String) -> String {
    var number = -1
    return lines(depth: depth) { feature in
      number += 1
      return line(feature, number)
    }
  }

  /// The declaration of `State`. It contains all members that its conformances require. Attached macros would crash the
  /// compiler here: see ``ReducerMacro``.
  private var state: DeclSyntax {
    let protocols =
      ["CaseReducerState", "CasePathable", "ObservableState"].map { "ReducerStore." + $0 } + stateConformances
    let stateCases = enumOfCases("State", \.stateCase)
    let otherMembers = CasePathableMacro.members(of: stateCases) + [ObservableStateMacro.identity(of: stateCases)]
    return """
      @dynamicMemberLookup
      \(raw: access)enum State: \(raw: protocols.joined(separator: ", ")) {
        \(raw: access)typealias StateReducer = \(declaration.name.trimmed)\(raw: lines(\.stateCase))

        \(raw: access)var presentationID: ReducerStore.PresentationID {
          switch self {\(raw: numberedLines(depth: 2) { "case .\($0.name)\($0.presentationIDBranch($1))" })
          }
        }

        \(raw: access)var isEphemeral: Bool {
          switch self {\(raw: lines(depth: 2) { "case .\($0.name)\($0.isEphemeralBranch)" })
          }
        }

      \(raw: indentedText(of: otherMembers))
      }
      """
  }

  /// The declaration of `Action`. It contains all members that its conformances require, like `State`.
  private var action: DeclSyntax {
    let protocols = (["ReducerStore.CasePathable"] + actionConformances).joined(separator: ", ")
    let caseLines = lines(\.actionCase)
    return """
      \(raw: access)enum Action: \(raw: protocols) {\(raw: caseLines)\(raw: caseLines.isEmpty ? "" : "\n")
      \(raw: indentedText(of: CasePathableMacro.members(of: enumOfCases("Action", \.actionCase))))
      }
      """
  }

  /// Returns an enum with cases only. Functions of other macros generate the other members of `State` and `Action` from
  /// this enum.
  private func enumOfCases(_ name: String, _ line: (FeatureCase) -> String) -> EnumDeclSyntax {
    let enumDeclaration: DeclSyntax = "\(raw: access)enum \(raw: name) {\(raw: lines(line))\n}"
    return enumDeclaration.cast(EnumDeclSyntax.self)
  }

  private func indentedText(of members: [DeclSyntax]) -> String {
    members.map(\.description).joined(separator: "\n\n").indented()
  }

  /// The declaration of `body`, which runs the feature of the state's case.
  private var body: DeclSyntax {
    """
    \(raw: access)static var body: ReducerStore.Reduce<State, Action> {
      .cases {\(raw: lines(depth: 2, \.scope))
      }
    }
    """
  }

  /// The declaration of `CaseScope`. Each of its cases has the store of a feature, the state of a dialog, or the values
  /// of a case without a feature.
  private var caseScope: DeclSyntax {
    """
    \(raw: access)enum CaseScope {\(raw: lines { "case \($0.name)\($0.scopePayload)" })
    }
    """
  }

  /// The declaration of `scope(_:)`, which returns the `CaseScope` of the state's case.
  private var scope: DeclSyntax {
    """
    @MainActor
    \(raw: access)static func scope(_ store: ReducerStore.Store<State, Action>) -> CaseScope {
      switch store.state {\(raw: lines { "case .\($0.name)\($0.statePattern): .\($0.name)\($0.scopeArguments)" })
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
    /// An alert or another state that is cleared after its first action. `action` is the type of its actions.
    case dialog(TypeSyntax, action: String)
    /// A case without an action: it has no payload, several values, or the attribute `@ReducerCaseIgnored`.
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

  /// The declaration of the case of `State`.
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

  /// Returns the pattern and the result for this case in the `switch` of `presentationID`.
  func presentationIDBranch(_ number: Int) -> String {
    switch kind {
    case .feature, .dialog: "(let state): ReducerStore.PresentationID(case: \(number), of: state)"
    case .value: ": ReducerStore.PresentationID(case: \(number))"
    }
  }

  /// The pattern and the result for this case in the `switch` of `isEphemeral`.
  var isEphemeralBranch: String {
    switch kind {
    case .feature, .dialog: "(let state): Self._$isEphemeral(state)"
    case .value: ": false"
    }
  }

  /// The declaration of the case of `Action`, or an empty text for a value.
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

  /// The payload in the declaration of the case of `CaseScope`.
  var scopePayload: String {
    switch kind {
    case .feature(let type, _): "(ReducerStore.StoreOf<\(type)>)"
    case .dialog, .value: valuePayload
    }
  }

  /// The arguments with which `scope(_:)` creates the case of `CaseScope`.
  var scopeArguments: String {
    switch kind {
    case .feature: "(store.scope(state: \\.\(name), action: \\.\(name), current: state))"
    case .dialog: "(state)"
    case .value where enumCase.parameters.isEmpty: ""
    case .value:
      "(\(enumCase.parameters.enumerated().map { "\($1.label.map { "\($0.text): " } ?? "")value\($0)" }.joined(separator: ", ")))"
    }
  }

  /// The payload as it is declared, or an empty text if there is none. The text of each parameter includes the comma
  /// after it.
  private var valuePayload: String {
    enumCase.parameters.isEmpty ? "" : "(\(enumCase.parameters.map(\.trimmedDescription).joined(separator: " ")))"
  }
}

extension AttributeSyntax {
  /// Returns the names of the protocols after one label of the attribute: `Equatable` and `Sendable` after `state` in
  /// `@Reducer(state: .equatable, .sendable, action: .equatable)`.
  fileprivate func protocolNames(after label: String) -> [String] {
    guard case .argumentList(let arguments)? = arguments else { return [] }
    var currentLabel = ""
    return arguments.compactMap { argument in
      currentLabel = argument.label?.text ?? currentLabel
      guard currentLabel == label,
        let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { return nil }
      return name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}
