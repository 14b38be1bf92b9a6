/// The dialogs on screen: their order, the windows below them, and which of them wait to close.
///
/// ``PresentationLifecycle`` decides whether one dialog is on screen. The stack decides what happens to the other
/// dialogs when a dialog closes. The dialogs that were presented from inside the closing dialog close first, innermost
/// first. A dialog that stands on the window of the closing dialog, but was presented from elsewhere, stays open: it
/// moves to the host of the closing dialog, the window below it.
///
/// The stack never touches a widget. It receives events and returns the commands to carry out next, in order. The
/// execution of a command may cause further events, which are sent immediately.
///
/// ```swift
/// var stack = PresentationStack<String, Int>()
/// _ = stack.receive(.shown("sheet", above: 1)) { _ in nil }
/// stack.host(of: "sheet")  // 1
/// ```
package struct PresentationStack<Dialog: Hashable, Window: Hashable> {
  /// A dialog on screen.
  private struct Entry {
    let dialog: Dialog
    /// The window below the dialog, on which the dialog stands. `nil` after the window was destroyed.
    var host: Window?
    var closing = Closing.no
  }

  /// The progress of closing a dialog.
  private enum Closing {
    /// The dialog stays open.
    case no
    /// The dialog closes after all dialogs inside it have left the screen.
    case waitingForDialogsInside
    /// The dialog has received the command to close, and has not left the screen yet.
    case underWay
  }

  /// The location of a dialog among the windows. It changes when the presenting view moves, and when a window is
  /// destroyed.
  package struct Location {
    /// The window of the view that presents the dialog.
    package var presentingWindow: Window?
    /// The window that the dialog itself is, or `nil` if the dialog is part of another window, like a popover.
    package var ownWindow: Window?
    /// The dialogs on screen that were presented from inside this one, oldest first.
    package var inside: [Dialog]

    package init(presentingWindow: Window?, ownWindow: Window?, inside: [Dialog] = []) {
      self.presentingWindow = presentingWindow
      self.ownWindow = ownWindow
      self.inside = inside
    }
  }

  /// An event that the owner of the stack sends. Most events come from a presenter.
  package enum Event {
    /// A dialog appeared above a window, its host.
    case shown(Dialog, above: Window)
    /// The program, not the user, closes a dialog.
    case closeRequested(Dialog)
    /// All dialogs inside this dialog have been requested to close. Some may have closed already.
    case closeInsideRequested(Dialog)
    /// A dialog has left the screen. The presenter of the dialog may still have to update its own state.
    case closed(Dialog)
    /// The presenter of a closed dialog has updated its own state, after ``closed(_:)``. The window is the dialog's
    /// host or its presenting window. Another dialog of that window may have waited until the closed dialog was gone.
    case presenterFinished(Window)
    /// A new window replaces a window that is the host of dialogs.
    case windowReplaced(Window, by: Window)
    /// The host of a dialog was destroyed. `presentingWindow` is the window of the view that presents the dialog, or
    /// `nil` if this view is not on screen.
    case hostDestroyed(Dialog, presentingWindow: Window?)
  }

  /// A command that must be carried out next.
  package enum Command {
    /// Close the first dialog, because it was presented from inside the second dialog, which closes.
    case closeInside(Dialog, of: Dialog)
    /// Send ``Event/closeInsideRequested(_:)``. The stack then checks whether dialogs are still inside this dialog.
    case checkDialogsInside(Dialog)
    /// Move a dialog above another window.
    case move(Dialog, to: Window)
    /// Close a dialog. No dialog is inside it.
    case close(Dialog)
  }

  /// The dialogs on screen, in the order in which they appeared.
  private var entries: [Entry] = []

  package init() {}

  /// The dialogs on screen, in the order in which they appeared.
  package var dialogs: [Dialog] {
    // A closure, because a key path would be created at run time here, at a cost of 15,000 instructions.
    entries.map { $0.dialog }
  }

  /// Whether a dialog is on screen.
  package func contains(_ dialog: Dialog) -> Bool { index(of: dialog) != nil }

  /// Returns the window below a dialog, or `nil` if the dialog is not on screen or the window was destroyed.
  package func host(of dialog: Dialog) -> Window? { index(of: dialog).flatMap { entries[$0].host } }

  private func index(of dialog: Dialog) -> Int? { entries.firstIndex { $0.dialog == dialog } }

  /// Handles an event, and returns the commands that must be carried out next, in this order.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - locationOf: Returns the current location of a dialog on screen. The closure is called only if the commands
  ///     depend on the location, and must not use this stack.
  package mutating func receive(_ event: Event, locationOf: (Dialog) -> Location?) -> [Command] {
    switch event {
    case .shown(let dialog, let window):
      entries.append(Entry(dialog: dialog, host: window))
      return []
    case .closeRequested(let dialog): return closeRequested(dialog, locationOf)
    case .closeInsideRequested(let dialog): return closeInsideRequested(dialog, locationOf)
    case .closed(let dialog):
      entries.removeAll { $0.dialog == dialog }
      return []
    case .presenterFinished(let window): return presenterFinished(window, locationOf)
    case .windowReplaced(let old, let new):
      return entries.indices.filter { entries[$0].host == old }.map { move($0, to: new) }
    case .hostDestroyed(let dialog, let window): return hostDestroyed(dialog, window)
    }
  }
}

extension PresentationStack {
  private mutating func closeRequested(_ dialog: Dialog, _ locationOf: (Dialog) -> Location?) -> [Command] {
    guard let index = index(of: dialog), entries[index].closing == .no else { return [] }
    entries[index].closing = .waitingForDialogsInside
    return closeDialogs(inside: dialog, locationOf)
  }

  private func closeDialogs(inside dialog: Dialog, _ locationOf: (Dialog) -> Location?) -> [Command] {
    let inside = locationOf(dialog)?.inside ?? []
    return inside.reversed().map { .closeInside($0, of: dialog) } + [.checkDialogsInside(dialog)]
  }

  private mutating func closeInsideRequested(_ dialog: Dialog, _ locationOf: (Dialog) -> Location?) -> [Command] {
    guard let index = index(of: dialog), entries[index].closing == .waitingForDialogsInside else { return [] }
    var commands: [Command] = []
    let location = locationOf(dialog)
    if let window = location?.ownWindow, let host = entries[index].host ?? location?.presentingWindow {
      let presentedFromElsewhere = entries.indices.filter {
        entries[$0].host == window && locationOf(entries[$0].dialog)?.presentingWindow != window
      }
      commands = presentedFromElsewhere.map { move($0, to: host) }
    }
    guard (location?.inside ?? []).isEmpty else { return commands }
    entries[index].closing = .underWay
    return commands + [.close(dialog)]
  }

  private func presenterFinished(_ window: Window, _ locationOf: (Dialog) -> Location?) -> [Command] {
    let waiting = entries.filter { entry in
      guard entry.closing == .waitingForDialogsInside, let location = locationOf(entry.dialog) else { return false }
      return (location.ownWindow ?? location.presentingWindow) == window
    }
    return waiting.flatMap { closeDialogs(inside: $0.dialog, locationOf) }
  }

  private mutating func hostDestroyed(_ dialog: Dialog, _ window: Window?) -> [Command] {
    guard let index = index(of: dialog) else { return [] }
    let formerHost = entries[index].host
    entries[index].host = nil
    guard let window, window != formerHost else { return [] }
    return [move(index, to: window)]
  }

  private mutating func move(_ index: Int, to window: Window) -> Command {
    entries[index].host = window
    return .move(entries[index].dialog, to: window)
  }
}

extension PresentationStack.Location: Equatable {}
extension PresentationStack.Event: Equatable {}
extension PresentationStack.Command: Equatable {}
