#include "include/CGtkBridgeColumns.h"

#include "include/CGtkBridgeLabels.h"

#include <stdbool.h>

// The layout manager of a column: a box whose children are one below another.
//
// `GtkBoxLayout` measures each child again for each width that its parents try, and once more to allocate it. This
// layout manager caches the sizes of its children until GTK clears its cached size of the column. GTK clears the cached
// request mode together with the cached sizes, and needs the mode before each measurement. A call of `request_mode`
// therefore means that the cached sizes are no longer valid.

// A child and its sizes, in pixels.
typedef struct {
  GtkWidget *widget;
  // Whether the child gets the whole width of the column.
  bool fills : 1;
  // Whether the height does not depend on the width.
  bool is_constant : 1;
  int minimum_width, natural_width;
  // The height for one width. The width is `UNKNOWN` until the height is measured.
  int width, minimum_height, natural_height;
} Child;

#define UNKNOWN G_MININT

// The layout manager. Lengths are in pixels.
typedef struct {
  GtkLayoutManager parent;
  int spacing;
  // The alignment of the children that do not expand horizontally and whose `halign` is `GTK_ALIGN_FILL`.
  GtkAlign alignment;
  CgtkColumnShare share_by_priority;
  GtkSizeRequestMode mode;
  // The children that are laid out, in order.
  Child *children;
  int count, capacity;
  // Whether the widths of the children and the two widths below are measured.
  gboolean has_widths;
  int minimum_width, natural_width;
  // Owned. GTK's layout manager, for columns whose width depends on their height. `NULL` until it is needed.
  GtkLayoutManager *box_layout;
} Column;

typedef GtkLayoutManagerClass ColumnClass;

G_DEFINE_TYPE(Column, cgtk_column, GTK_TYPE_LAYOUT_MANAGER)

// Whether a child takes part in the layout. Popovers and other native widgets do not.
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
  column->children[column->count++] =
      (Child){.widget = widget, .fills = fills, .is_constant = is_constant, .width = UNKNOWN};
}

// Collects the children without measuring them. Returns the request mode that most of the children without a constant
// size have.
static GtkSizeRequestMode collect(Column *column, GtkWidget *box) {
  int height_for_width_count = 0, width_for_height_count = 0;
  column->count = 0;
  column->has_widths = FALSE;
  for (GtkWidget *child = next_laid_out(gtk_widget_get_first_child(box)); child;
       child = next_laid_out(gtk_widget_get_next_sibling(child))) {
    GtkSizeRequestMode mode = gtk_widget_get_request_mode(child);
    add_child(column, child, mode == GTK_SIZE_REQUEST_CONSTANT_SIZE);
    switch (mode) {
    case GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH: height_for_width_count++; break;
    case GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT: width_for_height_count++; break;
    default: break;
    }
  }
  if (!height_for_width_count && !width_for_height_count) return GTK_SIZE_REQUEST_CONSTANT_SIZE;
  return width_for_height_count > height_for_width_count ? GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT
                                                         : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static GtkSizeRequestMode request_mode(GtkLayoutManager *manager, GtkWidget *box) {
  Column *column = (Column *)manager;
  return column->mode = collect(column, box);
}

// Whether the children of the box are the cached children.
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

// Clears cached sizes that are no longer valid. GTK calls `request_mode` if it has cleared the size of the column.
// While the column is hidden, GTK does not clear its size when a child is added or removed, and a new child can have
// the address of an old child. The sizes of a hidden column are therefore not cached.
static void validate(Column *column, GtkWidget *box) {
  gtk_widget_get_request_mode(box);
  if (!gtk_widget_get_visible(box) || !has_same_children(column, box)) column->mode = collect(column, box);
}

// Clears the cached size of a column when it is shown, because its children may have changed while it was hidden.
static void on_show(GtkWidget *box) { gtk_widget_queue_resize(box); }

static void measure_widths(Column *column) {
  if (column->has_widths) return;
  column->has_widths = TRUE;
  column->minimum_width = column->natural_width = 0;
  for (int index = 0; index < column->count; index++) {
    Child *child = &column->children[index];
    gtk_widget_measure(child->widget, GTK_ORIENTATION_HORIZONTAL, -1, &child->minimum_width, &child->natural_width,
                       NULL, NULL);
    column->minimum_width = MAX(column->minimum_width, child->minimum_width);
    column->natural_width = MAX(column->natural_width, child->natural_width);
  }
}

// The width that a child gets in a column of this width. A width of -1 stands for an unknown width.
static int width_of(const Child *child, int width) {
  return child->fills || width < 0 ? width : MIN(width, child->natural_width);
}

static void measure_height(Child *child, int width) {
  int child_width = child->is_constant ? -1 : width_of(child, width);
  // A text that does not wrap at this width is measured without a width, because GTK caches 500 bytes for each widget
  // that is measured with a width.
  if (child_width >= child->natural_width && cgtk_text_get_wraps(child->widget)) child_width = -1;
  if (child->width == child_width) return;
  child->width = child_width;
  gtk_widget_measure(child->widget, GTK_ORIENTATION_VERTICAL, child_width, &child->minimum_height,
                     &child->natural_height, NULL, NULL);
}

// Measures the children in a column of this width. The results are the minimum and the natural height of the column.
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

// Returns GTK's layout manager for a column whose width depends on its height.
static GtkLayoutManager *box_layout_of(Column *column) {
  if (!column->box_layout) column->box_layout = gtk_box_layout_new(GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing(GTK_BOX_LAYOUT(column->box_layout), (guint)column->spacing);
  return column->box_layout;
}

static void measure(GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation, int across, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
  Column *column = (Column *)manager;
  validate(column, box);
  if (column->mode == GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT) {
    gtk_layout_manager_measure(box_layout_of(column), box, orientation, across, minimum, natural, minimum_baseline,
                               natural_baseline);
  } else if (orientation == GTK_ORIENTATION_VERTICAL) {
    measure_heights(column, across, minimum, natural);
  } else {
    measure_widths(column);
    *minimum = column->minimum_width;
    *natural = column->natural_width;
  }
}

// Distributes the remaining height among the children that expand.
static void distribute_among_expanding(Column *column, GtkRequestedSize *requests, int remaining) {
  int expanding_count = 0;
  for (int index = 0; index < column->count; index++)
    expanding_count += gtk_widget_compute_expand(requests[index].data, GTK_ORIENTATION_VERTICAL) ? 1 : 0;
  if (!expanding_count) return;
  int share = remaining / expanding_count, rest = remaining % expanding_count;
  for (int index = 0; index < column->count; index++) {
    if (gtk_widget_compute_expand(requests[index].data, GTK_ORIENTATION_VERTICAL))
      requests[index].minimum_size += share + (rest-- > 0 ? 1 : 0);
  }
}

// The position of a child in a column, from the left edge.
static int x_of(Column *column, const Child *child, int width, int child_width) {
  if (child->fills || child_width >= width || gtk_widget_get_halign(child->widget) != GTK_ALIGN_FILL) return 0;
  if (column->alignment == GTK_ALIGN_CENTER) return (width - child_width) / 2;
  gboolean is_mirrored = gtk_widget_get_direction(child->widget) == GTK_TEXT_DIR_RTL;
  return (column->alignment == GTK_ALIGN_END) != is_mirrored ? width - child_width : 0;
}

// Allocates a child. A child with a `halign` of its own gets the whole width, and GTK aligns the child in it.
static void allocate_child(Column *column, const Child *child, int width, int y, int height) {
  int child_width = gtk_widget_get_halign(child->widget) == GTK_ALIGN_FILL ? width_of(child, width) : width;
  GdkRectangle allocation = {x_of(column, child, width, child_width), y, child_width, height};
  cgtk_text_set_spare_width(child->widget, width - child_width);
  gtk_widget_size_allocate(child->widget, &allocation, -1);
}

// Adds the remaining height to the minimum heights of the children. `has_natural_heights` is whether the minimum
// heights are already the natural heights.
static void distribute(Column *column, GtkRequestedSize *requests, int remaining, gboolean has_natural_heights) {
  if (column->share_by_priority && column->share_by_priority(requests, (guint)column->count, remaining)) return;
  if (!has_natural_heights) remaining = gtk_distribute_natural_allocation(remaining, (guint)column->count, requests);
  if (remaining > 0) distribute_among_expanding(column, requests, remaining);
}

static void allocate_children(Column *column, int width, int height, int minimum, int natural) {
  if (!column->count) return;
  GtkRequestedSize *requests = g_new(GtkRequestedSize, column->count);
  for (int index = 0; index < column->count; index++) {
    Child *child = &column->children[index];
    requests[index] = (GtkRequestedSize){child->widget, child->minimum_height, child->natural_height};
  }
  distribute(column, requests, MAX(height - minimum, 0), minimum >= natural);
  for (int index = 0, y = 0; index < column->count; index++) {
    allocate_child(column, &column->children[index], width, y, requests[index].minimum_size);
    y += requests[index].minimum_size + column->spacing;
  }
  g_free(requests);
}

// A window that became too small for its content is laid out once before the desktop makes it larger. GTK 4.18 warns
// about each child that is measured for less room than it needs. The children therefore get at least their minimum
// sizes, and extend beyond the edge of the window.
static void allocate(GtkLayoutManager *manager, GtkWidget *box, int width, int height, int baseline) {
  Column *column = (Column *)manager;
  validate(column, box);
  if (column->mode == GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT) {
    gtk_layout_manager_allocate(box_layout_of(column), box, width, height, baseline);
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
  g_clear_object(&column->box_layout);
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
  g_signal_connect(box, "show", G_CALLBACK(on_show), NULL);
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

gboolean cgtk_is_column(GtkWidget *box) {
  return G_TYPE_CHECK_INSTANCE_TYPE(gtk_widget_get_layout_manager(box), cgtk_column_get_type());
}
