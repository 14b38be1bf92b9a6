/// The identity of a presentation. If the identity changes, a new presentation replaces the previous one.
///
/// The identity consists of up to two parts. The first part is the case, if the state is an enum of destinations. The
/// second part is the `id` of the case's payload or of the state, if one of them has an `id`.
public struct PresentationID: Hashable {
  @usableFromInline let content: Content

  @usableFromInline
  enum Content: Hashable {
    /// The state has no identity. All such states count as the same presentation.
    case plain
    /// The case of an enum, by the number of the case, without an `id`.
    case numbered(Int)
    /// An identity with an `id` or with the name of a case.
    case detailed(Details)
  }

  /// The parts of an identity with an `id` or with the name of a case. The parts are in an object, so that a
  /// `PresentationID` is small.
  @usableFromInline
  final class Details: Hashable {
    /// The number of an enum's case. `nil` if the case is identified by its name, or if the state is no enum.
    private let number: Int?
    /// The name of an enum's case, which was found by reflection.
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
  ///   - caseName: The name of the case, or `nil` if the state is no enum of destinations.
  ///   - id: The `id` of the payload or of the presented state, or `nil` if there is none.
  public init(caseName: String? = nil, id: AnyHashable? = nil) {
    content = caseName == nil && id == nil ? .plain : .detailed(Details(caseName: caseName, id: id))
  }

  /// Creates the identity of an enum's case from the number of the case. Each case of the enum has a different number.
  @inlinable
  public init(case number: Int) {
    content = .numbered(number)
  }

  /// Creates the identity of an enum's case from the number of the case. The payload has no identity.
  @inlinable
  public init<Payload>(case number: Int, of payload: Payload) {
    content = .numbered(number)
  }

  /// Creates the identity of an enum's case from the number of the case and the `id` of its payload.
  public init<Payload: Identifiable>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.id)))
  }

  /// Creates the identity of an enum's case from the number of the case and the identity of its payload.
  public init<Payload: PresentableState>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.presentationID)))
  }

  /// Creates the identity of an enum's case from the number of the case and the `presentationID` of its payload.
  /// Without this initializer, a call with such a payload would be ambiguous.
  public init<Payload: PresentableState & Identifiable>(case number: Int, of payload: Payload) {
    content = .detailed(Details(number: number, id: AnyHashable(payload.presentationID)))
  }

  /// Creates the identity of a presented state.
  ///
  /// A ``PresentableState`` provides its identity. The identity of any other state is found by reflection. It consists
  /// of the name of an enum's case, and of the `id` of the payload or, if the payload has none, of the state.
  public init<State>(of state: State) {
    if let state = state as? any PresentableState {
      self = state.presentationID
    } else if let enumCase = Self.enumCase(of: state) {
      self.init(caseName: enumCase.name, id: enumCase.payload.flatMap { Self.id(of: $0) } ?? Self.id(of: state))
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

  /// Whether a state is cleared after the first action of its dialog, like an alert or an enum of destinations whose
  /// payload is an alert.
  static func isEphemeral<State>(_ state: State) -> Bool {
    if let state = state as? any PresentableState { return state.isEphemeral }
    return enumCase(of: state)?.payload is any EphemeralState
  }

  /// Returns the `id` of a state, or `nil` if the state is not `Identifiable`.
  private static func id<State>(of state: State) -> AnyHashable? {
    (state as? any Identifiable).map { identifiable in hashableID(of: identifiable) }
  }

  /// Returns the `id` of a value whose type is known to be `Identifiable`.
  private static func hashableID<Value: Identifiable>(of value: Value) -> AnyHashable { AnyHashable(value.id) }

  /// Returns the current case of an enum with its payload, or `nil` if the state is no enum.
  private static func enumCase<State>(of state: State) -> (name: String, payload: Any?)? {
    let mirror = Mirror(reflecting: state)
    guard mirror.displayStyle == .enum else { return nil }
    guard let child = mirror.children.first else { return ("\(state)", nil) }
    return (child.label ?? "", child.value)
  }
}

/// Finds the identities of the states of one type. The first state determines how later states are inspected, so that
/// most states need no reflection.
@MainActor @usableFromInline
final class PresentationInspector<State> {
  // `@exclusivity(unchecked)` is safe, because all accesses are on the main actor and no access contains another.
  @exclusivity(unchecked) @usableFromInline var kind = Kind.unknown
  /// A function that returns the identity of a state. `nil` if identities are found by reflection or do not exist,
  /// and while `kind` is unknown.
  @exclusivity(unchecked) @usableFromInline var readID: ((State) -> PresentationID)?
  /// A function that returns whether a state is cleared after its first action. `nil` if that is found by reflection or
  /// is never true, and while `kind` is unknown.
  @exclusivity(unchecked) @usableFromInline var readIsEphemeral: ((State) -> Bool)?

  @usableFromInline
  enum Kind {
    /// The kind is not known, because no state has been inspected yet.
    case unknown
    /// States without an identity. All of them count as the same presentation.
    case plain
    /// States with an `id`, or states that provide their own identity.
    case identified
    /// States that do not all have the same kind, such as the cases of an enum. Each state is inspected by
    /// ``PresentationID/init(of:)``.
    case varied
  }

  @usableFromInline
  init() {}

  /// Returns the identity of a state.
  @inlinable
  func id(of state: State) -> PresentationID {
    kind == .plain ? .plain : lookUpID(of: state)
  }

  /// Returns the identity of a state, like `id(of:)` but not inlined. The first call selects the kind of the states.
  @usableFromInline
  func lookUpID(of state: State) -> PresentationID {
    if kind == .unknown { selectKind(for: state) }
    return readID?(state) ?? (kind == .plain ? .plain : PresentationID(of: state))
  }

  /// Returns whether a state is cleared after its first action. The first call selects the kind of the states.
  @usableFromInline
  func lookUpIsEphemeral(_ state: State) -> Bool {
    if kind == .unknown { selectKind(for: state) }
    return readIsEphemeral?(state) ?? (kind == .varied && PresentationID.isEphemeral(state))
  }

  /// Selects how all states of this type are inspected.
  private func selectKind(for state: State) {
    if let type = State.self as? any PresentableState.Type {
      kind = .identified
      setReaders(presentable: type)
    } else if state is any PresentableState || Mirror(reflecting: state).displayStyle == .enum {
      kind = .varied
    } else if let type = State.self as? any Identifiable.Type {
      kind = .identified
      setReaders(identified: type)
    } else {
      kind = state is any Identifiable ? .varied : .plain
    }
  }

  // The next two functions cast each closure once. `Presentable` and `Identified` are always the type `State`, but the
  // compiler does not know that.

  private func setReaders<Presentable: PresentableState>(presentable type: Presentable.Type) {
    let id: (Presentable) -> PresentationID = { $0.presentationID }
    let isEphemeral: (Presentable) -> Bool = { $0.isEphemeral }
    readID = id as? (State) -> PresentationID
    readIsEphemeral = isEphemeral as? (State) -> Bool
  }

  private func setReaders<Identified: Identifiable>(identified type: Identified.Type) {
    let id: (Identified) -> PresentationID = { PresentationID(id: AnyHashable($0.id)) }
    readID = id as? (State) -> PresentationID
  }
}

/// A state that provides the identity of its presentation, so that the identity is not found by reflection.
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
  /// Whether the state is cleared after the first action of its dialog, like an alert.
  var isEphemeral: Bool { get }
}

extension PresentableState {
  /// `false`: the payload of a case is not cleared, because its type is not a ``PresentableState``.
  @inlinable
  public static func _$isEphemeral<Payload>(_ payload: Payload) -> Bool { false }

  /// Whether the payload of a case is cleared after its first action.
  @inlinable
  public static func _$isEphemeral<Payload: PresentableState>(_ payload: Payload) -> Bool { payload.isEphemeral }
}

/// A state that is cleared after the first action of its dialog, like an alert.
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
