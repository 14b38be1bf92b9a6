/// The identity of a presentation: the case, if the state is an enum of destinations, and the `id`, if the state has
/// one.
public struct PresentationID: Hashable {
  @usableFromInline let content: Content

  @usableFromInline
  enum Content: Hashable {
    /// The state has no identity.
    case plain
    /// The number of a case.
    case numbered(Int)
    case detailed(Details)
  }

  /// The identity of a presentation, in a separate object, so that the common cases stay small.
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

  @inlinable
  init(content: Content) {
    self.content = content
  }

  /// The identity of a state without a case and without an `id`.
  @inlinable static var plain: PresentationID { PresentationID(content: .plain) }

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - caseName: The case of an enum of destinations, or `nil` for another state.
  ///   - id: The identity of the presented state, or `nil` if it has none.
  public init(caseName: String? = nil, id: AnyHashable? = nil) {
    content = caseName == nil && id == nil ? .plain : .detailed(Details(caseName: caseName, id: id))
  }

  /// Creates the identity of an enum's case, which the enum identifies by a number.
  @inlinable
  public init(case number: Int) {
    content = .numbered(number)
  }

  /// Creates the identity of an enum's case, which the enum identifies by a number. This payload has no identity.
  @inlinable
  public init<Payload>(case number: Int, of payload: Payload) {
    content = .numbered(number)
  }

  /// Creates the identity of an enum's case, which the enum identifies by a number, and of its payload.
  public init<Payload: Identifiable>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.id)))
  }

  /// Creates the identity of an enum's case, which the enum identifies by a number, and of its payload.
  public init<Payload: PresentableState>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.presentationID)))
  }

  /// Creates the identity of an enum's case, which the enum identifies by a number, and of its payload.
  public init<Payload: PresentableState & Identifiable>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.presentationID)))
  }

  /// Creates the identity of a presented state.
  ///
  /// A ``PresentableState`` provides its identity. Other states are inspected: the identity consists of the `id` of an
  /// `Identifiable` state, and the name of the case of an enum.
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

  /// Whether a state is an alert or a confirmation dialog, or an enum of destinations in such a case.
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

/// Finds the identities of the states of one type. The first state determines how the later ones are inspected.
@MainActor @usableFromInline
final class PresentationInspector<State> {
  // Safe because all accesses are on the main actor and none is nested.
  @exclusivity(unchecked) @usableFromInline var kind = Kind.unknown
  @exclusivity(unchecked) @usableFromInline var readID: ((State) -> PresentationID)?
  @exclusivity(unchecked) @usableFromInline var readIsEphemeral: ((State) -> Bool)?

  @usableFromInline
  enum Kind {
    /// No state was inspected yet.
    case unknown
    /// A value without an identity. All values count as the same presentation.
    case plain
    /// A value with an `id`, or a value that provides its own identity.
    case identified
    /// A value that is inspected each time, such as an enum.
    case varied
  }

  @usableFromInline
  init() {}

  @inlinable
  func id(of state: State) -> PresentationID {
    kind == .plain ? .plain : lookUpID(of: state)
  }

  @inlinable
  func isEphemeral(_ state: State) -> Bool {
    kind != .plain && lookUpIsEphemeral(state)
  }

  @usableFromInline
  func lookUpID(of state: State) -> PresentationID {
    if kind == .unknown { learn(from: state) }
    return readID?(state) ?? (kind == .plain ? .plain : PresentationID(of: state))
  }

  @usableFromInline
  func lookUpIsEphemeral(_ state: State) -> Bool {
    if kind == .unknown { learn(from: state) }
    return readIsEphemeral?(state) ?? (kind == .varied && PresentationID.isEphemeral(state))
  }

  private func learn(from state: State) {
    if let type = State.self as? any PresentableState.Type {
      kind = .identified
      learn(presentable: type)
    } else if state is any PresentableState || Mirror(reflecting: state).displayStyle == .enum {
      kind = .varied
    } else if let type = State.self as? any Identifiable.Type {
      kind = .identified
      learn(identified: type)
    } else {
      kind = state is any Identifiable ? .varied : .plain
    }
  }

  // `Presentable` and `Identified` are `State` itself, which the compiler does not know. So the functions are cast
  // once.

  private func learn<Presentable: PresentableState>(presentable type: Presentable.Type) {
    let id: (Presentable) -> PresentationID = { $0.presentationID }
    let isEphemeral: (Presentable) -> Bool = { $0.isEphemeral }
    readID = id as? (State) -> PresentationID
    readIsEphemeral = isEphemeral as? (State) -> Bool
  }

  private func learn<Identified: Identifiable>(identified type: Identified.Type) {
    let id: (Identified) -> PresentationID = { PresentationID(id: AnyHashable($0.id)) }
    readID = id as? (State) -> PresentationID
  }
}

/// A state that provides the identity of its presentation. This is faster than reflection.
///
/// An enum of destinations conforms like this:
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
  /// The identity of the presentation.
  var presentationID: PresentationID { get }
  /// Whether the state is cleared after its first action, like an alert.
  var isEphemeral: Bool { get }
}

extension PresentableState {
  /// Whether the payload of a case is cleared after its first action. A payload without this conformance is not
  /// cleared.
  @inlinable
  public static func _$isEphemeral<Payload>(_ payload: Payload) -> Bool { false }

  /// Whether the payload of a case is cleared after its first action.
  @inlinable
  public static func _$isEphemeral<Payload: PresentableState>(_ payload: Payload) -> Bool { payload.isEphemeral }
}

/// A state that is cleared after its first action, like an alert.
public protocol EphemeralState: SelfReducedState {}

extension EphemeralState {
  /// `true`: the state is cleared after its first action.
  public var isEphemeral: Bool { true }
  /// A reducer that does nothing. The parent handles the actions.
  @MainActor public static var presentedReducer: Reduce<Self, PresentedAction> { Reduce(EmptyReducer()) }
}

extension EphemeralState where Self: Identifiable {
  /// The identity of the dialog.
  public var presentationID: PresentationID { PresentationID(id: AnyHashable(id)) }
}

extension AlertState: EphemeralState {
  /// The action that the dialog's buttons send.
  public typealias PresentedAction = Action
}

extension ConfirmationDialogState: EphemeralState {
  /// The action that the dialog's buttons send.
  public typealias PresentedAction = Action
}
