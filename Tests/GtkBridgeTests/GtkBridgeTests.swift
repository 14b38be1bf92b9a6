import GtkTestSupport
import Testing

/// The suite of all tests of GtkBridge that use GTK. The other files add their suites in extensions, so that the tests
/// run one after another: they share GTK's state, such as the focus.
@MainActor @Suite(.serialized, .gtk) struct GtkBridgeTests {}
