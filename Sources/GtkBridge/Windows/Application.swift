public import CGtk

/// A program with windows. It has an identity on the desktop, one main loop, and actions.
///
/// ```swift
/// let application = Application(id: "io.github.podcaster.Podcaster")
/// application.onActivate = { openMainWindow(in: application) }
/// exit(application.run())
/// ```
///
/// Create and run the application in a *synchronous* `main`, on the process's first thread. An asynchronous `main`
/// would occupy that thread.
@MainActor
public final class Application {
  /// Owned. The `GtkApplication`.
  private let reference: GObjectReference
  /// The `GtkApplication` as an opaque pointer, borrowed.
  var opaque: OpaquePointer { reference.opaque }

  /// Called when the program is started without files, for the first time or while it already runs.
  public var onActivate: @MainActor () -> Void = {}
  /// Called when the program receives files or addresses to open, each as a URI.
  public var onOpen: @MainActor ([String]) -> Void = { _ in }
  /// Called once, before the other closures, in the process that owns the windows. A second start of the program, which
  /// only activates the running process, does not call this closure.
  public var onStartup: @MainActor () -> Void = {}
  /// Called when the main loop has ended.
  public var onShutdown: @MainActor () -> Void = {}

  /// The behaviour of a program on the desktop.
  public struct Options: OptionSet, Sendable {
    /// The bits of `GApplicationFlags`.
    public let rawValue: UInt32

    /// Creates a set from the bits of `GApplicationFlags`.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The program opens files. They are passed to ``Application/onOpen``.
    public static let opensFiles = Options(rawValue: G_APPLICATION_HANDLES_OPEN.rawValue)
    /// Each start is an instance of its own. Otherwise a second start activates the running instance over the session
    /// bus.
    public static let isNotUnique = Options(rawValue: G_APPLICATION_NON_UNIQUE.rawValue)
  }

  /// Creates a program that does not run yet.
  ///
  /// - Parameters:
  ///   - id: The name on the desktop, such as `io.github.podcaster.Podcaster`. The program's desktop file has the same
  ///     name, with the extension `desktop`.
  ///   - options: The behaviour of the program.
  public init(id: String, options: Options = []) {
    precondition(
      g_application_id_is_valid(id) != 0,
      "“\(id)” is not an application id. An id has at least two parts with a dot between them, as a domain name.")
    reference = GObjectReference(takingOver: gtk_application_new(id, GApplicationFlags(rawValue: options.rawValue)))
    connect(reference.pointer, .activate) { [weak self] in self?.onActivate() }
    connect(reference.pointer, .plain("startup")) { [weak self] in self?.onStartup() }
    connect(reference.pointer, .plain("shutdown")) { [weak self] in self?.onShutdown() }
    connect(reference.pointer, .open) { [weak self] uris in self?.onOpen(uris) }
  }

  /// The `GtkApplication`, borrowed.
  public var pointer: UnsafeMutablePointer<GtkApplication> {
    reference.pointer.cast(to: GtkApplication.self, gtk_application_get_type())
  }

  /// The `GtkApplication` as a `GApplication`, borrowed.
  var gapplication: UnsafeMutablePointer<GApplication> {
    reference.pointer.cast(to: GApplication.self, g_application_get_type())
  }

  /// Runs the main loop, which also runs the main actor's tasks. The loop ends when the program has no window and no
  /// ``hold()``, or when ``quit()`` is called.
  ///
  /// - Parameter arguments: The program's name, and the files to open.
  /// - Returns: The exit code of the process.
  public func run(arguments: [String] = [CommandLine.arguments[0]]) -> Int32 {
    MainLoop.attach()
    var cArguments = arguments.map { g_strdup($0) } + [nil]
    defer { cArguments.forEach { g_free($0) } }
    return g_application_run(gapplication, Int32(arguments.count), &cArguments)
  }

  /// Ends the main loop, even if windows are open. ``run(arguments:)`` then returns.
  public func quit() {
    g_application_quit(gapplication)
  }

  /// Keeps the program running without a window.
  ///
  /// - Returns: A closure that allows the program to end again. Call it once.
  public func hold() -> @MainActor () -> Void {
    g_application_hold(gapplication)
    return { [self] in g_application_release(gapplication) }
  }

  /// Adds an action to the program. Menus and keys refer to it as `app.NAME`.
  ///
  /// - Parameters:
  ///   - name: The name without `app.`.
  ///   - accelerators: The keyboard shortcuts of the action, in the syntax of GTK, such as `<Control>q`.
  ///   - handler: The closure that the action runs.
  /// - Returns: The action, to enable and disable it.
  @discardableResult
  public func addAction(
    _ name: String, accelerators: [String] = [], _ handler: @escaping @MainActor () -> Void
  ) -> Action {
    setAccelerators(accelerators, for: "app.\(name)")
    return Action(name, in: reference.opaque, handler)
  }

  /// Sets the keyboard shortcuts of an action. An empty array removes them.
  ///
  /// - Parameter detailedName: The name with its group, such as `win.close`.
  public func setAccelerators(_ accelerators: [String], for detailedName: String) {
    let cAccelerators = accelerators.map { g_strdup($0) } + [nil]
    defer { cAccelerators.forEach { g_free($0) } }
    gtk_application_set_accels_for_action(pointer, detailedName, cAccelerators.map { UnsafePointer($0) })
  }
}

private typealias OpenHandler = @MainActor ([String]) -> Void

extension Signal where Handler == OpenHandler {
  /// The program receives files: `void (application, GFile **files, int count, const char *hint, data)`.
  fileprivate static var open: Signal {
    // Safe because GTK's signal has this signature.
    Signal("open", trampoline: unsafeBitCast(openTrampoline, to: GCallback.self))
  }
}

private let openTrampoline:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<OpaquePointer?>?, Int32, UnsafePointer<CChar>?,
    UnsafeMutableRawPointer?
  ) -> Void = { _, files, count, _, data in
    let uris = (0..<Int(count)).compactMap { position -> String? in
      guard let uri = g_file_get_uri(files?[position]) else { return nil }
      defer { g_free(uri) }
      return String(encodingInvalidBytesOf: uri)
    }
    // Safe because `data` does not leave this thread.
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated { Signal<OpenHandler>.handler(behind: data)?(uris) }
  }
