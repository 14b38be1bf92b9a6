internal import Synchronization

/// Records whether a ``BindingReducer`` has applied a ``BindingAction``, for a report if none has. All copies of the
/// action share the receipt.
@usableFromInline
package final class BindingReceipt: Sendable {
  /// The receipt of the action that is being sent. The engine of the store removes the receipt from this property when
  /// it receives the action.
  @MainActor private static var sent: BindingReceipt?
  /// The receipt of the action that is being reduced.
  private static let reduced = Mutex<BindingReceipt?>(nil)

  private static let anyCreated = Atomic<Bool>(false)
  /// Whether any receipt was ever created in this process. If `false`, no action contains a receipt, and no search is
  /// needed.
  static var isAnyCreated: Bool { anyCreated.load(ordering: .relaxed) }

  private let applied = Atomic<Bool>(false)
  private let fileID: StaticString
  private let line: UInt

  init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
    Self.anyCreated.store(true, ordering: .relaxed)
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

  /// Returns the receipt of the first ``BindingAction`` in an action, or `nil` if there is none. The payloads of all
  /// nested cases are searched by reflection.
  package static func first(in action: Any) -> BindingReceipt? {
    isAnyCreated ? first(in: action, depth: 0) : nil
  }

  /// The maximum number of nested payloads that are searched. Real actions are less deep.
  private static var maximumDepth: Int { 32 }

  private static func first(in action: Any, depth: Int) -> BindingReceipt? {
    let mirror = Mirror(reflecting: action)
    guard depth < maximumDepth, mirror.displayStyle == .enum || mirror.displayStyle == .tuple else { return nil }
    for (label, payload) in mirror.children {
      if label == "binding", let binding = payload as? any AnyBindingAction { return binding.receipt }
      if let receipt = first(in: payload, depth: depth + 1) { return receipt }
    }
    return nil
  }

  /// Calls a closure that sends an action with a receipt. If the action does not reach an engine, it is not reported.
  ///
  /// - Parameters:
  ///   - receipt: The receipt, or `nil` for an action without a ``BindingAction``.
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

  /// Calls a closure that reduces an action. During the call, the receipt of the action is the current receipt. The
  /// receipt is `nil` for an action without a ``BindingAction``.
  @MainActor
  package static func reducing<Result>(_ receipt: BindingReceipt?, _ reduce: () -> Result) -> Result {
    guard isAnyCreated else { return reduce() }
    let outer = reduced.withLock { current in
      defer { current = receipt }
      return current
    }
    defer { reduced.withLock { $0 = outer } }
    return reduce()
  }

  /// Calls a closure that reduces an action. If no ``BindingReducer`` has applied the action afterwards, the action is
  /// reported.
  @MainActor
  func checking<Result>(_ action: Any, _ reduce: () -> Result) -> Result {
    isApplied = false
    let result = Self.reducing(self, reduce)
    if !isApplied { Misuse(Self.message(action), fileID: fileID, line: line).report() }
    return result
  }

  /// Marks the action that is being reduced as applied. An action that was already reported for another reason is then
  /// not reported again.
  static func suppressReport() {
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

  /// Returns `nil` if actions of the type cannot contain a ``BindingAction``, or no receipt was created in this process
  /// yet.
  init?() {
    guard BindingReceipt.isAnyCreated else { return nil }
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

  /// Returns the receipt of an action, or `nil` if the action contains no ``BindingAction``.
  func receipt(of action: Action) -> BindingReceipt? { find(action) }
}

extension Store {
  /// Sends the ``BindingAction`` of a control. If no reducer applies the action, it is reported at the line that
  /// created the store. Sends nothing if the feature was removed.
  func sendBinding<Root, Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, embed: (BindingAction<Root>) -> Action
  ) {
    guard core.isPresent else { return }
    let location = core.location
    send(embed(.set(keyPath, value, fileID: location.fileID, line: location.line)))
  }
}
