/// The node of a view that consists of other views. The node keeps the view's state, and evaluates the body when a
/// value that the body has read changes.
@MainActor
final class CompositeNode<Content: View>: _ViewNode<Content>, EvaluatedNode, WrittenViewNode {
  private let layout = ViewLayout<Content>.shared
  private var child: _ViewNode<Content.Body>!
  /// The storage of the view's dynamic properties, in the order of ``ViewLayout/dynamicProperties``.
  private var properties: [AnyObject?]

  override init(_ view: Content, in context: _NodeContext) {
    properties = Array(repeating: nil, count: layout.dynamicProperties.count)
    super.init(view, in: context)
    attachProperties()
    child = Content.Body._makeNode(evaluateBody(), in: contextBelow())
  }

  override var capabilities: NodeCapabilities { .isTransparent }

  override var children: [ViewNode] { [child] }

  override var holdsChanges: Bool {
    properties.contains { ($0 as? any StateKeeping)?.mayHaveChanged == true } || child.holdsChanges
  }

  var viewName: String { "\(Content.self)" }

  var profile: ObservationProfile { layout.profile }

  var writtenType: Any.Type? { layout.isOfLibrary ? nil : Content.self }

  override var canBeRecycled: Bool { child.canBeRecycled }

  override func update(to view: Content) {
    guard !ViewGraph.shared.isRecycling else { return recycle(for: view) }
    guard !layout.areEqual(self.view, view) else { return }
    self.view = view
    attachProperties()
    isChanged = true
    ViewGraph.shared.transactions.evaluateBelow(self) { evaluateAgain() }
  }

  /// Displays the view of another element. The state starts from its initial values in a new storage, so closures of
  /// the previous element do not affect it.
  private func recycle(for view: Content) {
    for (position, property) in properties.enumerated() {
      if property is any EnvironmentReading || (property as? any StateKeeping)?.staysWhenRecycled == true { continue }
      properties[position] = nil
    }
    self.view = view
    attachProperties()
    evaluateAgain()
  }

  func evaluateAgain() {
    isChanged = false
    child.update(to: evaluateBody())
  }

  override func environmentDidChange() {
    for property in properties {
      guard let reading = property as? any EnvironmentReading else { continue }
      if reading.environmentDidChange(to: environment) { markChanged() }
    }
    super.environmentDidChange()
  }

  override func didUnmount() {
    for case let property as StateSource in properties { property.markReaders() }
  }

  private func attachProperties() {
    guard !layout.dynamicProperties.isEmpty else { return }
    withUnsafeMutablePointer(to: &view) { view in
      for (position, property) in layout.dynamicProperties.enumerated() {
        property.attach(UnsafeMutableRawPointer(view) + property.offset, &properties[position], self)
      }
    }
  }

  private func evaluateBody() -> Content.Body {
    observing(self) { ViewGraph.shared.evaluate(self) { view.body } }
  }
}
