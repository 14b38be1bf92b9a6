// libxml2's push parser and what it needs. Only Sources/CFeedXML includes this: Swift sees that target's few functions instead.
#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
