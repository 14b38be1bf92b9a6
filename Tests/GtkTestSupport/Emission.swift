internal import CMainLoopTesting
public import GtkBridge

/// Emits a signal without arguments immediately, outside of any event, for tests that need a button's click at an exact
/// moment.
@MainActor public func emit(_ signal: String, on object: some GObjectPointer) {
  mainloop_testing_emit(object.rawPointer, signal)
}
