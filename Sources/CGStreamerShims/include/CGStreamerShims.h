// The parts of GStreamer that Swift cannot use: functions with a variable number of arguments, and properties without
// functions to read or set them.
#pragma once

#include "../../CGStreamer/shim.h"

#include "SoundFilter.h"
#include "VideoShims.h"

// Creates a playbin3 that plays only the audio, through `filter`, which may be NULL, and `sink`. Takes ownership of
// both: the player keeps them. Returns NULL if GStreamer's base plugins are not installed, and then releases both. The
// result is floating.
GstElement *playback_player_new(const char *uri, GstElement *filter, GstElement *sink);

// Makes a playbin3 that has not loaded yet decode only the first audio stream. By default, it also decodes a video,
// which it does not show. Call this only for a file whose video cannot be decoded: on a busy machine, a player that
// leaves out a stream was observed to stop (GStreamer 1.26).
void playback_decode_audio_alone(GstElement *player);

// Whether an object is a decoder for video or for pictures.
gboolean playback_is_video_decoder(GstObject *object);

// Sets the user agent that a playbin3 sends to servers. Call this before the audio is loaded.
void playback_set_user_agent(GstElement *player, const char *agent);

// Returns the name of a device in its sound system: the name of a sink in PulseAudio, or of a PCM in ALSA. NULL if the
// sound system has no such names. Owned by the caller: g_free().
char *playback_device_internal_name(GstDevice *device);

// Sets the volume of a playbin3. `volume` is a linear factor. 1 does not change the audio's loudness.
void playback_set_volume(GstElement *player, double volume, gboolean is_muted);

// Returns the format for which a "missing-plugin" message reports a missing decoder or demuxer, such as "MPEG-4 AAC".
// NULL for every other message. Owned by the caller: g_free().
char *playback_missing_format(GstMessage *message);

// Returns the HTTP status in an error message of the HTTP source, or 0 if there is none.
guint playback_http_status(GstMessage *message);

// Whether `object` is an element that reads the data of the pipeline, such as from a file or a connection.
gboolean playback_is_source(GstObject *object);

// Whether `object` is `element`, or inside of it.
gboolean playback_is_within(GstObject *object, GstElement *element);

// Whether each source of a playbin3 knows its total number of bytes, from the disk or from a server's answer.
gboolean playback_has_known_size(GstElement *player);
