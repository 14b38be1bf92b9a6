// What is dragged within the program.
#pragma once

#include "../../CGtk/shim.h"

// An object that has what is dragged. GTK knows no way to give it to another program. Returned: the caller's. `destroy` is called for `data` when
// the object is finalized.
GObject *cgtk_cargo_new(gpointer data, GDestroyNotify destroy);

// The type of these objects.
GType cgtk_cargo_type(void);

// What an object was made with, or NULL if it is not one of cgtk_cargo_new.
gpointer cgtk_cargo_data(gpointer object);
