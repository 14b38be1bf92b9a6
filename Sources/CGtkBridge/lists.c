#include "include/CGtkBridgeLists.h"

#define CGTK_TYPE_ROW (cgtk_row_get_type())
G_DECLARE_FINAL_TYPE(CgtkRow, cgtk_row, CGTK, ROW, GObject)

#define CGTK_TYPE_ROWS (cgtk_rows_get_type())
G_DECLARE_FINAL_TYPE(CgtkRows, cgtk_rows, CGTK, ROWS, GObject)

// The object of a row.
struct _CgtkRow {
  GObject parent;
  // Borrowed. The model whose spare object this object is (see `spare` below), or NULL.
  CgtkRows *spare_owner;
  // The position of the row for which GTK last requested the spare object.
  guint position;
  // Owned. Released through `destroy`.
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_FINAL_TYPE(CgtkRow, cgtk_row, G_TYPE_OBJECT)

static void cgtk_row_finalize(GObject *object) {
  CgtkRow *self = CGTK_ROW(object);
  if (self->destroy) self->destroy(self->data);
  G_OBJECT_CLASS(cgtk_row_parent_class)->finalize(object);
}

static void cgtk_row_class_init(CgtkRowClass *class) { G_OBJECT_CLASS(class)->finalize = cgtk_row_finalize; }

static void cgtk_row_init(CgtkRow *self) {}

void cgtk_row_set_data(gpointer object, gpointer data, GDestroyNotify destroy) {
  CgtkRow *self = CGTK_ROW(object);
  self->data = data;
  self->destroy = destroy;
}

GObject *cgtk_row_new(gpointer data, GDestroyNotify destroy) {
  GObject *self = g_object_new(CGTK_TYPE_ROW, NULL);
  cgtk_row_set_data(self, data, destroy);
  return self;
}

// The model of a list.
struct _CgtkRows {
  GObject parent;
  guint count;
  bool allows_selection;
  // Whether the model is emitting `items-changed`.
  bool is_changing;
  // Owned. The spare object, which has no data. While rows change, GTK requests the objects of nearly all rows. GTK
  // keeps the objects that it already had, and releases nearly all other objects at once. For a row without an object,
  // the model therefore returns the spare object. If GTK keeps the spare object, the spare object becomes the object of
  // that row, and the model creates another spare object.
  CgtkRow *spare;
  // Borrowed. It outlives the model.
  const CgtkRowsFunctions *functions;
  // Owned. Released through `destroy`.
  gpointer data;
  GDestroyNotify destroy;
};

static GType rows_item_type(GListModel *model) { return CGTK_TYPE_ROW; }

static guint rows_count(GListModel *model) { return CGTK_ROWS(model)->count; }

// Makes the spare object the object of the row for which it was requested.
static void adopt_spare(CgtkRows *self) {
  CgtkRow *spare = self->spare;
  self->spare = NULL;
  spare->spare_owner = NULL;
  self->functions->adopt(self->data, spare->position, spare);
  g_object_unref(spare);
}

// Makes the spare object the object of its row if GTK has kept it. GTK has kept it if the model does not hold the only
// reference.
static void adopt_kept_spare(CgtkRows *self) {
  if (self->spare && g_atomic_int_get((gint *)&G_OBJECT(self->spare)->ref_count) > 1) adopt_spare(self);
}

static gpointer item_while_changing(CgtkRows *self, guint position) {
  adopt_kept_spare(self);
  gpointer item = self->functions->existing_item(self->data, position);
  if (item) return item;
  if (!self->spare) {
    self->spare = g_object_new(CGTK_TYPE_ROW, NULL);
    self->spare->spare_owner = self;
  }
  self->spare->position = position;
  return g_object_ref(self->spare);
}

static gpointer rows_item(GListModel *model, guint position) {
  CgtkRows *self = CGTK_ROWS(model);
  if (position >= self->count) return NULL;
  return self->is_changing ? item_while_changing(self, position) : self->functions->item(self->data, position);
}

gpointer cgtk_row_data(gpointer object) {
  if (!CGTK_IS_ROW(object)) return NULL;
  CgtkRow *self = CGTK_ROW(object);
  if (self->spare_owner) adopt_spare(self->spare_owner);
  return self->data;
}

static void rows_list_init(GListModelInterface *interface) {
  interface->get_item_type = rows_item_type;
  interface->get_n_items = rows_count;
  interface->get_item = rows_item;
}

static gboolean rows_is_selected(GtkSelectionModel *model, guint position) {
  CgtkRows *self = CGTK_ROWS(model);
  return self->allows_selection && position < self->count && self->functions->is_selected(self->data, position);
}

static gboolean rows_set_selection(GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask) {
  CgtkRows *self = CGTK_ROWS(model);
  return self->functions->set_selection(self->data, selected, mask);
}

// GTK's default implementations of the other functions call these two.
static void rows_selection_init(GtkSelectionModelInterface *interface) {
  interface->is_selected = rows_is_selected;
  interface->set_selection = rows_set_selection;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(CgtkRows, cgtk_rows, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, rows_list_init)
                                  G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, rows_selection_init))

static void cgtk_rows_finalize(GObject *object) {
  CgtkRows *self = CGTK_ROWS(object);
  if (self->spare) self->spare->spare_owner = NULL;
  g_clear_object(&self->spare);
  if (self->destroy) self->destroy(self->data);
  G_OBJECT_CLASS(cgtk_rows_parent_class)->finalize(object);
}

static void cgtk_rows_class_init(CgtkRowsClass *class) { G_OBJECT_CLASS(class)->finalize = cgtk_rows_finalize; }

static void cgtk_rows_init(CgtkRows *self) {}

GObject *cgtk_rows_new(const CgtkRowsFunctions *functions, gpointer data, GDestroyNotify destroy) {
  CgtkRows *self = g_object_new(CGTK_TYPE_ROWS, NULL);
  self->functions = functions;
  self->data = data;
  self->destroy = destroy;
  return G_OBJECT(self);
}

void cgtk_rows_allow_selection(GObject *rows, bool allow) { CGTK_ROWS(rows)->allows_selection = allow; }

void cgtk_rows_splice(GObject *rows, guint position, guint removed, guint added) {
  CgtkRows *self = CGTK_ROWS(rows);
  bool was_changing = self->is_changing;
  self->count += added - removed;
  self->is_changing = true;
  g_list_model_items_changed(G_LIST_MODEL(rows), position, removed, added);
  self->is_changing = was_changing;
  adopt_kept_spare(self);
}

bool cgtk_list_handles_adjustment(gpointer list, GtkAdjustment *adjustment) {
  return g_signal_handler_find(adjustment, G_SIGNAL_MATCH_DATA | G_SIGNAL_MATCH_UNBLOCKED, 0, 0, NULL, NULL, list) != 0;
}

bool cgtk_list_scrolls_after_frame(void) { return gtk_get_minor_version() < 12; }

void cgtk_adjustment_emit_value_changed(GtkAdjustment *adjustment) {
  g_signal_emit_by_name(adjustment, "value-changed");
}
