// What Swift cannot import of GStreamer: calls with a variable number of arguments, and properties that have no function.
#pragma once

#include "../../CGStreamer/shim.h"

// A playbin3 that plays nothing but audio, through `sink`, which it takes over. NULL if GStreamer's base plugins are not installed; `sink`
// is then released. The result is floating.
GstElement *playback_player_new(const char *uri, GstElement *sink);

// What a "missing-plugin" message lacks, as GStreamer calls it, such as "MPEG-4 AAC". NULL for every other message, and for anything that
// is not audio. Owned by the caller: g_free().
char *playback_missing_audio_format(GstMessage *message);

// The HTTP status that an error message of the HTTP source carries; 0 if there is none.
guint playback_http_status(GstMessage *message);

// Whether `object` is an element that others get their data from, such as a file or a connection.
gboolean playback_is_source(GstObject *object);

// Whether `object` is `element`, or inside of it.
gboolean playback_is_within(GstObject *object, GstElement *element);

// Whether the elements that a playbin3 gets its data from, a file or a connection, know how many bytes there are in all.
gboolean playback_knows_size(GstElement *player);
