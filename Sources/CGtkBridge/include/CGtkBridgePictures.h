// Pictures: their bytes are fetched and decoded on threads of GIO's.
#pragma once

#include "../../CGtk/shim.h"

// Reads what is at an address: one that GIO reads files at (`file:`, `resource:` and what the desktop adds), or a `data:` address. The callback is
// called once, from the loop. cgtk_picture_finish gives its GBytes. Failures: G_IO_ERROR_NOT_SUPPORTED if there is nobody who reads such addresses,
// G_IO_ERROR_MESSAGE_TOO_LARGE for more bytes than the limit, G_IO_ERROR_CANCELLED, and others of GIO's.
void cgtk_picture_load(const char *address, gsize limit, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

// Decodes a picture. One of more pixels than `shown` is made smaller; one of more than `most` is not decoded. The callback is called once, from the
// loop. cgtk_picture_finish gives its GdkTexture. Failures: G_IO_ERROR_INVALID_DATA, G_IO_ERROR_MESSAGE_TOO_LARGE and G_IO_ERROR_CANCELLED.
void cgtk_picture_decode(
    const guint8 *bytes, gsize length, guint64 shown, guint64 most, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

// What one of the two made. Returned: the caller's; NULL with an error, which is the caller's too. `code`: its code among G_IO_ERROR's, or -1.
gpointer cgtk_picture_finish(GAsyncResult *result, int *code, GError **error);

// A picture so many times smaller than its pixels. Returned: the caller's.
GdkPaintable *cgtk_picture_scaled(GdkTexture *texture, double scale);
