internal import Observation

/// Stands behind a view that is made of other views: keeps its state, and evaluates its body when something that it read has changed.
@MainActor
final class CompositeNode<Content: View>: _ViewNode<Content>, Evaluated {
  private(set) var isChanged = false
  private var child: _ViewNode<Content.Body>!
  private var properties: [AnyObject?]
  private var sources: [ObjectIdentifier: StateSource] = [:]

  override init(_ view: Content, in context: _NodeContext) {
    properties = Array(repeating: nil, count: ViewLayout<Content>.shared.dynamicProperties.count)
    super.init(view, in: context)
    attachProperties()
    child = Content.Body._makeNode(evaluateBody(), in: contextBelow())
  }

  override var children: [ViewNode] { [child] }

  var viewName: String { "\(Content.self)" }

  override func update(to view: Content) {
    let layout = ViewLayout<Content>.shared
    let differs = !layout.areEqual(self.view, view)
    guard differs else { return }
    self.view = view
    attachProperties()
    isChanged = true
    evaluateAgain()
  }

  func markChanged() {
    guard isMounted, !isChanged else { return }
    isChanged = true
    ViewGraph.shared.markChanged(self)
  }

  func evaluateAgain() {
    isChanged = false
    child.update(to: evaluateBody())
  }

  func didRead(_ source: StateSource) {
    sources[ObjectIdentifier(source)] = source
  }

  override func environmentDidChange() {
    for property in properties {
      guard let reading = property as? any EnvironmentReading else { continue }
      if reading.environmentDidChange(to: environment) { markChanged() }
    }
    super.environmentDidChange()
  }

  override func didUnmount() {
    forgetSources()
    for case let property as StateSource in properties { property.noteChange() }
  }

  private func attachProperties() {
    let layout = ViewLayout<Content>.shared
    guard !layout.dynamicProperties.isEmpty else { return }
    withUnsafeMutablePointer(to: &view) { view in
      for (position, property) in layout.dynamicProperties.enumerated() {
        property.attach(UnsafeMutableRawPointer(view) + property.offset, &properties[position], self)
      }
    }
  }

  private func evaluateBody() -> Content.Body {
    forgetSources()
    return observing(self) { ViewGraph.shared.evaluate(self) { view.body } }
  }

  private func forgetSources() {
    guard !sources.isEmpty else { return }
    for source in sources.values { source.forget(self) }
    sources.removeAll(keepingCapacity: true)
  }
}

/// Reads something for a node, and marks the node when a property of an `@Observable` model that was read is about to change.
@MainActor
func observing<Result>(_ node: any Evaluated, _ read: () -> Result) -> Result {
  withObservationTracking(read) { [weak node] in
    modelDidChange(node)
  }
}

/// A property of an `@Observable` model that the body read is about to change, on whichever thread.
private func modelDidChange(_ node: (any Evaluated)?) {
  guard let node else { return }
  if MainLoopThread.isCurrent {
    // Safe because the main actor is on the process's first thread, where this is.
    MainActor.assumeIsolated { node.markChanged() }
  } else {
    Task { @MainActor in node.markChanged() }
  }
}
