/// What tells one presentation from another in its place: the case of an enum of destinations, and the `id` of a state that has one.
public struct PresentationID: Hashable {
  private let caseName: String?
  private let id: AnyHashable?

  /// Makes an identity.
  ///
  /// - Parameters:
  ///   - caseName: The case of an enum of destinations.
  ///   - id: The identity of the state that is presented, if it has one.
  public init(caseName: String? = nil, id: AnyHashable? = nil) {
    self.caseName = caseName
    self.id = id
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
@MainActor
final class PresentationInspector<State> {
  private var kind: Kind?

  private enum Kind {
    /// It says so itself, or it is an enum, whose case must be looked at.
    case varied
    /// A value without an identity: each is the same.
    case plain
    /// A value with an `id`.
    case identified
  }

  func id(of state: State) -> PresentationID {
    switch kind(of: state) {
    case .varied, .identified: PresentationID(of: state)
    case .plain: PresentationID()
    }
  }

  func isEphemeral(_ state: State) -> Bool {
    switch kind(of: state) {
    case .varied: PresentationID.isEphemeral(state)
    case .plain, .identified: false
    }
  }

  private func kind(of state: State) -> Kind {
    if let kind { return kind }
    let newKind: Kind =
      if state is any PresentableState || Mirror(reflecting: state).displayStyle == .enum {
        .varied
      } else {
        state is any Identifiable ? .identified : .plain
      }
    kind = newKind
    return newKind
  }
}

/// A state that says by itself which presentation it is: quicker than looking at it.
public protocol PresentableState {
  /// What tells it from another state in its place.
  var presentationID: PresentationID { get }
  /// Whether it goes away with the first action that comes from it, as an alert does.
  var isEphemeral: Bool { get }
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
