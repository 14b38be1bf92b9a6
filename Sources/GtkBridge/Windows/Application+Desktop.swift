internal import CGtk

/// A notification that the desktop shows. The desktop keeps the notification after the program has ended.
///
/// ```swift
/// let play = DesktopNotification.Button("Play", action: "play", number: 1)
/// application.send(DesktopNotification(id: "new", title: "A new episode", body: "Owls", buttons: [play]))
/// ```
public struct DesktopNotification: Hashable, Sendable {
  /// A button of a notification. A click activates an action of the program and passes a number to the action.
  public struct Button: Hashable, Sendable {
    /// The label.
    public var title: String
    /// The name of the action, without `app.`.
    public var action: String
    /// The number that is passed to the action.
    public var number: Int64

    /// Creates a button.
    public init(_ title: String, action: String, number: Int64) {
      self.title = title
      self.action = action
      self.number = number
    }
  }

  /// The identifier. A new notification replaces the one with the same identifier.
  public var id: String
  /// The first line.
  public var title: String
  /// The text below the title, as plain text.
  public var body: String
  /// The buttons. GNOME shows at most three.
  public var buttons: [Button]
  /// The effect of a click on the notification, described like a button whose title is not shown. With `nil`, a click
  /// activates the program.
  public var click: Button?

  /// Creates a notification.
  public init(id: String, title: String, body: String, buttons: [Button] = [], click: Button? = nil) {
    self.id = id
    self.title = title
    self.body = body
    self.buttons = buttons
    self.click = click
  }
}

extension Application {
  /// Shows a notification. If the desktop has no notification service, the call has no effect.
  public func send(_ notification: DesktopNotification) {
    let gnotification = g_notification_new(notification.title.replacingNulls)
    defer { g_object_unref(UnsafeMutableRawPointer(gnotification)) }
    g_notification_set_body(gnotification, notification.body.replacingNulls)
    for button in notification.buttons {
      g_notification_add_button_with_target_value(
        gnotification, button.title.replacingNulls, "app.\(button.action)", g_variant_new_int64(gint64(button.number)))
    }
    if let click = notification.click {
      g_notification_set_default_action_and_target_value(
        gnotification, "app.\(click.action)", g_variant_new_int64(gint64(click.number)))
    }
    g_application_send_notification(gapplication, notification.id, gnotification)
  }

  /// Removes the notification with this identifier.
  public func withdrawNotification(_ id: String) { g_application_withdraw_notification(gapplication, id) }

  /// Prevents the desktop from suspending the computer. If the desktop does not support this, the call has no effect.
  ///
  /// - Parameter reason: The reason that the desktop shows to the user, such as “Playing”.
  /// - Returns: A closure that allows the suspension again. Call it once.
  public func preventSuspension(reason: String) -> @MainActor () -> Void {
    let cookie = gtk_application_inhibit(pointer, nil, GTK_APPLICATION_INHIBIT_SUSPEND, reason.replacingNulls)
    return { [self] in
      if cookie != 0 { gtk_application_uninhibit(pointer, cookie) }
    }
  }

  /// Adds to the program an action that takes a number. Notifications activate the action as `app.NAME`, and other
  /// processes activate it as `NAME`.
  @discardableResult
  public func addNumberAction(_ name: String, _ handler: @escaping @MainActor (Int64) -> Void) -> Action {
    Action(name, in: opaque, withNumber: handler)
  }

  /// Releases the program's name on the session bus, so that the next start of the program is an instance of its own.
  ///
  /// - Parameter completion: Called on the main loop. The program has then handled each start that occurred before the
  ///   release: ``onActivate`` or ``onOpen`` was called for it. Called immediately if the program is not on the bus.
  public func releaseName(_ completion: @escaping @MainActor () -> Void) {
    guard let connection = g_application_get_dbus_connection(gapplication),
      let name = g_application_get_application_id(gapplication)
    else {
      completion()
      return
    }
    // Safe because the idle callback below takes over the reference.
    let data = Unmanaged.passRetained(Completion(completion)).toOpaque()
    let arguments = [Optional(g_variant_new_string(name))].withUnsafeBufferPointer {
      g_variant_new_tuple($0.baseAddress, 1)
    }
    g_dbus_connection_call(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReleaseName", arguments,
      nil,
      G_DBUS_CALL_FLAGS_NONE, -1, nil,
      { connection, result, data in
        if let answer = g_dbus_connection_call_finish(OpaquePointer(connection), result, nil) {
          g_variant_unref(answer)
        }
        // Messages about starts that arrived before the answer wait in the main loop, with a higher priority than the
        // idle callback. The program therefore handles these starts before the completion is called.
        g_idle_add_full(
          G_PRIORITY_LOW,
          { data in
            // Safe because `data` does not leave this thread.
            nonisolated(unsafe) let data = data!
            MainActor.assumeIsolated { Unmanaged<Completion>.fromOpaque(data).takeRetainedValue().body() }
            return 0
          }, data, nil)
      }, data)
  }
}

/// A closure that is passed through C as a retained pointer.
private final class Completion {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
