#include "include/CGtkBridgeLook.h"

#include <math.h>

// The settings portal: a service of the desktop that reports the desktop's colors and contrast to programs.
#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_INTERFACE "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"

// A setting of GTK whose value this file can replace, and later restore.
typedef struct {
  const char *name;
  bool is_replaced;
  // Whether the original value was set by the program. Otherwise it came from the desktop.
  bool was_set_by_program;
  // The value before the replacement.
  GValue original;
  // The new value.
  GValue replacement;
} Setting;

static Setting prefer_dark = {.name = "gtk-application-prefer-dark-theme"};
static Setting theme_name = {.name = "gtk-theme-name"};
// Exists since GTK 4.20.
static Setting color_scheme = {.name = "gtk-interface-color-scheme"};

// The latest values from the portal.
typedef struct {
  CgtkScheme scheme;
  // Whether the desktop requests more contrast.
  bool contrast;
  // The accent color, in the form that cgtk_look_accent returns.
  int accent;
} PortalValues;

// The colors that the program has requested with cgtk_look_prefer.
static CgtkScheme preferred_scheme;
static PortalValues portal_values = {.accent = CGTK_NO_ACCENT};
// The callback of cgtk_look_follow.
static void (*notify_changed)(void);
// The id of the subscription to the portal's signal `SettingChanged`, or 0.
static guint subscription;

// Returns the description of a setting, or NULL if this version of GTK does not have the setting.
static GParamSpec *specification(const char *name) {
  GtkSettings *settings = gtk_settings_get_default();
  return settings ? g_object_class_find_property(G_OBJECT_GET_CLASS(settings), name) : NULL;
}

// Whether GTK applies the portal's values itself. It does so since version 4.20.
static bool gtk_follows_portal(void) { return specification(color_scheme.name) != NULL; }

// Returns the theme in GTK_THEME, or NULL. GTK uses this theme regardless of its settings.
static const char *forced_theme(void) {
  const char *name = g_getenv("GTK_THEME");
  return name && *name ? name : NULL;
}

// Initializes `value` with the value of a setting.
static void get_value(const char *name, GValue *value) {
  g_value_init(value, specification(name)->value_type);
  g_object_get_property(G_OBJECT(gtk_settings_get_default()), name, value);
}

// Whether a setting has this value.
static bool has_value(const char *name, const GValue *value) {
  GValue now = G_VALUE_INIT;
  get_value(name, &now);
  bool is_same = g_param_values_cmp(specification(name), &now, value) == 0;
  g_value_unset(&now);
  return is_same;
}

// Undoes `replace`: sets the setting to its original value.
static void restore(Setting *self) {
  if (!self->is_replaced) return;
  self->is_replaced = false;
  // A value that other code has set in the meantime is kept.
  if (has_value(self->name, &self->replacement)) {
    // After the reset, GTK uses the desktop's value again. Without a value of the desktop, the replacement would stay.
    gtk_settings_reset_property(gtk_settings_get_default(), self->name);
    if (self->was_set_by_program || has_value(self->name, &self->replacement))
      g_object_set_property(G_OBJECT(gtk_settings_get_default()), self->name, &self->original);
  }
  g_value_unset(&self->original);
  g_value_unset(&self->replacement);
}

// Sets a setting to a value, until the next call or `restore`. Remembers the original value. Takes ownership of
// `value`.
static void replace(Setting *self, GValue *value) {
  bool is_in_effect = self->is_replaced && has_value(self->name, &self->replacement) &&
                      g_param_values_cmp(specification(self->name), &self->replacement, value) == 0;
  if (!is_in_effect) {
    restore(self);
    get_value(self->name, &self->original);
    // If the reset changes the value, the program had set the original value.
    gtk_settings_reset_property(gtk_settings_get_default(), self->name);
    self->was_set_by_program = !has_value(self->name, &self->original);
    g_object_set_property(G_OBJECT(gtk_settings_get_default()), self->name, value);
    g_value_init(&self->replacement, G_VALUE_TYPE(value));
    g_value_copy(value, &self->replacement);
    self->is_replaced = true;
  }
  g_value_unset(value);
}

static bool has_suffix(const char *name, const char *end) {
  size_t length = strlen(name), end_length = strlen(end);
  return length >= end_length && g_ascii_strcasecmp(name + length - end_length, end) == 0;
}

static bool is_dark_theme(const char *name) {
  return has_suffix(name, "-dark") || has_suffix(name, ":dark") || g_str_equal(name, "HighContrastInverse");
}

// A variant follows a colon in GTK_THEME, and a hyphen in the names of GTK's own themes.
static bool is_high_contrast_theme(const char *name) {
  static const char *const variants[] = {"-hc", ":hc", "-hc-dark", ":hc-dark"};
  if (g_str_has_prefix(name, "HighContrast")) return true;
  for (size_t index = 0; index < G_N_ELEMENTS(variants); index++)
    if (has_suffix(name, variants[index])) return true;
  return false;
}

// Whether the name of the current theme satisfies a condition. GTK_THEME takes precedence over GTK's setting.
static bool current_theme_matches(bool (*matches)(const char *name)) {
  if (forced_theme()) return matches(forced_theme());
  GValue value = G_VALUE_INIT;
  get_value(theme_name.name, &value);
  const char *name = g_value_get_string(&value);
  bool result = name && matches(name);
  g_value_unset(&value);
  return result;
}

static bool get_boolean(const char *name) {
  GValue value = G_VALUE_INIT;
  get_value(name, &value);
  bool result = g_value_get_boolean(&value);
  g_value_unset(&value);
  return result;
}

// Whether a setting of an enumerated type has the value with this nickname. Returns false if this version of GTK does
// not have the setting.
static bool has_nick(const char *name, const char *nick) {
  if (!specification(name)) return false;
  GValue value = G_VALUE_INIT;
  get_value(name, &value);
  GEnumClass *class = g_type_class_ref(G_VALUE_TYPE(&value));
  GEnumValue *found = g_enum_get_value(class, g_value_get_enum(&value));
  bool result = found && g_str_equal(found->value_nick, nick);
  g_type_class_unref(class);
  g_value_unset(&value);
  return result;
}

// Makes GTK before 4.20 dark or light.
static void apply_dark_preference(CgtkScheme scheme) {
  if (scheme == CGTK_SCHEME_NONE) return restore(&prefer_dark);
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_BOOLEAN);
  g_value_set_boolean(&value, scheme == CGTK_SCHEME_DARK);
  replace(&prefer_dark, &value);
}

// Selects a theme with high contrast in GTK before 4.20, if the portal requests more contrast.
static void apply_contrast(void) {
  restore(&theme_name);
  if (!portal_values.contrast || current_theme_matches(is_high_contrast_theme)) return;
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_STRING);
  // HighContrast is a theme of GTK. HighContrastInverse is its dark variant, and replaces a dark theme.
  g_value_set_string(&value, current_theme_matches(is_dark_theme) ? "HighContrastInverse" : "HighContrast");
  replace(&theme_name, &value);
}

// Makes GTK 4.20 and later dark or light, if the program has requested it.
static void apply_preferred_color_scheme(void) {
  if (preferred_scheme == CGTK_SCHEME_NONE) return restore(&color_scheme);
  GValue value = G_VALUE_INIT;
  g_value_init(&value, specification(color_scheme.name)->value_type);
  GEnumClass *class = g_type_class_ref(G_VALUE_TYPE(&value));
  GEnumValue *wanted = g_enum_get_value_by_nick(class, preferred_scheme == CGTK_SCHEME_DARK ? "dark" : "light");
  if (wanted) {
    g_value_set_enum(&value, wanted->value);
    replace(&color_scheme, &value);
  }
  g_type_class_unref(class);
}

// Applies the program's and the portal's values to GTK's settings. GTK_THEME overrides them.
static void apply(void) {
  GtkSettings *settings = gtk_settings_get_default();
  if (!settings || forced_theme()) return;
  // GTK reads its settings when they notify a change. The notifications are delayed until all settings have been set.
  g_object_freeze_notify(G_OBJECT(settings));
  if (gtk_follows_portal()) {
    apply_preferred_color_scheme();
  } else {
    apply_dark_preference(preferred_scheme != CGTK_SCHEME_NONE ? preferred_scheme : portal_values.scheme);
    apply_contrast();
  }
  g_object_thaw_notify(G_OBJECT(settings));
}

void cgtk_look_prefer(CgtkScheme scheme) {
  if (scheme == preferred_scheme) return;
  preferred_scheme = scheme;
  apply();
}

bool cgtk_look_is_dark(void) {
  if (forced_theme()) return is_dark_theme(forced_theme());
  if (!gtk_settings_get_default()) return false;
  return has_nick(color_scheme.name, "dark") || get_boolean(prefer_dark.name) || current_theme_matches(is_dark_theme);
}

bool cgtk_look_has_high_contrast(void) {
  if (!gtk_settings_get_default()) return false;
  return portal_values.contrast || has_nick("gtk-interface-contrast", "more") ||
         current_theme_matches(is_high_contrast_theme);
}

bool cgtk_look_has_animations(void) { return gtk_settings_get_default() && get_boolean("gtk-enable-animations"); }

double cgtk_look_text_scale(void) {
  if (!gtk_settings_get_default()) return 1;
  GValue value = G_VALUE_INIT;
  get_value("gtk-xft-dpi", &value);
  // The unit of the setting is 1/1024 dot per inch, and 96 dots per inch is normal. The setting is negative if the
  // desktop does not set it.
  double scale = g_value_get_int(&value) / (96.0 * 1024);
  g_value_unset(&value);
  return CLAMP(scale, 1, 3);
}

int cgtk_look_accent(void) { return portal_values.accent; }

// Converts a component of a color from 0...1 to 0...255. Returns -1 for a component outside of 0...1, by which the
// portal reports that there is no accent color.
static int component_byte(double component) {
  return component >= 0 && component <= 1 ? (int)(component * 255 + 0.5) : -1;
}

static void store_accent(GVariant *value) {
  double red, green, blue;
  g_variant_get(value, "(ddd)", &red, &green, &blue);
  int red_byte = component_byte(red), green_byte = component_byte(green), blue_byte = component_byte(blue);
  bool is_color = red_byte >= 0 && green_byte >= 0 && blue_byte >= 0;
  portal_values.accent = is_color ? red_byte << 16 | green_byte << 8 | blue_byte : CGTK_NO_ACCENT;
}

// Stores a value of the portal. A value of an unexpected type is ignored.
static void store_value(const char *key, GVariant *value) {
  if (g_str_equal(key, "accent-color") && g_variant_is_of_type(value, G_VARIANT_TYPE("(ddd)"))) store_accent(value);
  if (!g_variant_is_of_type(value, G_VARIANT_TYPE_UINT32)) return;
  guint32 number = g_variant_get_uint32(value);
  if (g_str_equal(key, "color-scheme"))
    portal_values.scheme = number <= CGTK_SCHEME_LIGHT ? (CgtkScheme)number : CGTK_SCHEME_NONE;
  if (g_str_equal(key, "contrast")) portal_values.contrast = number == 1;
}

// Applies the portal's new values and notifies the program, if the values differ from the previous ones. A change of
// only the accent color is not applied, because GTK has no setting for it.
static void apply_changes(const PortalValues *before) {
  bool affects_settings = portal_values.scheme != before->scheme || portal_values.contrast != before->contrast;
  if (!affects_settings && portal_values.accent == before->accent) return;
  if (affects_settings) apply();
  notify_changed();
}

static void on_setting_changed(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                               const char *signal, GVariant *arguments, gpointer data) {
  if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(ssv)"))) return;
  PortalValues before = portal_values;
  const char *key;
  GVariant *value;
  g_variant_get(arguments, "(&s&sv)", NULL, &key, &value);
  store_value(key, value);
  g_variant_unref(value);
  apply_changes(&before);
}

static void on_settings_read(GObject *bus, GAsyncResult *result, gpointer data) {
  GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  if (!reply) return;
  PortalValues before = portal_values;
  GVariantIter *namespaces, *values;
  const char *namespace, *key;
  GVariant *value;
  g_variant_get(reply, "(a{sa{sv}})", &namespaces);
  while (g_variant_iter_loop(namespaces, "{&sa{sv}}", &namespace, &values))
    while (g_variant_iter_loop(values, "{&sv}", &key, &value))
      if (g_str_equal(namespace, APPEARANCE)) store_value(key, value);
  g_variant_iter_free(namespaces);
  g_variant_unref(reply);
  apply_changes(&before);
}

static void on_portal_appeared(GDBusConnection *bus, const char *name, const char *owner, gpointer data) {
  subscription =
      g_dbus_connection_signal_subscribe(bus, owner, PORTAL_INTERFACE, "SettingChanged", PORTAL_PATH, APPEARANCE,
                                         G_DBUS_SIGNAL_FLAGS_NONE, on_setting_changed, NULL, NULL);
  const char *namespaces[] = {APPEARANCE, NULL};
  g_dbus_connection_call(bus, owner, PORTAL_PATH, PORTAL_INTERFACE, "ReadAll", g_variant_new("(^as)", namespaces),
                         G_VARIANT_TYPE("(a{sa{sv}})"), G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, on_settings_read,
                         NULL);
}

// The last values of the portal stay in effect until another portal reports new ones, so a restart of the portal
// changes no colors.
static void on_portal_vanished(GDBusConnection *bus, const char *name, gpointer data) {
  if (bus && subscription) g_dbus_connection_signal_unsubscribe(bus, subscription);
  subscription = 0;
}

// Whether the user's session has a D-Bus bus. If it has none, GIO would start one.
static bool has_bus(void) {
  const char *address = g_getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address && *address) return true;
  char *path = g_build_filename(g_get_user_runtime_dir(), "bus", NULL);
  bool exists = g_file_test(path, G_FILE_TEST_EXISTS);
  g_free(path);
  return exists;
}

void cgtk_look_follow(void (*changed)(void)) {
  notify_changed = changed;
  if (!gtk_settings_get_default() || !has_bus()) return;
  // On a desktop, the watch starts a portal that does not run yet. Without a desktop, such as in a test or on a server,
  // no portal is started, because the portal selects its implementation by the name of the desktop.
  const char *desktop = g_getenv("XDG_CURRENT_DESKTOP");
  g_bus_watch_name(G_BUS_TYPE_SESSION, PORTAL,
                   desktop && *desktop ? G_BUS_NAME_WATCHER_FLAGS_AUTO_START : G_BUS_NAME_WATCHER_FLAGS_NONE,
                   on_portal_appeared, on_portal_vanished, NULL, NULL);
}

// The relative luminance of the Web Content Accessibility Guidelines 2: 0 for black, 1 for white.
static double luminance(const double color[3]) {
  static const double weights[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (int part = 0; part < 3; part++)
    sum += weights[part] * (color[part] <= 0.04045 ? color[part] / 12.92 : pow((color[part] + 0.055) / 1.055, 2.4));
  return sum;
}

// The contrast ratio of the same guidelines, 1 to 21.
static double contrast(double one, double other) { return (MAX(one, other) + 0.05) / (MIN(one, other) + 0.05); }

char *cgtk_accent_rules(int accent, bool is_dark) {
  // The rules are used in the flat style, a style sheet of the module GtkViews. `background` is the luminance of its
  // background, which is nearly black or nearly white. The accent color is mixed with white or black, in steps of a
  // twentieth, until it has the minimum contrast ratio to this background.
  double background = is_dark ? 0.016 : 0.95, minimum_contrast = is_dark ? 4.5 : 3, color[3];
  for (int step = 0; step <= 20; step++) {
    for (int part = 0; part < 3; part++) {
      double original = (accent >> (16 - 8 * part) & 0xff) / 255.0;
      color[part] = original + ((is_dark ? 1 : 0) - original) * step / 20;
    }
    if (contrast(luminance(color), background) >= minimum_contrast) break;
  }
  bool is_text_white = contrast(luminance(color), 1) >= 3;
  return g_strdup_printf(
      "@define-color theme_selected_bg_color #%02x%02x%02x; @define-color theme_selected_fg_color %s;\n",
      (int)(color[0] * 255 + 0.5), (int)(color[1] * 255 + 0.5), (int)(color[2] * 255 + 0.5),
      is_text_white ? "#ffffff" : "#1d1d20");
}
