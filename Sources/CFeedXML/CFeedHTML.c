#include "CFeedXML.h"

#include <limits.h>
#include <string.h>

#include <libxml/HTMLparser.h>

typedef struct {
  htmlParserCtxtPtr context;  // Owned by feedhtml_parse.
  const feedhtml_callbacks *callbacks;
  void *user_data;
  int depth_limit;
  // Whether parsing stopped because elements nest too deeply.
  bool is_too_deep;
} html_reader;

static void on_start_element(void *data, const xmlChar *name, const xmlChar **attributes) {
  html_reader *reader = data;
  // libxml2 counts the open elements in nameNr.
  if (reader->context->nameNr > reader->depth_limit) {
    reader->is_too_deep = true;
    xmlStopParser(reader->context);
    return;
  }
  reader->callbacks->start_element(reader->user_data, (const char *)name, (const char *const *)attributes);
}

static void on_end_element(void *data, const xmlChar *name) {
  html_reader *reader = data;
  reader->callbacks->end_element(reader->user_data, (const char *)name);
}

static void on_text(void *data, const xmlChar *bytes, int length) {
  html_reader *reader = data;
  if (length > 0) reader->callbacks->text(reader->user_data, (const char *)bytes, (size_t)length);
}

bool feedhtml_parse(const char *bytes, size_t length, int depth_limit, const feedhtml_callbacks *callbacks,
                    void *user_data) {
  if (length == 0) return true;
  html_reader reader = {.callbacks = callbacks, .user_data = user_data, .depth_limit = depth_limit};
  reader.context = htmlNewParserCtxt();
  if (reader.context == NULL) return false;
  memset(reader.context->sax, 0, sizeof *reader.context->sax);
  reader.context->sax->startElement = on_start_element;
  reader.context->sax->endElement = on_end_element;
  reader.context->sax->characters = on_text;
  reader.context->sax->ignorableWhitespace = on_text;
  reader.context->userData = &reader;
  // The text is UTF-8, even if a `meta` element in it declares another encoding.
  htmlDocPtr document = htmlCtxtReadMemory(
      reader.context, bytes, length > INT_MAX ? INT_MAX : (int)length, NULL, "UTF-8",
      HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
  xmlFreeDoc(document);
  htmlFreeParserCtxt(reader.context);
  return !reader.is_too_deep;
}
