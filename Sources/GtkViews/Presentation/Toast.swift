internal import CGtk
internal import GtkBridge

/// A short message at the bottom of a window that hinders nothing, with a button such as "Undo" if it needs one.
///
/// ```swift
/// .toast(item: $removed) { episode in
///   Toast("“\(episode.title)” was removed").action("Undo") { model.restore(episode) }
/// }
/// ```
///
/// It has a button that closes it, and goes by itself after some seconds. A screen reader says it when it comes.
@MainActor
public struct Toast {
  let text: TextState
  var timeout: Double?
  var actionLabel: TextState?
  var action: @MainActor () -> Void = {}

  /// Makes a toast with a text that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - titleKey: What it says: one line, if it can be.
  ///   - timeout: After how many seconds it goes by itself, or `nil` if it stays until somebody closes it. They do not pass while the pointer or
  ///     the focus is in it, and begin anew afterwards.
  public init(_ titleKey: LocalizedStringKey, timeout: Double? = 5) {
    text = TextState(titleKey)
    self.timeout = timeout
  }

  /// Makes a toast with a text that is shown as it is.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, timeout: Double? = 5) {
    text = TextState(verbatim: String(title))
    self.timeout = timeout
  }

  /// Creates a toast with a text of a feature's state.
  public init(_ state: TextState, timeout: Double? = 5) {
    text = state
    self.timeout = timeout
  }

  /// The toast with a button.
  ///
  /// - Parameters:
  ///   - titleKey: What the button says.
  ///   - perform: What it does, once. The toast goes with it.
  public func action(_ titleKey: LocalizedStringKey, perform: @escaping @MainActor () -> Void) -> Toast {
    withAction(TextState(titleKey), perform)
  }

  /// The toast with a button whose text is shown as it is.
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

  /// What GTK's side shows of it.
  ///
  /// - Parameter node: The view that has it.
  func content(in node: ViewNode) -> ToastContent {
    ToastContent(
      text.translated(as: "A toast", in: node), actionLabel: actionLabel?.translated(as: "The button of a toast", in: node), timeout: timeout,
      styleClass: StyleSheet.shared.className(for: Self.style(DesktopAppearance.shared.look.contrast)), action: action)
  }

  /// The theme lets what is behind a toast shine through.
  private static func style(_ contrast: ColorSchemeContrast) -> String {
    "border-radius: 12px; padding: 6px;" + (contrast == .increased ? " background-color: #1e1e1e; color: white; border: 1px solid white;" : "")
  }
}

/// A toast, while an item is there.
nonisolated struct ToastPresentation<Item>: ItemPresentation {
  let item: Binding<Item?>
  let identify: @MainActor (Item) -> AnyHashable
  let onDismiss: (@MainActor () -> Void)?
  let toast: @MainActor (Item) -> Toast

  /// The toast is made too, so that it is followed what it reads: it is a value, which has no body of its own.
  @MainActor var id: AnyHashable? {
    guard let item = item.wrappedValue else { return nil }
    _ = toast(item)
    return identify(item)
  }

  typealias Presenter = ToastHolder<Item>
}

@MainActor
final class ToastHolder<Item>: PresentationHolder {
  private let toast: ToastPresenter

  init(over widget: UnsafeMutablePointer<GtkWidget>, node owner: PresentationOwner<ToastPresentation<Item>>) {
    let announced = Announced()
    let source = owner.source
    toast = ToastPresenter(
      over: widget,
      source: PresentationSource(id: source.id, clear: source.clear) {
        announced.text = nil
        source.onDismiss()
      },
      alarm: { [weak owner] in (owner?.node.environment.animationClock ?? .frames).alarm(in: $0, after: $1, $2) },
      content: {
        guard let item = owner.kind.item.wrappedValue else { return nil }
        let content = owner.kind.toast(item).content(in: owner.node)
        announced.say(content.text)
        return content
      })
  }

  var presenter: DialogPresenter { toast }
  var presented: [ViewNode] { [] }

  /// With the desktop's contrast a toast looks otherwise.
  func environmentDidChange(to environment: EnvironmentValues) { toast.stateMayHaveChanged() }

  /// What the screen reader was given to say: each text once.
  @MainActor private final class Announced {
    var text: String?

    func say(_ new: String) {
      guard new != text else { return }
      text = new
      // It may need the focus, and the toast is not in the window yet.
      MainLoop.onNextTurn { AccessibilityNotification.Announcement(new).post() }
    }
  }
}

extension View {
  /// Shows a toast at the bottom of the window while a Boolean is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the toast is on screen. It is written `false` when the toast goes.
  ///   - onDismiss: Called once when the toast is gone, whoever closed it.
  ///   - content: The toast. It follows what it reads.
  @preconcurrency public nonisolated func toast(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil, content: @escaping @MainActor () -> Toast
  ) -> some View {
    toast(isPresented.item, identify: { $0 }, onDismiss) { _ in content() }
  }

  /// Shows a toast at the bottom of the window while an item is there. Another item with the same id changes the toast in place; one with another
  /// id has a toast of its own, in place of the first.
  @preconcurrency public nonisolated func toast<Item: Identifiable>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil, content: @escaping @MainActor (Item) -> Toast
  ) -> some View {
    toast(item, identify: { $0.id }, onDismiss, content)
  }

  /// Shows a toast at the bottom of the window while an item is there that a key path identifies.
  @preconcurrency public nonisolated func toast<Item, ID: Hashable>(
    item: Binding<Item?>, id: KeyPath<Item, ID>, onDismiss: (@MainActor () -> Void)? = nil, content: @escaping @MainActor (Item) -> Toast
  ) -> some View {
    let identify = Identification(id)
    return toast(item, identify: { identify($0) }, onDismiss, content)
  }

  private nonisolated func toast<Item>(
    _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable, _ onDismiss: (@MainActor () -> Void)?,
    _ content: @escaping @MainActor (Item) -> Toast
  ) -> some View {
    PresentingView(content: self, kind: ToastPresentation(item: item, identify: identify, onDismiss: onDismiss, toast: content))
  }
}
