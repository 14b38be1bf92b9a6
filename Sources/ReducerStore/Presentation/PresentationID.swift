/// What tells one presentation from another in its place: the case of an enum of destinations, and the `id` of a state that has one.
public struct PresentationID: Hashable {
  @usableFromInline let content: Content

  @usableFromInline
  enum Content: Hashable {
    /// There is nothing to tell it from others.
    case plain
    /// The number of a case.
    case numbered(Int)
    case detailed(Details)
  }

  /// What a presentation is told by, apart, so that the rest stays small.
  @usableFromInline
  final class Details: Hashable {
    private let number: Int?
    private let caseName: String?
    private let id: AnyHashable?

    init(number: Int? = nil, caseName: String? = nil, id: AnyHashable? = nil) {
      self.number = number
      self.caseName = caseName
      self.id = id
    }

    @usableFromInline
    static func == (first: Details, second: Details) -> Bool {
      first === second || (first.number == second.number && first.caseName == second.caseName && first.id == second.id)
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
      hasher.combine(caseName)
      hasher.combine(id)
    }
  }

  @usableFromInline
  init(content: Content) {
    self.content = content
  }

  /// Makes an identity.
  ///
  /// - Parameters:
  ///   - caseName: The case of an enum of destinations.
  ///   - id: The identity of the state that is presented, if it has one.
  public init(caseName: String? = nil, id: AnyHashable? = nil) {
    content = caseName == nil && id == nil ? .plain : .detailed(Details(caseName: caseName, id: id))
  }

  /// The identity of a case of an enum, by a number that the enum gives to the case.
  @inlinable
  public init(case number: Int) {
    content = .numbered(number)
  }

  /// The identity of a case of an enum, by a number that the enum gives to the case, and of its payload.
  @inlinable
  public init<Payload>(case number: Int, of payload: Payload) {
    content = .numbered(number)
  }

  /// The identity of a case of an enum, by a number that the enum gives to the case, and of its payload.
  public init<Payload: Identifiable>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.id)))
  }

  /// The identity of a case of an enum, by a number that the enum gives to the case, and of its payload.
  public init<Payload: PresentableState>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.presentationID)))
  }

  /// The identity of a case of an enum, by a number that the enum gives to the case, and of its payload.
  public init<Payload: PresentableState & Identifiable>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.presentationID)))
  }

  /// The identity of a state that is presented.
  ///
  /// A state that is not ``PresentableState`` is looked at: it has the `id` of an `Identifiable`, and an enum also has the name of its case.
  public init<State>(of state: State) {
    if let state = state as? any PresentableState {
      self = state.presentationID
    } else if let payload = Self.payload(of: state) {
      self.init(caseName: payload.caseName, id: payload.value.flatMap { Self.id(of: $0) } ?? Self.id(of: state))
    } else {
      self.init(id: Self.id(of: state))
    }
  }

  /// Whether two identities are the same.
  @inlinable
  public static func == (first: PresentationID, second: PresentationID) -> Bool {
    switch (first.content, second.content) {
    case (.plain, .plain): true
    case (.numbered(let first), .numbered(let second)): first == second
    case (.detailed(let first), .detailed(let second)): first == second
    default: false
    }
  }

  /// Whether a state is an alert or a dialog, or an enum of destinations in such a case.
  static func isEphemeral<State>(_ state: State) -> Bool {
    if let state = state as? any PresentableState { return state.isEphemeral }
    return payload(of: state)?.value is any EphemeralState
  }

  private static func id<State>(of state: State) -> AnyHashable? {
    (state as? any Identifiable).map { identifiable in AnyHashable(erase(identifiable)) }
  }

  private static func erase<Value: Identifiable>(_ value: Value) -> AnyHashable { AnyHashable(value.id) }

  private static func payload<State>(of state: State) -> (caseName: String, value: Any?)? {
    let mirror = Mirror(reflecting: state)
    guard mirror.displayStyle == .enum else { return nil }
    guard let child = mirror.children.first else { return ("\(state)", nil) }
    return (child.label ?? "", child.value)
  }
}

/// Finds the identity of the states of one type. What it has to look at, it has learned from the first of them.
@MainActor @usableFromInline
final class PresentationInspector<State> {
  @usableFromInline var kind: Kind?

  @usableFromInline
  enum Kind {
    /// It says so itself.
    case presentable(id: (State) -> PresentationID, isEphemeral: (State) -> Bool)
    /// An enum, whose case must be looked at.
    case varied
    /// A value without an identity: each is the same.
    case plain
    /// A value with an `id`.
    case identified((State) -> AnyHashable)
  }

  @usableFromInline
  init() {}

  @inlinable
  func id(of state: State) -> PresentationID {
    switch kind ?? learn(from: state) {
    case .plain: PresentationID(content: .plain)
    case .presentable(let id, _): id(state)
    case .identified(let id): PresentationID(id: id(state))
    case .varied: PresentationID(of: state)
    }
  }

  @inlinable
  func isEphemeral(_ state: State) -> Bool {
    switch kind ?? learn(from: state) {
    case .plain, .identified: false
    case .presentable(_, let isEphemeral): isEphemeral(state)
    case .varied: Self.isEphemeralEnum(state)
    }
  }

  @usableFromInline
  static func isEphemeralEnum(_ state: State) -> Bool { PresentationID.isEphemeral(state) }

  @usableFromInline
  func learn(from state: State) -> Kind {
    let newKind: Kind =
      if let type = State.self as? any PresentableState.Type {
        Self.presentable(type) ?? .varied
      } else if state is any PresentableState || Mirror(reflecting: state).displayStyle == .enum {
        .varied
      } else if let type = State.self as? any Identifiable.Type {
        Self.identified(type) ?? .varied
      } else {
        state is any Identifiable ? .varied : .plain
      }
    kind = newKind
    return newKind
  }

  // The two types are one and the same, which the compiler does not know: so it is the functions that are cast, once.

  private static func presentable<Presentable: PresentableState>(_ type: Presentable.Type) -> Kind? {
    let id: (Presentable) -> PresentationID = { $0.presentationID }
    let isEphemeral: (Presentable) -> Bool = { $0.isEphemeral }
    guard let id = id as? (State) -> PresentationID, let isEphemeral = isEphemeral as? (State) -> Bool else { return nil }
    return .presentable(id: id, isEphemeral: isEphemeral)
  }

  private static func identified<Identified: Identifiable>(_ type: Identified.Type) -> Kind? {
    let id: (Identified) -> AnyHashable = { AnyHashable($0.id) }
    return (id as? (State) -> AnyHashable).map { .identified($0) }
  }
}

/// A state that says by itself which presentation it is: quicker than looking at it.
///
/// An enum of destinations is written so:
///
/// ```swift
/// extension Destination.State: PresentableState {
///   var presentationID: PresentationID {
///     switch self {
///     case .editor(let state): PresentationID(case: 0, of: state)
///     case .alert(let state): PresentationID(case: 1, of: state)
///     }
///   }
///   var isEphemeral: Bool {
///     switch self {
///     case .editor(let state): Self._$isEphemeral(state)
///     case .alert(let state): Self._$isEphemeral(state)
///     }
///   }
/// }
/// ```
public protocol PresentableState {
  /// What tells it from another state in its place.
  var presentationID: PresentationID { get }
  /// Whether it goes away with the first action that comes from it, as an alert does.
  var isEphemeral: Bool { get }
}

extension PresentableState {
  /// Whether the payload of a case goes away with the first action that comes from it: one that does not say so stays.
  @inlinable
  public static func _$isEphemeral<Payload>(_ payload: Payload) -> Bool { false }

  /// Whether the payload of a case goes away with the first action that comes from it.
  @inlinable
  public static func _$isEphemeral<Payload: PresentableState>(_ payload: Payload) -> Bool { payload.isEphemeral }
}

/// A state that goes away with the first action that comes from it, as an alert does.
public protocol EphemeralState: PresentableState {}

extension EphemeralState {
  /// It goes away with the first action.
  public var isEphemeral: Bool { true }
}

extension EphemeralState where Self: Identifiable {
  /// The identity of the dialog.
  public var presentationID: PresentationID { PresentationID(id: AnyHashable(id)) }
}

extension AlertState: EphemeralState {}
extension ConfirmationDialogState: EphemeralState {}
