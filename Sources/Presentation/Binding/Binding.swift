/// A property wrapper that reads and writes a value of another owner.
///
/// A binding stores no value. It consists of a getter and a setter for one source of truth. A view that does not own a
/// value takes a binding to the value. There is then only one copy of the value:
///
/// ```swift
/// struct PlayButton: View {
///   @Binding var isPlaying: Bool
///
///   var body: some View {
///     Button(isPlaying ? "Pause" : "Play") { isPlaying.toggle() }
///   }
/// }
/// ```
///
/// The members of a binding are bindings too: `$episode.isFavorite`, `$episodes[0]`, `$item[identifiedBy: \.guid]`.
///
/// State lives on the main actor, so a binding is read and written there. The binding itself can be stored and passed
/// anywhere, for any type of value. It is `Sendable` because all of its closures belong to the main actor.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value>: Sendable {
  /// The transaction of writes to this binding: see ``animation(_:)``.
  public var transaction: Transaction

  private let get: @MainActor () -> Value
  private let set: @MainActor (Value, Transaction) -> Void
  /// Returns the identity of the binding's source of truth, if it is known.
  var identity: (@MainActor () -> BindingIdentity?)?
  /// Creates the closure that ``changeDetector()`` returns. `nil` if no other value determines this binding's value.
  var makeChangeDetector: (@MainActor () -> @MainActor () -> Bool)?

  /// Creates a binding from a getter and a setter.
  ///
  /// A binding that carries a transaction runs `set` inside ``withTransaction(_:_:)``.
  ///
  /// - Parameters:
  ///   - get: Reads the source of truth. This closure is called on each read, so it should be cheap.
  ///   - set: Writes the source of truth. This closure may refuse the write. The next read then still returns the old
  ///     value.
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (_ newValue: Value) -> Void) {
    self.init(get: get) { newValue, transaction in
      if transaction.isEmpty {
        set(newValue)
      } else {
        withTransaction(transaction) { set(newValue) }
      }
    }
  }

  /// Creates a binding whose setter receives the transaction of a write.
  ///
  /// - Parameters:
  ///   - get: Reads the source of truth.
  ///   - set: Writes the source of truth. This closure receives the binding's ``transaction``, which does not become
  ///     the current transaction.
  public init(
    get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (_ newValue: Value, _ transaction: Transaction) -> Void
  ) {
    self.transaction = Transaction()
    self.get = get
    self.set = set
  }

  /// Creates a binding from another binding's projected value, so that a closure can take `$episode` as its parameter.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// The current value of the source of truth.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { get() }
    nonmutating set {
      set(newValue, transaction)
      if BindingWrites.isRecording, let identity = identity?() { BindingWrites.record(identity) }
    }
  }

  /// The binding itself: the value of `$isPlaying` for a property that is declared `@Binding var isPlaying`.
  public var projectedValue: Binding<Value> { self }

  /// Returns a binding to a value that never changes, for previews and tests. Written values are dropped.
  public static func constant(_ value: Value) -> Binding<Value> where Value: Sendable {
    Binding(get: { value }, set: { _ in })
  }

  /// Returns a binding to a value that never changes and need not be `Sendable`. Written values are dropped.
  @MainActor @preconcurrency @_disfavoredOverload
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// A binding to a member of the value: `$episode.isFavorite` is a binding to the episode's `isFavorite`.
  ///
  /// A write reads the whole value, changes the member, and writes the whole value.
  @MainActor @preconcurrency
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
    derived(
      get: { $0[keyPath: keyPath] },
      set: {
        $0[keyPath: keyPath] = $1
        return .written
      }
    )
    .identified { [identity] in identity?()?.appending(keyPath) }
  }

  /// Returns a binding to the same source of truth whose writes change the views with this animation.
  ///
  /// - Parameter animation: The animation from the old value to the new one, or `nil` to change the views immediately.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    var binding = self
    binding.transaction.animation = animation
    return binding
  }

  /// Returns a binding to the same source of truth whose writes carry this transaction.
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    var binding = self
    binding.transaction = transaction
    return binding
  }

  /// Returns a binding to the same source of truth, with the same transaction, whose value is another form of this
  /// binding's value.
  ///
  /// - Parameters:
  ///   - get: Returns the value in the other form.
  ///   - set: Changes `value` so that its other form is `newValue`, and returns whether to write `value`. A dropped
  ///     write does not reach the source of truth.
  package func derived<Other>(
    get: @escaping @MainActor (Value) -> Other,
    set: @escaping @MainActor (_ value: inout Value, _ newValue: Other) -> Write
  ) -> Binding<Other> {
    let base = self
    return Binding<Other>(
      get: { get(base.wrappedValue) },
      set: { newValue, transaction in
        var value = base.wrappedValue
        guard case .written = set(&value, newValue) else { return }
        base.set(value, transaction)
      }
    ).transaction(transaction)
  }
}

/// The result of a write to a binding that is derived from another.
package enum Write: Sendable {
  /// The changed value is written to the source of truth.
  case written
  /// There is nothing to write. The setter of the source of truth is not called.
  case dropped
}
