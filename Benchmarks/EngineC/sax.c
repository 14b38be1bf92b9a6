// sax FILE COUNT: parses a file COUNT times with libxml2's SAX interface. The callbacks only count the elements.
// Scripts/dev/bench-engine compares FeedParsing with this program.
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void start_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int attribute_count, int default_count,
                          const xmlChar **attributes) {
  ++*(long *)data;
}
static void end_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}
static void characters(void *data, const xmlChar *text, int length) {}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *bytes = malloc(size);
  if (fread(bytes, 1, size, file) != (size_t)size) return 1;
  long elements = 0;
  for (int run = 0; run < atoi(argv[2]); run++) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start_element;
    handler.endElementNs = end_element;
    handler.characters = characters;
    handler.cdataBlock = characters;
    xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, &elements, NULL, 0, NULL);
    for (long place = 0; place < size; place += 65536)
      xmlParseChunk(context, bytes + place, size - place < 65536 ? (int)(size - place) : 65536, 0);
    xmlParseChunk(context, NULL, 0, 1);
    xmlFreeParserCtxt(context);
  }
  printf("%ld\n", elements);
  return 0;
}
