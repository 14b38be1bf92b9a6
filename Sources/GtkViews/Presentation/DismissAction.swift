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
  var setInteractiveDismissDisabled: @MainActor (Bool) -> Void = { _ in }
}

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
}

extension View {
  /// Takes Escape and the close button away from the window that this view is presented in. Code can close it all the same.
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    ContextView(content: self, value: isDisabled) { $0.setInteractiveDismissDisabled($1) }
  }
}

/// Tells something to the window that a view is in.
private nonisolated struct ContextView<Content: View, Value: Equatable>: View {
  let content: Content
  let value: Value
  let tell: @MainActor (PresentationContext, Value) -> Void
  @Environment(\.presentationContext) private var context

  init(content: Content, value: Value, tell: @escaping @MainActor (PresentationContext, Value) -> Void) {
    self.content = content
    self.value = value
    self.tell = tell
  }

  @MainActor var body: some View {
    content.onChange(of: value, initial: true) { _, value in
      if let context { tell(context, value) }
    }
  }
}
