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
  // Whether the program had set it, and not the desktop.
  bool was_own;
  GValue before;
  GValue shown;
} Setting;

static Setting prefer_dark = {.name = "gtk-application-prefer-dark-theme"};
static Setting theme_name = {.name = "gtk-theme-name"};
// Since GTK 4.20.
static Setting color_scheme = {.name = "gtk-interface-color-scheme"};

// The portal's values.
typedef struct {
  CgtkScheme scheme;
  bool contrast;
  int accent;
} Said;

static CgtkScheme preferred;
static Said said = {.accent = CGTK_NO_ACCENT};
static void (*tell)(void);
static guint subscription;

static GParamSpec *specification(const char *name) {
  GtkSettings *settings = gtk_settings_get_default();
  return settings ? g_object_class_find_property(G_OBJECT_GET_CLASS(settings), name) : NULL;
}

// GTK follows the portal by itself since version 4.20.
static bool follows_by_itself(void) { return specification(color_scheme.name) != NULL; }

static const char *forced_theme(void) {
  const char *name = g_getenv("GTK_THEME");
  return name && *name ? name : NULL;
}

static void get(const char *name, GValue *value) {
  g_value_init(value, specification(name)->value_type);
  g_object_get_property(G_OBJECT(gtk_settings_get_default()), name, value);
}

static bool is(const char *name, const GValue *value) {
  GValue now = G_VALUE_INIT;
  get(name, &now);
  bool is_same = g_param_values_cmp(specification(name), &now, value) == 0;
  g_value_unset(&now);
  return is_same;
}

static void put_back(Setting *self) {
  if (!self->is_replaced) return;
  self->is_replaced = false;
  // A value that other code has set in the meantime is kept.
  if (is(self->name, &self->shown)) {
    // From now on GTK follows the desktop's value again, if the desktop has one.
    gtk_settings_reset_property(gtk_settings_get_default(), self->name);
    if (self->was_own || is(self->name, &self->shown)) g_object_set_property(G_OBJECT(gtk_settings_get_default()), self->name, &self->before);
  }
  g_value_unset(&self->before);
  g_value_unset(&self->shown);
}

// Sets a value until another one is set or the value is put back. Takes over the value.
static void replace(Setting *self, GValue *value) {
  bool is_there = self->is_replaced && is(self->name, &self->shown) && g_param_values_cmp(specification(self->name), &self->shown, value) == 0;
  if (!is_there) {
    put_back(self);
    get(self->name, &self->before);
    gtk_settings_reset_property(gtk_settings_get_default(), self->name);
    self->was_own = !is(self->name, &self->before);
    g_object_set_property(G_OBJECT(gtk_settings_get_default()), self->name, value);
    g_value_init(&self->shown, G_VALUE_TYPE(value));
    g_value_copy(value, &self->shown);
    self->is_replaced = true;
  }
  g_value_unset(value);
}

static bool ends(const char *name, const char *end) {
  size_t length = strlen(name), end_length = strlen(end);
  return length >= end_length && g_ascii_strcasecmp(name + length - end_length, end) == 0;
}

static bool is_dark_name(const char *name) { return ends(name, "-dark") || ends(name, ":dark") || g_str_equal(name, "HighContrastInverse"); }

// A variant follows a colon in GTK_THEME, and a hyphen in the names of GTK's own themes.
static bool is_contrast_name(const char *name) {
  static const char *const variants[] = {"-hc", ":hc", "-hc-dark", ":hc-dark"};
  if (g_str_has_prefix(name, "HighContrast")) return true;
  for (size_t index = 0; index < G_N_ELEMENTS(variants); index++)
    if (ends(name, variants[index])) return true;
  return false;
}

static bool names_theme(bool (*matches)(const char *name)) {
  if (forced_theme()) return matches(forced_theme());
  GValue value = G_VALUE_INIT;
  get(theme_name.name, &value);
  const char *name = g_value_get_string(&value);
  bool result = name && matches(name);
  g_value_unset(&value);
  return result;
}

static bool flag(const char *name) {
  GValue value = G_VALUE_INIT;
  get(name, &value);
  bool result = g_value_get_boolean(&value);
  g_value_unset(&value);
  return result;
}

// Whether a setting that only newer versions of GTK have is set to this value.
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
  if (scheme == CGTK_SCHEME_NONE) return put_back(&prefer_dark);
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_BOOLEAN);
  g_value_set_boolean(&value, scheme == CGTK_SCHEME_DARK);
  replace(&prefer_dark, &value);
}

static void apply_contrast(void) {
  put_back(&theme_name);
  if (!said.contrast || names_theme(is_contrast_name)) return;
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_STRING);
  // GTK's own theme of this name has a dark variant. A theme that is dark by itself stays dark.
  g_value_set_string(&value, names_theme(is_dark_name) ? "HighContrastInverse" : "HighContrast");
  replace(&theme_name, &value);
}

static void apply_to_new_gtk(void) {
  if (preferred == CGTK_SCHEME_NONE) return put_back(&color_scheme);
  GValue value = G_VALUE_INIT;
  g_value_init(&value, specification(color_scheme.name)->value_type);
  GEnumClass *class = g_type_class_ref(G_VALUE_TYPE(&value));
  GEnumValue *wanted = g_enum_get_value_by_nick(class, preferred == CGTK_SCHEME_DARK ? "dark" : "light");
  if (wanted) {
    g_value_set_enum(&value, wanted->value);
    replace(&color_scheme, &value);
  }
  g_type_class_unref(class);
}

static void apply(void) {
  GtkSettings *settings = gtk_settings_get_default();
  if (!settings || forced_theme()) return;
  // GTK reads its settings once, when all of them are set.
  g_object_freeze_notify(G_OBJECT(settings));
  if (follows_by_itself()) {
    apply_to_new_gtk();
  } else {
    apply_scheme(preferred != CGTK_SCHEME_NONE ? preferred : said.scheme);
    apply_contrast();
  }
  g_object_thaw_notify(G_OBJECT(settings));
}

void cgtk_look_prefer(CgtkScheme scheme) {
  if (scheme == preferred) return;
  preferred = scheme;
  apply();
}

bool cgtk_look_is_dark(void) {
  if (forced_theme()) return is_dark_name(forced_theme());
  if (!gtk_settings_get_default()) return false;
  return has_nick(color_scheme.name, "dark") || flag(prefer_dark.name) || names_theme(is_dark_name);
}

bool cgtk_look_has_high_contrast(void) {
  if (!gtk_settings_get_default()) return false;
  return said.contrast || has_nick("gtk-interface-contrast", "more") || names_theme(is_contrast_name);
}

bool cgtk_look_has_animations(void) { return gtk_settings_get_default() && flag("gtk-enable-animations"); }

double cgtk_look_text_scale(void) {
  if (!gtk_settings_get_default()) return 1;
  GValue value = G_VALUE_INIT;
  get("gtk-xft-dpi", &value);
  // The setting has 1024 parts of a dot per inch, and is negative if the desktop sets none.
  double scale = g_value_get_int(&value) / (96.0 * 1024);
  g_value_unset(&value);
  return CLAMP(scale, 1, 3);
}

int cgtk_look_accent(void) { return said.accent; }

// The 8 bits of a part of a color. A part of an accent color below 0 or above 1 means that there is none: -1.
static int part_of_color(double part) { return part >= 0 && part <= 1 ? (int)(part * 255 + 0.5) : -1; }

static void take_accent(GVariant *value) {
  double red, green, blue;
  g_variant_get(value, "(ddd)", &red, &green, &blue);
  // -1 has all bits, also in a combination with others.
  int parts = part_of_color(red) | part_of_color(green) | part_of_color(blue);
  said.accent = parts < 0 ? CGTK_NO_ACCENT : part_of_color(red) << 16 | part_of_color(green) << 8 | part_of_color(blue);
}

// Stores a value of the portal. A value of an unexpected type is ignored.
static void take(const char *key, GVariant *value) {
  if (g_str_equal(key, "accent-color") && g_variant_is_of_type(value, G_VARIANT_TYPE("(ddd)"))) take_accent(value);
  if (!g_variant_is_of_type(value, G_VARIANT_TYPE_UINT32)) return;
  guint32 number = g_variant_get_uint32(value);
  if (g_str_equal(key, "color-scheme")) said.scheme = number <= CGTK_SCHEME_LIGHT ? (CgtkScheme)number : CGTK_SCHEME_NONE;
  if (g_str_equal(key, "contrast")) said.contrast = number == 1;
}

static void follow_what_was_said(const Said *before) {
  bool is_same = said.scheme == before->scheme && said.contrast == before->contrast;
  if (is_same && said.accent == before->accent) return;
  if (!is_same) apply();
  tell();
}

static void setting_changed(
    GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal, GVariant *arguments, gpointer data) {
  if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(ssv)"))) return;
  Said before = said;
  const char *key;
  GVariant *value;
  g_variant_get(arguments, "(&s&sv)", NULL, &key, &value);
  take(key, value);
  g_variant_unref(value);
  follow_what_was_said(&before);
}

static void settings_read(GObject *bus, GAsyncResult *result, gpointer data) {
  GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  if (!reply) return;
  Said before = said;
  GVariantIter *spaces, *values;
  const char *space, *key;
  GVariant *value;
  g_variant_get(reply, "(a{sa{sv}})", &spaces);
  while (g_variant_iter_loop(spaces, "{&sa{sv}}", &space, &values))
    while (g_variant_iter_loop(values, "{&sv}", &key, &value))
      if (g_str_equal(space, APPEARANCE)) take(key, value);
  g_variant_iter_free(spaces);
  g_variant_unref(reply);
  follow_what_was_said(&before);
}

static void portal_came(GDBusConnection *bus, const char *name, const char *owner, gpointer data) {
  subscription = g_dbus_connection_signal_subscribe(
      bus, owner, PORTAL_INTERFACE, "SettingChanged", PORTAL_PATH, APPEARANCE, G_DBUS_SIGNAL_FLAGS_NONE, setting_changed, NULL, NULL);
  const char *spaces[] = {APPEARANCE, NULL};
  g_dbus_connection_call(
      bus, owner, PORTAL_PATH, PORTAL_INTERFACE, "ReadAll", g_variant_new("(^as)", spaces), G_VARIANT_TYPE("(a{sa{sv}})"),
      G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, settings_read, NULL);
}

// The last values of the portal stay in effect until another portal reports new ones. A portal that restarts changes no
// colours.
static void portal_went(GDBusConnection *bus, const char *name, gpointer data) {
  if (bus && subscription) g_dbus_connection_signal_unsubscribe(bus, subscription);
  subscription = 0;
}

// GIO would start a bus of its own if there is none.
static bool has_bus(void) {
  const char *address = g_getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address && *address) return true;
  char *path = g_build_filename(g_get_user_runtime_dir(), "bus", NULL);
  bool exists = g_file_test(path, G_FILE_TEST_EXISTS);
  g_free(path);
  return exists;
}

void cgtk_look_follow(void (*changed)(void)) {
  tell = changed;
  if (!gtk_settings_get_default() || !has_bus()) return;
  // The first program that uses the portal starts it, and this may be that program. The portal selects its
  // implementation by the desktop's name. Without a desktop, such as in a test or on a server, it would find no
  // implementation.
  const char *desktop = g_getenv("XDG_CURRENT_DESKTOP");
  g_bus_watch_name(
      G_BUS_TYPE_SESSION, PORTAL, desktop && *desktop ? G_BUS_NAME_WATCHER_FLAGS_AUTO_START : G_BUS_NAME_WATCHER_FLAGS_NONE, portal_came, portal_went,
      NULL, NULL);
}

// The relative luminance of the Web Content Accessibility Guidelines 2: 0 for black, 1 for white.
static double luminance(const double color[3]) {
  static const double shares[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (int part = 0; part < 3; part++) sum += shares[part] * (color[part] <= 0.04045 ? color[part] / 12.92 : pow((color[part] + 0.055) / 1.055, 2.4));
  return sum;
}

// The contrast ratio of the same guidelines, 1 to 21.
static double contrast(double one, double other) { return (MAX(one, other) + 0.05) / (MIN(one, other) + 0.05); }

char *cgtk_accent_rules(int accent, bool is_dark) {
  // The grounds are nearly white and nearly black: see the flat style. The accent is lighter in the dark, as the
  // style's own one, and darker on a light ground if it could hardly be seen.
  double ground = is_dark ? 0.016 : 0.95, wanted = is_dark ? 4.5 : 3, color[3];
  for (int step = 0; step <= 20; step++) {
    for (int part = 0; part < 3; part++) {
      double given = (accent >> (16 - 8 * part) & 0xff) / 255.0;
      color[part] = given + ((is_dark ? 1 : 0) - given) * step / 20;
    }
    if (contrast(luminance(color), ground) >= wanted) break;
  }
  bool takes_white = contrast(luminance(color), 1) >= 3;
  return g_strdup_printf("@define-color theme_selected_bg_color #%02x%02x%02x; @define-color theme_selected_fg_color %s;\n", (int)(color[0] * 255 + 0.5),
                         (int)(color[1] * 255 + 0.5), (int)(color[2] * 255 + 0.5), takes_white ? "#ffffff" : "#1d1d20");
}
