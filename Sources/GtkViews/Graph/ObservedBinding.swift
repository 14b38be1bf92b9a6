/// The binding of a control, with the value that the body of the control's view read from it.
///
/// Reading the value in the body makes the body depend on the binding. A control that the user changes directly, such
/// as a switch, shows the current value again after each write, because a binding may reject a value or change it.
struct ObservedBinding<Value: Equatable> {
  private let binding: Binding<Value>
  /// The value when the body was evaluated.
  let observedValue: Value

  /// Reads the binding. Call this initialiser in the body.
  @MainActor init(_ binding: Binding<Value>) {
    self.binding = binding
    observedValue = binding.wrappedValue
  }

  /// The current value.
  @MainActor var value: Value { binding.wrappedValue }

  /// Writes the value that the user has set in the control, unless the binding already has this value.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - show: Shows the current value in the control. Called after the update that the write causes. If the binding
  ///     rejects the value, no body is evaluated, and only this call resets the control.
  @MainActor func write(_ value: Value, thenShow show: (@MainActor () -> Void)? = nil) {
    guard value != binding.wrappedValue else { return }
    binding.wrappedValue = value
    if let show { ViewGraph.shared.afterUpdate(show) }
  }
}
