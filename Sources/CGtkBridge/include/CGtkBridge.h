// Functions for the parts of GLib and GTK that Swift cannot import, such as macros, variadic functions and subclasses,
// and functions for the main loop.
#pragma once

#include <CGtkBridgeColumns.h>
#include <CGtkBridgeDrawing.h>
#include <CGtkBridgeLabels.h>
#include <CGtkBridgeObjects.h>
#include <CGtkBridgePictures.h>
#include <CGtkBridgeTexts.h>
#include <CGtkBridgeLists.h>
#include <CGtkBridgeDrags.h>
#include <CGtkBridgeDirections.h>
#include <CGtkBridgeLook.h>
#include <CGtkBridgeMainLoop.h>
