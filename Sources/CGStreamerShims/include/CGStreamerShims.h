// The parts of GStreamer that Swift cannot import: calls with a variable number of arguments, and properties that have
// no function.
#pragma once

#include "../../CGStreamer/shim.h"

#include "SoundFilter.h"
#include "VideoShims.h"

// A playbin3 that plays nothing but audio, through `filter`, which may be NULL, and `sink`. It takes both over. NULL if
// GStreamer's base plugins are not installed; both are then released. The result is floating.
GstElement *playback_player_new(const char *uri, GstElement *filter, GstElement *sink);

// Makes a playbin3 that has not loaded yet decode the first audio stream and nothing else. Otherwise it also decodes a
// video, which it does not show. On a busy machine, a player that leaves out a stream was observed to stop (1.26), so
// this is for a video that cannot be decoded.
void playback_decode_audio_alone(GstElement *player);

// Whether an object is the decoder of a video or of a picture.
gboolean playback_is_video_decoder(GstObject *object);

// The name by which a playbin3 calls itself to servers. It is set before the audio is loaded.
void playback_set_user_agent(GstElement *player, const char *agent);

// The name by which a device's provider identifies it: a sink of PulseAudio, or a PCM of ALSA. NULL if the provider has
// no such names. Owned by the caller: g_free().
char *playback_device_internal_name(GstDevice *device);

// How loud a playbin3 is: `volume` is a factor, 1 is the audio's own loudness.
void playback_set_volume(GstElement *player, double volume, gboolean is_muted);

// The format for which a "missing-plugin" message lacks a decoder or a demuxer, such as "MPEG-4 AAC". NULL for every
// other message. Owned by the caller: g_free().
char *playback_missing_format(GstMessage *message);

// The HTTP status that an error message of the HTTP source carries; 0 if there is none.
guint playback_http_status(GstMessage *message);

// Whether `object` is an element that others get their data from, such as a file or a connection.
gboolean playback_is_source(GstObject *object);

// Whether `object` is `element`, or inside of it.
gboolean playback_is_within(GstObject *object, GstElement *element);

// Whether the elements that a playbin3 gets its data from, a file or a connection, know how many bytes there are in
// all.
gboolean playback_knows_size(GstElement *player);
