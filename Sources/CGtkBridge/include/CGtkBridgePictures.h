// Pictures. Their bytes are read and decoded on GIO's threads.
#pragma once

#include "../../CGtk/shim.h"

// Reads the bytes at an address that GIO can read (`file:`, `resource:` and those that the desktop adds), or of a
// `data:` address. The callback is called once, from the loop. cgtk_picture_finish returns the GBytes. Failures:
// G_IO_ERROR_NOT_SUPPORTED if the machine cannot read such addresses, G_IO_ERROR_MESSAGE_TOO_LARGE for more bytes than
// the limit, G_IO_ERROR_CANCELLED, and other errors of GIO.
void cgtk_picture_load(const char *address, gsize limit, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer data);

// Decodes a picture. A picture with more pixels than `max_shown` is scaled down. A picture with more pixels than
// `max_decoded` is not decoded. The callback is called once, from the loop. cgtk_picture_finish returns the GdkTexture.
// Failures: G_IO_ERROR_INVALID_DATA, G_IO_ERROR_MESSAGE_TOO_LARGE and G_IO_ERROR_CANCELLED.
void cgtk_picture_decode(const guint8 *bytes, gsize length, guint64 max_shown, guint64 max_decoded,
                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

// Returns the result of cgtk_picture_load or cgtk_picture_decode, or NULL with an error. The caller owns the result and
// the error. `code` becomes the error's code in G_IO_ERROR, or -1 if there is no error or if it has another domain.
gpointer cgtk_picture_finish(GAsyncResult *result, int *code, GError **error);

// Returns a paintable that draws a texture smaller: its width and height are those of the texture in pixels, divided by
// `scale`. The caller owns the paintable.
GdkPaintable *cgtk_picture_scaled(GdkTexture *texture, double scale);
