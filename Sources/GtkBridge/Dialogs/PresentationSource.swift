public import Presentation

/// A piece of optional state whose value a presenter shows. The presenter reads and writes the state through these
/// closures.
@MainActor
public struct PresentationSource {
  /// Returns the identity of the item in the state, or `nil` if the state holds no item. While the identity stays the
  /// same, the dialog stays on screen and is updated. With another identity, the dialog is replaced. With `nil`, the
  /// dialog is closed.
  public let id: @MainActor () -> AnyHashable?
  /// Writes `nil` to the state. This closure is called only while the state holds the item that was on screen.
  public let clear: @MainActor () -> Void
  /// Called once for each item that was on screen, after its dialog has closed for any reason.
  public let onDismiss: @MainActor () -> Void
  /// Runs the action of a button, and returns whether the action wrote the state. Needed for state whose values all
  /// have the same identity, such as a Boolean. If this closure is `nil`, only a changed ``id`` shows that the action
  /// wrote the state.
  package var runDetectingWrites: (@MainActor (_ action: () -> Void) -> Bool)?

  /// Creates a source from its closures.
  public init(
    id: @escaping @MainActor () -> AnyHashable?, clear: @escaping @MainActor () -> Void,
    onDismiss: @escaping @MainActor () -> Void = {}
  ) {
    self.id = id
    self.clear = clear
    self.onDismiss = onDismiss
  }

  /// Returns a copy of this source with another `onDismiss`.
  package func withDismissal(_ onDismiss: @escaping @MainActor () -> Void) -> PresentationSource {
    var source = PresentationSource(id: id, clear: clear, onDismiss: onDismiss)
    source.runDetectingWrites = runDetectingWrites
    return source
  }

  /// Creates a source for the item in a binding.
  ///
  /// - Parameters:
  ///   - binding: The binding to the optional item.
  ///   - id: The key path of an item's identity.
  ///   - onDismiss: Called once for each item that was on screen, after its dialog has closed.
  public init<Item, ID: Hashable>(
    _ binding: Binding<Item?>, id: KeyPath<Item, ID>, onDismiss: @escaping @MainActor () -> Void = {}
  ) {
    self.init(
      id: { binding.wrappedValue.map { AnyHashable($0[keyPath: id]) } },
      clear: { binding.wrappedValue = nil },
      onDismiss: onDismiss)
  }
}
