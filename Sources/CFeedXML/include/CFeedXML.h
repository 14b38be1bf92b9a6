// The functions of libxml2's XML and HTML parsers that the Swift module FeedParsing needs.
//
// They are wrapped in C for two reasons. libxml2 2.12 made the parameter of its error callback a const pointer, so no
// Swift closure compiles with all versions (Debian 12 and 13 have 2.9.14). And newer versions of libxml2 make fields of
// the parser context private.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A parser for one XML document. The caller of feedxml_new owns it, and frees it with feedxml_free.
typedef struct feedxml_parser feedxml_parser;

// The callbacks of feedxml_feed and feedxml_finish. All strings are borrowed for the call, and all are UTF-8.
typedef struct {
  // An element begins. `attributes` has five pointers for each attribute: its name, its prefix, its namespace, and the
  // beginning and the end of its value.
  void (*start_element)(void *user_data, const char *name, int attribute_count, const char *const *attributes);
  // An element ends.
  void (*end_element)(void *user_data);
  // A piece of text, or of a CDATA section.
  void (*text)(void *user_data, const char *bytes, size_t length);
} feedxml_callbacks;

// Creates a parser that calls `callbacks` with `user_data`. Returns NULL if memory is exhausted. The input must be
// UTF-8, even if it declares another encoding. The parser recovers from errors, opens no file and no connection,
// supports only XML's own five entities, and keeps libxml2's size limits.
feedxml_parser *feedxml_new(const feedxml_callbacks *callbacks, void *user_data);

// Parses the next piece of the document. Does nothing after the parser has stopped.
void feedxml_feed(feedxml_parser *parser, const char *bytes, size_t length);

// Parses the rest of the document after its last piece was passed.
void feedxml_finish(feedxml_parser *parser);

// Whether the parser has stopped, because the document has an error that libxml2 cannot recover from or exceeds one of
// its limits.
bool feedxml_is_stopped(const feedxml_parser *parser);

// Returns the line that the parser has reached. The first line is 1.
int feedxml_line(const feedxml_parser *parser);

// Returns libxml2's message about the last fatal error, without a newline. Empty if there was none. Borrowed from the
// parser.
const char *feedxml_error(const feedxml_parser *parser);

// Returns how many different names of elements, attributes and prefixes libxml2 has stored, including some that it
// always needs. It stores them until the parser is freed, so this number measures the memory that they take.
int feedxml_name_count(const feedxml_parser *parser);

// Frees the parser, which may be NULL. Do not call this from a callback.
void feedxml_free(feedxml_parser *parser);

// The callbacks of feedhtml_parse. All strings are borrowed for the call, and all are UTF-8. libxml2 calls
// `end_element` even for an element that the HTML does not close.
typedef struct {
  // An element begins. `attributes` is NULL, or has a name and a value for each attribute, and NULL after the last. A
  // value may be NULL.
  void (*start_element)(void *user_data, const char *name, const char *const *attributes);
  // An element ends.
  void (*end_element)(void *user_data, const char *name);
  // A piece of text.
  void (*text)(void *user_data, const char *bytes, size_t length);
} feedhtml_callbacks;

// Parses HTML in UTF-8 with libxml2's HTML parser, and calls `callbacks` with `user_data`. HTML with errors is parsed,
// too. Opens no file and no connection. Returns false if elements nest deeper than `depth_limit`, and then does not
// read the rest. Also returns false if memory is exhausted.
bool feedhtml_parse(const char *bytes, size_t length, int depth_limit, const feedhtml_callbacks *callbacks,
                    void *user_data);
