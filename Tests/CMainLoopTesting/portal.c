// A desktop portal with values that a test sets. A desktop portal is the D-Bus service that tells programs the settings
// of the desktop. The end of the file saves and restores GTK's own settings.
#include "CMainLoopTesting.h"

#define APPEARANCE "org.freedesktop.appearance"
#define INTERFACE "org.freedesktop.portal.Settings"
#define PATH "/org/freedesktop/portal/desktop"

static const char description[] =
    "<node><interface name='" INTERFACE "'>"
    "<method name='ReadAll'><arg type='as' direction='in'/><arg type='a{sa{sv}}' direction='out'/></method>"
    "<method name='Read'><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' "
    "direction='out'/></method>"
    "<method name='ReadOne'><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' "
    "direction='out'/></method>"
    "<signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>"
    "</interface></node>";

static GDBusConnection *bus;
static guint name_owner_id;
static unsigned call_count;
// The value at an index belongs to the key at this index.
static const char *const keys[] = {"color-scheme", "contrast"};
static unsigned values[2];

static GVariant *value_of(const char *key) { return g_variant_new_uint32(values[g_str_equal(key, keys[1])]); }

static GVariant *all_values(void) {
  GVariantBuilder appearance;
  g_variant_builder_init(&appearance, G_VARIANT_TYPE("a{sv}"));
  for (int index = 0; index < 2; index++)
    g_variant_builder_add(&appearance, "{sv}", keys[index], value_of(keys[index]));
  GVariantBuilder namespaces;
  g_variant_builder_init(&namespaces, G_VARIANT_TYPE("a{sa{sv}}"));
  g_variant_builder_add(&namespaces, "{sa{sv}}", APPEARANCE, &appearance);
  return g_variant_new("(a{sa{sv}})", &namespaces);
}

static void method_called(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                          const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data) {
  call_count += 1;
  if (g_str_equal(method, "ReadAll")) return g_dbus_method_invocation_return_value(invocation, all_values());
  const char *namespace, *key;
  g_variant_get(arguments, "(&s&s)", &namespace, &key);
  GVariant *value = value_of(key);
  // The older method returns a variant in a variant.
  if (g_str_equal(method, "Read")) value = g_variant_new_variant(value);
  g_dbus_method_invocation_return_value(invocation, g_variant_new("(v)", value));
}

bool mainloop_testing_portal_begin(unsigned color_scheme, unsigned contrast) {
  static const GDBusInterfaceVTable functions = {method_called, NULL, NULL, {NULL}};
  values[0] = color_scheme;
  values[1] = contrast;
  call_count = 0;
  char *address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!address) return false;
  bus = g_dbus_connection_new_for_address_sync(
      address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
      NULL, NULL);
  g_free(address);
  if (!bus) return false;
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(description, NULL);
  g_dbus_connection_register_object(bus, PATH, node->interfaces[0], &functions, NULL, NULL, NULL);
  g_dbus_node_info_unref(node);
  name_owner_id = g_bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE, NULL,
                                               NULL, NULL, NULL);
  return true;
}

static void emit(const char *key, GVariant *value) {
  g_dbus_connection_emit_signal(bus, NULL, PATH, INTERFACE, "SettingChanged",
                                g_variant_new("(ssv)", APPEARANCE, key, value), NULL);
}

void mainloop_testing_portal_set(const char *key, unsigned number) {
  values[g_str_equal(key, keys[1])] = number;
  emit(key, value_of(key));
}

void mainloop_testing_portal_emit_text(const char *key, const char *text) { emit(key, g_variant_new_string(text)); }

void mainloop_testing_portal_emit_color(double red, double green, double blue) {
  emit("accent-color", g_variant_new("(ddd)", red, green, blue));
}

unsigned mainloop_testing_portal_readings(void) { return call_count; }

void mainloop_testing_portal_end(void) {
  g_bus_unown_name(name_owner_id);
  g_dbus_connection_flush_sync(bus, NULL, NULL);
  g_dbus_connection_close_sync(bus, NULL, NULL);
  g_clear_object(&bus);
}

typedef struct {
  gboolean is_dark, has_animations;
  char *theme;
} Look;

gpointer mainloop_testing_look_save(void) {
  Look *look = g_new0(Look, 1);
  g_object_get(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", &look->is_dark, "gtk-enable-animations",
               &look->has_animations, "gtk-theme-name", &look->theme, NULL);
  return look;
}

void mainloop_testing_look_restore(gpointer data) {
  Look *look = data;
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", look->is_dark, "gtk-enable-animations",
               look->has_animations, "gtk-theme-name", look->theme, NULL);
  g_free(look->theme);
  g_free(look);
}
