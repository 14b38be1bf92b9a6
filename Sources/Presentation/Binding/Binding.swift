/// A value that can be read and written, and that somebody else owns.
///
/// A binding stores nothing: it is a way to get and a way to set, onto one source of truth. A view that does not own a value takes a
/// binding to it, so that there is one copy, and not two that must be kept alike:
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
/// Its members are bindings too: `$episode.isFavorite`, `$episodes[0]`, `$item[identifiedBy: \.guid]`.
///
/// State lives on the main actor, so a binding is read and written there. The binding itself can be stored and passed anywhere, whatever
/// its value is: it is `Sendable` because both of its closures belong to the main actor.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value>: Sendable {
  /// How the views are to change when this binding is written: see ``animation(_:)``.
  public var transaction: Transaction

  private let get: @MainActor () -> Value
  private let set: @MainActor (Value, Transaction) -> Void
  /// What it is onto, if that is known.
  var identity: (@MainActor () -> BindingIdentity?)?
  /// Remembers the value that decides this one. `nil` if that is this value itself.
  var makeSnapshot: (@MainActor () -> @MainActor () -> Bool)?

  /// Makes a binding out of a way to read a value and a way to write it.
  ///
  /// A binding that carries a transaction runs `set` inside ``withTransaction(_:_:)``.
  ///
  /// - Parameters:
  ///   - get: Reads the source of truth. It is called on each read, so it should be cheap.
  ///   - set: Writes the source of truth. It may refuse: the next read then still gives the old value.
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (_ newValue: Value) -> Void) {
    self.init(get: get) { newValue, transaction in
      if transaction.isEmpty {
        set(newValue)
      } else {
        withTransaction(transaction) { set(newValue) }
      }
    }
  }

  /// Makes a binding whose setter wants to know how the views are to change.
  ///
  /// - Parameters:
  ///   - get: Reads the source of truth.
  ///   - set: Writes the source of truth. It is given the binding's ``transaction``, which is not made current for it.
  public init(
    get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (_ newValue: Value, _ transaction: Transaction) -> Void
  ) {
    self.transaction = Transaction()
    self.get = get
    self.set = set
  }

  /// Makes a binding out of another's projected value, so that a closure can take `$episode` as its parameter.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// The value that the source of truth holds at this moment.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { get() }
    nonmutating set {
      set(newValue, transaction)
      if BindingWrites.isRecording, let identity = identity?() { BindingWrites.note(identity) }
    }
  }

  /// The binding itself: what `$isPlaying` means for a property that is declared `@Binding var isPlaying`.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a value that never changes, for previews and tests. What is written to it is dropped.
  public static func constant(_ value: Value) -> Binding<Value> where Value: Sendable {
    Binding(get: { value }, set: { _ in })
  }

  /// A binding to a value that never changes and may not leave the main actor. What is written to it is dropped.
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

  /// A binding onto the same source of truth whose writes change the views with this animation.
  ///
  /// - Parameter animation: How the views get from the old value to the new one, or `nil` to change them at once.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    var binding = self
    binding.transaction.animation = animation
    return binding
  }

  /// A binding onto the same source of truth whose writes carry this transaction.
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    var binding = self
    binding.transaction = transaction
    return binding
  }

  /// A binding onto the same source of truth that reads and writes it in another form, and carries the same transaction.
  ///
  /// - Parameters:
  ///   - get: Gives the value in the other form.
  ///   - set: Changes the value, and says whether it is to be written: a write that is dropped does not reach the source of truth.
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

/// What became of a write to a binding that is derived from another.
package enum Write: Sendable {
  /// The value was changed: it is given to the source of truth.
  case written
  /// There is nothing to write: the source of truth does not hear of it.
  case dropped
}
