#include "CPlaybackTesting.h"

#include <gst/gst.h>
#include <string.h>

enum { SPEAKERS, HEADPHONES, BROKEN, DEVICE_COUNT };

static int created_sinks[DEVICE_COUNT];
static int is_disconnected[DEVICE_COUNT];
static const char *const node_names[DEVICE_COUNT] = {"speakers", "headphones", "broken"};

static int index_of(const char *node_name) {
  for (int index = 0; index < DEVICE_COUNT; index++) {
    if (g_strcmp0(node_names[index], node_name) == 0) return index;
  }
  return -1;
}

// GStreamer's class of a device. Its sink discards the sound.

typedef struct {
  GstDevice parent;
} TestDevice;

typedef struct {
  GstDeviceClass parent_class;
} TestDeviceClass;

G_DEFINE_TYPE(TestDevice, test_device, GST_TYPE_DEVICE)

static GstElement *create_element(GstDevice *device, const char *name) {
  GstStructure *properties = gst_device_get_properties(device);
  int index = index_of(gst_structure_get_string(properties, "node.name"));
  g_atomic_int_inc(&created_sinks[index]);
  gst_structure_free(properties);
  GstElement *sink = gst_element_factory_make("fakesink", name);
  g_object_set(sink, "sync", TRUE, NULL);
  if (index == BROKEN) gst_util_set_object_arg(G_OBJECT(sink), "state-error", "ready-to-paused");
  return sink;
}

static void test_device_class_init(TestDeviceClass *class) { GST_DEVICE_CLASS(class)->create_element = create_element; }

static void test_device_init(TestDevice *device) { (void)device; }

static GstDevice *make_device(const char *display_name, const char *node_name) {
  GstCaps *caps = gst_caps_new_empty_simple("audio/x-raw");
  GstStructure *properties = gst_structure_new("properties", "node.name", G_TYPE_STRING, node_name, NULL);
  GstDevice *device = g_object_new(test_device_get_type(), "display-name", display_name, "device-class", "Audio/Sink",
                                   "caps", caps, "properties", properties, NULL);
  gst_caps_unref(caps);
  gst_structure_free(properties);
  return device;
}

// GStreamer's class of a provider, which lists the devices.

typedef struct {
  GstDeviceProvider parent;
} TestProvider;

typedef struct {
  GstDeviceProviderClass parent_class;
} TestProviderClass;

G_DEFINE_TYPE(TestProvider, test_provider, GST_TYPE_DEVICE_PROVIDER)

static GList *probe(GstDeviceProvider *provider) {
  (void)provider;
  static const char *const display_names[DEVICE_COUNT] = {"Test Speakers", "Test Headphones", "Broken Speakers"};
  GList *devices = NULL;
  for (int index = 0; index < DEVICE_COUNT; index++) {
    if (!g_atomic_int_get(&is_disconnected[index]))
      devices = g_list_append(devices, make_device(display_names[index], node_names[index]));
  }
  return devices;
}

static void test_provider_class_init(TestProviderClass *class) {
  GST_DEVICE_PROVIDER_CLASS(class)->probe = probe;
  gst_device_provider_class_set_static_metadata(GST_DEVICE_PROVIDER_CLASS(class), "Test devices", "Sink/Audio",
                                                "Sinks without a sound", "Podcaster");
}

static void test_provider_init(TestProvider *provider) { (void)provider; }

void playback_testing_add_devices(void) {
  static gsize added;
  if (!g_once_init_enter(&added)) return;
  gst_device_provider_register(NULL, "podcastertestdevices", GST_RANK_PRIMARY, test_provider_get_type());
  g_once_init_leave(&added, 1);
}

void playback_testing_set_connected(const char *node_name, int is_connected) {
  g_atomic_int_set(&is_disconnected[index_of(node_name)], !is_connected);
}

int playback_testing_created_sinks(const char *node_name) {
  return g_atomic_int_get(&created_sinks[index_of(node_name)]);
}

// The element "volume" of a player. A test checks that it is released.

static GWeakRef watched_volume;

int playback_testing_watch_volume(void *player) {
  GstIterator *volumes = gst_bin_iterate_all_by_element_factory_name(GST_BIN(player), "volume");
  GValue found = G_VALUE_INIT;
  int has_volume = gst_iterator_next(volumes, &found) == GST_ITERATOR_OK;
  g_weak_ref_set(&watched_volume, has_volume ? g_value_get_object(&found) : NULL);
  if (has_volume) g_value_unset(&found);
  gst_iterator_free(volumes);
  return has_volume;
}

int playback_testing_has_volume(void) {
  GObject *volume = g_weak_ref_get(&watched_volume);
  if (volume != NULL) g_object_unref(volume);
  return volume != NULL;
}
