// libxml2's XML parser, for the C target CFeedXML. Swift code uses only the functions of CFeedXML.
#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
