internal import CGtk
public import GtkBridge
public import Testing

/// Verifies that objects are freed. It observes them without retaining them.
///
/// ```swift
/// let deallocations = DeallocationWatch()
/// deallocations.watch(window, "the window")
/// await destroyWindow(window)
/// await deallocations.expectAll()
/// ```
@MainActor public final class DeallocationWatch {
  /// The key under which a GTK object stores a `Finalization`. All watches share it, because GLib never frees a key.
  private static let key = "deallocation-watch"
  /// The names of the watched objects that are not known to be freed, by the numbers of `register(_:)`.
  private var namesByNumber: [Int: String] = [:]
  private var lastNumber = 0

  /// Creates a watch without objects.
  public init() {}

  /// Watches a GTK object until it is finalized.
  public func watch(_ object: some GObjectPointer, _ name: String) {
    let number = register(name)
    // If the object is already watched, the new data replaces the earlier data, so the new data also calls the earlier
    // closure.
    let earlierFinalization = g_object_steal_data(object.gobject, Self.key).map {
      Unmanaged<Finalization>.fromOpaque($0).takeRetainedValue()
    }
    let finalization = Finalization { [weak self] in
      self?.namesByNumber[number] = nil
      earlierFinalization?.notify()
    }
    // Safe because the data's destroy notify releases the reference. GLib calls the destroy notify when the object is
    // finalized. A weak reference would be notified when the object is disposed, and a disposed object may still have
    // an owner.
    let data = Unmanaged.passRetained(finalization).toOpaque()
    g_object_set_data_full(object.gobject, Self.key, data, notifyFinalization)
  }

  /// Watches a Swift object until it is freed.
  public func watch(_ object: AnyObject, _ name: String) {
    let number = register(name)
    swiftObjectChecks.append { [weak object, weak self] in
      if object == nil { self?.namesByNumber[number] = nil }
    }
  }

  /// The names of the objects that are still alive.
  public var survivors: [String] {
    for check in swiftObjectChecks { check() }
    return namesByNumber.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Waits until all watched objects are freed, or records an issue with the names of the survivors.
  public func expectAll(sourceLocation: SourceLocation = #_sourceLocation) async {
    await mainLoopSettles()
    guard !survivors.isEmpty else { return }
    // A cancelled task may retain an object until a later turn of the loop.
    await waitUntil("the end of \(survivors)", sourceLocation: sourceLocation) { self.survivors.isEmpty }
  }

  /// Each check removes the name of its object if the object was freed.
  private var swiftObjectChecks: [() -> Void] = []

  /// Stores the name of an object, and returns the object's number.
  private func register(_ name: String) -> Int {
    lastNumber += 1
    namesByNumber[lastNumber] = name
    return lastNumber
  }
}

/// The data of a watched GTK object, with the closure that runs when the object is finalized.
@MainActor private final class Finalization {
  let notify: @MainActor () -> Void

  init(notify: @escaping @MainActor () -> Void) {
    self.notify = notify
  }
}

private let notifyFinalization: GDestroyNotify = { data in
  guard let data else { return }
  // Safe because GLib calls this function once for each reference that `watch` has retained, on the first thread, on
  // which GTK objects are finalized.
  let finalization = Unmanaged<Finalization>.fromOpaque(data).takeRetainedValue()
  MainActor.assumeIsolated { finalization.notify() }
}
