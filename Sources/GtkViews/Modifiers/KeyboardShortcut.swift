internal import CGtk
internal import GtkBridge

/// A key, identified by the character that the key types. A key that types no character, such as an arrow, has a
/// character of Unicode's private use area: the one that represents the key in AppKit.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  let character: Character

  /// Creates the key that types a character.
  public init(_ character: Character) { self.character = character }

  /// Creates the key that types a character.
  public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }

  /// Return.
  public static let `return` = KeyEquivalent("\r")
  /// Escape.
  public static let escape = KeyEquivalent("\u{1B}")
  /// The space bar.
  public static let space = KeyEquivalent(" ")
  /// Tab.
  public static let tab = KeyEquivalent("\t")
  /// Backspace.
  public static let delete = KeyEquivalent("\u{8}")
  /// The up arrow.
  public static let upArrow = KeyEquivalent("\u{F700}")
  /// The down arrow.
  public static let downArrow = KeyEquivalent("\u{F701}")
  /// The left arrow.
  public static let leftArrow = KeyEquivalent("\u{F702}")
  /// The right arrow.
  public static let rightArrow = KeyEquivalent("\u{F703}")
  /// Home.
  public static let home = KeyEquivalent("\u{F729}")
  /// End.
  public static let end = KeyEquivalent("\u{F72B}")
  /// Page Up.
  public static let pageUp = KeyEquivalent("\u{F72C}")
  /// Page Down.
  public static let pageDown = KeyEquivalent("\u{F72D}")
  /// Delete, which deletes the character after the cursor.
  public static let deleteForward = KeyEquivalent("\u{F728}")
  /// Clear, on the numeric keypad of some keyboards.
  public static let clear = KeyEquivalent("\u{F739}")

  private static let keyvalsByKey: [KeyEquivalent: Int32] = [
    .return: GDK_KEY_Return, .escape: GDK_KEY_Escape, .space: GDK_KEY_space, .tab: GDK_KEY_Tab,
    .delete: GDK_KEY_BackSpace,
    .upArrow: GDK_KEY_Up, .downArrow: GDK_KEY_Down, .leftArrow: GDK_KEY_Left, .rightArrow: GDK_KEY_Right,
    .home: GDK_KEY_Home, .end: GDK_KEY_End,
    .pageUp: GDK_KEY_Page_Up, .pageDown: GDK_KEY_Page_Down, .deleteForward: GDK_KEY_Delete, .clear: GDK_KEY_Clear,
  ]
  /// The characters that represent F1 to F35 in AppKit (NSEvent.h) and therefore in SwiftUI.
  private static let functionKeys: ClosedRange<UInt32> = 0xF704...0xF726

  /// GDK's key value.
  var keyval: UInt32 {
    if let keyval = Self.keyvalsByKey[self] { return UInt32(keyval) }
    // An uppercase letter stands for the same key as the lowercase letter.
    let scalar = Character(character.lowercased()).unicodeScalars.first!.value
    if Self.functionKeys.contains(scalar) { return UInt32(GDK_KEY_F1) + scalar - Self.functionKeys.lowerBound }
    return gdk_unicode_to_keyval(scalar)
  }
}

/// The modifier keys that are held while another key is pressed.
public struct EventModifiers: OptionSet, Hashable, Sendable {
  /// One bit for each modifier key.
  public let rawValue: Int8
  /// Creates a set from its bits.
  public init(rawValue: Int8) { self.rawValue = rawValue }
  /// The modifier for a program's commands: Control on this desktop.
  public static let command = EventModifiers(rawValue: 1)
  /// Control.
  public static let control = EventModifiers(rawValue: 1)
  /// Shift.
  public static let shift = EventModifiers(rawValue: 2)
  /// Alt.
  public static let option = EventModifiers(rawValue: 4)

  var gdk: GdkModifierType {
    var mask: UInt32 = 0
    if contains(.control) { mask |= GDK_CONTROL_MASK.rawValue }
    if contains(.shift) { mask |= GDK_SHIFT_MASK.rawValue }
    if contains(.option) { mask |= GDK_ALT_MASK.rawValue }
    return GdkModifierType(rawValue: mask)
  }
}

/// A key with its modifiers.
///
/// ```swift
/// Button("Export") { export() }
///   .keyboardShortcut(KeyboardShortcut("e", modifiers: [.command, .shift]))
/// ```
public struct KeyboardShortcut: Hashable, Sendable {
  /// The key.
  public let key: KeyEquivalent
  /// The modifiers that are held with the key.
  public let modifiers: EventModifiers

  /// Creates a shortcut from a key and its modifiers. The default modifier is Control.
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Return, for the default button. The button is marked as the default. Return in a text field presses the button,
  /// unless the field has an `onSubmit`.
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
  /// Escape, for the button that cancels without a change.
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

extension View {
  /// Presses the button, or activates the control, when the key is pressed anywhere in the control's window while the
  /// control is enabled. In a view with several controls, the shortcut applies to the first one.
  ///
  /// The widget with the focus receives a key before the shortcut, with two exceptions:
  ///
  /// - A shortcut of the space bar or of the left or right arrow, without modifiers, receives the key before a widget
  ///   that does not need the key, such as a row of a list. Editable texts, menus and calendars need all of these keys.
  ///   Buttons, check boxes, switches and disclosures need the space bar. Selectable texts, sliders, grids, segmented
  ///   pickers, check boxes, dividers of split views, and content that scrolls horizontally need the arrows.
  /// - A shortcut of Control and a letter other than A and C receives the key before a selectable text.
  ///
  /// A control in a menu may have several shortcuts. The menu shows the innermost one.
  public nonisolated func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
    keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
  }

  /// Presses the button, or activates the control, when the shortcut is pressed anywhere in the control's window while
  /// the control is enabled. `nil` means no shortcut.
  public nonisolated func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    ShortcutView(content: self, shortcut: shortcut)
  }
}

nonisolated struct ShortcutView<Content: View>: ModifyingView {
  let content: Content
  let shortcut: KeyboardShortcut?

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ShortcutNode(view, in: context)
  }
}

@MainActor
final class ShortcutNode<Content: View>: ModifierNode<ShortcutView<Content>> {
  /// The widget that has the shortcut's controllers: the view's first widget. It is the control, or a box around the
  /// control.
  private var attachedWidget: WeakGObjectReference?
  /// The shortcut that is attached to ``attachedWidget``.
  private var attachedShortcut: KeyboardShortcut?
  /// The event controllers of the shortcut. Owned, also by the widget.
  private var controllers: [GObjectReference] = []
  /// Calls ``makeControlDefault()`` each time that the widget enters a window. `nil` for shortcuts other than
  /// ``KeyboardShortcut/defaultAction``.
  private var rootConnection: SignalConnection?

  override init(_ view: ShortcutView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    attach()
  }

  override func update(to view: ShortcutView<Content>) {
    super.update(to: view)
    attach()
  }

  override func widgetsDidChange() {
    if content != nil { attach() }
    super.widgetsDidChange()
  }

  /// Detaches the shortcut before the widget is removed, because GTK 4.8 releases a removed default widget only after
  /// the next frame.
  override func willUnmount() { detach() }

  private func attach() {
    let firstWidget = content.widgets.first
    guard firstWidget != attachedWidget?.widget || view.shortcut != attachedShortcut else { return }
    detach()
    attachedWidget = firstWidget.map { WeakGObjectReference($0) }
    attachedShortcut = view.shortcut
    guard let firstWidget, let shortcut = view.shortcut else { return }
    if shortcut == .defaultAction {
      rootConnection = connect(firstWidget, .notify("notify::root")) { [weak self] in self?.makeControlDefault() }
      makeControlDefault()
    } else {
      addControllers(for: shortcut, to: firstWidget)
    }
  }

  /// Makes the control the window's default widget. GTK marks the default widget, and activates it on Return, also from
  /// a text field.
  private func makeControlDefault() {
    guard let widget = attachedWidget?.widget, let root = gtk_widget_get_root(widget) else { return }
    gtk_window_set_default_widget(root.window, firstControl(in: widget))
  }

  private func addControllers(for shortcut: KeyboardShortcut, to widget: UnsafeMutablePointer<GtkWidget>) {
    // A shared key is the space bar, or the left or right arrow, without modifiers. GTK's widgets use these keys too.
    if shortcut.isSharedKey {
      controllers = [
        GObjectReference(addSharedKeyShortcut(shortcut, to: widget) { activateFirstControl(widget, nil, nil) != 0 })
      ]
      return
    }
    if shortcut.precedesSelectableTexts {
      controllers.append(
        GObjectReference(
          addShortcutBeforeSelectableTexts(shortcut, to: widget) { activateFirstControl(widget, nil, nil) != 0 }))
    }
    let controller = gtk_shortcut_controller_new()!
    controllers.append(GObjectReference(controller))
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
    let trigger = gtk_keyval_trigger_new(shortcut.key.keyval, shortcut.modifiers.gdk)
    gtk_shortcut_controller_add_shortcut(
      controller, gtk_shortcut_new(trigger, gtk_callback_action_new(activateFirstControl, nil, nil)))
    gtk_widget_add_controller(widget, controller)
  }

  private func detach() {
    defer { (attachedWidget, controllers, rootConnection) = (nil, [], nil) }
    guard let widget = attachedWidget?.widget else { return }
    for controller in controllers { gtk_widget_remove_controller(widget, controller.opaque) }
    rootConnection?.disconnect()
    guard attachedShortcut == .defaultAction, let root = gtk_widget_get_root(widget),
      let control = gtk_window_get_default_widget(root.window)
    else { return }
    if control == widget || gtk_widget_is_ancestor(control, widget) != 0 {
      gtk_window_set_default_widget(root.window, nil)
    }
  }
}

/// Presses or activates the first control in a widget. Returns 0 if there is no control, or if the first control is
/// disabled or invisible.
private let activateFirstControl: GtkShortcutFunc = { widget, _, _ in
  guard let control = widget.flatMap(firstControl), gtk_widget_is_sensitive(control) != 0,
    gtk_widget_get_mapped(control) != 0
  else { return 0 }
  // `gtk_widget_activate` only starts to press a button, and GTK emits `clicked` later. The action below emits
  // `clicked` immediately.
  guard control.isA(gtk_button_get_type()), !control.isA(gtk_toggle_button_get_type()) else {
    return gtk_widget_activate(control)
  }
  let click = gtk_signal_action_new("clicked")
  defer { g_object_unref(UnsafeMutableRawPointer(click)) }
  return gtk_shortcut_action_activate(click, GtkShortcutActionFlags(rawValue: 0), control, nil)
}

/// Returns the first widget that GTK can activate with a key: the widget itself or a descendant. The result is
/// borrowed. `nil` means there is none.
private func firstControl(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
  let widgetClass = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
  let signal =
    widgetClass.map {
      gtk_widget_class_get_activate_signal(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidgetClass.self))
    } ?? 0
  if signal != 0 { return widget }
  var next = gtk_widget_get_first_child(widget)
  while let child = next {
    if let found = firstControl(in: child) { return found }
    next = gtk_widget_get_next_sibling(child)
  }
  return nil
}
