// Translations, of which Swift's Glibc shows no functions.
#pragma once

// Takes the language of the user's session, and the catalogues of a domain in a folder, in UTF-8.
void cgtk_texts_use(const char *domain, const char *directory);
