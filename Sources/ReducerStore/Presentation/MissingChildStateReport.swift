/// The report of an action for a feature whose state does not exist.
struct MissingChildStateReport {
  /// The description of the action.
  var action: String
  /// The name of the operator that runs the feature, such as `ifLet`.
  var operation: String
  /// The reason why the state does not exist, as a clause for the message: “the state was in another case”.
  var reason: String

  /// Reports the action as a `Misuse` at a line.
  func report(fileID: StaticString, line: UInt) {
    // If the action is a binding action, it would also be reported because no reducer applies it. One report is enough.
    BindingReceipt.suppressReport()
    Misuse(
      """
      The operator “\(operation)” got the action “\(action)” when \(reason). Nothing was run. The usual causes: \
      (1) a reducer that ran before the feature cleared the state: apply the operator to that reducer, so that the feature runs first; \
      (2) an effect continued after the state was removed, because another reducer started it: start the effect in the feature's own \
      reducer, so that it is cancelled with the feature; (3) the action was sent by a view that was still on screen: send it from a store \
      of that feature, “store.scope(…)”.
      """, fileID: fileID, line: line
    ).report()
  }
}
