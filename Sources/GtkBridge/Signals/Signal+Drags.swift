public import CGtk

/// The closure of a signal that asks what is dragged from a point: a content provider whose reference it gives away, or `nil` for nothing.
public typealias DragHandler = @MainActor (_ x: Double, _ y: Double) -> UnsafeMutablePointer<GdkContentProvider>?
/// The closure of a signal of a drag that has ended, and whether what was dragged is to be deleted where it came from.
public typealias DragEndHandler = @MainActor (_ deletes: Bool) -> Void
/// The closure of a signal that asks whether something may be dropped: a `GdkDrop`, borrowed.
public typealias DropRequestHandler = @MainActor (OpaquePointer) -> Bool
/// The closure of a signal that asks what a drop at a point would do.
public typealias DropPointHandler = @MainActor (_ x: Double, _ y: Double) -> GdkDragAction
/// The closure of a signal of a drop: the value, borrowed, and where. Whether it was taken.
public typealias DropHandler = @MainActor (_ value: UnsafePointer<GValue>, _ x: Double, _ y: Double) -> Bool

extension Signal where Handler == DragHandler {
  /// A `GtkDragSource` asks what is dragged from a point of its widget: `GdkContentProvider *(object, double, double, data)`.
  public static var prepare: Signal {
    // Safe because GObject calls it with the signal's own signature.
    Signal("prepare", trampoline: unsafeBitCast(dragTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == PointerHandler {
  /// A `GtkDragSource` drags something from now on: the argument is a `GdkDrag`.
  public static var dragBegin: Signal { .pointer("drag-begin") }
}

extension Signal where Handler == DragEndHandler {
  /// What a `GtkDragSource` dragged was dropped, or was not: `void (object, GdkDrag *, gboolean, data)`.
  public static var dragEnd: Signal {
    // Safe because GObject calls it with the signal's own signature.
    Signal("drag-end", trampoline: unsafeBitCast(dragEndTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == DropRequestHandler {
  /// A `GtkDropTarget` asks whether something may be dropped on it: `gboolean (object, GdkDrop *, data)`. The answer is final.
  public static var accept: Signal {
    // Safe because GObject calls it with the signal's own signature.
    Signal("accept", trampoline: unsafeBitCast(dropRequestTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == DropPointHandler {
  /// Something is dragged onto a `GtkDropTarget`'s widget: `GdkDragAction (object, double, double, data)`.
  public static var dropEnter: Signal { dropPoint("enter") }
  /// Something is dragged over a `GtkDropTarget`'s widget: `GdkDragAction (object, double, double, data)`.
  public static var dropMotion: Signal { dropPoint("motion") }

  private static func dropPoint(_ name: StaticString) -> Signal {
    // Safe because GObject calls it with the signal's own signature.
    Signal(name, trampoline: unsafeBitCast(dropPointTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == DropHandler {
  /// Something was dropped on a `GtkDropTarget`'s widget: `gboolean (object, const GValue *, double, double, data)`.
  public static var drop: Signal {
    // Safe because GObject calls it with the signal's own signature.
    Signal("drop", trampoline: unsafeBitCast(dropTrampoline, to: GCallback.self))
  }
}

private typealias Pointer = UnsafeMutableRawPointer

private let dragTrampoline: @convention(c) (Pointer?, Double, Double, Pointer?) -> Pointer? = { _, x, y, data in
  // Safe because they do not leave the thread.
  nonisolated(unsafe) let data = data
  nonisolated(unsafe) var content: Pointer?
  MainActor.assumeIsolated { content = Signal<DragHandler>.handler(behind: data)?(x, y).map { Pointer($0) } }
  return content
}

private let dragEndTrampoline: @convention(c) (Pointer?, Pointer?, gboolean, Pointer?) -> Void = { _, _, deletes, data in
  // Safe because it does not leave the thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<DragEndHandler>.handler(behind: data)?(deletes != 0) }
}

private let dropRequestTrampoline: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> gboolean = { _, drop, data in
  // Safe because they do not leave the thread.
  nonisolated(unsafe) let (drop, data) = (drop, data)
  return MainActor.assumeIsolated { drop.flatMap { Signal<DropRequestHandler>.handler(behind: data)?($0) } ?? false } ? 1 : 0
}

private let dropPointTrampoline: @convention(c) (Pointer?, Double, Double, Pointer?) -> GdkDragAction = { _, x, y, data in
  // Safe because it does not leave the thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated { Signal<DropPointHandler>.handler(behind: data)?(x, y) ?? GdkDragAction(rawValue: 0) }
}

private let dropTrampoline: @convention(c) (Pointer?, UnsafePointer<GValue>?, Double, Double, Pointer?) -> gboolean = { _, value, x, y, data in
  // Safe because they do not leave the thread.
  nonisolated(unsafe) let (value, data) = (value, data)
  return MainActor.assumeIsolated { value.flatMap { Signal<DropHandler>.handler(behind: data)?($0, x, y) } ?? false } ? 1 : 0
}
