extension Misuse {
  /// Reports a write of a value if a body is being evaluated. A view is reported only once for each kind of value. Call
  /// this function before each write.
  ///
  /// - Parameter subject: The kind of the written value as the subject of a sentence, such as “A FocusState”.
  @MainActor static func reportIfInBody(_ subject: String) {
    guard let node = ViewGraph.shared.nodeBeingEvaluated else { return }
    let misuse = Misuse(
      """
      \(subject) was written while the body of \(node.nameForReports) was evaluated; it is applied in the next turn of the loop. A body must only \
      read: write in an action, in onAppear or in onChange.
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse)
  }
}
