public import CGtk

/// A signal by name, with the type of the closures that can be connected to it.
///
/// The shapes of handlers that GTK's signals have are in `Signal+Shapes.swift`, and signals by name in `Signal+Names.swift`. Any other
/// signal of one of these shapes is made where it is needed:
///
/// ```swift
/// connect(list, .position("activate")) { position in open(items[Int(position)]) }
/// ```
public struct Signal<Handler>: Sendable {
  let name: StaticString
  /// The C function that GObject calls, which finds the closure behind its last argument.
  let trampoline: GCallback

  /// Makes a signal of a shape of its own.
  ///
  /// - Parameters:
  ///   - name: The name as GTK's documentation has it, such as `clicked`.
  ///   - trampoline: A C function of the signal's own signature. Its last argument is for ``handler(behind:)``.
  public init(_ name: StaticString, trampoline: @escaping GCallback) {
    self.name = name
    self.trampoline = trampoline
  }

  /// The closure that was connected, for a trampoline to call; `nil` if it is gone.
  @MainActor public static func handler(behind data: UnsafeMutableRawPointer?) -> Handler? {
    guard let data else { return nil }
    // Safe because `connect` gave this very object to GObject, which holds it during the emission.
    return unsafeDowncast(
      Unmanaged<SignalConnection>.fromOpaque(data).takeUnretainedValue(), to: HandlerConnection<Handler>.self
    ).handler
  }
}
