#include "include/CGtkBridgeLists.h"

#define CGTK_TYPE_ROW (cgtk_row_get_type())
G_DECLARE_FINAL_TYPE(CgtkRow, cgtk_row, CGTK, ROW, GObject)

struct _CgtkRow {
  GObject parent;
  // Owned: given back through `destroy`.
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

GObject *cgtk_row_new(gpointer data, GDestroyNotify destroy) {
  CgtkRow *self = g_object_new(CGTK_TYPE_ROW, NULL);
  self->data = data;
  self->destroy = destroy;
  return G_OBJECT(self);
}

gpointer cgtk_row_data(gpointer object) { return CGTK_IS_ROW(object) ? CGTK_ROW(object)->data : NULL; }

#define CGTK_TYPE_ROWS (cgtk_rows_get_type())
G_DECLARE_FINAL_TYPE(CgtkRows, cgtk_rows, CGTK, ROWS, GObject)

struct _CgtkRows {
  GObject parent;
  guint count;
  bool allows_choice;
  // Borrowed: it outlives the model.
  const CgtkRowsFunctions *functions;
  // Owned: given back through `destroy`.
  gpointer data;
  GDestroyNotify destroy;
};

static GType rows_item_type(GListModel *model) { return CGTK_TYPE_ROW; }

static guint rows_count(GListModel *model) { return CGTK_ROWS(model)->count; }

static gpointer rows_item(GListModel *model, guint position) {
  CgtkRows *self = CGTK_ROWS(model);
  return position < self->count ? self->functions->item(self->data, position) : NULL;
}

static void rows_list_init(GListModelInterface *interface) {
  interface->get_item_type = rows_item_type;
  interface->get_n_items = rows_count;
  interface->get_item = rows_item;
}

static gboolean rows_is_selected(GtkSelectionModel *model, guint position) {
  CgtkRows *self = CGTK_ROWS(model);
  return self->allows_choice && position < self->count && self->functions->is_selected(self->data, position);
}

static gboolean rows_set_selection(GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask) {
  CgtkRows *self = CGTK_ROWS(model);
  return self->functions->set_selection(self->data, selected, mask);
}

// What GTK does by itself for the rest goes through these two.
static void rows_selection_init(GtkSelectionModelInterface *interface) {
  interface->is_selected = rows_is_selected;
  interface->set_selection = rows_set_selection;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(CgtkRows, cgtk_rows, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, rows_list_init)
                                  G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, rows_selection_init))

static void cgtk_rows_finalize(GObject *object) {
  CgtkRows *self = CGTK_ROWS(object);
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

void cgtk_rows_allow_choice(GObject *rows, bool allow) { CGTK_ROWS(rows)->allows_choice = allow; }

void cgtk_rows_splice(GObject *rows, guint position, guint removed, guint added) {
  CgtkRows *self = CGTK_ROWS(rows);
  self->count += added - removed;
  g_list_model_items_changed(G_LIST_MODEL(rows), position, removed, added);
}

bool cgtk_list_follows(gpointer list, GtkAdjustment *adjustment) {
  return g_signal_handler_find(adjustment, G_SIGNAL_MATCH_DATA | G_SIGNAL_MATCH_UNBLOCKED, 0, 0, NULL, NULL, list) != 0;
}

void cgtk_adjustment_emit_value_changed(GtkAdjustment *adjustment) { g_signal_emit_by_name(adjustment, "value-changed"); }
