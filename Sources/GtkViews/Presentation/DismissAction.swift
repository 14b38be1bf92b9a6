/// An action that closes the window, popover or page in which the view is presented.
///
/// ```swift
/// @Environment(\.dismiss) private var dismiss
/// Button("Done") { dismiss() }
/// ```
///
/// The state of the presentation becomes `nil` or `false`, and its `onDismiss`, if any, is called once. In a view that
/// is not presented, the action only reports a misuse.
///
/// Two actions are equal if they close the same presentation. A view that reads the action is therefore not evaluated
/// again when another value of its environment changes.
public struct DismissAction: Equatable {
  /// The presentation that the action closes. `nil` in a view that is not presented.
  private let context: PresentationContext?
  private let action: (@MainActor () -> Void)?

  /// Creates the action of a view that is not presented.
  init() {
    context = nil
    action = nil
  }

  /// Creates an action that closes a presentation. The action retains the context, by which actions are compared.
  init(in context: PresentationContext, _ action: @escaping @MainActor () -> Void) {
    self.context = context
    self.action = action
  }

  /// Whether two actions close the same presentation.
  public static func == (first: DismissAction, second: DismissAction) -> Bool { first.context === second.context }

  /// Closes the window, popover or page in which the view is presented.
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

/// The presentation that contains a view. The presented views use this object to disable dismissal by the user.
@MainActor
final class PresentationContext {
  /// Disables the dismissal of the presentation by the user if the argument is `true`, and enables it otherwise.
  var setInteractiveDismissDisabled: @MainActor (Bool) -> Void = { _ in }
  /// The views that disable dismissal.
  private var disablingViews: Set<ObjectIdentifier> = []

  /// Records whether a view disables dismissal. Dismissal is enabled while no view disables it.
  fileprivate func setDisablesDismissal(_ disablesDismissal: Bool, of view: ViewIdentity) {
    let viewID = ObjectIdentifier(view)
    if disablesDismissal { disablingViews.insert(viewID) } else { disablingViews.remove(viewID) }
    setInteractiveDismissDisabled(!disablingViews.isEmpty)
  }
}

/// An object that identifies a view while the view exists.
private final class ViewIdentity: RecreatableState {}

extension EnvironmentValues {
  /// The action that closes the window, popover or page in which the view is presented.
  public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the view is in a window, popover or page that another view presents.
  public internal(set) var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// The presentation or the ``ViewWindow`` that contains the view. `nil` outside both.
  var presentationContext: PresentationContext? {
    get { self[PresentationContextKey.self] }
    set { self[PresentationContextKey.self] = newValue }
  }

  /// Prepares the environment for the views in a presented window, popover or page. Their layout does not depend on the
  /// view that presents them.
  mutating func resetForPresentedViews(in context: PresentationContext) {
    isPresented = true
    presentationContext = context
    leaveContainersOfPresentingView()
  }

  /// Resets the values that a presented view would inherit from the stack, form, menu or toolbar around the presenting
  /// view. Presented views are not in that container.
  mutating func leaveContainersOfPresentingView() {
    stackAxis = .vertical
    leaveFormAndMenu()
    leaveToolbar()
  }
}

extension View {
  /// Prevents the user from closing the window, popover or page in which this view is presented, for example with
  /// Escape, the close button or the back button. Code can still close it.
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    DismissDisablingView(content: self, isDisabled: isDisabled)
  }
}

/// Disables dismissal by the user of the presentation that contains a view, while the view exists and `isDisabled` is
/// `true`.
private nonisolated struct DismissDisablingView<Content: View>: View {
  let content: Content
  let isDisabled: Bool
  @State private var identity = ViewIdentity()
  @Environment(\.presentationContext) private var context

  init(content: Content, isDisabled: Bool) {
    self.content = content
    self.isDisabled = isDisabled
  }

  @MainActor var body: some View {
    let (context, identity) = (context, identity)
    content
      .onChange(of: isDisabled, initial: true) { _, isDisabled in
        context?.setDisablesDismissal(isDisabled, of: identity)
      }
      .onDisappear { context?.setDisablesDismissal(false, of: identity) }
  }
}
