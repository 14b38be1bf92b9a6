internal import CMainLoopTesting
public import GtkBridge

/// Emits a signal without arguments immediately. Tests use it to click a button at an exact moment, because `click`
/// waits for the main loop.
@MainActor public func emit(_ signal: String, on object: some GObjectPointer) {
  mainloop_testing_emit(object.rawPointer, signal)
}
