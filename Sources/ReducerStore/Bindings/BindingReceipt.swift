internal import Synchronization

/// Records whether a ``BindingReducer`` has applied a ``BindingAction``, and the line that created the action.
@usableFromInline
package final class BindingReceipt: Sendable {
  /// The receipt of the action that is being sent, until the engine of its store takes it.
  @MainActor private static var sent: BindingReceipt?
  /// The receipt of the action that is being reduced.
  private static let reduced = Mutex<BindingReceipt?>(nil)

  private static let anyMade = Atomic<Bool>(false)
  /// Whether any receipt was ever created in this process. If not, actions need not be searched for receipts.
  static var isAnyMade: Bool { anyMade.load(ordering: .relaxed) }

  private let applied = Atomic<Bool>(false)
  private let fileID: StaticString
  private let line: UInt

  init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
    Self.anyMade.store(true, ordering: .relaxed)
  }

  /// Whether a ``BindingReducer`` has applied the action.
  package var isApplied: Bool {
    get { applied.load(ordering: .relaxed) }
    set { applied.store(newValue, ordering: .relaxed) }
  }

  /// Returns the message for an action that no reducer has applied.
  package static func message(_ action: Any) -> String {
    "No “BindingReducer” has applied “\(action)”, so the state was not changed. Add “BindingReducer()” to the body of the feature."
  }

  /// Returns the receipt of the first ``BindingAction`` in an action, or `nil`. It searches the payloads of all nested
  /// cases by reflection.
  package static func inside(_ action: Any) -> BindingReceipt? {
    isAnyMade ? inside(action, depth: 0) : nil
  }

  private static func inside(_ action: Any, depth: Int) -> BindingReceipt? {
    let mirror = Mirror(reflecting: action)
    guard depth < 32, mirror.displayStyle == .enum || mirror.displayStyle == .tuple else { return nil }
    for (label, payload) in mirror.children {
      if label == "binding", let binding = payload as? any AnyBindingAction { return binding.receipt }
      if let receipt = inside(payload, depth: depth + 1) { return receipt }
    }
    return nil
  }

  /// Calls a closure that sends an action. The engine takes the receipt. An action that does not reach the engine is
  /// not reported.
  ///
  /// - Parameters:
  ///   - receipt: The receipt, or `nil` for an action that writes no field.
  ///   - send: Sends the action.
  @MainActor
  static func sending<Result>(_ receipt: BindingReceipt?, _ send: () -> Result) -> Result {
    guard let receipt else { return send() }
    sent = receipt
    defer { sent = nil }
    return send()
  }

  /// Returns the receipt of the action that is being sent, or `nil`, and clears it.
  @MainActor
  static func takeSent() -> BindingReceipt? {
    guard let receipt = sent else { return nil }
    sent = nil
    return receipt
  }

  /// Calls a closure that reduces an action, with the action's receipt as the current one. It is `nil` if the action
  /// writes no field.
  @MainActor
  package static func reducing<Result>(_ receipt: BindingReceipt?, _ reduce: () -> Result) -> Result {
    guard isAnyMade else { return reduce() }
    let outer = reduced.withLock { current in
      defer { current = receipt }
      return current
    }
    defer { reduced.withLock { $0 = outer } }
    return reduce()
  }

  /// Calls a closure that reduces an action. Reports the action if no ``BindingReducer`` has applied it.
  @MainActor
  func checking<Result>(_ action: Any, _ reduce: () -> Result) -> Result {
    isApplied = false
    let result = Self.reducing(self, reduce)
    if !isApplied { Misuse(Self.message(action), fileID: fileID, line: line).report() }
    return result
  }

  /// Prevents a second report of the current action, which was reported for another reason.
  static func noteReport() {
    reduced.withLock { $0?.isApplied = true }
  }
}

/// A ``BindingAction`` of any state.
private protocol AnyBindingAction {
  var receipt: BindingReceipt { get }
}

extension BindingAction: AnyBindingAction {}

/// Finds the receipts in actions of one type.
struct BindingReceiptFinder<Action> {
  private let find: (Action) -> BindingReceipt?

  /// Returns `nil` if actions of the type cannot write fields, or no receipt was created in this process yet.
  init?() {
    guard BindingReceipt.isAnyMade else { return nil }
    func bindable<A: BindableAction>(_: A.Type) -> (Action) -> BindingReceipt? {
      { action in (action as? A)?.binding?.receipt }
    }
    func view<A: ViewAction>(_: A.Type) -> ((Action) -> BindingReceipt?)? {
      guard A.ViewAction.self is any BindableAction.Type else { return nil }
      return { action in
        guard let payload = Mirror(reflecting: action).children.first, payload.label == "view" else { return nil }
        return (payload.value as? any BindableAction).flatMap { Self.receipt(of: $0) }
      }
    }
    let bindable = (Action.self as? any BindableAction.Type).map { bindable($0) }
    let view = (Action.self as? any ViewAction.Type).flatMap { view($0) }
    switch (bindable, view) {
    case (let bindable?, let view?): find = { bindable($0) ?? view($0) }
    case (let found?, nil), (nil, let found?): find = found
    case (nil, nil): return nil
    }
  }

  private static func receipt(of action: some BindableAction) -> BindingReceipt? { action.binding?.receipt }

  /// Returns the receipt of an action, or `nil` if the action writes no field.
  func receipt(of action: Action) -> BindingReceipt? { find(action) }
}

extension Store {
  /// Sends the write of a control. If no reducer applies it, it is reported at the line that created the store.
  func sendBinding<Root, Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, embed: (BindingAction<Root>) -> Action
  ) {
    guard core.isPresent else { return }
    let location = core.location
    send(embed(.set(keyPath, value, fileID: location.fileID, line: location.line)))
  }
}
