/// An action that closes the window, popover or page that presents the view.
///
/// ```swift
/// @Environment(\.dismiss) private var dismiss
/// Button("Done") { dismiss() }
/// ```
///
/// The state of the presentation becomes `nil`, and `onDismiss` is called once. In a view that is not presented, the
/// action only reports the misuse.
///
/// Two actions are equal if they close the same presentation. A view that reads the action is therefore not evaluated
/// again when another value of its environment changes.
public struct DismissAction: Equatable {
  private let context: PresentationContext?
  private let action: (@MainActor () -> Void)?

  /// Creates the action of a view that is not presented.
  init() {
    context = nil
    action = nil
  }

  /// Creates the action of a presentation. The action retains the context.
  init(in context: PresentationContext, _ action: @escaping @MainActor () -> Void) {
    self.context = context
    self.action = action
  }

  /// Whether two actions close the same presentation.
  public static func == (first: DismissAction, second: DismissAction) -> Bool { first.context === second.context }

  /// Closes the window, popover or page that presents the view.
  @MainActor
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) {
    guard let action else {
      Misuse(
        "dismiss() was called in a view that is not presented, so there is nothing to close. Call it in the content of a sheet, a cover, a popover or a pushed page.",
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

/// The functions of a presentation that its views call.
@MainActor
final class PresentationContext {
  /// Disables or enables dismissal of the window by the user.
  var setInteractiveDismissDisabled: @MainActor (Bool) -> Void = { _ in }
  /// The views that disable dismissal.
  private var locks: Set<ObjectIdentifier> = []

  /// Disables dismissal for a view, or ends the view's request. Dismissal is enabled while no view disables it.
  fileprivate func setLock(_ isLocked: Bool, by view: ViewIdentity) {
    if isLocked { locks.insert(ObjectIdentifier(view)) } else { locks.remove(ObjectIdentifier(view)) }
    setInteractiveDismissDisabled(!locks.isEmpty)
  }
}

/// The identity of a view while it is on screen.
private final class ViewIdentity: RecreatableState {}

extension EnvironmentValues {
  /// The action that closes the window, popover or page that presents the view.
  public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the view is presented in a window, popover or page of its own.
  public internal(set) var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// The functions of the presentation that contains the view, or `nil` outside a presentation.
  var presentationContext: PresentationContext? {
    get { self[PresentationContextKey.self] }
    set { self[PresentationContextKey.self] = newValue }
  }

  /// Prepares the environment for views in a window, popover or page of their own. Their layout does not depend on the
  /// view that presents them.
  mutating func beginPresented(in context: PresentationContext) {
    isPresented = true
    presentationContext = context
    resetPresenterLayout()
  }

  /// Resets the values that a presented view would inherit from the stack, form, menu or toolbar around the presenting
  /// view. Presented views are not in that container.
  mutating func resetPresenterLayout() {
    stackAxis = .vertical
    leaveFormAndMenu()
    leaveToolbar()
  }
}

extension View {
  /// Disables Escape and the close button of the window that presents this view. Code can still close the window.
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    LockingView(content: self, isLocked: isDisabled)
  }
}

/// Disables dismissal of a view's window while the view exists.
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
