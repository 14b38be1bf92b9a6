public import Presentation

/// The piece of optional state that a presenter keeps the screen in step with, as closures onto whoever owns it.
@MainActor
public struct PresentationSource {
  /// What identifies the item that the state holds now, or `nil` when it holds none. While the identity is the same, what is on screen
  /// stays and is brought up to date; with another one it is replaced.
  public let id: @MainActor () -> AnyHashable?
  /// Writes `nil` to the state. It is called only while the state holds the item that was on screen.
  public let clear: @MainActor () -> Void
  /// Called once for each item that was on screen, when its window is gone, whoever closed it.
  public let onDismiss: @MainActor () -> Void
  /// Runs the action of a button, and returns whether it wrote the state. `nil` if the id tells one presentation from the next.
  package var watchWrites: (@MainActor (_ action: () -> Void) -> Bool)?

  /// Makes a source out of its parts.
  public init(
    id: @escaping @MainActor () -> AnyHashable?, clear: @escaping @MainActor () -> Void,
    onDismiss: @escaping @MainActor () -> Void = {}
  ) {
    self.id = id
    self.clear = clear
    self.onDismiss = onDismiss
  }

  /// The same source with another action for the end of a presentation.
  package func withDismissal(_ onDismiss: @escaping @MainActor () -> Void) -> PresentationSource {
    var source = PresentationSource(id: id, clear: clear, onDismiss: onDismiss)
    source.watchWrites = watchWrites
    return source
  }

  /// The item that a binding holds.
  ///
  /// - Parameters:
  ///   - binding: The state.
  ///   - id: What identifies an item.
  ///   - onDismiss: Called once for each item that was on screen, when its window is gone.
  public init<Item, ID: Hashable>(
    _ binding: Binding<Item?>, id: KeyPath<Item, ID>, onDismiss: @escaping @MainActor () -> Void = {}
  ) {
    self.init(
      id: { binding.wrappedValue.map { AnyHashable($0[keyPath: id]) } },
      clear: { binding.wrappedValue = nil },
      onDismiss: onDismiss)
  }
}
