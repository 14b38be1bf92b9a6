import Presentation
import Testing

/// Which dialogs close or move when another closes.
///
/// The host of a dialog is the window below the dialog. A dialog is inside another dialog if a view in the other dialog
/// presents it, even if its host is a third window. Dialogs are names, windows are numbers, and the program's window
/// is 1. The closure `{ _ in nil }` is for events whose commands do not depend on the locations of dialogs.
///
/// `closeInsideRequested` means that all dialogs inside a dialog were requested to close. `presenterFinished` has the
/// window in which a dialog has closed: its host or its presenting window.
@Suite struct PresentationStackTests {
  typealias Stack = PresentationStack<String, Int>

  /// A stack with one sheet, which has the window 10 and stands above the program's window.
  private func stackWithSheet() -> Stack {
    var stack = Stack()
    _ = stack.receive(.shown("sheet", above: 1)) { _ in nil }
    return stack
  }

  @Test func `a dialog without dialogs inside it closes immediately`() {
    var stack = stackWithSheet()
    let locations = ["sheet": Stack.Location(presentingWindow: 1, ownWindow: 10)]
    #expect(stack.receive(.closeRequested("sheet"), locationOf: { locations[$0] }) == [.checkDialogsInside("sheet")])
    #expect(stack.receive(.closeInsideRequested("sheet"), locationOf: { locations[$0] }) == [.close("sheet")])
    #expect(stack.contains("sheet"))
    #expect(stack.receive(.closed("sheet"), locationOf: { locations[$0] }).isEmpty)
    #expect(!stack.contains("sheet"))
  }

  @Test func `a closing dialog waits for the dialogs inside it, which close newest first`() {
    var stack = stackWithSheet()
    _ = stack.receive(.shown("alert", above: 10)) { _ in nil }
    _ = stack.receive(.shown("popover", above: 10)) { _ in nil }
    var locations = [
      "sheet": Stack.Location(presentingWindow: 1, ownWindow: 10, inside: ["alert", "popover"]),
      "alert": .init(presentingWindow: 10, ownWindow: 20), "popover": .init(presentingWindow: 10, ownWindow: nil),
    ]

    #expect(
      stack.receive(.closeRequested("sheet"), locationOf: { locations[$0] })
        == [.closeInside("popover", of: "sheet"), .closeInside("alert", of: "sheet"), .checkDialogsInside("sheet")])
    #expect(stack.receive(.closeInsideRequested("sheet"), locationOf: { locations[$0] }).isEmpty)

    _ = stack.receive(.closed("popover"), locationOf: { locations[$0] })
    locations["sheet"]?.inside = ["alert"]
    #expect(
      stack.receive(.presenterFinished(10), locationOf: { locations[$0] })
        == [.closeInside("alert", of: "sheet"), .checkDialogsInside("sheet")])
    _ = stack.receive(.closed("alert"), locationOf: { locations[$0] })
    locations["sheet"]?.inside = []
    #expect(stack.receive(.presenterFinished(10), locationOf: { locations[$0] }) == [.checkDialogsInside("sheet")])
    #expect(stack.receive(.closeInsideRequested("sheet"), locationOf: { locations[$0] }) == [.close("sheet")])
  }

  @Test func `a dialog that is closing is not closed again`() {
    var stack = stackWithSheet()
    let locations = ["sheet": Stack.Location(presentingWindow: 1, ownWindow: 10)]
    _ = stack.receive(.closeRequested("sheet"), locationOf: { locations[$0] })
    #expect(stack.receive(.closeRequested("sheet"), locationOf: { locations[$0] }).isEmpty)
    _ = stack.receive(.closeInsideRequested("sheet"), locationOf: { locations[$0] })
    #expect(stack.receive(.closeRequested("sheet"), locationOf: { locations[$0] }).isEmpty)
    #expect(stack.receive(.closeInsideRequested("sheet"), locationOf: { locations[$0] }).isEmpty)
    #expect(stack.receive(.presenterFinished(10), locationOf: { locations[$0] }).isEmpty)
  }

  @Test func `a dialog that is not inside its closing host moves to the window below`() {
    var stack = stackWithSheet()
    _ = stack.receive(.shown("alert", above: 10)) { _ in nil }
    let locations = [
      "sheet": Stack.Location(presentingWindow: 1, ownWindow: 10), "alert": .init(presentingWindow: 1, ownWindow: 20),
    ]
    #expect(stack.host(of: "alert") == 10)
    _ = stack.receive(.closeRequested("sheet"), locationOf: { locations[$0] })
    #expect(
      stack.receive(.closeInsideRequested("sheet"), locationOf: { locations[$0] }) == [
        .move("alert", to: 1), .close("sheet"),
      ])
    #expect(stack.host(of: "alert") == 1)
  }

  @Test func `the dialogs above a window move to the window that replaces it`() {
    var stack = stackWithSheet()
    _ = stack.receive(.shown("alert", above: 10)) { _ in nil }
    #expect(stack.receive(.windowReplaced(10, by: 11)) { _ in nil } == [.move("alert", to: 11)])
    #expect(stack.host(of: "alert") == 11)
    #expect(stack.host(of: "sheet") == 1)
  }

  @Test func `a dialog whose window below is destroyed moves to the window of its view`() {
    var stack = stackWithSheet()
    _ = stack.receive(.shown("alert", above: 10)) { _ in nil }
    #expect(stack.receive(.hostDestroyed("alert", presentingWindow: 1)) { _ in nil } == [.move("alert", to: 1)])
    #expect(stack.host(of: "alert") == 1)

    // The host of the alert is now window 1, the window of its view. If window 1 is destroyed too, or if the view is
    // not on screen, there is no window to which the dialog moves.
    #expect(stack.receive(.hostDestroyed("alert", presentingWindow: 1)) { _ in nil }.isEmpty)
    #expect(stack.host(of: "alert") == nil)
    #expect(stack.receive(.hostDestroyed("sheet", presentingWindow: nil)) { _ in nil }.isEmpty)
    #expect(stack.contains("sheet"))
  }

  @Test(arguments: 1...200) func `a dialog closes after all dialogs inside it, and closes no other dialog`(seed: UInt64)
  {
    var screen = SimulatedScreen(seed: seed)
    for number in 2...12 { screen.show(number) }
    let requested = screen.randomDialog()
    let inside = screen.inside(requested)
    screen.send(.closeRequested(requested))
    #expect(Set(screen.closed) == inside.union([requested]))
    #expect(screen.closed.last == requested)
    #expect(screen.wronglyClosed.isEmpty, "\(screen.wronglyClosed)")
  }
}

/// Dialogs with windows. A dialog and its window have the same number. The type executes the commands of a stack.
private struct SimulatedScreen {
  private var stack = PresentationStack<Int, Int>()
  /// The window of the view that presents each dialog.
  private var presentingWindows: [Int: Int] = [:]
  private var seed: UInt64
  /// The dialogs that have closed, in order.
  private(set) var closed: [Int] = []
  /// Descriptions of the dialogs that closed while another dialog was above them.
  private(set) var wronglyClosed: [String] = []

  init(seed: UInt64) { self.seed = seed }

  /// A linear congruential generator with the constants of MMIX.
  private mutating func random(below limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(seed >> 33) % limit
  }

  /// Shows a dialog above a random window, for a view in that window or in any window.
  mutating func show(_ number: Int) {
    let windows = [1] + stack.dialogs
    let host = windows[random(below: windows.count)]
    presentingWindows[number] = random(below: 2) == 0 ? host : windows[random(below: windows.count)]
    _ = stack.receive(.shown(number, above: host)) { _ in nil }
  }

  mutating func randomDialog() -> Int { stack.dialogs[random(below: stack.dialogs.count)] }

  /// The dialogs inside a dialog, and the dialogs inside these dialogs.
  func inside(_ dialog: Int) -> Set<Int> {
    let direct = stack.dialogs.filter { presentingWindows[$0] == dialog }
    return direct.reduce(Set(direct)) { $0.union(inside($1)) }
  }

  mutating func send(_ event: PresentationStack<Int, Int>.Event) {
    let (dialogs, presentingWindows) = (stack.dialogs, self.presentingWindows)
    let commands = stack.receive(event) { dialog in
      .init(
        presentingWindow: presentingWindows[dialog], ownWindow: dialog,
        inside: dialogs.filter { presentingWindows[$0] == dialog })
    }
    for command in commands { perform(command) }
  }

  private mutating func perform(_ command: PresentationStack<Int, Int>.Command) {
    switch command {
    case .closeInside(let dialog, _): send(.closeRequested(dialog))
    case .checkDialogsInside(let dialog): send(.closeInsideRequested(dialog))
    // The stack has already changed the host of the dialog.
    case .move: break
    case .close(let dialog):
      let above = stack.dialogs.filter { stack.host(of: $0) == dialog }
      if !above.isEmpty { wronglyClosed.append("\(dialog) closed below \(above)") }
      let host = stack.host(of: dialog)
      closed.append(dialog)
      send(.closed(dialog))
      for window in [host, presentingWindows[dialog]].compactMap(\.self) { send(.presenterFinished(window)) }
    }
  }
}
