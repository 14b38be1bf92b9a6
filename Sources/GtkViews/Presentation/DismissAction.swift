/// Closes what the view is presented in.
///
/// ```swift
/// @Environment(\.dismiss) private var dismiss
/// Button("Done") { dismiss() }
/// ```
///
/// The state that presents becomes `nil`, and `onDismiss` is called once. In a view that is not presented it does nothing, and says so.
public struct DismissAction {
  private let action: (@MainActor () -> Void)?

  init(_ action: (@MainActor () -> Void)? = nil) {
    self.action = action
  }

  /// Closes what the view is presented in.
  @MainActor
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) {
    guard let action else {
      Misuse(
        "dismiss() was called in a view that is not presented, so there is nothing to close. Call it in the content of a sheet, a cover or a popover.",
        fileID: fileID, line: line
      ).report()
      return
    }
    action()
  }
}

private struct DismissKey: EnvironmentKey {
  static var defaultValue: DismissAction { DismissAction() }
}

private struct IsPresentedKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

private struct PresentationContextKey: EnvironmentKey {
  static var defaultValue: PresentationContext? { nil }
}

/// What a view can tell of the window that it is presented in.
@MainActor
final class PresentationContext {
  /// Locks the window, or unlocks it.
  var setInteractiveDismissDisabled: @MainActor (Bool) -> Void = { _ in }
  /// The views that ask for it to be locked: it is unlocked when the last of them goes.
  private var locks: Set<ObjectIdentifier> = []

  /// A view asks for the window to be locked, or does so no longer.
  fileprivate func setLock(_ isLocked: Bool, by view: ViewIdentity) {
    if isLocked { locks.insert(ObjectIdentifier(view)) } else { locks.remove(ObjectIdentifier(view)) }
    setInteractiveDismissDisabled(!locks.isEmpty)
  }
}

/// What a view is known by for as long as it is on screen.
private final class ViewIdentity: RemadeState {}

extension EnvironmentValues {
  /// Closes what the view is presented in.
  public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the view is presented in a window or popover of its own.
  public internal(set) var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// The window that the view is in.
  var presentationContext: PresentationContext? {
    get { self[PresentationContextKey.self] }
    set { self[PresentationContextKey.self] = newValue }
  }

  /// For what is presented in a window, popover or page of its own: it does not stand where the view does that presents it.
  mutating func beginPresented(in context: PresentationContext) {
    isPresented = true
    presentationContext = context
    leavePresentingPlace()
  }

  /// For what is presented, in whatever way: it is not laid out as what is in the form, menu, toolbar or row of the view that presents it.
  mutating func leavePresentingPlace() {
    stackAxis = .vertical
    leaveFormAndMenu()
    leaveToolbar()
  }
}

extension View {
  /// Takes Escape and the close button away from the window that this view is presented in. Code can close it all the same.
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    LockingView(content: self, isLocked: isDisabled)
  }
}

/// Locks the window that a view is in, while the view is there.
private nonisolated struct LockingView<Content: View>: View {
  let content: Content
  let isLocked: Bool
  @State private var identity = ViewIdentity()
  @Environment(\.presentationContext) private var context

  init(content: Content, isLocked: Bool) {
    self.content = content
    self.isLocked = isLocked
  }

  @MainActor var body: some View {
    let (context, identity) = (context, identity)
    content
      .onChange(of: isLocked, initial: true) { _, isLocked in context?.setLock(isLocked, by: identity) }
      .onDisappear { context?.setLock(false, by: identity) }
  }
}
