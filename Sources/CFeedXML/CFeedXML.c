#include "CFeedXML.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

struct feedxml_parser {
  xmlParserCtxtPtr context;  // Owned.
  feedxml_callbacks callbacks;
  void *user_data;  // Borrowed: valid until the parser is freed.
  // The message of the last fatal error, or an empty string.
  char error[256];
};

static void on_start_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                             int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted_count,
                             const xmlChar **attributes) {
  (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)defaulted_count;
  feedxml_parser *parser = data;
  parser->callbacks.start_element(parser->user_data, (const char *)name, attribute_count,
                                  (const char *const *)attributes);
}

static void on_end_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)name, (void)prefix, (void)uri;
  feedxml_parser *parser = data;
  parser->callbacks.end_element(parser->user_data);
}

static void on_text(void *data, const xmlChar *bytes, int length) {
  feedxml_parser *parser = data;
  if (length > 0) parser->callbacks.text(parser->user_data, (const char *)bytes, (size_t)length);
}

#if LIBXML_VERSION >= 21200
typedef const xmlError *error_pointer;
#else
typedef xmlErrorPtr error_pointer;
#endif

static void on_error(void *data, error_pointer error) {
  feedxml_parser *parser = data;
  if (error == NULL || error->level != XML_ERR_FATAL || error->message == NULL) return;
  snprintf(parser->error, sizeof parser->error, "%s", error->message);
  parser->error[strcspn(parser->error, "\r\n")] = '\0';
}

feedxml_parser *feedxml_new(const feedxml_callbacks *callbacks, void *user_data) {
  feedxml_parser *parser = calloc(1, sizeof *parser);
  if (parser == NULL) return NULL;
  parser->callbacks = *callbacks;
  parser->user_data = user_data;

  // There is no callback for a DTD or an entity. So a document cannot declare entities, and nothing is expanded or
  // fetched.
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = on_start_element;
  handler.endElementNs = on_end_element;
  handler.characters = on_text;
  handler.ignorableWhitespace = on_text;
  handler.cdataBlock = on_text;
  handler.serror = on_error;

  parser->context = xmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL);
  if (parser->context == NULL) {
    free(parser);
    return NULL;
  }
  // XML_PARSE_HUGE must not be set, because it removes libxml2's limits for hostile input. With XML_PARSE_NOENT,
  // libxml2 passes `&amp;` in an attribute as `&` and not as `&#38;`. This option is safe, because only XML's own five
  // entities exist.
  xmlCtxtUseOptions(parser->context, XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_NOENT);
  return parser;
}

void feedxml_feed(feedxml_parser *parser, const char *bytes, size_t length) {
  while (length > 0 && !feedxml_is_stopped(parser)) {
    int piece = length > INT_MAX / 2 ? INT_MAX / 2 : (int)length;
    xmlParseChunk(parser->context, bytes, piece, 0);
    bytes += piece;
    length -= (size_t)piece;
  }
}

void feedxml_finish(feedxml_parser *parser) {
  if (!feedxml_is_stopped(parser)) xmlParseChunk(parser->context, NULL, 0, 1);
}

bool feedxml_is_stopped(const feedxml_parser *parser) { return parser->context->disableSAX != 0; }

int feedxml_line(const feedxml_parser *parser) {
  return parser->context->input == NULL ? 0 : parser->context->input->line;
}

const char *feedxml_error(const feedxml_parser *parser) { return parser->error; }

int feedxml_name_count(const feedxml_parser *parser) { return xmlDictSize(parser->context->dict); }

void feedxml_free(feedxml_parser *parser) {
  if (parser == NULL) return;
  xmlFreeDoc(parser->context->myDoc);
  xmlFreeParserCtxt(parser->context);
  free(parser);
}
