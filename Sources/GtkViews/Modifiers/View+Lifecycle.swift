internal import CGtk

extension View {
  /// Runs an action when the view appears: when its window comes on screen, when the view is added to a window on
  /// screen, or when its row in a lazy list is realized. The action may write state. If a window is hidden and shown
  /// again, its views do not appear again.
  @preconcurrency public nonisolated func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    LifecycleView(content: self, actions: LifecycleActions(onAppear: action))
  }

  /// Runs an action after the view has disappeared: after the view or its window was removed, or after its row in a
  /// lazy list went offscreen. The action does not run for a view that never appeared.
  @preconcurrency public nonisolated func onDisappear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    LifecycleView(content: self, actions: LifecycleActions(onDisappear: action))
  }

  /// Starts an asynchronous action when the view appears. The task is cancelled when the view disappears.
  @preconcurrency public nonisolated func task(
    priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
  ) -> some View {
    // With a constant id, an update never restarts the task.
    TaskView(content: self, id: 0, priority: priority, action: action)
  }

  /// Starts an asynchronous action when the view appears. When `id` changes, the task is cancelled and a new task
  /// starts. When the view disappears, the task is cancelled.
  @preconcurrency public nonisolated func task<ID: Equatable>(
    id: ID, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
  ) -> some View {
    TaskView(content: self, id: id, priority: priority, action: action)
  }

  /// Runs an action when a value has changed. The action may write state.
  ///
  /// - Parameters:
  ///   - value: The value to observe.
  ///   - initial: Whether the action also runs when the view appears. Both of its values are then the current value.
  ///   - action: The action, called with the old value and the new value.
  @preconcurrency public nonisolated func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, runsInitially: initial, action: action)
  }

  /// Runs an action when a value has changed. The action may write state.
  @preconcurrency public nonisolated func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    onChange(of: value, initial: initial) { _, _ in action() }
  }

  /// Runs an action with the new value when a value has changed. The action may write state.
  @preconcurrency public nonisolated func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping @MainActor (_ newValue: Value) -> Void
  ) -> some View {
    onChange(of: value) { _, new in action(new) }
  }

  /// Sets the view's identity. If the id changes, the view becomes a different view with new state.
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View {
    IdentifiedView(content: self, id: id)
  }
}

/// The actions of a view for its appearance and disappearance.
nonisolated struct LifecycleActions {
  var onAppear: (@MainActor () -> Void)?
  var onDisappear: (@MainActor () -> Void)?
}

nonisolated struct LifecycleView<Content: View>: ModifyingView {
  let content: Content
  let actions: LifecycleActions

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    LifecycleNode(view, in: context)
  }
}

@MainActor
private final class LifecycleNode<Content: View>: ModifierNode<LifecycleView<Content>>, OnscreenObserving {
  private var hasAppeared = false

  override var canBeRecycled: Bool { content.canBeRecycled }

  override init(_ view: LifecycleView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    whenAppeared { [weak self] in self?.appear() }
  }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .observesOnscreen] }

  override func didUnmount() { disappear() }

  func onscreenDidChange(isOnscreen: Bool) {
    if isOnscreen { whenAppeared { [weak self] in self?.appear() } } else { disappear() }
  }

  private func disappear() {
    guard hasAppeared else { return }
    hasAppeared = false
    if let onDisappear = view.actions.onDisappear { ViewGraph.shared.afterUpdate(onDisappear) }
  }

  private func appear() {
    guard !hasAppeared else { return }
    hasAppeared = true
    view.actions.onAppear?()
  }
}

nonisolated struct TaskView<Content: View, ID: Equatable>: ModifyingView {
  let content: Content
  let id: ID
  let priority: TaskPriority
  let action: @MainActor () async -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TaskNode(view, in: context)
  }
}

@MainActor
private final class TaskNode<Content: View, ID: Equatable>: ModifierNode<TaskView<Content, ID>>, OnscreenObserving {
  /// The task that was started when the view appeared. It may have ended. `nil` before the view appears, and after it
  /// has disappeared.
  private var task: Task<Void, Never>?

  override var canBeRecycled: Bool { content.canBeRecycled }

  override init(_ view: TaskView<Content, ID>, in context: _NodeContext) {
    super.init(view, in: context)
    whenAppeared { [weak self] in self?.startTask() }
  }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .observesOnscreen] }

  override func update(to view: TaskView<Content, ID>) {
    let idDidChange = view.id != self.view.id
    super.update(to: view)
    guard idDidChange, let task else { return }
    task.cancel()
    startTask()
  }

  override func didUnmount() { cancelTask() }

  func onscreenDidChange(isOnscreen: Bool) {
    if isOnscreen { whenAppeared { [weak self] in self?.startTaskIfNeeded() } } else { cancelTask() }
  }

  private func cancelTask() {
    task?.cancel()
    task = nil
  }

  private func startTaskIfNeeded() {
    if task == nil { startTask() }
  }

  private func startTask() {
    let action = view.action
    task = Task(priority: view.priority) { await action() }
  }
}

nonisolated struct ChangeView<Content: View, Value: Equatable>: ModifyingView {
  let content: Content
  let value: Value
  /// Whether the action also runs when the view appears.
  let runsInitially: Bool
  let action: @MainActor (_ oldValue: Value, _ newValue: Value) -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ChangeNode(view, in: context)
  }
}

@MainActor
private final class ChangeNode<Content: View, Value: Equatable>: ModifierNode<ChangeView<Content, Value>> {
  /// Whether the action will be called with the initial value when the view appears. Until that call, changes do not
  /// call the action.
  private var isInitialActionPending: Bool
  /// The number of times that the node was recycled for another element of a list. A scheduled call of the
  /// action is dropped if the node was recycled in the meantime.
  private var recycleCount = 0

  override init(_ view: ChangeView<Content, Value>, in context: _NodeContext) {
    isInitialActionPending = view.runsInitially
    super.init(view, in: context)
    if isInitialActionPending { whenAppeared { [weak self] in self?.runInitialAction() } }
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override func update(to view: ChangeView<Content, Value>) {
    guard !ViewGraph.shared.isRecycling else { return recycle(for: view) }
    let old = self.view.value
    super.update(to: view)
    if old != view.value, !isInitialActionPending { scheduleAction(old, view.value) }
  }

  override var canBeRecycled: Bool { content.canBeRecycled }

  /// Displays the view of another element. The change from the previous element's value does not run the action. If
  /// `runsInitially` is `true`, the action runs for the new element when the view appears.
  private func recycle(for view: ChangeView<Content, Value>) {
    recycleCount += 1
    super.update(to: view)
    guard view.runsInitially else { return }
    let wasPending = isInitialActionPending
    isInitialActionPending = true
    if !wasPending { whenAppeared { [weak self] in self?.runInitialAction() } }
  }

  private func runInitialAction() {
    guard isInitialActionPending else { return }
    isInitialActionPending = false
    view.action(view.value, view.value)
  }

  private func scheduleAction(_ old: Value, _ new: Value) {
    ViewGraph.shared.afterUpdate { [weak self, recycleCount] in
      guard let self, isMounted, self.recycleCount == recycleCount else { return }
      view.action(old, new)
    }
  }
}

nonisolated struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
  let content: Content
  let id: ID

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    IdentifiedNode(view, in: context)
  }
}

@MainActor
final class IdentifiedNode<Content: View, ID: Hashable>: _ViewNode<IdentifiedView<Content, ID>> {
  private(set) var content: _ViewNode<Content>!
  private var transitions: ChildTransitions?

  override var canBeRecycled: Bool { transitions?.isIdle != false && content.canBeRecycled }

  override init(_ view: IdentifiedView<Content, ID>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .contributesRows] }

  override var children: [ViewNode] { [content] }

  override func update(to view: IdentifiedView<Content, ID>) {
    let oldID = self.view.id
    super.update(to: view)
    // Recycling for another element resets the state of the content in any case.
    guard view.id != oldID, !ViewGraph.shared.isRecycling else { return content.update(to: view.content) }
    ChildTransitions.remove(content, oldID, of: self, &transitions, isReplaced: true)
    content = Content._makeNode(view.content, in: contextBelow())
    ChildTransitions.insert(content, view.id, to: self, &transitions, isReplacing: true)
    widgetsDidChange()
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    transitions?.collectWidgets(into: &widgets)
    super.collectWidgets(into: &widgets)
  }

  override func didUnmount() { transitions?.stopAll() }
}
