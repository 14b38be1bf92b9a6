import CSoup

/// Connects an exchange, which is a request and its answer, to the signals of its libsoup message. libsoup emits the
/// signals on the network's thread.
@NetworkActor
enum HTTPMessageSignals {
  /// The user data of the signal handlers: a weak reference to the exchange.
  private final class Box {
    weak var exchange: HTTPExchange?
    init(_ exchange: HTTPExchange) { self.exchange = exchange }
  }

  /// Connects the exchange until the message is freed. The handlers hold the exchange weakly.
  static func connect(_ exchange: HTTPExchange, to message: OpaquePointer) {
    // Safe because each function has the type that its signal's documentation names.
    connect("starting", unsafeBitCast(starting, to: GCallback.self), exchange, message)
    connect("got-informational", unsafeBitCast(gotInformational, to: GCallback.self), exchange, message)
    connect("authenticate", unsafeBitCast(authenticate, to: GCallback.self), exchange, message)
  }

  private nonisolated static let starting: @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Void = { _, box in
    HTTPMessageSignals.withExchange(box, else: ()) { $0.starting() }
  }

  private nonisolated static let gotInformational: @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Void = {
    _, box in
    HTTPMessageSignals.withExchange(box, else: ()) { $0.gotInformational() }
  }

  /// Returns 1 if the credentials of the request are sent, and otherwise 0.
  private nonisolated static let authenticate:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<SoupAuth>, gboolean, UnsafeMutableRawPointer) -> gboolean = {
      _, auth, isRetry, box in
      // Pointers are not `Sendable`, so the isolated closure captures an integer.
      let auth = UInt(bitPattern: auth)
      return HTTPMessageSignals.withExchange(box, else: 0) { exchange in
        exchange.authenticate(UnsafeMutablePointer(bitPattern: auth)!, isRetry: isRetry != 0) ? 1 : 0
      }
    }

  private static func connect(
    _ signal: String, _ function: @escaping GCallback, _ exchange: HTTPExchange, _ message: OpaquePointer
  ) {
    g_signal_connect_data(
      UnsafeMutableRawPointer(message), signal, function,
      // Safe because GLib calls this closure, the destroy notify, once, when the message is freed.
      Unmanaged.passRetained(Box(exchange)).toOpaque(), { box, _ in Unmanaged<Box>.fromOpaque(box!).release() },
      GConnectFlags(0))
  }

  /// Calls `body` with the exchange in a handler's user data. Returns `fallback` if the exchange was deallocated.
  private nonisolated static func withExchange<Value: Sendable>(
    _ box: UnsafeMutableRawPointer, else fallback: Value, _ body: @NetworkActor (HTTPExchange) -> Value
  ) -> Value {
    let box = UInt(bitPattern: box)
    return NetworkActor.assumeIsolated {
      // Safe because GLib keeps the box until its destroy notify.
      let box = Unmanaged<Box>.fromOpaque(UnsafeMutableRawPointer(bitPattern: box)!).takeUnretainedValue()
      return box.exchange.map { body($0) } ?? fallback
    }
  }
}
