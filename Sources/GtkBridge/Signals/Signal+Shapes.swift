public import CGtk

// The shape of a signal is its arguments and its result. Each shape has a type of closure, a function that creates a
// signal of this shape from a name, and a trampoline. The trampoline is a C function that GObject calls. The last
// argument of the trampoline, `data`, points to the connection that holds the closure. The trampoline calls the
// closure. If the closure has been released, the trampoline does nothing, and its result, if it has one, is `false`.
//
// The functions cannot check that the signal with the given name has their shape. With a wrong shape, the trampoline
// reads arguments that do not exist.
//
// GObject emits a signal on the thread that changes the object. GTK's objects are changed on the first thread, and the
// trampolines check the thread. The trampolines are outside the generic type `Signal`, because Swift cannot make a C
// function pointer inside a generic type.

/// The closure of a signal without arguments, or a closure that does not need the signal's arguments.
public typealias PlainHandler = @MainActor () -> Void
/// The closure of a signal with a pointer, which is valid only during the emission.
public typealias PointerHandler = @MainActor (UnsafeMutableRawPointer?) -> Void
/// The closure of a signal with a number or an enum.
public typealias NumberHandler = @MainActor (Int32) -> Void
/// The closure of a signal with a position in a list.
public typealias PositionHandler = @MainActor (UInt32) -> Void
/// The closure of a signal for a change of a list: the position, the number of removed items and the number of added
/// items.
public typealias SpliceHandler = @MainActor (_ position: UInt32, _ removed: UInt32, _ added: UInt32) -> Void
/// The closure of a signal with a point, or with two other numbers, such as horizontal and vertical amounts.
public typealias PointHandler = @MainActor (_ x: Double, _ y: Double) -> Void
/// The closure of a signal of a click: the number of the click in a sequence (2 for a double click), and its x and y
/// position.
public typealias ClickHandler = @MainActor (_ count: Int32, _ x: Double, _ y: Double) -> Void
/// The closure of a signal that expects a Boolean result. The closure has no arguments. Its result `true` stops the
/// object's own handling.
public typealias RequestHandler = @MainActor () -> Bool
/// The closure of a signal that expects a Boolean result. The argument is a text. The result `true` stops the object's
/// own handling.
public typealias TextRequestHandler = @MainActor (String) -> Bool
/// The closure of a signal that expects a Boolean result. The argument is the new value of a Boolean. The result `true`
/// stops the object's own handling.
public typealias BooleanRequestHandler = @MainActor (Bool) -> Bool
/// The closure of a signal of a key. The result is whether the closure has handled the key.
public typealias KeyHandler = @MainActor (KeyPress) -> Bool

/// A key that was pressed.
public struct KeyPress: Sendable {
  /// The meaning of the key in the current layout: one of GDK's `GDK_KEY_…`.
  public let key: UInt32
  /// The position of the key on the keyboard, regardless of its meaning.
  public let hardwareCode: UInt32
  /// Shift, Control and the other modifier keys that were held before this key was pressed.
  public let modifiers: GdkModifierType
}

extension Signal where Handler == PlainHandler {
  /// A signal without arguments: `void (object, data)`.
  public static func plain(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(plainTrampoline, to: GCallback.self))
  }

  /// A signal with one argument, which the closure does not receive: `void (object, argument, data)`, such as `notify`.
  public static func ignoringArgument(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(ignoringArgumentTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == PointerHandler {
  /// A signal with one pointer: `void (object, pointer, data)`. The pointer is valid only during the emission.
  public static func pointer(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(pointerTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == NumberHandler {
  /// A signal with a number or an enum: `void (object, int, data)`, such as a dialog's `response`.
  public static func number(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(numberTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == PositionHandler {
  /// A signal with a position: `void (object, guint, data)`, such as a list view's `activate`.
  public static func position(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(positionTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == SpliceHandler {
  /// A signal of a change of a list: `void (object, guint, guint, guint, data)`, such as a list model's
  /// `items-changed`.
  public static func splice(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(spliceTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == PointHandler {
  /// A signal with a point or two amounts: `void (object, double, double, data)`, such as a drag's `drag-update`.
  public static func point(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(pointTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == ClickHandler {
  /// A signal of a click: `void (object, int count, double x, double y, data)`, such as a gesture's `pressed`.
  public static func click(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(clickTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == RequestHandler {
  /// A signal that expects a Boolean result: `gboolean (object, data)`, such as `close-request`. The result `true`
  /// stops the object's own handling.
  public static func request(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(requestTrampoline, to: GCallback.self))
  }

  /// A signal that expects a Boolean result, with one argument, which the closure does not receive: `gboolean (object,
  /// argument, data)`. The result `true` stops the object's own handling.
  public static func requestIgnoringArgument(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(requestIgnoringArgumentTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == TextRequestHandler {
  /// A signal of a text, with a Boolean result: `gboolean (object, const char *, data)`, such as a label's
  /// `activate-link`. The result `true` stops the object's own handling.
  public static func textRequest(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(textRequestTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == BooleanRequestHandler {
  /// A signal of the new value of a Boolean, with a Boolean result: `gboolean (object, gboolean, data)`, such as a
  /// switch's `state-set`. The result `true` stops the object's own handling.
  public static func booleanRequest(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(booleanRequestTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == KeyHandler {
  /// A signal of a key: `gboolean (object, guint keyval, guint keycode, GdkModifierType, data)`, such as a key
  /// controller's `key-pressed`. The result `true` means that the closure has handled the key.
  public static func key(_ name: StaticString) -> Signal {
    // Safe if the named signal has this shape, because GObject then passes these arguments.
    Signal(name, trampoline: unsafeBitCast(keyTrampoline, to: GCallback.self))
  }
}

private typealias Pointer = UnsafeMutableRawPointer

private let plainTrampoline: @convention(c) (Pointer?, Pointer?) -> Void = { _, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<PlainHandler>.handler(behind: data)?() }
}

private let ignoringArgumentTrampoline: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, _, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<PlainHandler>.handler(behind: data)?() }
}

private let pointerTrampoline: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, argument, data in
  // The row factory of a list emits signals of this shape for hundreds of rows at once, and `assumeIsolated` would
  // query the runtime for each emission. This trampoline only checks the thread.
  precondition(MainLoop.isFirstThread, "GTK has emitted a signal on a thread other than the first.")
  guard let data else { return }
  // Safe because `data` is the `HandlerConnection<PointerHandler>` that `connect` passed to GObject. GObject holds it
  // during the emission, and this is the main actor's thread.
  let connection = unsafeDowncast(
    Unmanaged<SignalConnection>.fromOpaque(data).takeUnretainedValue(), to: HandlerConnection<PointerHandler>.self)
  guard let handler = connection.handler else { return }
  // Safe because the types differ only in the isolation, and this is the main actor's thread.
  unsafeBitCast(handler, to: ((Pointer?) -> Void).self)(argument)
}

private let numberTrampoline: @convention(c) (Pointer?, Int32, Pointer?) -> Void = { _, number, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<NumberHandler>.handler(behind: data)?(number) }
}

private let positionTrampoline: @convention(c) (Pointer?, UInt32, Pointer?) -> Void = { _, position, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<PositionHandler>.handler(behind: data)?(position) }
}

private let spliceTrampoline: @convention(c) (Pointer?, UInt32, UInt32, UInt32, Pointer?) -> Void = {
  _, position, removed, added, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<SpliceHandler>.handler(behind: data)?(position, removed, added) }
}

private let pointTrampoline: @convention(c) (Pointer?, Double, Double, Pointer?) -> Void = { _, x, y, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<PointHandler>.handler(behind: data)?(x, y) }
}

private let clickTrampoline: @convention(c) (Pointer?, Int32, Double, Double, Pointer?) -> Void = {
  _, count, x, y, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<ClickHandler>.handler(behind: data)?(count, x, y) }
}

private let requestTrampoline: @convention(c) (Pointer?, Pointer?) -> gboolean = { _, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated { Signal<RequestHandler>.handler(behind: data)?() ?? false } ? 1 : 0
}

private let requestIgnoringArgumentTrampoline: @convention(c) (Pointer?, Pointer?, Pointer?) -> gboolean = {
  _, _, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated { Signal<RequestHandler>.handler(behind: data)?() ?? false } ? 1 : 0
}

private let textRequestTrampoline: @convention(c) (Pointer?, UnsafePointer<CChar>?, Pointer?) -> gboolean = {
  _, text, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  let text = text.map { String(cString: $0) } ?? ""
  return MainActor.assumeIsolated { Signal<TextRequestHandler>.handler(behind: data)?(text) ?? false } ? 1 : 0
}

private let booleanRequestTrampoline: @convention(c) (Pointer?, gboolean, Pointer?) -> gboolean = { _, value, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated { Signal<BooleanRequestHandler>.handler(behind: data)?(value != 0) ?? false } ? 1 : 0
}

private let keyTrampoline: @convention(c) (Pointer?, UInt32, UInt32, GdkModifierType, Pointer?) -> gboolean = {
  _, key, hardwareCode, modifiers, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated {
    let keyPress = KeyPress(key: key, hardwareCode: hardwareCode, modifiers: modifiers)
    return Signal<KeyHandler>.handler(behind: data)?(keyPress) ?? false
  } ? 1 : 0
}
