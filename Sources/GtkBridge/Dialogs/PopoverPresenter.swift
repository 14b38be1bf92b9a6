public import CGtk
internal import CGtkBridge
internal import Presentation

/// Shows a popover at a widget while a piece of state holds a value.
///
/// A click outside of it, or Escape, closes it and clears the state.
@MainActor
public final class PopoverPresenter: DialogPresenter {
  /// What fills the popover.
  @MainActor
  public struct Content {
    /// Makes the content for the item that the state holds.
    public let make: @MainActor (UnsafeMutablePointer<GtkPopover>) -> UnsafeMutablePointer<GtkWidget>
    /// Brings the content up to date: the state holds the same item, but something about it may have changed.
    public let update: @MainActor () -> Void
    /// Lets go of the content. Its widgets go with the popover, directly after this.
    public let discard: @MainActor () -> Void

    /// Makes it out of its parts.
    public init(
      make: @escaping @MainActor (UnsafeMutablePointer<GtkPopover>) -> UnsafeMutablePointer<GtkWidget>,
      update: @escaping @MainActor () -> Void = {}, discard: @escaping @MainActor () -> Void = {}
    ) {
      self.make = make
      self.update = update
      self.discard = discard
    }
  }

  private let content: Content
  /// Owned while the popover is on screen. The anchor owns it too, as its parent.
  private var popover: GObjectReference?
  private var connections: [SignalConnection] = []
  private var isInteractiveDismissDisabled = false
  private var isSayingClosed = false

  /// What of the widget the popover points at, and from which side.
  public var placement = PopoverPlacement() {
    didSet { if placement != oldValue { place() } }
  }

  /// Begins with nothing on screen, and looks at the state when told that it may have changed.
  ///
  /// - Parameters:
  ///   - anchor: The widget that presents, and that the popover points at.
  ///   - source: The state.
  ///   - content: What fills the popover.
  public init(at anchor: some GObjectPointer, source: PresentationSource, content: Content) {
    self.content = content
    super.init(over: anchor, source: source)
  }

  /// Closes the popover, as its own content asks for: its state becomes `nil`.
  public func dismiss() {
    send(.contentAskedToClose)
  }

  /// Allows or forbids a click outside and Escape, for the popover that is on screen.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    isInteractiveDismissDisabled = isDisabled
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  override var hasWindow: Bool { false }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let anchor = presenting.widget else { return dialogIsGone() }
    let reference = GObjectReference(cgtk_widget_new_with_role(gtk_popover_get_type(), GTK_ACCESSIBLE_ROLE_DIALOG))
    popover = reference
    isInteractiveDismissDisabled = false
    gtk_widget_set_parent(reference.widget, anchor)
    let child = content.make(reference.popover)
    gtk_popover_set_child(reference.popover, child)
    place()
    giveFocus(to: child)
    watch(reference, at: anchor)
    gtk_popover_popup(reference.popover)
  }

  private func watch(_ popover: GObjectReference, at anchor: UnsafeMutablePointer<GtkWidget>) {
    connections = [
      connect(popover.pointer, .closed) { [weak self] in self?.popoverClosed() },
      // A widget that goes with a child of ours still in it would complain.
      connect(anchor, .destroy) { [weak self] in self?.removePopover() },
    ]
  }

  override func updateDialog() {
    guard popover != nil else { return }
    content.update()
    place()
  }

  override var presentedInside: [DialogPresenter] { popover.map { DialogStack.presented(inside: $0.widget) } ?? [] }

  override func closeDialog() {
    removePopover()
  }

  /// Takes the popover along to the new widget. Without one it goes with the old widget.
  override func presentingWidgetMoved() {
    guard let popover, let anchor = presenting.widget else { return }
    disconnect()
    takeFocus(from: popover.widget)
    keepSurface(of: popover)
    gtk_widget_set_visible(popover.widget, 0)
    gtk_widget_unparent(popover.widget)
    gtk_widget_set_parent(popover.widget, anchor)
    watch(popover, at: anchor)
    if gtk_widget_get_mapped(anchor) != 0 { return popUp() }
    connections.append(connect(anchor, .map) { [weak self] in self?.popUp() })
  }

  private func popUp() {
    guard let popover else { return }
    place()
    if let child = gtk_popover_get_child(popover.popover) { giveFocus(to: child) }
    gtk_popover_popup(popover.popover)
  }

  private func place() {
    guard let popover, let anchor = presenting.widget else { return }
    placement.apply(to: popover.popover, at: anchor)
  }

  private func disconnect() {
    connections.forEach { $0.disconnect() }
    connections = []
  }

  private func popoverClosed() {
    guard let popover else { return }
    isSayingClosed = true
    defer { isSayingClosed = false }
    guard isInteractiveDismissDisabled else { return send(.userAskedToClose) }
    // It comes back once GTK is through with closing it. To take away its property `autohide` would take its surface from under it.
    MainLoop.onNextTurn { [weak self] in
      guard let self, self.popover === popover, let anchor = presenting.widget, gtk_widget_get_mapped(anchor) != 0 else { return }
      popUp()
    }
  }

  private func removePopover() {
    guard let popover else { return }
    disconnect()
    self.popover = nil
    takeFocus(from: popover.widget)
    content.discard()
    keepSurface(of: popover)
    // GTK's own way to close it would give the focus to the anchor.
    gtk_widget_set_visible(popover.widget, 0)
    gtk_widget_unparent(popover.widget)
    // GTK still looks at a popover after it has said that it is closed. Nothing else may come before it goes: it has no surface any more, at which GTK
    // looks when it lays out the window, or looks for a tooltip, as long as the pointer was last seen there.
    if isSayingClosed { MainLoop.onNextTurn(.first) { _ = popover } }
    dialogIsGone()
  }
}

/// The focus, and what else GTK needs to be told.
extension PopoverPresenter {
  /// GTK moves the focus into a popover that opens, and when nothing in it takes the focus, asks whether what has it in the window is in the
  /// popover. It complains if nothing has it there either: so the content is given it, which needs nothing else for that.
  private func giveFocus(to child: UnsafeMutablePointer<GtkWidget>) {
    guard let root = gtk_widget_get_root(child), gtk_root_get_focus(root) == nil, WidgetTree.firstFocusable(in: child) == nil else { return }
    gtk_root_set_focus(root, child)
  }

  /// Takes the focus from the popover, or from the anchor to which GTK has moved it, for who had it before. GTK 4.8 never frees a popover
  /// that goes with the focus in it.
  private func takeFocus(from popover: UnsafeMutablePointer<GtkWidget>) {
    guard let root = gtk_widget_get_root(popover), let focus = gtk_root_get_focus(root) else { return }
    guard let anchor = gtk_widget_get_parent(popover), focus == anchor || gtk_widget_is_ancestor(focus, anchor) != 0 else { return }
    gtk_root_set_focus(root, nil)
  }

  /// Half a second after the pointer has moved, GTK 4.8 looks for a tooltip on the surface that it was over, and complains if that is gone.
  private func keepSurface(of popover: GObjectReference) {
    guard let surface = gtk_native_get_surface(popover.opaque) else { return }
    g_timeout_add_full(G_PRIORITY_LOW, 600, { _ in 0 }, g_object_ref(surface.rawPointer), { g_object_unref($0) })
  }
}

extension GObjectReference {
  fileprivate var popover: UnsafeMutablePointer<GtkPopover> { pointer.cast(to: GtkPopover.self, gtk_popover_get_type()) }
}
