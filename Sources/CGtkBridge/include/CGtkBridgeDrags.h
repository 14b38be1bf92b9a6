// The content of drags within the program: an object that owns data of the program.
#pragma once

#include "../../CGtk/shim.h"

// Creates an object that holds dragged data. GTK cannot pass the object to another program. The caller owns the object.
// `destroy` is called for `data` when the object is finalized.
GObject *cgtk_cargo_new(gpointer data, GDestroyNotify destroy);

// The type of the objects that cgtk_cargo_new creates.
GType cgtk_cargo_type(void);

// Returns the data of an object, or NULL if the object was not created by cgtk_cargo_new.
gpointer cgtk_cargo_data(gpointer object);
