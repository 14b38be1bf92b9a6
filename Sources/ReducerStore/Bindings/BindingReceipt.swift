internal import Synchronization

/// Records whether a ``BindingReducer`` has applied a ``BindingAction``. A ``BindingAction`` that no reducer has
/// applied is reported. All copies of a ``BindingAction`` share its receipt.
@usableFromInline
package final class BindingReceipt: Sendable {
  /// The receipt of the action that is being sent. The ``Engine``, which reduces the actions of a store, sets this
  /// property to `nil` when it receives the action.
  @MainActor private static var beingSent: BindingReceipt?
  /// The receipt of the action that is being reduced.
  private static let beingReduced = Mutex<BindingReceipt?>(nil)

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

  /// Returns the receipt of the first ``BindingAction`` in a case `binding` of an action, or `nil` if there is none.
  /// Searches the payloads of all nested cases by reflection, which is slow. A store uses ``BindingReceiptFinder``
  /// instead.
  package static func firstReceipt(in action: Any) -> BindingReceipt? {
    isAnyCreated ? searchPayloads(of: action, depth: 0) : nil
  }

  /// The depth of nesting at which the search of payloads stops. Real actions are less deep.
  private static var maximumDepth: Int { 32 }

  private static func searchPayloads(of action: Any, depth: Int) -> BindingReceipt? {
    let mirror = Mirror(reflecting: action)
    guard depth < maximumDepth, mirror.displayStyle == .enum || mirror.displayStyle == .tuple else { return nil }
    for (label, payload) in mirror.children {
      if label == "binding", let binding = payload as? any AnyBindingAction { return binding.receipt }
      if let receipt = searchPayloads(of: payload, depth: depth + 1) { return receipt }
    }
    return nil
  }

  /// Calls a closure that sends an action. The first call of `takeSent()` in the closure returns the receipt of the
  /// action.
  ///
  /// - Parameters:
  ///   - receipt: The receipt, or `nil` for an action without a ``BindingAction``.
  ///   - send: Sends the action.
  @MainActor
  static func sending<Result>(_ receipt: BindingReceipt?, _ send: () -> Result) -> Result {
    guard let receipt else { return send() }
    beingSent = receipt
    defer { beingSent = nil }
    return send()
  }

  /// Returns the receipt of the action that is being sent, or `nil` if the action has none. A second call returns
  /// `nil`.
  @MainActor
  static func takeSent() -> BindingReceipt? {
    guard let receipt = beingSent else { return nil }
    beingSent = nil
    return receipt
  }

  /// Calls a closure that reduces an action. During the call, `suppressReport()` marks the action as applied.
  ///
  /// - Parameters:
  ///   - receipt: The receipt of the action, or `nil` for an action without a ``BindingAction``.
  ///   - reduce: Reduces the action.
  @MainActor
  package static func reducing<Result>(_ receipt: BindingReceipt?, _ reduce: () -> Result) -> Result {
    guard isAnyCreated else { return reduce() }
    let outer = beingReduced.withLock { current in
      defer { current = receipt }
      return current
    }
    defer { beingReduced.withLock { $0 = outer } }
    return reduce()
  }

  /// Calls a closure that reduces an action with this receipt. Reports the action if no ``BindingReducer`` has applied
  /// it during the call.
  @MainActor
  func checking<Result>(_ action: Any, _ reduce: () -> Result) -> Result {
    isApplied = false
    let result = Self.reducing(self, reduce)
    if !isApplied { Misuse(Self.message(action), fileID: fileID, line: line).report() }
    return result
  }

  /// Marks the action that is being reduced as applied, because it was already reported for another reason.
  static func suppressReport() {
    beingReduced.withLock { $0?.isApplied = true }
  }
}

/// A ``BindingAction`` of any state.
private protocol AnyBindingAction {
  var receipt: BindingReceipt { get }
}

extension BindingAction: AnyBindingAction {}

/// Finds the receipts in actions of one type. Searches the case `binding` of the actions, and the case `binding` in the
/// payload of the case `view`.
struct BindingReceiptFinder<Action> {
  private let find: (Action) -> BindingReceipt?

  /// Creates the finder. Returns `nil` if actions of the type cannot contain a ``BindingAction``, or if no receipt
  /// was created in this process yet.
  init?() {
    guard BindingReceipt.isAnyCreated else { return nil }
    func findInBinding<A: BindableAction>(_: A.Type) -> (Action) -> BindingReceipt? {
      { action in (action as? A)?.binding?.receipt }
    }
    func findInView<A: ViewAction>(_: A.Type) -> ((Action) -> BindingReceipt?)? {
      guard A.ViewAction.self is any BindableAction.Type else { return nil }
      return { action in
        guard let payload = Mirror(reflecting: action).children.first, payload.label == "view" else { return nil }
        return (payload.value as? any BindableAction).flatMap { Self.receipt(of: $0) }
      }
    }
    let inBinding = (Action.self as? any BindableAction.Type).map { findInBinding($0) }
    let inView = (Action.self as? any ViewAction.Type).flatMap { findInView($0) }
    switch (inBinding, inView) {
    case (let inBinding?, let inView?): find = { inBinding($0) ?? inView($0) }
    case (let only?, nil), (nil, let only?): find = only
    case (nil, nil): return nil
    }
  }

  private static func receipt(of action: some BindableAction) -> BindingReceipt? { action.binding?.receipt }

  /// Returns the receipt of an action, or `nil` if the action contains no ``BindingAction``.
  func receipt(of action: Action) -> BindingReceipt? { find(action) }
}

extension Store {
  /// Sends the ``BindingAction`` of a control, or nothing if the feature was removed. If no reducer applies the action,
  /// the action is reported at the line that created the store.
  func sendBinding<Root, Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, embed: (BindingAction<Root>) -> Action
  ) {
    guard core.isPresent else { return }
    let location = core.location
    send(embed(.set(keyPath, value, fileID: location.fileID, line: location.line)))
  }
}
