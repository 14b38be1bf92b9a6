#include "CGStreamerShims.h"

#include <gst/pbutils/pbutils.h>

// GstPlayFlags is not in an installed header. `gst-inspect-1.0 playbin3` lists the numbers, which do not change.
enum { PLAY_FLAG_AUDIO = 0x02, PLAY_FLAG_SOFT_VOLUME = 0x10 };

// Works around a leak in GStreamer 1.22, which 1.26 does not have. If the sink of a player cannot change the volume,
// GStreamer leaks a reference to the player's element "volume" (4 KB). This function is called after the player and its
// parts have been released. An element that still exists then has two references: the leaked one, and the one that
// `g_weak_ref_get` has returned.
static void release_volume(gpointer data, GObject *player) {
  (void)player;
  GWeakRef *reference = data;
  GstObject *volume = g_weak_ref_get(reference);
  if (volume != NULL) {
    if (GST_OBJECT_REFCOUNT_VALUE(volume) == 2 && GST_OBJECT_PARENT(volume) == NULL) gst_object_unref(volume);
    gst_object_unref(volume);
  }
  g_weak_ref_clear(reference);
  g_free(reference);
}

// Calls release_volume for the element "volume" when the player is released.
static void watch_volume(GstBin *player, GstElement *volume) {
  GWeakRef *reference = g_new0(GWeakRef, 1);
  g_weak_ref_init(reference, volume);
  g_object_weak_ref(G_OBJECT(player), release_volume, reference);
}

// The queue between the audio filter and the device holds a second of sound by default. A change of the filter's
// settings is audible only after this time, so the queue is shortened to 250 ms.
static void shorten_queue(GstElement *queue) {
  g_object_set(queue, "max-size-time", (guint64)(250 * GST_MSECOND), NULL);
}

static void adjust_added_element(GstBin *player, GstBin *bin, GstElement *element, gpointer unused) {
  (void)bin, (void)unused;
  GstElementFactory *factory = gst_element_get_factory(element);
  if (factory == NULL) return;
  if (g_str_equal(GST_OBJECT_NAME(factory), "queue")) shorten_queue(element);
  if (g_str_equal(GST_OBJECT_NAME(factory), "volume")) watch_volume(player, element);
}

// Releases a floating element, which may be NULL.
static void release_floating(GstElement *element) {
  if (element == NULL) return;
  gst_object_ref_sink(element);
  gst_object_unref(element);
}

GstElement *playback_player_new(const char *uri, GstElement *filter, GstElement *sink) {
  GstElement *player = gst_element_factory_make("playbin3", NULL);
  if (player == NULL) {
    release_floating(filter);
    release_floating(sink);
    return NULL;
  }
  g_signal_connect(player, "deep-element-added", G_CALLBACK(adjust_added_element), NULL);
  // Without the video flag, playbin3 opens no window for a video. It still decodes the video.
  g_object_set(player, "flags", PLAY_FLAG_AUDIO | PLAY_FLAG_SOFT_VOLUME, "uri", uri, "audio-sink", sink, NULL);
  if (filter != NULL) g_object_set(player, "audio-filter", filter, NULL);
  return player;
}

static GstStream *first_audio(GstStreamCollection *collection) {
  for (guint index = 0; index < gst_stream_collection_get_size(collection); index++) {
    GstStream *stream = gst_stream_collection_get_stream(collection, index);
    if (gst_stream_get_stream_type(stream) & GST_STREAM_TYPE_AUDIO) return stream;
  }
  return NULL;
}

// Selects the first audio stream. Returns 1 to select a stream, 0 to leave it out, and -1 to leave the decision to
// playbin3.
static gint select_audio(GstElement *decoder, GstStreamCollection *collection, GstStream *stream, gpointer unused) {
  (void)decoder, (void)unused;
  GstStream *audio = first_audio(collection);
  return audio == NULL ? -1 : audio == stream;
}

// Makes a decodebin3 decode only the first audio stream. Has no effect on other elements.
static void select_audio_in(GstElement *element) {
  GstElementFactory *factory = gst_element_get_factory(element);
  if (factory == NULL || !g_str_equal(GST_OBJECT_NAME(factory), "decodebin3")) return;
  g_signal_connect(element, "select-stream", G_CALLBACK(select_audio), NULL);
}

static void select_audio_in_added(GstBin *player, GstBin *bin, GstElement *element, gpointer unused) {
  (void)player, (void)bin, (void)unused;
  select_audio_in(element);
}

static void select_audio_in_existing(const GValue *element, gpointer unused) {
  (void)unused;
  select_audio_in(g_value_get_object(element));
}

void playback_decode_audio_alone(GstElement *player) {
  g_signal_connect(player, "deep-element-added", G_CALLBACK(select_audio_in_added), NULL);
  // GStreamer 1.26 creates the decodebin3 with the player, 1.22 creates it later.
  GstIterator *elements = gst_bin_iterate_recurse(GST_BIN(player));
  gst_iterator_foreach(elements, select_audio_in_existing, NULL);
  gst_iterator_free(elements);
}

gboolean playback_is_video_decoder(GstObject *object) {
  GstElementFactory *factory = GST_IS_ELEMENT(object) ? gst_element_get_factory(GST_ELEMENT(object)) : NULL;
  if (factory == NULL || !gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_DECODER)) return FALSE;
  return gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO) ||
         gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_MEDIA_IMAGE);
}

static void configure_source(GstElement *player, GstElement *source, gpointer agent) {
  (void)player;
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(source), "user-agent") != NULL)
    g_object_set(source, "user-agent", agent, NULL);
  // The HTTP source uses the proxy in the environment variable http_proxy even for addresses of this machine. A proxy
  // cannot reach these.
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(source), "proxy") != NULL && GST_IS_URI_HANDLER(source)) {
    char *address = gst_uri_handler_get_uri(GST_URI_HANDLER(source));
    if (address != NULL && g_str_has_prefix(address, "http://127.0.0.1:")) g_object_set(source, "proxy", "", NULL);
    g_free(address);
  }
}

static void free_agent(gpointer agent, GClosure *closure) {
  (void)closure;
  g_free(agent);
}

void playback_set_user_agent(GstElement *player, const char *agent) {
  g_signal_connect_data(player, "source-setup", G_CALLBACK(configure_source), g_strdup(agent), free_agent, 0);
}

char *playback_device_internal_name(GstDevice *device) {
  char *name = NULL;
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(device), "internal-name") != NULL)
    g_object_get(device, "internal-name", &name, NULL);
  return name;
}

void playback_set_volume(GstElement *player, double volume, gboolean is_muted) {
  g_object_set(player, "volume", volume, "mute", is_muted, NULL);
}

// The caps in a "missing-plugin" message, or NULL. Borrowed from the message.
static const GstCaps *missing_decoder_caps(GstMessage *message) {
  if (!gst_is_missing_plugin_message(message)) return NULL;
  const GstStructure *structure = gst_message_get_structure(message);
  const GValue *detail = gst_structure_get_value(structure, "detail");
  return detail != NULL && GST_VALUE_HOLDS_CAPS(detail) ? gst_value_get_caps(detail) : NULL;
}

char *playback_missing_format(GstMessage *message) {
  const GstCaps *caps = missing_decoder_caps(message);
  if (caps == NULL || gst_caps_is_empty(caps) || gst_caps_is_any(caps)) return NULL;
  return gst_pb_utils_get_codec_description(caps);
}

guint playback_http_status(GstMessage *message) {
  const GstStructure *details = NULL;
  guint status = 0;
  gst_message_parse_error_details(message, &details);
  if (details != NULL) gst_structure_get_uint(details, "http-status-code", &status);
  return status;
}

gboolean playback_is_source(GstObject *object) {
  return GST_IS_ELEMENT(object) && GST_OBJECT_FLAG_IS_SET(object, GST_ELEMENT_FLAG_SOURCE) && !GST_IS_BIN(object);
}

gboolean playback_is_within(GstObject *object, GstElement *element) {
  return object == GST_OBJECT(element) || gst_object_has_as_ancestor(object, GST_OBJECT(element));
}

// The comparison for gst_iterator_find_custom, which stops at 0. Returns 0 for a source with an unknown size, else 1.
static int compare_unknown_size(gconstpointer item, gconstpointer unused) {
  (void)unused;
  GstObject *object = g_value_get_object(item);
  gint64 size = -1;
  if (!playback_is_source(object)) return 1;
  return gst_element_query_duration(GST_ELEMENT(object), GST_FORMAT_BYTES, &size) && size > 0 ? 1 : 0;
}

gboolean playback_has_known_size(GstElement *player) {
  GstIterator *elements = gst_bin_iterate_recurse(GST_BIN(player));
  GValue found = G_VALUE_INIT;
  gboolean has_known_size = !gst_iterator_find_custom(elements, compare_unknown_size, &found, NULL);
  if (!has_known_size) g_value_unset(&found);
  gst_iterator_free(elements);
  return has_known_size;
}
