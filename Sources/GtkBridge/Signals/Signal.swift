public import CGtk

/// The name of a GObject signal, with the type of the closures that can be connected to it.
///
/// The *shape* of a signal is its arguments and its result. The shapes of GTK's signals are in `Signal+Shapes.swift`,
/// signals that are often used are in `Signal+Names.swift`, and the signals of drags, with their shapes, are in
/// `Signal+Drags.swift`. Any other signal is created from its name with the function of its shape:
///
/// ```swift
/// connect(list, .position("activate")) { position in open(items[Int(position)]) }
/// ```
public struct Signal<Handler>: Sendable {
  let name: StaticString
  /// The C function that GObject calls. The function finds the closure in its own last argument.
  let trampoline: GCallback

  /// Creates a signal with a shape that `Signal+Shapes.swift` does not have.
  ///
  /// - Parameters:
  ///   - name: The name in GTK's documentation, such as `clicked`.
  ///   - trampoline: A C function with the signal's own signature. It passes its last argument to
  ///     ``handler(behind:)``, and calls the result.
  public init(_ name: StaticString, trampoline: @escaping GCallback) {
    self.name = name
    self.trampoline = trampoline
  }

  /// Returns the connected closure, or `nil` if the closure has been released. Trampolines call this function.
  ///
  /// - Parameter data: The last argument of the trampoline.
  @MainActor public static func handler(behind data: UnsafeMutableRawPointer?) -> Handler? {
    guard let data else { return nil }
    // Safe because `data` is the `HandlerConnection<Handler>` that `connect` passed to GObject. GObject holds it during
    // the emission.
    return unsafeDowncast(
      Unmanaged<SignalConnection>.fromOpaque(data).takeUnretainedValue(), to: HandlerConnection<Handler>.self
    ).handler
  }
}
