internal import CGtk
internal import CMainLoopTesting
public import GtkBridge

/// Whether a widget was given this accessible name. GTK's own names, such as a button's text, do not count.
@MainActor public func hasAccessibleName(_ name: String, _ widget: some GObjectPointer) -> Bool {
  mainloop_testing_has_text_property(widget.widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
}

/// Whether a screen reader would read this text after the widget's name.
@MainActor public func hasAccessibleDescription(_ description: String, _ widget: some GObjectPointer) -> Bool {
  mainloop_testing_has_text_property(widget.widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
}

/// Whether a screen reader would read this text as the value of a widget.
@MainActor public func hasAccessibleValue(_ value: String, _ widget: some GObjectPointer) -> Bool {
  mainloop_testing_has_text_property(widget.widget, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value)
}

/// Whether a screen reader skips a widget and everything in it.
@MainActor public func isHiddenFromScreenReaders(_ widget: some GObjectPointer) -> Bool {
  mainloop_testing_is_accessible_hidden(widget.widget)
}
