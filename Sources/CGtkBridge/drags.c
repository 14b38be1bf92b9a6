#include "include/CGtkBridgeDrags.h"

#define CGTK_TYPE_CARGO (cgtk_cargo_get_type())
G_DECLARE_FINAL_TYPE(CgtkCargo, cgtk_cargo, CGTK, CARGO, GObject)

// The object that GTK passes from the source to the target of a drag within the program. It owns the dragged data.
struct _CgtkCargo {
  GObject parent;
  // Owned. Released through `destroy`.
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_FINAL_TYPE(CgtkCargo, cgtk_cargo, G_TYPE_OBJECT)

static void cgtk_cargo_finalize(GObject *object) {
  CgtkCargo *self = CGTK_CARGO(object);
  if (self->destroy) self->destroy(self->data);
  G_OBJECT_CLASS(cgtk_cargo_parent_class)->finalize(object);
}

static void cgtk_cargo_class_init(CgtkCargoClass *class) { G_OBJECT_CLASS(class)->finalize = cgtk_cargo_finalize; }

static void cgtk_cargo_init(CgtkCargo *self) {}

GObject *cgtk_cargo_new(gpointer data, GDestroyNotify destroy) {
  CgtkCargo *self = g_object_new(CGTK_TYPE_CARGO, NULL);
  self->data = data;
  self->destroy = destroy;
  return G_OBJECT(self);
}

GType cgtk_cargo_type(void) { return CGTK_TYPE_CARGO; }

gpointer cgtk_cargo_data(gpointer object) { return CGTK_IS_CARGO(object) ? CGTK_CARGO(object)->data : NULL; }
