#include "include/CGtkBridgeColumns.h"

// The size of a view in one direction, in pixels.
typedef struct {
  int minimum, natural;
} Length;

// The heights of a column's views in one width.
typedef struct {
  // -1: for no width. G_MININT: unset.
  int width;
  Length whole;
  Length *views;
} Heights;

#define HEIGHTS 3

// What is known of a column's views. It is valid as long as GTK keeps the column's own width: GTK drops that as soon as a view may have another size.
typedef struct {
  int count;
  Length width;
  Heights heights[HEIGHTS];
  // The slot that is replaced next.
  int next;
} Sizes;

static gboolean is_laid_out(GtkWidget *child) { return gtk_widget_get_visible(child) && !GTK_IS_NATIVE(child); }

static GtkWidget *next_laid_out(GtkWidget *child) {
  while (child && !is_laid_out(child)) child = gtk_widget_get_next_sibling(child);
  return child;
}

#define FOR_EACH_VIEW(view, column) \
  for (GtkWidget *view = next_laid_out(gtk_widget_get_first_child(column)); view; view = next_laid_out(gtk_widget_get_next_sibling(view)))

static void forget_heights(Sizes *sizes) {
  for (int slot = 0; slot < HEIGHTS; slot++) {
    g_clear_pointer(&sizes->heights[slot].views, g_free);
    sizes->heights[slot].width = G_MININT;
  }
}

static void free_sizes(gpointer data) {
  forget_heights(data);
  g_free(data);
}

static Sizes *sizes_of(GtkWidget *column) {
  static GQuark key;
  if (!key) key = g_quark_from_static_string("cgtk-column-sizes");
  Sizes *sizes = g_object_get_qdata(G_OBJECT(column), key);
  if (sizes) return sizes;
  sizes = g_new0(Sizes, 1);
  forget_heights(sizes);
  g_object_set_qdata_full(G_OBJECT(column), key, sizes, free_sizes);
  return sizes;
}

// Measures the widths of the views. GTK asks for it when it does not know the column's width.
static void measure_width(GtkWidget *column, Sizes *sizes) {
  forget_heights(sizes);
  sizes->count = 0;
  sizes->width = (Length){0, 0};
  FOR_EACH_VIEW(view, column) {
    Length length = {0, 0};
    gtk_widget_measure(view, GTK_ORIENTATION_HORIZONTAL, -1, &length.minimum, &length.natural, NULL, NULL);
    sizes->width.minimum = MAX(sizes->width.minimum, length.minimum);
    sizes->width.natural = MAX(sizes->width.natural, length.natural);
    sizes->count += 1;
  }
}

// The sizes that are known, after those that no longer hold are forgotten.
static Sizes *valid_sizes(GtkWidget *column) {
  gtk_widget_measure(column, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  return sizes_of(column);
}

static Heights *heights_for_width(GtkWidget *column, Sizes *sizes, int spacing, int width) {
  for (int slot = 0; slot < HEIGHTS; slot++) {
    if (sizes->heights[slot].width == width) return &sizes->heights[slot];
  }
  Heights *heights = &sizes->heights[sizes->next];
  sizes->next = (sizes->next + 1) % HEIGHTS;
  g_free(heights->views);
  int gaps = MAX(sizes->count - 1, 0) * spacing, index = 0;
  *heights = (Heights){width, {gaps, gaps}, g_new0(Length, MAX(sizes->count, 1))};
  FOR_EACH_VIEW(view, column) {
    if (index == sizes->count) break;
    Length *length = &heights->views[index++];
    gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, width, &length->minimum, &length->natural, NULL, NULL);
    heights->whole.minimum += length->minimum;
    heights->whole.natural += length->natural;
  }
  return heights;
}

void cgtk_column_measure(GtkWidget *column, int spacing, GtkOrientation orientation, int across, int *minimum, int *natural) {
  Length length;
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    length = heights_for_width(column, valid_sizes(column), spacing, across)->whole;
  } else if (across >= 0) {
    length = valid_sizes(column)->width;
  } else {
    Sizes *sizes = sizes_of(column);
    measure_width(column, sizes);
    length = sizes->width;
  }
  *minimum = length.minimum;
  *natural = length.natural;
}

// Shares what is left among the views that grow.
static void share_among_growing(GtkWidget *column, GtkRequestedSize *requests, int left) {
  int growing = 0, index = 0;
  FOR_EACH_VIEW(view, column) growing += gtk_widget_compute_expand(view, GTK_ORIENTATION_VERTICAL) ? 1 : 0;
  if (!growing) return;
  int share = left / growing, rest = left % growing;
  FOR_EACH_VIEW(view, column) {
    if (gtk_widget_compute_expand(view, GTK_ORIENTATION_VERTICAL)) requests[index].minimum_size += share + (rest-- > 0 ? 1 : 0);
    index += 1;
  }
}

void cgtk_column_allocate(GtkWidget *column, int spacing, int width, int height) {
  Sizes *sizes = valid_sizes(column);
  int count = sizes->count, index = 0;
  if (!count) return;
  Heights *heights = heights_for_width(column, sizes, spacing, width);
  GtkRequestedSize *requests = g_new(GtkRequestedSize, count);
  FOR_EACH_VIEW(view, column) {
    if (index == count) break;
    requests[index] = (GtkRequestedSize){view, heights->views[index].minimum, heights->views[index].natural};
    index += 1;
  }
  int left = gtk_distribute_natural_allocation(MAX(height - heights->whole.minimum, 0), (guint)index, requests);
  if (left > 0 && index == count) share_among_growing(column, requests, left);
  GdkRectangle place = {0, 0, width, 0};
  count = index;
  for (index = 0; index < count; index++) {
    place.height = requests[index].minimum_size;
    gtk_widget_size_allocate(requests[index].data, &place, -1);
    place.y += place.height + spacing;
  }
  g_free(requests);
}
