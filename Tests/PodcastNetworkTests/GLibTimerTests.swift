import CMainLoopTesting
import GLibSupport
import Testing

/// `GLibTimer`, a timer on GLib's main loop.
@MainActor @Suite(.timeLimit(.minutes(1))) struct GLibTimerTests {
  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  @Test func `a timer without repetition fires once`() async {
    let timer = GLibTimer()
    // The first timer sends `true`, and the later one sends `false`.
    let (calls, call) = AsyncStream.makeStream(of: Bool.self)
    timer.start(milliseconds: 1) { call.yield(true) }
    #expect(timer.isRunning)
    var received = calls.makeAsyncIterator()
    _ = await received.next()

    // When a second timer fires later, then the first timer has not fired again
    let laterTimer = GLibTimer()
    laterTimer.start(milliseconds: 20) { call.yield(false) }
    #expect(await received.next() == false)
    #expect(!timer.isRunning)
  }

  @Test func `a timer with repetition fires repeatedly until it is released`() async {
    let (calls, call) = AsyncStream.makeStream(of: Int.self)
    var timer: GLibTimer? = GLibTimer()
    var count = 0
    timer?.start(everyMilliseconds: 1) {
      count += 1
      call.yield(count)
    }
    // Three calls prove that the timer repeats.
    for await number in calls where number == 3 { break }
    timer = nil
    let countAtRelease = count

    // When another timer fires later, then the released timer has not fired again
    let (laterCalls, laterCall) = AsyncStream.makeStream(of: Void.self)
    let laterTimer = GLibTimer()
    laterTimer.start(milliseconds: 20) { laterCall.yield() }
    for await _ in laterCalls { break }
    #expect(count == countAtRelease)
  }

  @Test func `a timer that is started again fires only for the last start`() async {
    let timer = GLibTimer()
    let (calls, call) = AsyncStream.makeStream(of: String.self)
    timer.start(milliseconds: 5) { call.yield("first") }
    timer.start(milliseconds: 10) { call.yield("second") }
    // A call for the first start would arrive earlier.
    for await name in calls {
      #expect(name == "second")
      break
    }
  }
}
