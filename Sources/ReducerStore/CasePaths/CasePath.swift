/// A path to one case of an enum. The path creates the enum from the payload of the case, and extracts the payload from
/// the enum.
///
/// A case path refers to a case of an enum, as a key path refers to a property of a struct. `@CasePathable` adds a case
/// path for each case. Without the macro, the enum declares its case paths itself:
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
/// The case path of this example is written like a key path: `\.child`. See ``CaseKeyPath``.
@dynamicMemberLookup
public struct CasePath<Root, Value> {
  /// The closure of ``embed(_:)``. Creates the enum from a payload.
  @usableFromInline let wrap: (Value) -> Root
  /// The closure of ``extract(from:)``. Returns the payload, or `nil` if the enum is in another case.
  @usableFromInline let unwrap: (Root) -> Value?
  /// Whether this is the path from a value to itself. Appending a case to this path returns the path of the case, so
  /// the result does not call two more closures.
  @usableFromInline var isItself = false

  /// Creates a path to a case.
  ///
  /// - Parameters:
  ///   - embed: Creates the enum from the payload of the case. The case itself is such a function: `Action.child`.
  ///   - extract: Returns the payload, or `nil` if the enum is in another case.
  @inlinable
  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    wrap = embed
    unwrap = extract
  }

  /// Returns the enum in this case, with a payload.
  @inlinable
  public func embed(_ value: Value) -> Root { wrap(value) }

  /// Returns the payload, or `nil` if the enum is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? { unwrap(root) }

  /// The path from the root to a case of the payload: `\.destination.edit`.
  @inlinable
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, CasePath<Value, Member>>
  ) -> CasePath<Root, Member> where Value: CasePathable {
    let member = Value.allCasePaths[keyPath: keyPath]
    if isItself, let member = member as? CasePath<Root, Member> { return member }
    return CasePath<Root, Member>(
      embed: { wrap(member.embed($0)) }, extract: { unwrap($0).flatMap(member.extract(from:)) })
  }
}

extension CasePath where Root == Value {
  /// The path from a value to itself. Each ``CaseKeyPath`` begins with it.
  public static var itself: CasePath {
    var path = CasePath(embed: { $0 }, extract: { $0 })
    path.isItself = true
    return path
  }
}

/// The name of ``CasePath`` in the Composable Architecture.
public typealias AnyCasePath = CasePath

/// The name of a case, or of a nested case, written like a key path: `\.destination.edit`.
public typealias CaseKeyPath<Root, Value> = KeyPath<CasePath<Root, Root>, CasePath<Root, Value>>

extension CasePath {
  /// Creates the case path that a case key path names.
  @usableFromInline
  init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = CasePath<Root, Root>.itself[keyPath: keyPath]
  }
}

/// An enum that has a ``CasePath`` for each of its cases.
///
/// With `@dynamicMemberLookup` on the enum, the payloads are optional properties: `state.destination?.edit`.
public protocol CasePathable {
  /// The type that has a property for each case.
  associatedtype AllCasePaths
  /// The case paths of the enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of the case key paths: `\Action.Cases.child` is the full spelling of `\.child`.
  public typealias Cases = CasePath<Self, Self>

  /// The payload of a case, or `nil` if the enum is in another case.
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, CasePath<Self, Value>>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// The payload of a case, or `nil` if the enum is in another case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    CasePath(keyPath).extract(from: self)
  }

  /// Replaces the payload of a case: `destination[case: \.edit] = Edit.State()`. If the enum is in another case, the
  /// enum does not change, and the write is reported as a `Misuse`, after which the program continues.
  @_disfavoredOverload
  public subscript<Value>(
    case keyPath: CaseKeyPath<Self, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    @available(*, unavailable, message: "The payload is optional, because the enum may be in another case.")
    get { preconditionFailure("The payload is optional, because the enum may be in another case.") }
    set { modify(keyPath, { $0 = newValue }, fileID: fileID, line: line) }
  }

  /// Whether the enum is in a case: `action.is(\.saveButtonClicked)`.
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    CasePath(keyPath).extract(from: self) != nil
  }

  /// Changes the payload of a case. If the enum is in another case, the enum does not change, and the call is reported
  /// as a `Misuse`.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, _ change: (inout Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let path = CasePath(keyPath)
    guard var value = path.extract(from: self) else {
      return Misuse(
        "The payload of a case was written, but the enum is in another case: “\(self)”. Nothing was changed.",
        fileID: fileID, line: line
      ).report()
    }
    change(&value)
    self = path.embed(value)
  }
}

extension Optional: CasePathable {
  /// The case paths of an optional: the path of the case `some`, and the paths of the cases of its value. `\.edit` is
  /// short for `\.some.edit`. There is no path for the case `none`.
  @dynamicMemberLookup
  public struct AllCasePaths {
    /// The path to the value, if the optional is not `nil`.
    public var some: CasePath<Wrapped?, Wrapped> { CasePath(embed: { $0 }, extract: { $0 }) }

    /// The path to a case of the value.
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
