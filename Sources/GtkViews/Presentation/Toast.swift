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
/// A toast has a close button, and closes automatically after some seconds. A screen reader announces it when it
/// appears.
@MainActor
public struct Toast {
  let text: TextState
  /// The number of seconds before the toast closes automatically. `nil` if it stays.
  var timeout: Double?
  var actionLabel: TextState?
  var action: @MainActor () -> Void = {}

  /// Creates a toast with a text that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - titleKey: The text. It should fit on one line.
  ///   - timeout: The number of seconds before the toast closes automatically, or `nil` if it stays until it is closed.
  ///     The time does not run while the pointer or the focus is in the toast. It starts from the beginning afterwards.
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

  /// Creates a toast with a text from a feature's state.
  public init(_ state: TextState, timeout: Double? = 5) {
    text = state
    self.timeout = timeout
  }

  /// Returns the toast with a button.
  ///
  /// - Parameters:
  ///   - titleKey: The label of the button.
  ///   - perform: The action of the button. It runs once, and the toast closes.
  public func action(_ titleKey: LocalizedStringKey, perform: @escaping @MainActor () -> Void) -> Toast {
    withAction(TextState(titleKey), perform)
  }

  /// Returns the toast with a button whose label is not looked up in the catalogue.
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

  /// The content of the toast for GtkBridge.
  ///
  /// - Parameter node: The node of the view that shows the toast.
  func content(in node: ViewNode) -> ToastContent {
    ToastContent(
      text.translated(as: "A toast", in: node),
      actionLabel: actionLabel?.translated(as: "The button of a toast", in: node), timeout: timeout,
      styleClass: StyleSheet.shared.className(for: Self.style(DesktopAppearance.shared.look.contrast)), action: action)
  }

  /// Returns the CSS of a toast. With increased contrast, the toast is opaque. The theme makes toasts partly
  /// transparent.
  private static func style(_ contrast: ColorSchemeContrast) -> String {
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

  /// The identity of the item. A toast has no body, so this property also creates the toast. The node that reads the
  /// identity then depends on the state that the toast reads.
  @MainActor var id: AnyHashable? {
    guard let item = item.wrappedValue else { return nil }
    _ = toast(item)
    return identify(item)
  }

  typealias Presenter = ToastController<Item>
}

/// Presents the toast of a ``ToastPresentation``.
@MainActor
final class ToastController<Item>: PresentationController {
  private let toast: ToastPresenter

  init(over widget: UnsafeMutablePointer<GtkWidget>, node model: PresentationModel<ToastPresentation<Item>>) {
    let announcer = Announcer()
    let source = model.source
    toast = ToastPresenter(
      over: widget,
      source: PresentationSource(id: source.id, clear: source.clear) {
        announcer.announcedText = nil
        source.onDismiss()
      },
      alarm: { [weak model] in (model?.node.environment.animationClock ?? .frames).timer(in: $0, after: $1, $2) },
      content: {
        guard let item = model.kind.item.wrappedValue else { return nil }
        let content = model.kind.toast(item).content(in: model.node)
        announcer.announceOnce(content.text)
        return content
      })
  }

  var presenter: DialogPresenter { toast }
  var presented: [ViewNode] { [] }

  /// Updates the toast, because its style depends on the desktop's contrast.
  func environmentDidChange(to environment: EnvironmentValues) { toast.stateMayHaveChanged() }

  /// Announces a toast to screen readers when the toast appears or its text changes.
  @MainActor private final class Announcer {
    /// The text that was announced last. `nil` if the next text is announced in any case.
    var announcedText: String?

    func announceOnce(_ new: String) {
      guard new != announcedText else { return }
      announcedText = new
      // The announcement may need the focus, and the toast is not in the window yet.
      MainLoop.onNextTurn { AccessibilityNotification.Announcement(new).post() }
    }
  }
}

/// Keeps the window's toasts above a widget.
private nonisolated struct ToastClearAttribute: WidgetAttribute {
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
  ///   - content: The toast. It updates when state that it reads changes.
  @preconcurrency public nonisolated func toast(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil, content: @escaping @MainActor () -> Toast
  ) -> some View {
    toast(isPresented.item, identify: { $0 }, onDismiss) { _ in content() }
  }

  /// Makes the window's toasts appear above this view instead of in front of it. Use it for a bar with controls at the
  /// bottom of the window.
  package nonisolated func keptClearOfToasts() -> some View { AttributedView(self, ToastClearAttribute()) }

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
