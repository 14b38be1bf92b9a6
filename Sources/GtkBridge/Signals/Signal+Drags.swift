public import CGtk

/// The closure of a signal that requests the content of a drag. The arguments are the point at which the drag starts.
/// The closure returns a content provider, whose reference the caller takes over, or `nil` to prevent the drag.
public typealias DragHandler = @MainActor (_ x: Double, _ y: Double) -> UnsafeMutablePointer<GdkContentProvider>?
/// The closure of a signal that reports the end of a drag. The argument is whether the source must delete the dragged
/// content, because the content was moved.
public typealias DragEndHandler = @MainActor (_ deletesContent: Bool) -> Void
/// The closure of a signal that requests a permission for a drop. The argument is a `GdkDrop`, borrowed. The closure
/// returns whether the drop is allowed.
public typealias DropRequestHandler = @MainActor (OpaquePointer) -> Bool
/// The closure of a signal that reports the point that a drag has reached. The closure returns the action that a drop
/// at this point would have, or no action if no drop is possible at this point.
public typealias DropPointHandler = @MainActor (_ x: Double, _ y: Double) -> GdkDragAction
/// The closure of a signal that reports a drop. The arguments are the value, borrowed, and the point. The closure
/// returns whether the drop was accepted.
public typealias DropHandler = @MainActor (_ value: UnsafePointer<GValue>, _ x: Double, _ y: Double) -> Bool

extension Signal where Handler == DragHandler {
  /// A `GtkDragSource` requests the content of a drag that starts at a point of its widget:
  /// `GdkContentProvider *(object, double, double, data)`.
  public static var prepare: Signal {
    // Safe because GTK's signal has this signature.
    Signal("prepare", trampoline: unsafeBitCast(dragTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == PointerHandler {
  /// A `GtkDragSource` has begun a drag. The argument is a `GdkDrag`.
  public static var dragBegin: Signal { .pointer("drag-begin") }
}

extension Signal where Handler == DragEndHandler {
  /// The drag of a `GtkDragSource` has ended, with or without a drop: `void (object, GdkDrag *, gboolean, data)`.
  public static var dragEnd: Signal {
    // Safe because GTK's signal has this signature.
    Signal("drag-end", trampoline: unsafeBitCast(dragEndTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == DropRequestHandler {
  /// A `GtkDropTarget` requests a permission for a drop: `gboolean (object, GdkDrop *, data)`. If the result is
  /// `false`, the target ignores the drop.
  public static var accept: Signal {
    // Safe because GTK's signal has this signature.
    Signal("accept", trampoline: unsafeBitCast(dropRequestTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == DropPointHandler {
  /// A drag has entered a `GtkDropTarget`'s widget: `GdkDragAction (object, double, double, data)`.
  public static var dropEnter: Signal { dropPoint("enter") }
  /// A drag has moved within a `GtkDropTarget`'s widget: `GdkDragAction (object, double, double, data)`.
  public static var dropMotion: Signal { dropPoint("motion") }

  private static func dropPoint(_ name: StaticString) -> Signal {
    // Safe because GTK's signal has this signature.
    Signal(name, trampoline: unsafeBitCast(dropPointTrampoline, to: GCallback.self))
  }
}

extension Signal where Handler == DropHandler {
  /// Something was dropped on a `GtkDropTarget`'s widget: `gboolean (object, const GValue *, double, double, data)`.
  public static var drop: Signal {
    // Safe because GTK's signal has this signature.
    Signal("drop", trampoline: unsafeBitCast(dropTrampoline, to: GCallback.self))
  }
}

// The trampolines: C functions that GTK calls. Each of them calls the Swift handler that belongs to `data`.
private typealias Pointer = UnsafeMutableRawPointer

private let dragTrampoline: @convention(c) (Pointer?, Double, Double, Pointer?) -> Pointer? = { _, x, y, data in
  // Safe because these values do not leave this thread.
  nonisolated(unsafe) let data = data
  nonisolated(unsafe) var content: Pointer?
  MainActor.assumeIsolated { content = Signal<DragHandler>.handler(behind: data)?(x, y).map { Pointer($0) } }
  return content
}

private let dragEndTrampoline: @convention(c) (Pointer?, Pointer?, gboolean, Pointer?) -> Void = {
  _, _, deletesContent, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated { Signal<DragEndHandler>.handler(behind: data)?(deletesContent != 0) }
}

private let dropRequestTrampoline: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> gboolean = { _, drop, data in
  // Safe because these values do not leave this thread.
  nonisolated(unsafe) let (drop, data) = (drop, data)
  return MainActor.assumeIsolated { drop.flatMap { Signal<DropRequestHandler>.handler(behind: data)?($0) } ?? false }
    ? 1 : 0
}

private let dropPointTrampoline: @convention(c) (Pointer?, Double, Double, Pointer?) -> GdkDragAction = {
  _, x, y, data in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated {
    Signal<DropPointHandler>.handler(behind: data)?(x, y) ?? GdkDragAction(rawValue: 0)
  }
}

private let dropTrampoline: @convention(c) (Pointer?, UnsafePointer<GValue>?, Double, Double, Pointer?) -> gboolean = {
  _, value, x, y, data in
  // Safe because these values do not leave this thread.
  nonisolated(unsafe) let (value, data) = (value, data)
  return MainActor.assumeIsolated { value.flatMap { Signal<DropHandler>.handler(behind: data)?($0, x, y) } ?? false }
    ? 1 : 0
}
