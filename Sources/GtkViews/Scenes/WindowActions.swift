internal import Presentation

/// An action that shows or opens a window of a scene.
///
/// ```swift
/// @Environment(\.openWindow) private var openWindow
/// Button("Statistics") { openWindow(id: "statistics") }
/// ```
public struct OpenWindowAction {
  /// The program's scenes and their windows. `nil` in a window that belongs to no ``App``.
  fileprivate let windows: SceneWindows?

  /// Shows the window of a ``Window`` scene, or opens another window of a ``WindowGroup``. If no scene has the id, a
  /// `Misuse` is reported.
  @MainActor public func callAsFunction(id: String, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let windows else { return reportCallOutsideApp("openWindow", fileID, line) }
    windows.show(id, fileID: fileID, line: line)
  }
}

/// An action that closes the windows of a scene.
///
/// ```swift
/// @Environment(\.dismissWindow) private var dismissWindow
/// Button("Close") { dismissWindow(id: "statistics") }
/// ```
public struct DismissWindowAction {
  /// The program's scenes and their windows. `nil` in a window that belongs to no ``App``.
  fileprivate let windows: SceneWindows?

  /// Requests that the windows of a scene close. If no scene has the id, a `Misuse` is reported.
  @MainActor public func callAsFunction(id: String, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let windows else { return reportCallOutsideApp("dismissWindow", fileID, line) }
    windows.close(id, fileID: fileID, line: line)
  }
}

/// An action that shows the program's ``Settings``.
///
/// ```swift
/// @Environment(\.openSettings) private var openSettings
/// Button("Settings") { openSettings() }
/// ```
public struct OpenSettingsAction {
  /// The program's scenes and their windows. `nil` in a window that belongs to no ``App``.
  fileprivate let windows: SceneWindows?

  /// Shows the settings. In a program without settings, a `Misuse` is reported.
  @MainActor public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) {
    guard let windows else { return reportCallOutsideApp("openSettings", fileID, line) }
    guard windows.hasSettings else {
      return Misuse("openSettings() was called, but the program has no Settings scene.", fileID: fileID, line: line)
        .report()
    }
    windows.showSettings()
  }
}

/// Reports that an action was called in a window that belongs to no ``App``. A program can create such a window
/// itself, with a ``ViewWindow``.
private func reportCallOutsideApp(_ actionName: String, _ fileID: StaticString, _ line: UInt) {
  Misuse(
    "\(actionName) was called in a window that belongs to no App, so it has no effect.", fileID: fileID,
    line: line
  ).report()
}

extension EnvironmentValues {
  /// Shows or opens a window of a scene.
  public var openWindow: OpenWindowAction { OpenWindowAction(windows: sceneWindows) }

  /// Closes the windows of a scene.
  public var dismissWindow: DismissWindowAction { DismissWindowAction(windows: sceneWindows) }

  /// Shows the program's settings.
  public var openSettings: OpenSettingsAction { OpenSettingsAction(windows: sceneWindows) }
}
