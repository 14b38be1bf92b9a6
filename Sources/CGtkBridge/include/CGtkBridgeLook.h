// How the desktop wants programs to look.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// Whether a program is light or dark, by the portal's numbers.
typedef enum {
  CGTK_SCHEME_NONE = 0,
  CGTK_SCHEME_DARK = 1,
  CGTK_SCHEME_LIGHT = 2,
} CgtkScheme;

// Follows org.freedesktop.portal.Settings on the session bus, from the loop: what it says of dark and of high contrast goes into GTK's settings, for
// GTKs before 4.20, which do not follow it. `changed` is called when it says something else. Without a bus or a portal nothing happens. A bus is never
// started, and a portal on a desktop alone. To be called once, when GTK is there.
void cgtk_look_follow(void (*changed)(void));

// Makes the program dark or light, whatever the desktop says. CGTK_SCHEME_NONE: as the desktop says.
void cgtk_look_prefer(CgtkScheme scheme);

// Whether the theme is dark: by GTK_THEME, or by GTK's settings.
bool cgtk_look_is_dark(void);

// Whether the desktop wants more contrast, or the theme has it.
bool cgtk_look_has_high_contrast(void);

// Whether the desktop wants movement.
bool cgtk_look_has_animations(void);
