internal import CGtk
internal import CMainLoopTesting
internal import Glibc
internal import GtkBridge
public import Testing

/// Prepares a suite for tests of GTK: starts GTK on the process's first thread and on GLib's loop, and verifies that
/// each test ends without open windows.
///
/// A suite with this trait must also be `.serialized` and on the main actor, and be part of the one serialized suite of
/// its test target, so that no two tests of windows overlap.
public struct GtkTestTrait: SuiteTrait, TestTrait, TestScoping {
  /// The trait applies to each test of the suite and of its nested suites.
  public var isRecursive: Bool { true }

  /// Runs a test: starts GTK before it, lets GTK's version select the kind of alerts, and expects that no
  /// window is left after it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Only test cases are prepared, not suites or whole test functions.
    guard testCase != nil else { return try await function() }
    await startGtk()
    await MainActor.run { AlertPresenter.backend = .automatic }
    try await function()
    await expectNoWindowsLeft(sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == GtkTestTrait {
  /// The suite's tests use GTK.
  public static var gtk: GtkTestTrait { GtkTestTrait() }
}

/// Starts GTK if it is not started yet. Stops the test run if the main actor does not run on GLib's loop, or not on the
/// process's first thread, or if there is no display.
@MainActor public func startGtk() {
  precondition(
    mainloop_testing_is_running(),
    "The test run's main actor is not on GLib's loop: does the test target link CMainLoopTesting?")
  precondition(mainloop_testing_is_first_thread(), "The test run's main actor is not on the process's first thread.")
  guard gtk_is_initialized() == 0 else { return }
  // With `G_DEBUG=fatal-warnings`, a warning raises SIGTRAP. Swift's signal handler, which prints backtraces, returns
  // from the first SIGTRAP, so the tests would continue and pass. The default action ends the process.
  signal(SIGTRAP, SIG_DFL)
  // GTK's own accessibility for tests: names and descriptions can be read without a bus, and a role that is misused is
  // a failure.
  setenv("GTK_A11Y", "test", 1)
  precondition(gtk_init_check() != 0, "There is no display. Run the tests under xvfb-run: `make test` does it.")
  mainloop_testing_keep_cursors_still()
}

/// Records an issue for each window that is left once the loop has settled, and destroys it, so that it does not
/// disturb the next test.
@MainActor public func expectNoWindowsLeft(sourceLocation: SourceLocation) async {
  await mainLoopSettles()
  // Destroying a window may destroy others, so each pass reads the list again.
  for _ in openWindows() {
    guard let window = openWindows().first else { return }
    Issue.record("A window is left: \(describe(window.widget))", sourceLocation: sourceLocation)
    gtk_window_destroy(window)
  }
}
