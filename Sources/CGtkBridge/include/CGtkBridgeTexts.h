// Translations. Swift's module Glibc does not import the functions of gettext.
#pragma once

// Sets the process's locale to the locale of the user's session, and sets the folder that contains the catalogues of a
// domain. gettext then returns translations in UTF-8.
void cgtk_texts_use(const char *domain, const char *directory);
