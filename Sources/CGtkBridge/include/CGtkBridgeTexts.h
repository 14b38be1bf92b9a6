// Translations. Swift's Glibc does not import their functions.
#pragma once

// Sets the language of the user's session, and the catalogues of a domain in a folder, in UTF-8.
void cgtk_texts_use(const char *domain, const char *directory);
