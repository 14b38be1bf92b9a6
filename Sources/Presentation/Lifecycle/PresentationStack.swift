/// The dialogs on screen: their order, the windows below them, and which of them wait to close.
///
/// ``PresentationLifecycle`` decides whether one dialog is on screen. The stack decides what happens to the other
/// dialogs when a dialog closes. Dialogs that were presented from inside that dialog close before it, innermost first.
/// Dialogs above its window that were presented from elsewhere move above the window below it. The stack never touches
/// a widget. It receives events and returns the commands to carry out next, in order. The execution of a command may
/// cause further events, which are sent immediately.
///
/// ```swift
/// var stack = PresentationStack<String, Int>()
/// _ = stack.receive(.shown("sheet", above: 1), at: [:])
/// stack.host(of: "sheet")  // 1
/// ```
package struct PresentationStack<Dialog: Hashable, Window: Hashable> {
  /// A dialog on screen.
  private struct Entry {
    let dialog: Dialog
    /// The window below the dialog, or `nil` after the window was destroyed.
    var host: Window?
    var closing = Closing.no
  }

  /// The progress of closing a dialog.
  private enum Closing {
    /// The dialog stays open.
    case no
    /// The dialog closes when no dialog is inside it any more.
    case waitingForDialogsInside
    /// The dialog has received the command to close, and has not left the screen yet.
    case underWay
  }

  /// The location of a dialog among the windows. It changes when the presenting view moves, and when a window is
  /// destroyed.
  package struct Location {
    /// The window of the view that presents the dialog.
    package var presentingWindow: Window?
    /// The dialog's own window, or `nil` if it is part of another window.
    package var window: Window?
    /// The dialogs on screen that were presented from inside this one, oldest first.
    package var inside: [Dialog]

    package init(presentingWindow: Window?, window: Window?, inside: [Dialog] = []) {
      self.presentingWindow = presentingWindow
      self.window = window
      self.inside = inside
    }
  }

  /// An event that a presenter sends.
  package enum Event {
    /// A dialog appeared above a window.
    case shown(Dialog, above: Window)
    /// Code closes a dialog.
    case closeRequested(Dialog)
    /// The presenters of the dialogs inside a dialog have received the request to close. The dialogs may have closed
    /// already.
    case askedDialogsInside(Dialog)
    /// A dialog has left the screen.
    case closed(Dialog)
    /// A dialog above this window, or presented from it, has left the screen, and its presenter has handled the end of
    /// the dialog.
    case dialogLeft(Window)
    /// Another window replaces a window of a dialog.
    case windowReplaced(Window, by: Window)
    /// The window below a dialog was destroyed. `presentingWindow` is the window of the presenting view if it is on
    /// screen.
    case hostDestroyed(Dialog, presentingWindow: Window?)
  }

  /// A command that must be carried out next.
  package enum Command {
    /// Close a dialog, because the dialog that contains its presenting view closes.
    case closeInside(Dialog, of: Dialog)
    /// Send ``Event/askedDialogsInside(_:)``. The stack then checks whether dialogs are still inside this dialog.
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
  package var dialogs: [Dialog] { entries.map(\.dialog) }

  /// Whether a dialog is on screen.
  package func contains(_ dialog: Dialog) -> Bool { index(of: dialog) != nil }

  /// Returns the window below a dialog, or `nil` if the dialog is not on screen or the window was destroyed.
  package func host(of dialog: Dialog) -> Window? { index(of: dialog).flatMap { entries[$0].host } }

  private func index(of dialog: Dialog) -> Int? { entries.firstIndex { $0.dialog == dialog } }

  /// Handles an event, and returns the commands that must be carried out next, in this order.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - locations: The current location of each dialog on screen.
  package mutating func receive(_ event: Event, at locations: [Dialog: Location]) -> [Command] {
    switch event {
    case .shown(let dialog, let window):
      entries.append(Entry(dialog: dialog, host: window))
      return []
    case .closeRequested(let dialog): return closeRequested(dialog, at: locations)
    case .askedDialogsInside(let dialog): return askedDialogsInside(dialog, at: locations)
    case .closed(let dialog):
      entries.removeAll { $0.dialog == dialog }
      return []
    case .dialogLeft(let window): return dialogLeft(window, at: locations)
    case .windowReplaced(let old, let new):
      return entries.indices.filter { entries[$0].host == old }.map { move($0, to: new) }
    case .hostDestroyed(let dialog, let window): return hostDestroyed(dialog, window)
    }
  }
}

extension PresentationStack {
  private mutating func closeRequested(_ dialog: Dialog, at locations: [Dialog: Location]) -> [Command] {
    guard let index = index(of: dialog), entries[index].closing == .no else { return [] }
    entries[index].closing = .waitingForDialogsInside
    return closeInside(dialog, at: locations)
  }

  private func closeInside(_ dialog: Dialog, at locations: [Dialog: Location]) -> [Command] {
    let inside = locations[dialog]?.inside ?? []
    return inside.reversed().map { .closeInside($0, of: dialog) } + [.checkDialogsInside(dialog)]
  }

  private mutating func askedDialogsInside(_ dialog: Dialog, at locations: [Dialog: Location]) -> [Command] {
    guard let index = index(of: dialog), entries[index].closing == .waitingForDialogsInside else { return [] }
    var commands: [Command] = []
    if let location = locations[dialog], let window = location.window,
      let host = entries[index].host ?? location.presentingWindow
    {
      let moved = entries.indices.filter {
        entries[$0].host == window && locations[entries[$0].dialog]?.presentingWindow != window
      }
      commands = moved.map { move($0, to: host) }
    }
    guard locations[dialog]?.inside.isEmpty != false else { return commands }
    entries[index].closing = .underWay
    return commands + [.close(dialog)]
  }

  private func dialogLeft(_ window: Window, at locations: [Dialog: Location]) -> [Command] {
    let waiting = entries.filter { entry in
      guard entry.closing == .waitingForDialogsInside, let location = locations[entry.dialog] else { return false }
      return (location.window ?? location.presentingWindow) == window
    }
    return waiting.flatMap { closeInside($0.dialog, at: locations) }
  }

  private mutating func hostDestroyed(_ dialog: Dialog, _ window: Window?) -> [Command] {
    guard let index = index(of: dialog) else { return [] }
    let former = entries[index].host
    entries[index].host = nil
    guard let window, window != former else { return [] }
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
