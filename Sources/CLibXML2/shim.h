// libxml2's push parser and its requirements. Only Sources/CFeedXML depends on this module. Swift uses that target's
// few functions instead.
#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
