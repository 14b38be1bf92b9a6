/// A way into one case of an enum: wraps the payload of the case, and gets it out again.
///
/// It is to an enum what a key path is to a struct. One is written for each case that carries another feature's state or actions:
///
/// ```swift
/// enum Action: CasePathable {
///   case child(Child.Action)
///
///   struct AllCasePaths {
///     var child: CasePath<Action, Child.Action> {
///       CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
///
/// It is then named like a key path, `\.child`: see ``CaseKeyPath``.
@dynamicMemberLookup
public struct CasePath<Root, Value> {
  @usableFromInline let wrap: (Value) -> Root
  @usableFromInline let unwrap: (Root) -> Value?
  /// Whether it is the way from a value to itself, which need not be gone.
  @usableFromInline var isItself = false

  /// Makes a way into a case.
  ///
  /// - Parameters:
  ///   - embed: Makes the enum out of the case's payload: the case itself, `Action.child`.
  ///   - extract: Gives the payload, or `nil` if the enum is in another case.
  @inlinable
  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    wrap = embed
    unwrap = extract
  }

  /// Makes the enum out of the payload.
  @inlinable
  public func embed(_ value: Value) -> Root { wrap(value) }

  /// The payload, or `nil` if the enum is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? { unwrap(root) }

  /// The way through this case into one of its payload's own cases.
  @inlinable
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, CasePath<Value, Member>>
  ) -> CasePath<Root, Member> where Value: CasePathable {
    let member = Value.allCasePaths[keyPath: keyPath]
    if isItself, let member = member as? CasePath<Root, Member> { return member }
    return CasePath<Root, Member>(embed: { wrap(member.embed($0)) }, extract: { unwrap($0).flatMap(member.extract(from:)) })
  }
}

extension CasePath where Root == Value {
  /// The way from a value to itself, with which each ``CaseKeyPath`` begins.
  public static var itself: CasePath {
    var path = CasePath(embed: { $0 }, extract: { $0 })
    path.isItself = true
    return path
  }
}

/// Another spelling of ``CasePath``.
public typealias AnyCasePath = CasePath

/// The name of a case, or of a case in a case, written like a key path: `\.destination.edit`.
public typealias CaseKeyPath<Root, Value> = KeyPath<CasePath<Root, Root>, CasePath<Root, Value>>

extension CasePath {
  /// The case path that a case key path names.
  @usableFromInline
  init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = CasePath<Root, Root>.itself[keyPath: keyPath]
  }
}

/// An enum that has a ``CasePath`` for its cases.
///
/// With `@dynamicMemberLookup` on the enum its payloads are optional properties: `state.destination?.edit`.
public protocol CasePathable {
  /// The type that has a property for each case.
  associatedtype AllCasePaths
  /// The case paths of the enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// Where the names of the cases begin: `\Action.Cases.child` is `\.child` with its root.
  public typealias Cases = CasePath<Self, Self>

  /// The payload of a case, or `nil` if the enum is in another case.
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, CasePath<Self, Value>>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// The payload of a case, or `nil` if the enum is in another case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    CasePath(keyPath).extract(from: self)
  }

  /// Replaces the payload of the case that the enum is in: `destination[case: \.edit] = Edit.State()`. In another case nothing is changed, and it is
  /// reported as a `Misuse`.
  @_disfavoredOverload
  public subscript<Value>(
    case keyPath: CaseKeyPath<Self, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    @available(*, unavailable)
    get { preconditionFailure("The payload of a case that the enum may not be in is optional.") }
    set { modify(keyPath, { $0 = newValue }, fileID: fileID, line: line) }
  }

  /// Whether the enum is in a case: `action.is(\.saveButtonClicked)`.
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    CasePath(keyPath).extract(from: self) != nil
  }

  /// Changes the payload of a case in place, if the enum is in that case. Otherwise nothing is changed, and the call is reported as a `Misuse`.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, _ change: (inout Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let path = CasePath(keyPath)
    guard var value = path.extract(from: self) else {
      return Misuse("“modify” was called for a case that “\(self)” is not in. Nothing was changed.", fileID: fileID, line: line).report()
    }
    change(&value)
    self = path.embed(value)
  }
}

extension Optional: CasePathable {
  /// The case path of an optional that has a value, and of the value's own cases: `\.edit` for `\.some.edit`.
  @dynamicMemberLookup
  public struct AllCasePaths {
    /// The value that is there.
    public var some: CasePath<Wrapped?, Wrapped> { CasePath(embed: { $0 }, extract: { $0 }) }

    /// A case of the value that is there.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, CasePath<Wrapped, Member>>
    ) -> CasePath<Wrapped?, Member> where Wrapped: CasePathable {
      let member = Wrapped.allCasePaths[keyPath: keyPath]
      return CasePath<Wrapped?, Member>(embed: { member.embed($0) }, extract: { $0.flatMap(member.extract(from:)) })
    }
  }

  /// The case paths of an optional.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
