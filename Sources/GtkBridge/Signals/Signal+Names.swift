extension Signal where Handler == PlainHandler {
  /// A button was activated with the pointer, the keyboard or a screen reader.
  public static var clicked: Signal { .plain("clicked") }
  /// The user pressed Return in an entry, or activated another object. The signal `activate` of lists has another
  /// shape, that is, other arguments.
  public static var activate: Signal { .plain("activate") }
  /// The text of an editable widget, or the content of another object, changed.
  public static var changed: Signal { .plain("changed") }
  /// A check button's or toggle button's state changed.
  public static var toggled: Signal { .plain("toggled") }
  /// An adjustment's or a range's value changed.
  public static var valueChanged: Signal { .plain("value-changed") }
  /// A popover was closed, by the user or by code.
  public static var closed: Signal { .plain("closed") }
  /// A widget came on screen.
  public static var map: Signal { .plain("map") }
  /// A widget left the screen.
  public static var unmap: Signal { .plain("unmap") }
  /// A widget lost its surface, because it was removed from its window, or its window was destroyed. Unlike
  /// ``destroy``, this signal is emitted even if the widget still has an owner.
  public static var unrealize: Signal { .plain("unrealize") }
  /// A widget is about to be finalized. This signal is emitted only when the widget has no owner any more.
  public static var destroy: Signal { .plain("destroy") }
  /// The widget of a `GtkEventControllerFocus`, or a widget inside it, got the keyboard focus.
  public static var enter: Signal { .plain("enter") }
  /// The keyboard focus left the widget of a `GtkEventControllerFocus` and the widgets inside it. Or a drag left the
  /// widget of a `GtkDropTarget`.
  public static var leave: Signal { .plain("leave") }

  /// A property changed.
  ///
  /// - Parameter detailedName: `notify::` and the property's name, such as `notify::active`.
  public static func notify(_ detailedName: StaticString) -> Signal { .ignoringArgument(detailedName) }
}

extension Signal where Handler == RequestHandler {
  /// The user or code requests to close a window. The result `true` keeps the window open.
  public static var closeRequest: Signal { .request("close-request") }
  /// The widget of a `GtkEventControllerLegacy` received an event. Read the event from the controller. The result
  /// `true` means that the event has been handled.
  public static var event: Signal { .requestIgnoringArgument("event") }
}

extension Signal where Handler == TextRequestHandler {
  /// A link in a label was activated. The text is the link's address. The result `true` means that the link has been
  /// handled, and GTK does not open it.
  public static var activateLink: Signal { .textRequest("activate-link") }
}

extension Signal where Handler == KeyHandler {
  /// A `GtkEventControllerKey` reports that a key was pressed. The result `true` means that the key has been handled.
  public static var keyPressed: Signal { .key("key-pressed") }
}

extension Signal where Handler == NumberHandler {
  /// The user answered a dialog. The number is a `GtkResponseType`.
  public static var response: Signal { .number("response") }
}

extension Signal where Handler == PointerHandler {
  /// A list needs a widget for a row. The factory of the list emits this signal and the three signals below. The
  /// argument is a `GtkListItem`.
  public static var setup: Signal { .pointer("setup") }
  /// A list shows an item in a row. The argument is a `GtkListItem`.
  public static var bind: Signal { .pointer("bind") }
  /// A list no longer shows an item in a row. The argument is a `GtkListItem`.
  public static var unbind: Signal { .pointer("unbind") }
  /// A list no longer needs the widget of a row. The argument is a `GtkListItem`.
  public static var teardown: Signal { .pointer("teardown") }
}
