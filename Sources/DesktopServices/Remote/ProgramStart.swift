import CSecret
import Foundation
import GLibSupport
import Synchronization

extension RemotePlayer {
  /// Starts the player's program unless it is on the session bus, and waits for the program to appear on the bus. The
  /// wait has a time limit.
  ///
  /// - Parameter program: The executable file of the program. If `program` is `nil`, nothing is started, and the
  ///   function does not wait.
  /// - Returns: Whether the program is on the bus.
  func start(_ program: URL?) throws(BusFailure) -> Bool {
    guard let program else { return isPresent }
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    defer {
      g_main_context_pop_thread_default(context)
      g_main_context_unref(context)
    }
    let start = ProgramStart(self, context!)
    return try start.run(program)
  }

  /// Whether the program is on the bus, and answers.
  fileprivate var isPresent: Bool { (try? state()) != nil }

  /// Calls a closure when the program appears on the bus or leaves the bus, until `unsubscribe(_:)` is called.
  fileprivate func subscribe(_ callback: @escaping GDBusSignalCallback, _ data: UnsafeMutableRawPointer) -> guint {
    g_dbus_connection_signal_subscribe(
      connection.pointer, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
      MediaNames.busName,
      G_DBUS_SIGNAL_FLAGS_NONE, callback, data, nil)
  }

  fileprivate func unsubscribe(_ id: guint) { g_dbus_connection_signal_unsubscribe(connection.pointer, id) }
}

/// One start of the program, with the wait for the program. The wait ends when the program is on the bus, when the
/// started process ends, or at a time limit. All callbacks run on the calling thread, in the main context.
private final class ProgramStart {
  /// The time limit of the wait.
  private static let waitMilliseconds: UInt32 = 20_000

  /// The state of the wait, which callbacks share.
  private final class Wait: Sendable {
    /// Whether the wait has failed: the time limit was reached, or the started process has ended.
    let hasFailed = Atomic(false)
  }

  private let player: RemotePlayer
  /// The main context in which the callbacks run. The caller owns it.
  private let context: OpaquePointer
  private let wait = Wait()

  init(_ player: RemotePlayer, _ context: OpaquePointer) {
    self.player = player
    self.context = context
  }

  /// Starts the program unless it is on the bus. Returns whether the program is on the bus at the end of the wait.
  func run(_ program: URL) throws(BusFailure) -> Bool {
    // Safe because the source and the subscription that use the pointer are removed before this function returns.
    let data = Unmanaged.passUnretained(wait).toOpaque()
    // The signal only wakes the loop below.
    let subscription = player.subscribe({ _, _, _, _, _, _, _ in }, data)
    let deadline = GLibTimer()
    deadline.start(milliseconds: Self.waitMilliseconds, on: context) { [wait] in
      wait.hasFailed.store(true, ordering: .relaxed)
    }
    defer {
      player.unsubscribe(subscription)
      deadline.stop()
    }
    guard !player.isPresent else { return true }
    let process = try spawn(program)
    let watch = g_child_watch_source_new(process)
    // Safe because GLib calls the callback of a child watch with the signature of `GChildWatchFunc`.
    let callback: GChildWatchFunc = { _, _, data in ProgramStart.failWait(data) }
    attach(watch, unsafeBitCast(callback, to: GSourceFunc.self), data)
    defer { destroy(watch) }
    while !wait.hasFailed.load(ordering: .relaxed), !player.isPresent { g_main_context_iteration(context, 1) }
    return player.isPresent
  }

  /// Starts the program in a new session, so that the program does not end with the terminal.
  private func spawn(_ program: URL) throws(BusFailure) -> GPid {
    var arguments: [UnsafeMutablePointer<CChar>?] = [g_strdup("setsid"), g_strdup(program.path), nil]
    defer { arguments.forEach { g_free($0) } }
    var process: GPid = 0
    let flags =
      G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_DO_NOT_REAP_CHILD.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue
      | G_SPAWN_STDERR_TO_DEV_NULL.rawValue
    _ = try withGError { error -> Bool? in
      g_spawn_async(nil, &arguments, nil, GSpawnFlags(flags), nil, nil, &process, error) != 0 ? true : nil
    }
    return process
  }

  /// Attaches a source to the main context.
  private func attach(
    _ source: UnsafeMutablePointer<GSource>?, _ callback: @escaping GSourceFunc, _ data: UnsafeMutableRawPointer
  ) {
    g_source_set_callback(source, callback, data, nil)
    g_source_attach(source, context)
  }

  /// Removes a source from the main context, and releases it.
  private func destroy(_ source: UnsafeMutablePointer<GSource>?) {
    g_source_destroy(source)
    g_source_unref(source)
  }

  /// Marks a wait as failed. `data` is the pointer to the ``Wait``.
  private static func failWait(_ data: UnsafeMutableRawPointer?) {
    // Safe because the object lives as long as its sources.
    Unmanaged<Wait>.fromOpaque(data!).takeUnretainedValue().hasFailed.store(true, ordering: .relaxed)
  }
}
