internal import CGtk
internal import GtkBridge

/// A short, non-blocking message at the bottom of a window, with an optional button such as "Undo".
///
/// ```swift
/// .toast(item: $removed) { episode in
///   Toast("“\(episode.title)” was removed").action("Undo") { model.restore(episode) }
/// }
/// ```
///
/// A toast has a close button. By default, the toast closes automatically after 5 seconds. A screen reader announces
/// the toast when it appears.
@MainActor
public struct Toast {
  let text: TextState
  /// The number of seconds before the toast closes automatically. `nil` if the toast does not close automatically.
  var timeout: Double?
  /// The label of the button for ``action``. `nil` if the toast has only the close button.
  var actionLabel: TextState?
  var action: @MainActor () -> Void = {}

  /// Creates a toast with a text that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - titleKey: The text. It should fit on one line.
  ///   - timeout: The number of seconds before the toast closes automatically, or `nil` if the toast does not close
  ///     automatically. While the pointer or the focus is in the toast, the time does not run. Afterwards, the time
  ///     starts from the beginning.
  public init(_ titleKey: LocalizedStringKey, timeout: Double? = 5) {
    text = TextState(titleKey)
    self.timeout = timeout
  }

  /// Creates a toast with a text that is not looked up in the catalogue.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, timeout: Double? = 5) {
    text = TextState(verbatim: String(title))
    self.timeout = timeout
  }

  /// Creates a toast with the text of a `TextState`, for example from the state of a reducer.
  public init(_ state: TextState, timeout: Double? = 5) {
    text = state
    self.timeout = timeout
  }

  /// Returns a copy of the toast with a button.
  ///
  /// - Parameters:
  ///   - titleKey: The label of the button.
  ///   - perform: The action of the button. When the user clicks the button, the action runs once and the toast closes.
  public func action(_ titleKey: LocalizedStringKey, perform: @escaping @MainActor () -> Void) -> Toast {
    withAction(TextState(titleKey), perform)
  }

  /// Returns a copy of the toast with a button whose label is not looked up in the catalogue.
  @_disfavoredOverload
  public func action(_ title: some StringProtocol, perform: @escaping @MainActor () -> Void) -> Toast {
    withAction(TextState(verbatim: String(title)), perform)
  }

  private func withAction(_ label: TextState, _ perform: @escaping @MainActor () -> Void) -> Toast {
    var toast = self
    toast.actionLabel = label
    toast.action = perform
    return toast
  }

  /// Returns the content of the toast for GtkBridge: the texts, the action, the timeout and the style.
  ///
  /// - Parameter node: The node of the view that shows the toast.
  func content(in node: ViewNode) -> ToastContent {
    ToastContent(
      text.translated(reportedAs: "A toast", in: node),
      actionLabel: actionLabel?.translated(reportedAs: "The button of a toast", in: node), timeout: timeout,
      styleClass: StyleSheet.shared.className(for: Self.css(for: DesktopAppearance.shared.look.contrast)),
      action: action)
  }

  /// Returns the CSS of a toast. The theme makes toasts partly transparent. With increased contrast, this CSS makes
  /// them opaque.
  private static func css(for contrast: ColorSchemeContrast) -> String {
    "border-radius: 12px; padding: 6px;"
      + (contrast == .increased ? " background-color: #1e1e1e; color: white; border: 1px solid white;" : "")
  }
}

/// A toast that is shown while the state holds an item.
nonisolated struct ToastPresentation<Item>: ItemPresentation {
  let item: Binding<Item?>
  let identify: @MainActor (Item) -> AnyHashable
  let onDismiss: (@MainActor () -> Void)?
  let toast: @MainActor (Item) -> Toast

  /// The identity of the item. This property also creates the toast, only to read the state that the toast reads. The
  /// node that reads the identity then depends on this state, and updates the toast when the state changes.
  @MainActor var id: AnyHashable? {
    guard let item = item.wrappedValue else { return nil }
    _ = toast(item)
    return identify(item)
  }

  typealias Controller = ToastController<Item>
}

/// Presents the toast of a ``ToastPresentation``.
@MainActor
final class ToastController<Item>: PresentationController {
  private let toastPresenter: ToastPresenter

  init(over widget: UnsafeMutablePointer<GtkWidget>, model: PresentationModel<ToastPresentation<Item>>) {
    let announcer = Announcer()
    let source = model.source
    toastPresenter = ToastPresenter(
      over: widget,
      source: PresentationSource(id: source.id, clear: source.clear) {
        // The next toast is announced even if it has the same text.
        announcer.announcedText = nil
        source.onDismiss()
      },
      startTimer: { [weak model] in
        (model?.node.environment.animationClock ?? .frames).startTimer(in: $0, after: $1, $2)
      },
      content: {
        guard let item = model.kind.item.wrappedValue else { return nil }
        let content = model.kind.toast(item).content(in: model.node)
        announcer.announceIfNew(content.text)
        return content
      })
  }

  var presenter: DialogPresenter { toastPresenter }
  var presentedNodes: [ViewNode] { [] }

  /// Updates the toast, because its style depends on the desktop's contrast.
  func environmentDidChange(to environment: EnvironmentValues) { toastPresenter.stateMayHaveChanged() }

  /// Announces a toast to screen readers when the toast appears or its text changes.
  @MainActor private final class Announcer {
    /// The announced text of the toast on screen. `nil` if no toast is on screen.
    var announcedText: String?

    /// Announces the text of the toast, unless this text was already announced.
    func announceIfNew(_ text: String) {
      guard text != announcedText else { return }
      announcedText = text
      // The toast is not in the window yet, and the focus may change when the toast appears. GTK before version 4.14
      // announces a text through the focused widget, so the announcement waits for the next turn of the main loop.
      MainLoop.onNextTurn { AccessibilityNotification.Announcement(text).post() }
    }
  }
}

/// Makes the window's toasts appear above a widget instead of in front of it.
private nonisolated struct KeptClearOfToastsAttribute: WidgetAttribute {
  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    ToastLayer.keepClear(widget)
  }
}

extension View {
  /// Shows a toast at the bottom of the window while a Boolean is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the toast is on screen. The binding is set to `false` when the toast closes.
  ///   - onDismiss: Called once when the toast has closed, for any reason.
  ///   - content: Returns the toast. The toast is updated when state that this closure reads changes.
  @preconcurrency public nonisolated func toast(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil, content: @escaping @MainActor () -> Toast
  ) -> some View {
    toast(isPresented.item, identify: { $0 }, onDismiss) { _ in content() }
  }

  /// Makes the window's toasts appear above this view instead of in front of it. Use this modifier for a bar with
  /// controls at the bottom of the window.
  package nonisolated func keptClearOfToasts() -> some View { AttributedView(self, KeptClearOfToastsAttribute()) }

  /// Shows a toast at the bottom of the window while the binding holds an item. Another item with the same id updates
  /// the toast in place. An item with another id replaces the toast with a new one.
  @preconcurrency public nonisolated func toast<Item: Identifiable>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil, content: @escaping @MainActor (Item) -> Toast
  ) -> some View {
    toast(item, identify: { $0.id }, onDismiss, content)
  }

  /// Shows a toast at the bottom of the window while the binding holds an item. A key path identifies the item.
  @preconcurrency public nonisolated func toast<Item, ID: Hashable>(
    item: Binding<Item?>, id: KeyPath<Item, ID>, onDismiss: (@MainActor () -> Void)? = nil,
    content: @escaping @MainActor (Item) -> Toast
  ) -> some View {
    let identify = Identification(id)
    return toast(item, identify: { identify($0) }, onDismiss, content)
  }

  private nonisolated func toast<Item>(
    _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable, _ onDismiss: (@MainActor () -> Void)?,
    _ content: @escaping @MainActor (Item) -> Toast
  ) -> some View {
    PresentingView(
      content: self, kind: ToastPresentation(item: item, identify: identify, onDismiss: onDismiss, toast: content))
  }
}
