/// A value that stands for the view with the keyboard focus.
///
/// The value follows the focus of the window. Writing a value moves the focus to the view to which
/// ``View/focused(_:equals:)`` or ``View/focused(_:)`` assigns this value. Writing `nil` or `false` removes the focus.
/// If a movement of the focus changes the value, only the bodies that read the value are evaluated again.
///
/// ```swift
/// enum Field { case name, address }
/// @FocusState private var focus: Field?
///
/// var body: some View {
///   TextField("Name", text: $name).focused($focus, equals: .name).onSubmit { focus = .address }
///   TextField("Address", text: $address).focused($focus, equals: .address)
/// }
/// ```
///
/// If no view for the written value can take the focus, the property gets the value of the view that has the focus, or
/// `nil` or `false` if no such view has it. While the window is behind another window, the value stays the same,
/// because the window keeps its focus.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  /// The value while no view has the focus: `false` or `nil`.
  private let unfocusedValue: Value
  private var storage: FocusStorage<Value>?

  /// Creates state for the focus of one view, initially `false`.
  public init() where Value == Bool {
    unfocusedValue = false
  }

  /// Creates state for the focus of several views, initially `nil`.
  public init<Wrapped: Hashable>() where Value == Wrapped? {
    unfocusedValue = nil
  }

  /// The value of the view that has the focus, or `false` or `nil` if no view has the focus.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { projectedValue.wrappedValue }
    nonmutating set { projectedValue.wrappedValue = newValue }
  }

  /// The binding for ``View/focused(_:)`` and ``View/focused(_:equals:)``.
  @MainActor @preconcurrency
  public var projectedValue: Binding { Binding(unfocusedValue: unfocusedValue, storage: storage) }

  /// Connects the property with the storage that the node keeps for it in `kept`.
  @MainActor public mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode) {
    let storage = (kept as? FocusStorage<Value>) ?? FocusStorage(unfocusedValue: unfocusedValue)
    kept = storage
    self.storage = storage
  }

  /// A binding to the ``FocusState`` of a view above. Code can read and write the binding, and pass it to other views.
  @propertyWrapper
  public struct Binding {
    fileprivate let unfocusedValue: Value
    let storage: FocusStorage<Value>?

    /// The value of the view that has the focus, or `false` or `nil` if no view has the focus.
    @MainActor @preconcurrency
    public var wrappedValue: Value {
      get { storage?.read() ?? unfocusedValue }
      nonmutating set {
        guard let storage else {
          Misuse(
            "A @FocusState property was written before its view was in a window; the value is dropped. Write the property in onAppear.",
            fileID: #fileID, line: #line
          ).report()
          return
        }
        storage.write(newValue)
      }
    }

    /// The binding itself.
    public var projectedValue: Binding { self }
  }
}

/// The node of a view that receives the focus when its value is written to a ``FocusState``.
@MainActor
protocol FocusTarget<Value>: AnyObject {
  associatedtype Value: Hashable
  /// The value of the focus state while the view has the focus.
  var focusValue: Value { get }
  /// Whether the widget with the focus is in the view. `false` if the view is in no window.
  var containsFocus: Bool { get }
  /// Moves the focus to the view. Returns whether this succeeded.
  func takeFocus() -> Bool
  /// Removes the focus from the window. Called only if the focus is in the view.
  func removeFocus()
}

/// The storage of a ``FocusState``.
@MainActor
final class FocusStorage<Value: Hashable>: StateSource {
  private let unfocusedValue: Value
  private var value: Value
  /// The views that can receive the focus. Each view is in the list from its creation until its removal.
  private var targets: [any FocusTarget<Value>] = []
  /// Whether a value was written and the focus has not been moved yet. While this is true, changes of the focus do
  /// not change the value.
  private var isMovePending = false

  init(unfocusedValue: Value) {
    self.unfocusedValue = unfocusedValue
    value = unfocusedValue
  }

  func add(_ target: any FocusTarget<Value>) {
    targets.append(target)
  }

  func remove(_ target: any FocusTarget<Value>) {
    targets.removeAll { $0 === target }
    focusDidLeave(viewFor: target.focusValue)
  }

  func read() -> Value {
    noteRead()
    return value
  }

  /// Writes a value, and moves the focus after the current update, because the view that receives the focus may not
  /// exist yet.
  func write(_ newValue: Value) {
    Misuse.reportIfInBody("A FocusState")
    changeValue(to: newValue)
    guard !isMovePending else { return }
    isMovePending = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.moveFocus() }
  }

  /// Called when the view for a value has received the focus.
  func focusDidEnter(viewFor value: Value) {
    if !isMovePending { changeValue(to: value) }
  }

  /// Called when the view for a value no longer has the focus.
  func focusDidLeave(viewFor value: Value) {
    if !isMovePending, value == self.value, !targets.contains(where: { $0.focusValue == value && $0.containsFocus }) {
      changeValue(to: unfocusedValue)
    }
  }

  /// Sets the value, and marks the nodes that have read it. Does nothing if the new value equals the current value.
  private func changeValue(to newValue: Value) {
    guard newValue != value else { return }
    value = newValue
    markReaders()
  }

  /// Moves the focus to a view for the written value, or removes the focus if `nil` or `false` was written. Then sets
  /// the value to the value of the view that has the focus. If no view for the written value can take the focus, the
  /// value is another one afterwards.
  private func moveFocus() {
    if value == unfocusedValue {
      for target in targets where target.containsFocus { target.removeFocus() }
    } else if !targets.contains(where: { $0.focusValue == value && $0.containsFocus }) {
      // The first view for the value that can take the focus gets the focus.
      _ = targets.contains { $0.focusValue == value && $0.takeFocus() }
    }
    isMovePending = false
    changeValue(to: targets.first { $0.containsFocus }?.focusValue ?? unfocusedValue)
  }
}
