/// The report of an action for a feature whose state does not exist.
struct MissingChildStateReport {
  var action: String
  /// The name of the operator that runs the feature.
  var operation: String
  /// The reason, as a clause for the message: “the state was in another case”.
  var subject: String

  func report(fileID: StaticString, line: UInt) {
    BindingReceipt.noteReport()
    Misuse(
      """
      The operator “\(operation)” got the action “\(action)” when \(subject). Nothing was run. The usual causes: \
      (1) a reducer above cleared the state before this one ran: integrate the feature with this operator, which runs it before its \
      parent does; (2) an effect of the feature went on without it, since it was begun outside of the feature's own reducer: begin it \
      there, so that it is cancelled with the feature; (3) the action was sent by a view that was still on screen: send it from a store \
      of that feature, “store.scope(…)”.
      """, fileID: fileID, line: line
    ).report()
  }
}
