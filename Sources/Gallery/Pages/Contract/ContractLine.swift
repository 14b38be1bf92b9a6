import GtkViews

/// A line of the presentation contract: the table in docs/library/presentation.md that describes how dialogs follow
/// state.
package struct ContractLine: Identifiable, Sendable {
  /// The number of the line in the table.
  package let id: Int
  /// The event and its result, as in the document, without the backquotes around code.
  package let text: String

  /// All lines, in the order of their numbers, which are 1, 2, 3 and so on.
  package static let all: [ContractLine] = [
    ContractLine(id: 1, text: "nil becomes a value → it is presented once, from that value"),
    ContractLine(id: 2, text: "the value becomes nil in code → it closes; no button's action runs; onDismiss once"),
    ContractLine(id: 3, text: "a button is clicked → its action runs once; the state is nil; onDismiss once"),
    ContractLine(
      id: 4, text: "that action sets another value → the new one is shown, and not erased by the end of the old"),
    ContractLine(
      id: 5,
      text: "Escape, or the close button → the cancel button's action if there is one; the state is nil; onDismiss once"
    ),
    ContractLine(
      id: 6, text: "the same id, with other content → it stays and is brought up to date, with its own state"),
    ContractLine(id: 7, text: "another id → the old one closes, then the new one is shown, with fresh state"),
    ContractLine(
      id: 8, text: "it is replaced while its window is closing → the newest item is shown once the window is gone"),
    ContractLine(id: 9, text: "nil, a, nil, b within one turn → only b is shown"),
    ContractLine(id: 10, text: "presented before its window is on screen → it waits, and is shown once"),
    ContractLine(
      id: 11, text: "the presenting view, or its window, goes → it closes; nothing is written; onDismiss once"),
    ContractLine(id: 12, text: "an alert while a sheet is open → it stands on top of the topmost window"),
    ContractLine(
      id: 13,
      text:
        "three in each other, and the root's item becomes nil → all close, innermost first; each state is nil; each onDismiss once"
    ),
    ContractLine(id: 14, text: "closed by the user and by code at once → it closes once; onDismiss once"),
    ContractLine(id: 15, text: "interactiveDismissDisabled → Escape and the close button do nothing; code closes it"),
    ContractLine(id: 16, text: "no buttons → one that says OK, of the cancel role"),
    ContractLine(
      id: 17, text: "two items with one id, one after the other → they are one, as in line 6: this is by design"),
    ContractLine(
      id: 18, text: "true is written to a mapped Boolean → nothing happens, and one line says what the value is"),
    ContractLine(
      id: 19, text: "it is closed, by anyone → the focus returns; no object, closure or view of it stays alive"),
    ContractLine(id: 20, text: "what it shows reads the parent's state → it follows that state"),
    ContractLine(id: 21, text: "two presentations on one view → neither is lost; each writes its own state"),
    ContractLine(id: 22, text: "two buttons with the same title → each runs its own action"),
    ContractLine(id: 23, text: "an equal value is set again after a dismissal → it is presented again"),
    ContractLine(id: 24, text: "a task is started while it is open → it runs within a millisecond; nothing polls"),
    ContractLine(
      id: 25,
      text:
        "ten thousand presentations → memory as at the start; the time per cycle does not grow, since nothing that a cycle walks through does"
    ),
  ]
}

/// A line of the contract, with the controls by which the user can try what the line describes.
struct ContractLineView<Content: View>: View {
  private let line: ContractLine
  private let content: Content

  /// Creates the view of the line with a number.
  init(_ number: Int, @ViewBuilder content: () -> Content) {
    line = ContractLine.all[number - 1]
    self.content = content()
  }

  var body: some View {
    HStack(alignment: .top, spacing: 12) {
      Text(verbatim: "\(line.id)").bold().frame(width: 28, height: 24).background(.blue.opacity(0.25)).cornerRadius(6)
      VStack(alignment: .leading, spacing: 6) {
        Text(verbatim: line.text).frame(maxWidth: .infinity, alignment: .leading)
        content
      }
    }
  }
}
