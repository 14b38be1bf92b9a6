// The appearance that the desktop requests for programs.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// The portal's numbers for the appearance that the user prefers. `NONE` is no preference.
typedef enum {
  CGTK_SCHEME_NONE = 0,
  CGTK_SCHEME_DARK = 1,
  CGTK_SCHEME_LIGHT = 2,
} CgtkScheme;

// Observes org.freedesktop.portal.Settings on the session bus. The main loop must run. Versions of GTK before 4.20 do
// not follow the portal, so this function applies the portal's values for dark colours and high contrast to GTK's
// settings there. `changed` is called when one of the values changes, including the accent colour. Without a bus or a
// portal, this function has no effect. It never starts a bus, and starts a portal only on a desktop. Call this function
// once, after GTK was initialized.
void cgtk_look_follow(void (*changed)(void));

// Makes the program dark or light, regardless of the desktop. With CGTK_SCHEME_NONE, the program follows the desktop.
void cgtk_look_prefer(CgtkScheme scheme);

// Whether the theme is dark, according to the environment variable GTK_THEME or GTK's settings.
bool cgtk_look_is_dark(void);

// Whether the desktop requests more contrast, or the theme is a high-contrast theme.
bool cgtk_look_has_high_contrast(void);

// Whether the desktop requests animations.
bool cgtk_look_has_animations(void);

// The desktop's text size as a multiple of the normal size, from 1 to 3. GTK stores it as the resolution of fonts.
double cgtk_look_text_scale(void);

#define CGTK_NO_ACCENT (-1)

// The accent colour that the portal has reported, as 0xRRGGBB, or CGTK_NO_ACCENT.
int cgtk_look_accent(void);

// Returns the rules of a style sheet that set the theme's accent colour, and the colour of text on it, for a light or
// dark background. An accent colour with too little contrast to the background is made darker or lighter. The caller
// frees the text with g_free.
char *cgtk_accent_rules(int accent, bool is_dark);
