// Pictures. Their bytes are read and decoded on GIO's threads.
#pragma once

#include "../../CGtk/shim.h"

// Reads the bytes at an address that GIO can read (`file:`, `resource:` and those that the desktop adds), or of a
// `data:` address. The callback is called once, from the loop. cgtk_picture_finish returns the GBytes. Failures:
// G_IO_ERROR_NOT_SUPPORTED if the machine cannot read such addresses, G_IO_ERROR_MESSAGE_TOO_LARGE for more bytes than
// the limit, G_IO_ERROR_CANCELLED, and other errors of GIO.
void cgtk_picture_load(const char *address, gsize limit, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

// Decodes a picture. A picture with more pixels than `shown` is scaled down. A picture with more pixels than `most` is
// not decoded. The callback is called once, from the loop. cgtk_picture_finish returns the GdkTexture. Failures:
// G_IO_ERROR_INVALID_DATA, G_IO_ERROR_MESSAGE_TOO_LARGE and G_IO_ERROR_CANCELLED.
void cgtk_picture_decode(
    const guint8 *bytes, gsize length, guint64 shown, guint64 most, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

// Returns the result of one of the two functions, or NULL with an error. The caller owns both. `code` is the error's
// code in G_IO_ERROR, or -1.
gpointer cgtk_picture_finish(GAsyncResult *result, int *code, GError **error);

// Returns a picture that is smaller than its pixels by a factor. The caller owns it.
GdkPaintable *cgtk_picture_scaled(GdkTexture *texture, double scale);
