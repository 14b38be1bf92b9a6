#include "include/CGtkBridgeColumns.h"

#include "include/CGtkBridgeLabels.h"

#include <stdbool.h>

// The layout manager of a column.
//
// `GtkBoxLayout` measures each child again for each width that its parents try, and once more to allocate it. This
// layout manager caches the sizes of its children until GTK drops the size of the column. GTK clears the cached request
// mode together with the cached sizes, and needs the mode before each measurement. A call of `request_mode` therefore
// means that the cached sizes are no longer valid.

// A child and its sizes, in pixels.
typedef struct {
  GtkWidget *widget;
  // Whether the child takes the width of the column.
  bool fills : 1;
  // Whether the height does not depend on the width.
  bool is_constant : 1;
  int minimum_width, natural_width;
  // The height for one width. The width is `UNKNOWN` until the height is measured.
  int width, minimum_height, natural_height;
} Child;

#define UNKNOWN G_MININT

typedef struct {
  GtkLayoutManager parent;
  int spacing;
  // Of children that do not grow across the column and are not aligned themselves.
  GtkAlign alignment;
  CgtkColumnShare share_by_priority;
  GtkSizeRequestMode mode;
  // The children that take part in the layout, in order.
  Child *children;
  int count, capacity;
  // Whether the widths are measured.
  gboolean has_widths;
  int minimum_width, natural_width;
  // Owned. It lays out columns whose width depends on their height. `NULL` until there is one.
  GtkLayoutManager *by_height;
} Column;

typedef GtkLayoutManagerClass ColumnClass;

G_DEFINE_TYPE(Column, cgtk_column, GTK_TYPE_LAYOUT_MANAGER)

static gboolean is_laid_out(GtkWidget *child) { return gtk_widget_get_visible(child) && !GTK_IS_NATIVE(child); }

static GtkWidget *next_laid_out(GtkWidget *child) {
  while (child && !is_laid_out(child)) child = gtk_widget_get_next_sibling(child);
  return child;
}

static void add_child(Column *column, GtkWidget *widget, gboolean is_constant) {
  if (column->count == column->capacity) {
    column->capacity = MAX(column->capacity * 2, 4);
    column->children = g_renew(Child, column->children, column->capacity);
  }
  bool fills = gtk_widget_get_halign(widget) == GTK_ALIGN_FILL &&
                   (column->alignment == GTK_ALIGN_FILL || gtk_widget_compute_expand(widget, GTK_ORIENTATION_HORIZONTAL));
  column->children[column->count++] = (Child){.widget = widget, .fills = fills, .is_constant = is_constant, .width = UNKNOWN};
}

// Collects the children, without their sizes. Returns the mode of most of them that do not have a constant size.
static GtkSizeRequestMode collect(Column *column, GtkWidget *box) {
  int by_width = 0, by_height = 0;
  column->count = 0;
  column->has_widths = FALSE;
  for (GtkWidget *child = next_laid_out(gtk_widget_get_first_child(box)); child; child = next_laid_out(gtk_widget_get_next_sibling(child))) {
    GtkSizeRequestMode mode = gtk_widget_get_request_mode(child);
    add_child(column, child, mode == GTK_SIZE_REQUEST_CONSTANT_SIZE);
    switch (mode) {
      case GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH: by_width++; break;
      case GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT: by_height++; break;
      default: break;
    }
  }
  if (!by_width && !by_height) return GTK_SIZE_REQUEST_CONSTANT_SIZE;
  return by_height > by_width ? GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static GtkSizeRequestMode request_mode(GtkLayoutManager *manager, GtkWidget *box) {
  Column *column = (Column *)manager;
  return column->mode = collect(column, box);
}

// Whether the children are those that are kept.
static gboolean has_same_children(Column *column, GtkWidget *box) {
  int index = 0;
  for (GtkWidget *child = gtk_widget_get_first_child(box); child; child = gtk_widget_get_next_sibling(child)) {
    if (index < column->count && column->children[index].widget == child) {
      index++;
    } else if (is_laid_out(child)) {
      return FALSE;
    }
  }
  return index == column->count;
}

// Drops sizes that are no longer valid. GTK calls `request_mode` if it dropped the size of the column. While the column
// is hidden, GTK does not drop its size when a child is added or removed, and a new child can have the address of an
// old one. So nothing is cached then.
static void validate(Column *column, GtkWidget *box) {
  gtk_widget_get_request_mode(box);
  if (!gtk_widget_get_visible(box) || !has_same_children(column, box)) column->mode = collect(column, box);
}

// Drops the size of a column that was hidden, because its children may have changed in the meantime.
static void was_shown(GtkWidget *box) { gtk_widget_queue_resize(box); }

static void measure_widths(Column *column) {
  if (column->has_widths) return;
  column->has_widths = TRUE;
  column->minimum_width = column->natural_width = 0;
  for (int index = 0; index < column->count; index++) {
    Child *child = &column->children[index];
    gtk_widget_measure(child->widget, GTK_ORIENTATION_HORIZONTAL, -1, &child->minimum_width, &child->natural_width, NULL, NULL);
    column->minimum_width = MAX(column->minimum_width, child->minimum_width);
    column->natural_width = MAX(column->natural_width, child->natural_width);
  }
}

// The width of a child in a column of a width. -1 is the natural width.
static int width_of(const Child *child, int width) { return child->fills || width < 0 ? width : MIN(width, child->natural_width); }

static void measure_height(Child *child, int width) {
  int own = child->is_constant ? -1 : width_of(child, width);
  // Without a width, because GTK keeps 500 bytes for a widget that was measured in one.
  if (own >= child->natural_width && cgtk_text_get_wraps(child->widget)) own = -1;
  if (child->width == own) return;
  child->width = own;
  gtk_widget_measure(child->widget, GTK_ORIENTATION_VERTICAL, own, &child->minimum_height, &child->natural_height, NULL, NULL);
}

// Measures the children in a width, and adds their heights.
static void measure_heights(Column *column, int width, int *minimum, int *natural) {
  measure_widths(column);
  *minimum = *natural = MAX(column->count - 1, 0) * column->spacing;
  for (int index = 0; index < column->count; index++) {
    Child *child = &column->children[index];
    measure_height(child, width);
    *minimum += child->minimum_height;
    *natural += child->natural_height;
  }
}

static GtkLayoutManager *by_height(Column *column) {
  if (!column->by_height) column->by_height = gtk_box_layout_new(GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing(GTK_BOX_LAYOUT(column->by_height), (guint)column->spacing);
  return column->by_height;
}

static void measure(
  GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation, int across, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline
) {
  Column *column = (Column *)manager;
  validate(column, box);
  if (column->mode == GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT) {
    gtk_layout_manager_measure(by_height(column), box, orientation, across, minimum, natural, minimum_baseline, natural_baseline);
  } else if (orientation == GTK_ORIENTATION_VERTICAL) {
    measure_heights(column, across, minimum, natural);
  } else {
    measure_widths(column);
    *minimum = column->minimum_width;
    *natural = column->natural_width;
  }
}

// Adds room that is left to the views that grow.
static void share_among_growing(Column *column, GtkRequestedSize *requests, int left) {
  int growing = 0;
  for (int index = 0; index < column->count; index++) growing += gtk_widget_compute_expand(requests[index].data, GTK_ORIENTATION_VERTICAL) ? 1 : 0;
  if (!growing) return;
  int share = left / growing, rest = left % growing;
  for (int index = 0; index < column->count; index++) {
    if (gtk_widget_compute_expand(requests[index].data, GTK_ORIENTATION_VERTICAL)) requests[index].minimum_size += share + (rest-- > 0 ? 1 : 0);
  }
}

static int start_of(Column *column, const Child *child, int width, int own) {
  if (child->fills || own >= width || gtk_widget_get_halign(child->widget) != GTK_ALIGN_FILL) return 0;
  if (column->alignment == GTK_ALIGN_CENTER) return (width - own) / 2;
  gboolean is_mirrored = gtk_widget_get_direction(child->widget) == GTK_TEXT_DIR_RTL;
  return (column->alignment == GTK_ALIGN_END) != is_mirrored ? width - own : 0;
}

// GTK aligns a child with an alignment of its own in the width of the column.
static void allocate_child(Column *column, const Child *child, int width, int y, int height) {
  int own = gtk_widget_get_halign(child->widget) == GTK_ALIGN_FILL ? width_of(child, width) : width;
  GdkRectangle allocation = {start_of(column, child, width, own), y, own, height};
  cgtk_text_set_spare_width(child->widget, width - own);
  gtk_widget_size_allocate(child->widget, &allocation, -1);
}

// Adds room that is left to the minimum heights of the children.
static void share(Column *column, GtkRequestedSize *requests, int left, gboolean has_natural) {
  if (column->share_by_priority && column->share_by_priority(requests, (guint)column->count, left)) return;
  if (!has_natural) left = gtk_distribute_natural_allocation(left, (guint)column->count, requests);
  if (left > 0) share_among_growing(column, requests, left);
}

static void allocate_children(Column *column, int width, int height, int minimum, int natural) {
  if (!column->count) return;
  GtkRequestedSize *requests = g_new(GtkRequestedSize, column->count);
  for (int index = 0; index < column->count; index++) {
    Child *child = &column->children[index];
    requests[index] = (GtkRequestedSize){child->widget, child->minimum_height, child->natural_height};
  }
  share(column, requests, MAX(height - minimum, 0), minimum >= natural);
  for (int index = 0, y = 0; index < column->count; index++) {
    allocate_child(column, &column->children[index], width, y, requests[index].minimum_size);
    y += requests[index].minimum_size + column->spacing;
  }
  g_free(requests);
}

// A window that became too small is laid out once before the desktop makes it larger. GTK 4.18 warns about each view
// that is measured for less room than it needs. So the views get what they need, and reach over the edge.
static void allocate(GtkLayoutManager *manager, GtkWidget *box, int width, int height, int baseline) {
  Column *column = (Column *)manager;
  validate(column, box);
  if (column->mode == GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT) {
    gtk_layout_manager_allocate(by_height(column), box, width, height, baseline);
    return;
  }
  measure_widths(column);
  width = MAX(width, column->minimum_width);
  int minimum, natural;
  measure_heights(column, width, &minimum, &natural);
  height = MAX(height, minimum);
  allocate_children(column, width, height, minimum, natural);
}

static void finalize(GObject *object) {
  Column *column = (Column *)object;
  g_free(column->children);
  g_clear_object(&column->by_height);
  G_OBJECT_CLASS(cgtk_column_parent_class)->finalize(object);
}

static void cgtk_column_class_init(ColumnClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->get_request_mode = request_mode;
  class->measure = measure;
  class->allocate = allocate;
}

static void cgtk_column_init(Column *column) { column->alignment = GTK_ALIGN_FILL; }

void cgtk_column_install(GtkWidget *box, int spacing, CgtkColumnShare share_by_priority) {
  Column *column = g_object_new(cgtk_column_get_type(), NULL);
  column->spacing = spacing;
  column->share_by_priority = share_by_priority;
  gtk_widget_set_layout_manager(box, &column->parent);
  g_signal_connect(box, "show", G_CALLBACK(was_shown), NULL);
}

static Column *column_of(GtkWidget *box) { return (Column *)gtk_widget_get_layout_manager(box); }

void cgtk_column_set_spacing(GtkWidget *box, int spacing) {
  column_of(box)->spacing = spacing;
  gtk_widget_queue_resize(box);
}

void cgtk_column_set_alignment(GtkWidget *box, GtkAlign alignment) {
  if (column_of(box)->alignment == alignment) return;
  column_of(box)->alignment = alignment;
  gtk_widget_queue_resize(box);
}

gboolean cgtk_is_column(GtkWidget *box) { return G_TYPE_CHECK_INSTANCE_TYPE(gtk_widget_get_layout_manager(box), cgtk_column_get_type()); }
