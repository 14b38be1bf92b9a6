extension Misuse {
  /// Reports a write of a value during the evaluation of a body, once for each view. Call this before each write.
  ///
  /// - Parameter written: The name of the written value, as the beginning of a sentence.
  @MainActor static func reportIfInBody(_ written: String) {
    guard let node = ViewGraph.shared.evaluating else { return }
    let misuse = Misuse(
      """
      \(written) was written while the body of \(node.nameForReports) was evaluated; it is applied in the next turn of the loop. A body must only \
      read: write in an action, in onAppear or in onChange.
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse)
  }
}
