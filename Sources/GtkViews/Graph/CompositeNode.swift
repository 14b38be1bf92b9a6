/// The node of a view that consists of other views. The node keeps the view's state, and evaluates the body when a
/// value that the body has read changes.
@MainActor
final class CompositeNode<Content: View>: _ViewNode<Content>, EvaluatedNode, ProgramViewNode {
  /// The properties of the view's type.
  private let viewFields = ViewFields<Content>.shared
  private var child: _ViewNode<Content.Body>!
  /// The storages of the view's dynamic properties, such as `@State`, in the order of ``ViewFields/dynamicProperties``.
  /// `nil` for a property that has no storage yet.
  private var propertyStorages: [AnyObject?]

  override init(_ view: Content, in context: _NodeContext) {
    propertyStorages = Array(repeating: nil, count: viewFields.dynamicProperties.count)
    super.init(view, in: context)
    attachProperties()
    child = Content.Body._makeNode(evaluateBody(), in: contextBelow())
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var children: [ViewNode] { [child] }

  override var mayHoldChanges: Bool {
    propertyStorages.contains { ($0 as? any StateKeeping)?.mayHaveChanged == true } || child.mayHoldChanges
  }

  var viewName: String { "\(Content.self)" }

  var observationProfile: ObservationProfile { viewFields.observationProfile }

  var programType: Any.Type? { viewFields.isOfLibrary ? nil : Content.self }

  override var canBeRecycled: Bool { child.canBeRecycled }

  override func update(to view: Content) {
    guard !ViewGraph.shared.isRecycling else { return recycle(for: view) }
    guard !viewFields.areEqual(self.view, view) else { return }
    self.view = view
    attachProperties()
    isChanged = true
    ViewGraph.shared.transactions.evaluateRecreated(self) { evaluateAgain() }
  }

  /// Displays the view of another element of a list. The state starts from its initial values in new storages, so
  /// closures of the previous element do not affect the new state. Storages that contain nothing of the previous
  /// element are kept.
  private func recycle(for view: Content) {
    for (position, storage) in propertyStorages.enumerated() {
      if storage is any EnvironmentReading || (storage as? any StateKeeping)?.staysWhenRecycled == true { continue }
      propertyStorages[position] = nil
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
    for storage in propertyStorages {
      guard let reader = storage as? any EnvironmentReading else { continue }
      if reader.environmentDidChange(to: environment) { markChanged() }
    }
    super.environmentDidChange()
  }

  override func didUnmount() {
    // Bodies of other views may have read the state through bindings. They are evaluated again.
    for case let source as StateSource in propertyStorages { source.markReaders() }
  }

  /// Connects the dynamic properties of the view with their storages.
  private func attachProperties() {
    guard !viewFields.dynamicProperties.isEmpty else { return }
    withUnsafeMutablePointer(to: &view) { viewPointer in
      for (position, property) in viewFields.dynamicProperties.enumerated() {
        property.attach(UnsafeMutableRawPointer(viewPointer) + property.offset, &propertyStorages[position], self)
      }
    }
  }

  private func evaluateBody() -> Content.Body {
    observing(self) { ViewGraph.shared.evaluate(self) { view.body } }
  }
}
