// GObject's types, and GTK's variadic functions.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }

// The type of an instance.
static inline GType cgtk_object_type(gpointer object) { return G_OBJECT_TYPE(object); }

static inline bool cgtk_object_is_a(gpointer object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }

// The number of references to an object. For tests and messages only.
static inline unsigned cgtk_object_reference_count(gpointer object) { return ((GObject *)object)->ref_count; }

// Sets the name of a widget for a screen reader. With NULL, GTK determines the name, such as a button's text.
void cgtk_accessible_set_label(GtkWidget *widget, const char *label);

// Sets the description that a screen reader reads after the name of a widget. NULL removes the description.
void cgtk_accessible_set_description(GtkWidget *widget, const char *description);

// Sets whether a screen reader ignores a widget and its content.
void cgtk_accessible_set_hidden(GtkWidget *widget, bool is_hidden);

// Sets the role of a widget for a screen reader. The widget must not be in a window yet.
void cgtk_accessible_set_role(GtkWidget *widget, GtkAccessibleRole role);

// Sets the level of a heading, from 1 on. 0 removes the level.
void cgtk_accessible_set_level(GtkWidget *widget, int level);

void cgtk_accessible_set_selected(GtkWidget *widget, bool is_selected);

void cgtk_accessible_set_modal(GtkWidget *widget, bool is_modal);

// Makes a screen reader announce a text. The priorities are 0, 1 and 2. Returns false if GTK is older than 4.14, which
// cannot do this.
bool cgtk_accessible_announce(GtkWidget *widget, const char *text, int priority);

// Sets the priority of a widget in the layout of its stack, compared with its neighbours.
void cgtk_widget_set_priority(GtkWidget *widget, double priority);

// Gets the priority of a widget. Returns false if it has none.
bool cgtk_widget_get_priority(GtkWidget *widget, double *priority);

// Whether any widget was ever given a priority. A program without priorities need not look at each widget.
bool cgtk_priorities_are_used(void);

// Sets whether a box takes the keyboard focus. GTK's boxes move the focus to their content, regardless of their
// properties. This function therefore changes the class of the box, with an effect only on boxes that take the focus.
void cgtk_box_set_focusable(GtkWidget *box, bool is_focusable);

// Makes a label request to open the focused link, as Return does. A label without a focused link activates the default
// button of its window.
void cgtk_label_activate_current_link(GtkWidget *label);

// Creates a scrolled window. In GTK 4.8, a scrolled window stays connected to the desktop's settings after its end. It
// leaks 150 bytes each time that it was on screen, and is called when the setting for overlay scrolling changes. This
// scrolled window is disconnected from the settings. It is floating.
GtkWidget *cgtk_scrolled_window_new(void);

// Creates a button that opens a menu. For a screen reader, GTK's menu button is a button without a name that contains
// the real button. This one is a group.
GtkWidget *cgtk_menu_button_new(void);

// Keeps selectable texts from being selected as a whole when they get the focus, for example when their window becomes
// the first to have it again. This is a setting of the process.
void cgtk_labels_select_nothing_on_focus(void);

// Creates a widget of a type with an accessible role, which can only be set on creation. The widget is floating, or a
// window.
GtkWidget *cgtk_widget_new_with_role(GType type, GtkAccessibleRole role);

// Makes the desktop open an address in the appropriate program. A failure is logged. `parent` is the window that makes
// the request, or NULL.
void cgtk_open_address(GtkWindow *parent, const char *address);
