public import CGtk
internal import CGtkBridge
internal import Presentation

/// Shows a popover at a widget, the *anchor*, while a piece of state holds a value.
///
/// A click outside the popover, or Escape, closes the popover and clears the state, unless this interactive dismissal
/// is disabled: see ``setInteractiveDismissDisabled(_:)``.
@MainActor
public final class PopoverPresenter: DialogPresenter {
  /// The content of the popover.
  @MainActor
  public struct Content {
    /// Creates the content for the item in the state.
    public let make: @MainActor (UnsafeMutablePointer<GtkPopover>) -> UnsafeMutablePointer<GtkWidget>
    /// Updates the content. The state holds the same item, but parts of the item may have changed.
    public let update: @MainActor () -> Void
    /// Releases the content. The content's widgets are destroyed afterwards, together with the popover.
    public let discard: @MainActor () -> Void

    /// Creates the content from its closures.
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
  /// Owned while the popover is on screen. The anchor, which is the popover's parent, also owns the popover.
  private var popover: GObjectReference?
  /// The connections to signals of the popover and of the anchor.
  private var connections: [SignalConnection] = []
  private var isInteractiveDismissDisabled = false
  /// Whether GTK is emitting the signal `closed` of the popover.
  private var isEmittingClosed = false

  /// The part of the anchor that the popover points at, and the side on which the popover is shown.
  public var placement = PopoverPlacement() {
    didSet { if placement != oldValue { updatePlacement() } }
  }

  /// Creates a presenter without a visible popover. The presenter reads the state after
  /// ``DialogPresenter/stateMayHaveChanged()``.
  ///
  /// - Parameters:
  ///   - anchor: The presenting widget, which the popover points at.
  ///   - source: The state.
  ///   - content: The content of the popover.
  public init(at anchor: some GObjectPointer, source: PresentationSource, content: Content) {
    self.content = content
    super.init(over: anchor, source: source)
  }

  /// Closes the popover at the request of its own content. The state that presents the popover becomes `nil`.
  public func dismiss() {
    send(.contentAskedToClose)
  }

  /// Enables or disables closing the visible popover with a click outside or with Escape.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    isInteractiveDismissDisabled = isDisabled
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  override var hasWindow: Bool { false }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let anchor = presentingWidget.widget else { return dialogDidClose() }
    let reference = GObjectReference(cgtk_widget_new_with_role(gtk_popover_get_type(), GTK_ACCESSIBLE_ROLE_DIALOG))
    popover = reference
    isInteractiveDismissDisabled = false
    gtk_widget_set_parent(reference.widget, anchor)
    let child = content.make(reference.popover)
    gtk_popover_set_child(reference.popover, child)
    updatePlacement()
    ensureFocus(with: child)
    connectSignals(of: reference, at: anchor)
    gtk_popover_popup(reference.popover)
  }

  private func connectSignals(of popover: GObjectReference, at anchor: UnsafeMutablePointer<GtkWidget>) {
    connections = [
      connect(popover.pointer, .closed) { [weak self] in self?.popoverClosed() },
      // GTK warns if the anchor is destroyed while the popover is still its child.
      connect(anchor, .destroy) { [weak self] in self?.removePopover() },
    ]
  }

  override func updateDialog() {
    guard popover != nil else { return }
    content.update()
    updatePlacement()
  }

  override var dialogsInside: [DialogPresenter] { popover.map { DialogStack.presented(inside: $0.widget) } ?? [] }

  override func closeDialog() {
    removePopover()
  }

  /// Moves the popover to the new anchor. If there is no new anchor, the popover closes when the old one is destroyed.
  override func presentingWidgetMoved() {
    guard let popover, let anchor = presentingWidget.widget else { return }
    disconnectSignals()
    removeFocus(from: popover.widget)
    keepSurfaceBriefly(ofPopover: popover.opaque)
    gtk_widget_set_visible(popover.widget, 0)
    gtk_widget_unparent(popover.widget)
    gtk_widget_set_parent(popover.widget, anchor)
    connectSignals(of: popover, at: anchor)
    if gtk_widget_get_mapped(anchor) != 0 { return popUp() }
    connections.append(connect(anchor, .map) { [weak self] in self?.popUp() })
  }

  /// Shows the popover again after it was moved to another anchor, or after GTK closed it.
  private func popUp() {
    guard let popover else { return }
    updatePlacement()
    if let child = gtk_popover_get_child(popover.popover) { ensureFocus(with: child) }
    gtk_popover_popup(popover.popover)
  }

  private func updatePlacement() {
    guard let popover, let anchor = presentingWidget.widget else { return }
    placement.apply(to: popover.popover, at: anchor)
  }

  private func disconnectSignals() {
    connections.forEach { $0.disconnect() }
    connections = []
  }

  private func popoverClosed() {
    guard let popover else { return }
    isEmittingClosed = true
    defer { isEmittingClosed = false }
    guard isInteractiveDismissDisabled else { return send(.userAskedToClose) }
    // The popover opens again after GTK has finished closing it. Disabling GTK's property `autohide` instead would
    // remove the popover's surface while GTK uses the surface.
    MainLoop.onNextTurn { [weak self] in
      guard let self, self.popover === popover, let anchor = presentingWidget.widget, gtk_widget_get_mapped(anchor) != 0
      else { return }
      popUp()
    }
  }

  private func removePopover() {
    guard let popover else { return }
    disconnectSignals()
    self.popover = nil
    removeFocus(from: popover.widget)
    content.discard()
    keepSurfaceBriefly(ofPopover: popover.opaque)
    // `gtk_popover_popdown` would move the focus to the anchor.
    gtk_widget_set_visible(popover.widget, 0)
    gtk_widget_unparent(popover.widget)
    // GTK still accesses the popover after the emission of `closed`, so the closure below retains the popover until the
    // next turn of the main loop. The popover has no surface any more, so the closure runs before anything else in that
    // turn: GTK would access the missing surface in the window's layout pass, and in a search for a tooltip.
    if isEmittingClosed { MainLoop.onNextTurn(.first) { _ = popover } }
    dialogDidClose()
  }
}

/// Workarounds for faults in GTK's handling of the focus and of surfaces.
extension PopoverPresenter {
  /// Focuses the content if no widget in it is focusable and the window has no focused widget. This prevents a warning:
  /// when a popover without focusable widgets opens, GTK checks whether the window's focused widget is in the popover,
  /// and warns if the window has none. `gtk_root_set_focus` also accepts a widget that is not focusable.
  private func ensureFocus(with child: UnsafeMutablePointer<GtkWidget>) {
    guard let root = gtk_widget_get_root(child), gtk_root_get_focus(root) == nil,
      WidgetTree.firstFocusable(in: child) == nil
    else { return }
    gtk_root_set_focus(root, child)
  }

  /// Removes the focus if the focused widget is the anchor or in the anchor, which also contains the popover. The
  /// widget that had the focus before the popover opened can then get the focus back, even if GTK has moved the focus
  /// to the anchor. GTK 4.8 never frees a popover that is removed while the focus is in the popover.
  private func removeFocus(from popover: UnsafeMutablePointer<GtkWidget>) {
    guard let root = gtk_widget_get_root(popover), let focus = gtk_root_get_focus(root) else { return }
    guard let anchor = gtk_widget_get_parent(popover), focus == anchor || gtk_widget_is_ancestor(focus, anchor) != 0
    else { return }
    gtk_root_set_focus(root, nil)
  }
}

extension GObjectReference {
  fileprivate var popover: UnsafeMutablePointer<GtkPopover> {
    pointer.cast(to: GtkPopover.self, gtk_popover_get_type())
  }
}
