import CGtk
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  /// Tasks and scheduled updates on GLib's main loop. A scheduled update runs a closure once before the next frame.
  @MainActor @Suite struct MainLoopTests {
    @Test func `GLib's sources run on the first thread while a test awaits`() async {
      var isOnFirstThread = false
      await withCheckedContinuation { continuation in
        MainLoop.onNextTurn {
          isOnFirstThread = MainLoop.isFirstThread
          continuation.resume()
        }
      }
      #expect(isOnFirstThread)
      #expect(MainLoop.isFirstThread)
    }

    @Test func `the main actor runs on the first thread, also for a detached task`() async {
      let (isTaskOnFirstThread, isMainActorOnFirstThread) = await Task.detached {
        (MainLoop.isFirstThread, await MainActor.run { MainLoop.isFirstThread })
      }.value
      #expect(!isTaskOnFirstThread)
      #expect(isMainActorOnFirstThread)
    }

    @Test func `a sleeping task resumes on the main loop`() async throws {
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(20))
      #expect(ContinuousClock.now - start >= .milliseconds(20))
      #expect(MainLoop.isFirstThread)
    }

    @Test func `tasks that yield endlessly do not block GLib's sources`() async {
      // Given tasks that yield all the time
      let yieldingTask = Task { while !Task.isCancelled { await Task.yield() } }
      // When a source is added, then it runs
      await withCheckedContinuation { continuation in
        MainLoop.onNextTurn { continuation.resume() }
      }
      yieldingTask.cancel()
      await yieldingTask.value
    }

    @Test func `an update scheduled several times runs once per turn`() async {
      var runCount = 0
      let update = ScheduledUpdate { runCount += 1 }
      update.schedule()
      update.schedule()
      #expect(update.isScheduled)
      #expect(runCount == 0)
      await mainLoopSettles()
      #expect(runCount == 1)
      #expect(!update.isScheduled)
      update.schedule()
      await mainLoopSettles()
      #expect(runCount == 2)
    }

    @Test func `an update that schedules itself runs again`() async {
      var runCount = 0
      var update: ScheduledUpdate?
      update = ScheduledUpdate {
        runCount += 1
        if runCount < 3 { update?.schedule() }
      }
      update?.schedule()
      await waitUntil("three runs") { runCount == 3 }
      // The closure and the update own each other.
      update = nil
    }

    @Test func `a cancelled or released update does not run, and releases its closure`() async {
      var runCount = 0
      var captured: CapturedObject? = CapturedObject()
      weak let weakCaptured = captured
      var update: ScheduledUpdate? = ScheduledUpdate { [captured] in
        _ = captured
        runCount += 1
      }
      captured = nil
      update?.schedule()
      update?.cancel()
      await mainLoopSettles()
      update?.schedule()
      update = nil
      await mainLoopSettles()
      #expect(runCount == 0)
      #expect(weakCaptured == nil)
    }

    @Test func `an update runs after pending tasks and before the next frame`() async {
      // Given a window that is drawn
      let label = gtk_label_new("before")!
      let window = await presentWindow(child: label)
      var order: [String] = []
      let frameObserver = FrameObserver(of: window.widget) { order.append("frame") }

      // When a frame, an update and a task are requested in one turn
      gtk_widget_queue_draw(label)
      let update = ScheduledUpdate { order.append("update") }
      update.schedule()
      Task { order.append("task") }
      await waitUntil("the frame and the update") { order.contains("frame") && order.contains("update") }

      // Then the task comes first, and the frame last
      #expect(order.first == "task")
      #expect(order.dropFirst().first == "update")
      frameObserver.stop()
      await destroyWindow(window)
    }
  }
}

private final class CapturedObject {}

/// Calls a closure in the layout phase of each frame of a widget's window. Also requests the first of these frames.
@MainActor private final class FrameObserver {
  private var connection: SignalConnection?

  init(of widget: UnsafeMutablePointer<GtkWidget>, _ action: @escaping @MainActor () -> Void) {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    connection = connect(clock, .plain("layout"), action)
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
  }

  func stop() {
    connection?.disconnect()
  }
}
