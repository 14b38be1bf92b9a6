public import CGtk

/// A signal by name, with the type of the closures that can be connected to it.
///
/// The handler shapes of GTK's signals are in `Signal+Shapes.swift`, and signals by name are in `Signal+Names.swift`. Any other signal of one of
/// these shapes is created where it is needed:
///
/// ```swift
/// connect(list, .position("activate")) { position in open(items[Int(position)]) }
/// ```
public struct Signal<Handler>: Sendable {
  let name: StaticString
  /// The C function that GObject calls. It finds the closure in its last argument.
  let trampoline: GCallback

  /// Creates a signal with a shape of its own.
  ///
  /// - Parameters:
  ///   - name: The name in GTK's documentation, such as `clicked`.
  ///   - trampoline: A C function with the signal's own signature. Pass its last argument to ``handler(behind:)``.
  public init(_ name: StaticString, trampoline: @escaping GCallback) {
    self.name = name
    self.trampoline = trampoline
  }

  /// Returns the connected closure for a trampoline to call, or `nil` if the closure is gone.
  @MainActor public static func handler(behind data: UnsafeMutableRawPointer?) -> Handler? {
    guard let data else { return nil }
    // Safe because `connect` gave this very object to GObject, which holds it during the emission.
    return unsafeDowncast(
      Unmanaged<SignalConnection>.fromOpaque(data).takeUnretainedValue(), to: HandlerConnection<Handler>.self
    ).handler
  }
}
