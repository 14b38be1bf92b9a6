// Translations. Swift's module Glibc does not import the functions of gettext.
#pragma once

// Sets the process's locale to the locale of the user's session. `domain` is the name of the program's catalogues, and
// `directory` is the folder that contains them. gettext then returns translations in UTF-8.
void cgtk_texts_use(const char *domain, const char *directory);
