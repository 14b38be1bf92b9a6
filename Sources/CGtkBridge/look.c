#include "include/CGtkBridgeLook.h"

#include <math.h>

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_INTERFACE "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"

// A setting of GTK, and the value that replaces it.
typedef struct {
  const char *name;
  bool is_replaced;
  // Whether the program had set the original value, and not the desktop.
  bool was_set_by_program;
  // The value before the replacement.
  GValue original;
  // The value that replaces it.
  GValue replacement;
} Setting;

static Setting prefer_dark = {.name = "gtk-application-prefer-dark-theme"};
static Setting theme_name = {.name = "gtk-theme-name"};
// Since GTK 4.20.
static Setting color_scheme = {.name = "gtk-interface-color-scheme"};

// The values that the portal has reported last.
typedef struct {
  CgtkScheme scheme;
  // Whether the desktop requests more contrast.
  bool contrast;
  // The accent color as in cgtk_look_accent.
  int accent;
} PortalValues;

// The colors that the program has requested with cgtk_look_prefer.
static CgtkScheme preferred_scheme;
static PortalValues portal_values = {.accent = CGTK_NO_ACCENT};
// The callback of cgtk_look_follow.
static void (*notify_changed)(void);
// The subscription to the portal's signal, or 0.
static guint subscription;

// Returns the description of a setting, or NULL if this version of GTK does not have the setting.
static GParamSpec *specification(const char *name) {
  GtkSettings *settings = gtk_settings_get_default();
  return settings ? g_object_class_find_property(G_OBJECT_GET_CLASS(settings), name) : NULL;
}

// GTK follows the portal by itself since version 4.20.
static bool follows_by_itself(void) { return specification(color_scheme.name) != NULL; }

// Returns the theme in GTK_THEME, or NULL. GTK uses this theme regardless of its settings.
static const char *forced_theme(void) {
  const char *name = g_getenv("GTK_THEME");
  return name && *name ? name : NULL;
}

static void get(const char *name, GValue *value) {
  g_value_init(value, specification(name)->value_type);
  g_object_get_property(G_OBJECT(gtk_settings_get_default()), name, value);
}

// Whether a setting has this value.
static bool has_value(const char *name, const GValue *value) {
  GValue now = G_VALUE_INIT;
  get(name, &now);
  bool is_same = g_param_values_cmp(specification(name), &now, value) == 0;
  g_value_unset(&now);
  return is_same;
}

// Restores the value that a setting had before `replace`.
static void restore(Setting *self) {
  if (!self->is_replaced) return;
  self->is_replaced = false;
  // A value that other code has set in the meantime is kept.
  if (has_value(self->name, &self->replacement)) {
    // From now on GTK follows the desktop's value again, if the desktop has one.
    gtk_settings_reset_property(gtk_settings_get_default(), self->name);
    if (self->was_set_by_program || has_value(self->name, &self->replacement))
      g_object_set_property(G_OBJECT(gtk_settings_get_default()), self->name, &self->original);
  }
  g_value_unset(&self->original);
  g_value_unset(&self->replacement);
}

// Sets the value of a setting until another value is set or `restore` is called. Takes over the value.
static void replace(Setting *self, GValue *value) {
  bool is_in_effect = self->is_replaced && has_value(self->name, &self->replacement) &&
                      g_param_values_cmp(specification(self->name), &self->replacement, value) == 0;
  if (!is_in_effect) {
    restore(self);
    get(self->name, &self->original);
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

static bool is_dark_name(const char *name) { return has_suffix(name, "-dark") || has_suffix(name, ":dark") || g_str_equal(name, "HighContrastInverse"); }

// A variant follows a colon in GTK_THEME, and a hyphen in the names of GTK's own themes.
static bool is_contrast_name(const char *name) {
  static const char *const variants[] = {"-hc", ":hc", "-hc-dark", ":hc-dark"};
  if (g_str_has_prefix(name, "HighContrast")) return true;
  for (size_t index = 0; index < G_N_ELEMENTS(variants); index++)
    if (has_suffix(name, variants[index])) return true;
  return false;
}

// Whether the name of the theme, of GTK_THEME or else of GTK's settings, satisfies a condition.
static bool theme_name_matches(bool (*matches)(const char *name)) {
  if (forced_theme()) return matches(forced_theme());
  GValue value = G_VALUE_INIT;
  get(theme_name.name, &value);
  const char *name = g_value_get_string(&value);
  bool result = name && matches(name);
  g_value_unset(&value);
  return result;
}

static bool get_boolean(const char *name) {
  GValue value = G_VALUE_INIT;
  get(name, &value);
  bool result = g_value_get_boolean(&value);
  g_value_unset(&value);
  return result;
}

// Whether a setting of an enumerated type has the value with this nickname. A setting that this version of GTK does not
// have is FALSE.
static bool has_nick(const char *name, const char *nick) {
  if (!specification(name)) return false;
  GValue value = G_VALUE_INIT;
  get(name, &value);
  GEnumClass *class = g_type_class_ref(G_VALUE_TYPE(&value));
  GEnumValue *found = g_enum_get_value(class, g_value_get_enum(&value));
  bool result = found && g_str_equal(found->value_nick, nick);
  g_type_class_unref(class);
  g_value_unset(&value);
  return result;
}

static void apply_scheme(CgtkScheme scheme) {
  if (scheme == CGTK_SCHEME_NONE) return restore(&prefer_dark);
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_BOOLEAN);
  g_value_set_boolean(&value, scheme == CGTK_SCHEME_DARK);
  replace(&prefer_dark, &value);
}

static void apply_contrast(void) {
  restore(&theme_name);
  if (!portal_values.contrast || theme_name_matches(is_contrast_name)) return;
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_STRING);
  // GTK's own theme HighContrast has a dark variant, HighContrastInverse. A dark theme is replaced with the dark
  // variant.
  g_value_set_string(&value, theme_name_matches(is_dark_name) ? "HighContrastInverse" : "HighContrast");
  replace(&theme_name, &value);
}

// Applies the colors that the program has requested, in GTK 4.20 and later.
static void apply_to_new_gtk(void) {
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

static void apply(void) {
  GtkSettings *settings = gtk_settings_get_default();
  if (!settings || forced_theme()) return;
  // The notifications are delayed, so that GTK reads its settings only once, when all of them are set.
  g_object_freeze_notify(G_OBJECT(settings));
  if (follows_by_itself()) {
    apply_to_new_gtk();
  } else {
    apply_scheme(preferred_scheme != CGTK_SCHEME_NONE ? preferred_scheme : portal_values.scheme);
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
  if (forced_theme()) return is_dark_name(forced_theme());
  if (!gtk_settings_get_default()) return false;
  return has_nick(color_scheme.name, "dark") || get_boolean(prefer_dark.name) || theme_name_matches(is_dark_name);
}

bool cgtk_look_has_high_contrast(void) {
  if (!gtk_settings_get_default()) return false;
  return portal_values.contrast || has_nick("gtk-interface-contrast", "more") || theme_name_matches(is_contrast_name);
}

bool cgtk_look_has_animations(void) { return gtk_settings_get_default() && get_boolean("gtk-enable-animations"); }

double cgtk_look_text_scale(void) {
  if (!gtk_settings_get_default()) return 1;
  GValue value = G_VALUE_INIT;
  get("gtk-xft-dpi", &value);
  // The setting has 1024 parts of a dot per inch, and is negative if the desktop sets none.
  double scale = g_value_get_int(&value) / (96.0 * 1024);
  g_value_unset(&value);
  return CLAMP(scale, 1, 3);
}

int cgtk_look_accent(void) { return portal_values.accent; }

// The 8 bits of a part of a color. A part of an accent color below 0 or above 1 means that there is none: -1.
static int part_of_color(double part) { return part >= 0 && part <= 1 ? (int)(part * 255 + 0.5) : -1; }

static void store_accent(GVariant *value) {
  double red, green, blue;
  g_variant_get(value, "(ddd)", &red, &green, &blue);
  // -1 has all bits, so the result of `|` is negative if any part is -1.
  int parts = part_of_color(red) | part_of_color(green) | part_of_color(blue);
  portal_values.accent = parts < 0 ? CGTK_NO_ACCENT : part_of_color(red) << 16 | part_of_color(green) << 8 | part_of_color(blue);
}

// Stores a value of the portal. A value of an unexpected type is ignored.
static void store_value(const char *key, GVariant *value) {
  if (g_str_equal(key, "accent-color") && g_variant_is_of_type(value, G_VARIANT_TYPE("(ddd)"))) store_accent(value);
  if (!g_variant_is_of_type(value, G_VARIANT_TYPE_UINT32)) return;
  guint32 number = g_variant_get_uint32(value);
  if (g_str_equal(key, "color-scheme")) portal_values.scheme = number <= CGTK_SCHEME_LIGHT ? (CgtkScheme)number : CGTK_SCHEME_NONE;
  if (g_str_equal(key, "contrast")) portal_values.contrast = number == 1;
}

// Applies the portal's new values, if they differ from the previous ones, and reports the change.
static void apply_changes(const PortalValues *before) {
  bool is_same = portal_values.scheme == before->scheme && portal_values.contrast == before->contrast;
  if (is_same && portal_values.accent == before->accent) return;
  if (!is_same) apply();
  notify_changed();
}

static void on_setting_changed(
    GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal, GVariant *arguments, gpointer data) {
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
  subscription = g_dbus_connection_signal_subscribe(
      bus, owner, PORTAL_INTERFACE, "SettingChanged", PORTAL_PATH, APPEARANCE, G_DBUS_SIGNAL_FLAGS_NONE, on_setting_changed, NULL, NULL);
  const char *namespaces[] = {APPEARANCE, NULL};
  g_dbus_connection_call(
      bus, owner, PORTAL_PATH, PORTAL_INTERFACE, "ReadAll", g_variant_new("(^as)", namespaces), G_VARIANT_TYPE("(a{sa{sv}})"),
      G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, on_settings_read, NULL);
}

// The last values of the portal stay in effect until another portal reports new ones. The restart of a portal therefore
// changes no colors.
static void on_portal_vanished(GDBusConnection *bus, const char *name, gpointer data) {
  if (bus && subscription) g_dbus_connection_signal_unsubscribe(bus, subscription);
  subscription = 0;
}

// Whether the session has a bus. Without this check, GIO would start a bus of its own.
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
  // The first program that uses the portal starts it, which may be this program. The portal selects its implementation
  // by the name of the desktop. Without a desktop, such as in a test or on a server, the portal would find no
  // implementation, so it is not started there.
  const char *desktop = g_getenv("XDG_CURRENT_DESKTOP");
  g_bus_watch_name(
      G_BUS_TYPE_SESSION, PORTAL, desktop && *desktop ? G_BUS_NAME_WATCHER_FLAGS_AUTO_START : G_BUS_NAME_WATCHER_FLAGS_NONE,
      on_portal_appeared, on_portal_vanished, NULL, NULL);
}

// The relative luminance of the Web Content Accessibility Guidelines 2: 0 for black, 1 for white.
static double luminance(const double color[3]) {
  static const double weights[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (int part = 0; part < 3; part++) sum += weights[part] * (color[part] <= 0.04045 ? color[part] / 12.92 : pow((color[part] + 0.055) / 1.055, 2.4));
  return sum;
}

// The contrast ratio of the same guidelines, 1 to 21.
static double contrast(double one, double other) { return (MAX(one, other) + 0.05) / (MIN(one, other) + 0.05); }

char *cgtk_accent_rules(int accent, bool is_dark) {
  // The luminances of the backgrounds of GtkViews' flat style, nearly black and nearly white, and the minimum contrast
  // ratios of the accent color. The accent color is mixed with white or black in 20 steps until it has this contrast.
  double background = is_dark ? 0.016 : 0.95, minimum_contrast = is_dark ? 4.5 : 3, color[3];
  for (int step = 0; step <= 20; step++) {
    for (int part = 0; part < 3; part++) {
      double given = (accent >> (16 - 8 * part) & 0xff) / 255.0;
      color[part] = given + ((is_dark ? 1 : 0) - given) * step / 20;
    }
    if (contrast(luminance(color), background) >= minimum_contrast) break;
  }
  bool takes_white = contrast(luminance(color), 1) >= 3;
  return g_strdup_printf("@define-color theme_selected_bg_color #%02x%02x%02x; @define-color theme_selected_fg_color %s;\n", (int)(color[0] * 255 + 0.5),
                         (int)(color[1] * 255 + 0.5), (int)(color[2] * 255 + 0.5), takes_white ? "#ffffff" : "#1d1d20");
}
