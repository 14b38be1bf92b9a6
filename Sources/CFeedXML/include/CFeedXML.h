// libxml2's push parser, as the few functions that FeedParsing needs.
//
// It is in C for two reasons. libxml2 2.12 changed the type of its error callback (a const pointer), so that one Swift
// closure cannot serve all versions (Debian 12 and 13 have 2.9.14). And its parser context is a struct whose fields
// become private one by one. CFeedXML.c hides both.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A parser for one document. The caller of feedxml_new owns it, and frees it with feedxml_free.
typedef struct feedxml_parser feedxml_parser;

// The callbacks of feedxml_feed and feedxml_finish. All strings are borrowed for the call, and all are UTF-8.
typedef struct {
  // An element begins. `attributes` has five pointers for each attribute: its name, its prefix, its namespace, and the
  // begin and the end of its value.
  void (*start_element)(void *user_data, const char *name, int attribute_count, const char *const *attributes);
  // An element ends.
  void (*end_element)(void *user_data);
  // A piece of text, or of a CDATA section.
  void (*text)(void *user_data, const char *bytes, size_t length);
} feedxml_callbacks;

// A parser that calls `callbacks` with `user_data`, or NULL when memory is short. The input must be UTF-8, whatever it
// declares. It recovers from errors, opens no file and no connection, knows no entity but XML's own five, and keeps
// libxml2's limits.
feedxml_parser *feedxml_new(const feedxml_callbacks *callbacks, void *user_data);

// Parses a piece of the document. Once the parser has stopped it does nothing.
void feedxml_feed(feedxml_parser *parser, const char *bytes, size_t length);

// Ends the document.
void feedxml_finish(feedxml_parser *parser);

// Whether libxml2 gave up: the document has an error that it cannot recover from, or passes one of its limits.
bool feedxml_is_stopped(const feedxml_parser *parser);

// The line that the parser has reached, from 1 on.
int feedxml_line(const feedxml_parser *parser);

// libxml2's message about the last fatal error, without a newline. Empty if there was none. Borrowed from the parser.
const char *feedxml_error(const feedxml_parser *parser);

// How many different names libxml2 has stored, its own among them. It keeps all of them until the parser is freed.
int feedxml_name_count(const feedxml_parser *parser);

// Frees the parser. Not to be called from a callback. NULL is let through.
void feedxml_free(feedxml_parser *parser);

// The elements and texts of a piece of HTML. All strings are borrowed for the call, and all are UTF-8. libxml2 closes
// each element that it opens.
typedef struct {
  // An element begins. `attributes` is NULL, or has a name and a value for each attribute, and NULL behind the last. A
  // value may be NULL.
  void (*start_element)(void *user_data, const char *name, const char *const *attributes);
  // An element ends.
  void (*end_element)(void *user_data, const char *name);
  // A piece of text.
  void (*text)(void *user_data, const char *bytes, size_t length);
} feedhtml_callbacks;

// Parses HTML in UTF-8 with libxml2's HTML parser, which never fails, and calls `callbacks` with `user_data`. It opens
// no file and no connection. Returns false if elements nest deeper than `depth_limit`: then the rest was not read.
bool feedhtml_parse(const char *bytes, size_t length, int depth_limit, const feedhtml_callbacks *callbacks, void *user_data);
