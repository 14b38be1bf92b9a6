internal import CMainLoopTesting
public import GtkBridge

/// Emits a signal without arguments at once, outside of any event: where a test wants a button's click at a moment of its own.
@MainActor public func emit(_ signal: String, on object: some GObjectPointer) {
  mainloop_testing_emit(object.rawPointer, signal)
}
