extension View {
  /// Handles the addresses and files that the program is asked to open. These come from the command line, from the
  /// desktop, or from a second start of the program.
  ///
  /// ```swift
  /// LibraryView(model: model).onOpenURL { model.subscribe(to: $0) }
  /// ```
  ///
  /// The newest window of the program's first scene receives the addresses. All views with this modifier in this window
  /// handle the addresses, including views on a page that is not visible.
  ///
  /// - Parameter action: Called with each address. A file has a `file:` address.
  public nonisolated func onOpenURL(perform action: @escaping @MainActor (_ address: String) -> Void) -> some View {
    AddressHandlingView(content: self, action: action)
  }
}

/// The views in a window that handle addresses, with their actions.
@MainActor
final class AddressHandlers {
  /// The actions in the order in which they were last set. The owner is the node of the view.
  private var handlers: [(owner: ObjectIdentifier, action: @MainActor (String) -> Void)] = []

  func set(_ action: @escaping @MainActor (String) -> Void, of owner: AnyObject) {
    remove(owner)
    handlers.append((ObjectIdentifier(owner), action))
  }

  func remove(_ owner: AnyObject) {
    handlers.removeAll { $0.owner == ObjectIdentifier(owner) }
  }

  /// Passes addresses to the views. Returns `false` if no view handles addresses.
  func handle(_ addresses: [String]) -> Bool {
    // The loop uses a copy, because an action may add or remove views and thereby change the handlers.
    let currentHandlers = handlers
    for address in addresses {
      for handler in currentHandlers { handler.action(address) }
    }
    return !currentHandlers.isEmpty
  }
}

private struct AddressHandlersKey: EnvironmentKey {
  static var defaultValue: AddressHandlers? { nil }
}

extension EnvironmentValues {
  /// The views in the window that handle addresses. `nil` if the program is not an ``App``.
  var addressHandlers: AddressHandlers? {
    get { self[AddressHandlersKey.self] }
    set { self[AddressHandlersKey.self] = newValue }
  }
}

/// A view that handles addresses.
private nonisolated struct AddressHandlingView<Content: View>: ModifyingView {
  let content: Content
  let action: @MainActor (String) -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    AddressHandlingNode(view, in: context)
  }
}

@MainActor
private final class AddressHandlingNode<Content: View>: ModifierNode<AddressHandlingView<Content>> {
  override init(_ view: AddressHandlingView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    environment.addressHandlers?.set(view.action, of: self)
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override func update(to view: AddressHandlingView<Content>) {
    super.update(to: view)
    environment.addressHandlers?.set(view.action, of: self)
  }

  override func willUnmount() {
    environment.addressHandlers?.remove(self)
  }
}
