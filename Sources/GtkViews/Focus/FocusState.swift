/// Which of a view's fields has the keyboard focus.
///
/// It follows the focus of the window, and moves it: what is written takes the focus to the view that was given the same value with
/// ``View/focused(_:equals:)`` or ``View/focused(_:)``. `nil` or `false` gives the focus up. A body that reads it is evaluated again when it
/// changes, and only then.
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
/// A value that no view on the screen answers to does not stay: it becomes what has the focus. A window that is behind another keeps its
/// focus, and so does the value.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private let nothing: Value
  private var storage: FocusStorage<Value>?

  /// Whether one view has the focus: not to begin with.
  public init() where Value == Bool {
    nothing = false
  }

  /// Which of several views has the focus: none to begin with.
  public init<Wrapped: Hashable>() where Value == Wrapped? {
    nothing = nil
  }

  /// The value of the view that has the focus.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { projectedValue.wrappedValue }
    nonmutating set { projectedValue.wrappedValue = newValue }
  }

  /// What ``View/focused(_:)`` and ``View/focused(_:equals:)`` take.
  @MainActor @preconcurrency
  public var projectedValue: Binding { Binding(nothing: nothing, storage: storage) }

  /// Connects the property with the value that the node keeps.
  @MainActor public mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode) {
    let storage = (kept as? FocusStorage<Value>) ?? FocusStorage(nothing: nothing)
    kept = storage
    self.storage = storage
  }

  /// A ``FocusState`` of a view above, to read, to write and to hand on.
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
            "A FocusState was written before its view was on a screen; the value is dropped. Write it in onAppear.", fileID: #fileID, line: #line
          ).report()
          return
        }
        storage.write(newValue)
      }
    }

    /// Itself.
    public var projectedValue: Binding { self }
  }
}

/// A view that takes the focus for a value.
@MainActor
protocol FocusTarget<Value>: AnyObject {
  associatedtype Value: Hashable
  /// The value that stands for the view.
  var focusValue: Value { get }
  /// Whether the view, or something in it, is what its window would give a key to.
  var containsFocus: Bool { get }
  /// Takes the focus. Whether it could.
  func takeFocus() -> Bool
  /// Leaves the window without a focus, if it is in the view.
  func giveFocusUp()
}

/// What a ``FocusState`` keeps for its view.
@MainActor
final class FocusStorage<Value: Hashable>: StateSource {
  private let nothing: Value
  private var value: Value
  /// Each is here from when it is made until it is taken away.
  private var targets: [any FocusTarget<Value>] = []
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
    focusLeft(target.focusValue)
  }

  func read() -> Value {
    noteRead()
    return value
  }

  /// The program wants the focus elsewhere. It goes there once the update that is under way is complete: what takes it may be on its way.
  func write(_ newValue: Value) {
    Misuse.reportIfInBody("A FocusState")
    set(newValue)
    guard !isMoving else { return }
    isMoving = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.moveFocus() }
  }

  /// A view has the focus.
  func focusCame(to value: Value) {
    if !isMoving { set(value) }
  }

  /// A view no longer has the focus.
  func focusLeft(_ value: Value) {
    if !isMoving, value == self.value, !targets.contains(where: { $0.focusValue == value && $0.containsFocus }) { set(nothing) }
  }

  private func set(_ newValue: Value) {
    guard newValue != value else { return }
    value = newValue
    noteChange()
  }

  private func moveFocus() {
    if value == nothing {
      for target in targets where target.containsFocus { target.giveFocusUp() }
    } else if !targets.contains(where: { $0.focusValue == value && $0.containsFocus }) {
      _ = targets.contains { $0.focusValue == value && $0.takeFocus() }
    }
    isMoving = false
    set(targets.first { $0.containsFocus }?.focusValue ?? nothing)
  }
}
