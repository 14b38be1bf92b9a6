import GtkTestSupport
import Testing

/// All tests of GtkBridge that use GTK, one after the other.
@MainActor @Suite(.serialized, .gtk) struct GtkBridgeTests {}
