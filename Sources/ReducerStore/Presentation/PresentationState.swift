/// Wraps optional state that is presented while it is not `nil`:
/// `@PresentationState var destination: Destination.State?`.
///
/// After each action, `ifLet` records the identity of the presentation in the wrapper. If the identity is different
/// when `ifLet` receives the next action, a reducer outside of `ifLet` has removed or replaced the presentation. Then
/// `ifLet` cancels the effects of the recorded presentation.
@propertyWrapper
public struct PresentationState<State> {
  /// The state, in an array with at most one element. An array is used because a state may present another state of its
  /// own type, and a struct cannot contain a value of its own type directly.
  @usableFromInline var box: [State]
  /// The identity of the presentation after the previous action, or `nil` if nothing was presented.
  @usableFromInline var recorded: RecordedPresentation?

  /// Wraps a state.
  @inlinable
  public init(wrappedValue: State?) {
    box = wrappedValue.map { [$0] } ?? []
  }

  /// The presented state, or `nil` if nothing is presented.
  @inlinable
  public var wrappedValue: State? {
    get { box.first }
    set {
      if let newValue {
        if box.isEmpty { box.append(newValue) } else { box[0] = newValue }
      } else {
        box.removeAll()
      }
    }
    _modify {
      var value = box.popLast()
      defer { if let value { box.append(value) } }
      yield &value
    }
  }

  /// The wrapper itself, whose key path is passed to `ifLet`: `\.$destination`.
  @inlinable
  public var projectedValue: PresentationState {
    get { self }
    _modify { yield &self }
  }
}

/// The identity of the presentation after the previous action. The identity is in an object, so that a
/// ``PresentationState`` is small.
@MainActor @usableFromInline
final class RecordedPresentation {
  @usableFromInline let id: PresentationID

  @usableFromInline
  init(_ id: PresentationID) {
    self.id = id
  }
}

extension PresentationState: Equatable where State: Equatable {
  /// Whether the presented states are equal. The recorded identities are not compared.
  public static func == (first: PresentationState, second: PresentationState) -> Bool { first.box == second.box }
}

extension PresentationState: Hashable where State: Hashable {
  /// Hashes the presented state.
  public func hash(into hasher: inout Hasher) { hasher.combine(box) }
}

extension PresentationState: Sendable where State: Sendable {}

extension PresentationState: Encodable where State: Encodable {
  /// Encodes the presented state.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension PresentationState: Decodable where State: Decodable {
  /// Decodes the presented state.
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try State?(from: decoder)) }
}

extension PresentationState where State: CasePathable {
  /// The payload of a case of the presented state: `state.$destination[case: \.edit]?.title = ""`.
  ///
  /// Writing `nil` sets the presented state to `nil`. If another case or nothing is presented, a write changes nothing
  /// and is reported as a `Misuse`.
  public subscript<Value>(
    case keyPath: CaseKeyPath<State, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    get { wrappedValue?[case: keyPath] }
    set {
      guard wrappedValue?.is(keyPath) == true else {
        return Misuse(
          "What is presented is not in the case that was written. Nothing was changed.", fileID: fileID, line: line
        ).report()
      }
      wrappedValue = newValue.map(CasePath(keyPath).embed)
    }
  }
}

extension PresentationState: CustomReflectable {
  /// A dump shows the presented state.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

extension PresentationState: ObservableIdentity where State: ObservableIdentity {
  /// The identity by which observers recognize that the presented state was replaced. `nil` if nothing is presented.
  @inlinable
  public var _$identity: State.ObservedIdentity? { wrappedValue?._$identity }
}

/// An action of a presented feature.
public enum PresentationAction<Action> {
  /// The user or `dismiss()` has dismissed the feature.
  case dismiss
  /// An action of the feature.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}

extension PresentationAction: CasePathable {
  /// The paths to the cases, and to the cases of the presented feature's actions:
  /// `\.destination.edit.saveButtonClicked`.
  @dynamicMemberLookup
  public struct AllCasePaths {
    /// The path to the case `dismiss`.
    public var dismiss: CasePath<PresentationAction, Void> {
      CasePath(embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
    }

    /// The path to the case `presented`.
    public var presented: CasePath<PresentationAction, Action> {
      CasePath(embed: { .presented($0) }, extract: { if case .presented(let action) = $0 { action } else { nil } })
    }

    /// The path to a case of the presented feature's actions.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, CasePath<Action, Member>>
    ) -> CasePath<PresentationAction, Member> where Action: CasePathable {
      presented[dynamicMember: keyPath]
    }

    /// The path to the actions of one destination, as the `PresentationAction` of that destination. `Action` is an enum
    /// with one case for each destination. `.dismiss` names no destination, so the path of each destination extracts
    /// it.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, CasePath<Action, Member>>
    ) -> CasePath<PresentationAction, PresentationAction<Member>> where Action: CasePathable {
      let member = presented[dynamicMember: keyPath]
      return CasePath<PresentationAction, PresentationAction<Member>>(
        embed: { action in
          switch action {
          case .dismiss: .dismiss
          case .presented(let action): member.embed(action)
          }
        },
        extract: { action in
          if case .dismiss = action { return .dismiss }
          return member.extract(from: action).map { .presented($0) }
        })
    }
  }

  /// The case paths of an action of a presented feature.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
