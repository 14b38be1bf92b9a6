#include "include/CGtkBridgeColumns.h"

static gboolean is_laid_out(GtkWidget *child) { return gtk_widget_get_visible(child) && !GTK_IS_NATIVE(child); }

static GtkWidget *next_laid_out(GtkWidget *child) {
  while (child && !is_laid_out(child)) child = gtk_widget_get_next_sibling(child);
  return child;
}

#define FOR_EACH_VIEW(view, column) \
  for (GtkWidget *view = next_laid_out(gtk_widget_get_first_child(column)); view; view = next_laid_out(gtk_widget_get_next_sibling(view)))

void cgtk_column_measure(GtkWidget *column, int spacing, GtkOrientation orientation, int across, int *minimum, int *natural) {
  int least = 0, liked = 0, count = 0;
  FOR_EACH_VIEW(view, column) {
    int view_minimum = 0, view_natural = 0;
    gtk_widget_measure(view, orientation, across, &view_minimum, &view_natural, NULL, NULL);
    if (orientation == GTK_ORIENTATION_VERTICAL) {
      least += view_minimum;
      liked += view_natural;
      count += 1;
    } else {
      least = MAX(least, view_minimum);
      liked = MAX(liked, view_natural);
    }
  }
  int gaps = count > 1 ? (count - 1) * spacing : 0;
  *minimum = least + gaps;
  *natural = liked + gaps;
}

// Shares what is left among the views that grow.
static void share_among_growing(GtkWidget *column, GtkRequestedSize *sizes, int left) {
  int growing = 0, index = 0;
  FOR_EACH_VIEW(view, column) growing += gtk_widget_compute_expand(view, GTK_ORIENTATION_VERTICAL) ? 1 : 0;
  if (!growing) return;
  int share = left / growing, rest = left % growing;
  FOR_EACH_VIEW(view, column) {
    if (gtk_widget_compute_expand(view, GTK_ORIENTATION_VERTICAL)) sizes[index].minimum_size += share + (rest-- > 0 ? 1 : 0);
    index += 1;
  }
}

void cgtk_column_allocate(GtkWidget *column, int spacing, int width, int height) {
  guint count = 0;
  FOR_EACH_VIEW(view, column) count += 1;
  if (!count) return;
  GtkRequestedSize *sizes = g_new(GtkRequestedSize, count);
  guint index = 0;
  int left = height - (int)(count - 1) * spacing;
  FOR_EACH_VIEW(view, column) {
    sizes[index].data = view;
    gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, width, &sizes[index].minimum_size, &sizes[index].natural_size, NULL, NULL);
    left -= sizes[index].minimum_size;
    index += 1;
  }
  left = gtk_distribute_natural_allocation(MAX(left, 0), count, sizes);
  if (left > 0) share_among_growing(column, sizes, left);
  GdkRectangle place = {0, 0, width, 0};
  for (index = 0; index < count; index++) {
    place.height = sizes[index].minimum_size;
    gtk_widget_size_allocate(sizes[index].data, &place, -1);
    place.y += place.height + spacing;
  }
  g_free(sizes);
}
