/// The field of a view that has the keyboard focus.
///
/// The value follows the focus of the window. Writing a value moves the focus to the view that has the same value by
/// ``View/focused(_:equals:)`` or ``View/focused(_:)``. Writing `nil` or `false` removes the focus. A body that reads
/// the value is evaluated again when the value changes, and only then.
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
/// If no view on screen has a written value, the property gets the value of the focused view again. A window behind
/// another window keeps its focus, so the value stays the same.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  /// The value while no view has the focus: `false` or `nil`.
  private let nothing: Value
  private var storage: FocusStorage<Value>?

  /// Creates state for the focus of one view, initially `false`.
  public init() where Value == Bool {
    nothing = false
  }

  /// Creates state for the focus of several views, initially `nil`.
  public init<Wrapped: Hashable>() where Value == Wrapped? {
    nothing = nil
  }

  /// The value of the view that has the focus.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { projectedValue.wrappedValue }
    nonmutating set { projectedValue.wrappedValue = newValue }
  }

  /// The binding for ``View/focused(_:)`` and ``View/focused(_:equals:)``.
  @MainActor @preconcurrency
  public var projectedValue: Binding { Binding(nothing: nothing, storage: storage) }

  /// Connects the property with the value that the node keeps.
  @MainActor public mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode) {
    let storage = (kept as? FocusStorage<Value>) ?? FocusStorage(nothing: nothing)
    kept = storage
    self.storage = storage
  }

  /// A binding to the ``FocusState`` of a view above, which can be read, written and passed on.
  @propertyWrapper
  public struct Binding {
    fileprivate let nothing: Value
    let storage: FocusStorage<Value>?

    /// The value of the view that has the focus.
    @MainActor @preconcurrency
    public var wrappedValue: Value {
      get { storage?.read() ?? nothing }
      nonmutating set {
        guard let storage else {
          Misuse(
            "A FocusState was written before its view was on a screen; the value is dropped. Write it in onAppear.",
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

/// A view that receives the focus for a value.
@MainActor
protocol FocusTarget<Value>: AnyObject {
  associatedtype Value: Hashable
  /// The value of the focus state while the view has the focus.
  var focusValue: Value { get }
  /// Whether the focus widget of the window is in the view.
  var containsFocus: Bool { get }
  /// Takes the focus. Returns whether it succeeded.
  func takeFocus() -> Bool
  /// Removes the focus from the window. Called only if the focus is in the view.
  func removeFocus()
}

/// The storage of a ``FocusState``.
@MainActor
final class FocusStorage<Value: Hashable>: StateSource {
  private let nothing: Value
  private var value: Value
  /// The views that can receive the focus. Each view is in the list from its creation until it is removed.
  private var targets: [any FocusTarget<Value>] = []
  /// Whether a written value is to move the focus after the current update.
  private var isMoving = false

  init(nothing: Value) {
    self.nothing = nothing
    value = nothing
  }

  func add(_ target: any FocusTarget<Value>) {
    targets.append(target)
  }

  func remove(_ target: any FocusTarget<Value>) {
    targets.removeAll { $0 === target }
    focusDidLeave(target.focusValue)
  }

  func read() -> Value {
    noteRead()
    return value
  }

  /// Writes a value, and moves the focus after the current update, because the view that receives the focus may not
  /// exist yet.
  func write(_ newValue: Value) {
    Misuse.reportIfInBody("A FocusState")
    set(newValue)
    guard !isMoving else { return }
    isMoving = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.moveFocus() }
  }

  /// Called when a view has received the focus.
  func focusDidEnter(to value: Value) {
    if !isMoving { set(value) }
  }

  /// Called when a view no longer has the focus.
  func focusDidLeave(_ value: Value) {
    if !isMoving, value == self.value, !targets.contains(where: { $0.focusValue == value && $0.containsFocus }) {
      set(nothing)
    }
  }

  private func set(_ newValue: Value) {
    guard newValue != value else { return }
    value = newValue
    markReaders()
  }

  private func moveFocus() {
    if value == nothing {
      for target in targets where target.containsFocus { target.removeFocus() }
    } else if !targets.contains(where: { $0.focusValue == value && $0.containsFocus }) {
      _ = targets.contains { $0.focusValue == value && $0.takeFocus() }
    }
    isMoving = false
    set(targets.first { $0.containsFocus }?.focusValue ?? nothing)
  }
}
