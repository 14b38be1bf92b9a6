// The appearance that the desktop requests for programs.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// The portal's numbers for a light or dark program.
typedef enum {
  CGTK_SCHEME_NONE = 0,
  CGTK_SCHEME_DARK = 1,
  CGTK_SCHEME_LIGHT = 2,
} CgtkScheme;

// Follows org.freedesktop.portal.Settings on the session bus, from the main loop. The portal's values for dark and for
// high contrast are applied to GTK's settings in versions of GTK before 4.20, which do not follow the portal. `changed`
// is called when the values change, also for the accent color. Without a bus or a portal, nothing happens. A bus is
// never started, and a portal is started only on a desktop. Call this function once, after GTK was initialized.
void cgtk_look_follow(void (*changed)(void));

// Makes the program dark or light, regardless of the desktop. With CGTK_SCHEME_NONE, the program follows the desktop.
void cgtk_look_prefer(CgtkScheme scheme);

// Whether the theme is dark: by GTK_THEME, or by GTK's settings.
bool cgtk_look_is_dark(void);

// Whether the desktop requests more contrast, or the theme has it.
bool cgtk_look_has_high_contrast(void);

// Whether the desktop requests animations.
bool cgtk_look_has_animations(void);

// The size of text as a multiple of the normal size, from 1 to 3. GTK takes it from the desktop as a resolution of
// fonts.
double cgtk_look_text_scale(void);

#define CGTK_NO_ACCENT (-1)

// The accent color that the portal has reported, 8 bits each for red, green and blue, or CGTK_NO_ACCENT.
int cgtk_look_accent(void);

// Returns the rules of a style sheet that set the theme's accent color, and the color of text on it, for a light or
// dark ground. The accent is the given one if it is readable there. The caller frees the text with g_free.
char *cgtk_accent_rules(int accent, bool is_dark);
