#include "include/CGtkBridgeTexts.h"

#include <libintl.h>
#include <locale.h>

void cgtk_texts_use(const char *domain, const char *directory) {
  setlocale(LC_ALL, "");
  bindtextdomain(domain, directory);
  bind_textdomain_codeset(domain, "UTF-8");
}
