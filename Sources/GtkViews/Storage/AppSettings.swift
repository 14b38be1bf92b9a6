internal import CGtk
internal import GtkBridge
public import Presentation

/// The settings of a program, in a readable text file. ``AppStorage`` keeps its values here.
///
/// When a successful write returns, the setting is in the file. A failed write is reported, and its setting is kept in
/// memory. Each write replaces the whole file, so the file is never incomplete, and no written setting is lost if the
/// program crashes or is killed. If a value changes with each frame, such as during a drag, write it once at the end.
///
/// A value of the wrong type is reported once, and the default is used. A text that is not UTF-8 is reported, and
/// U+FFFD replaces the invalid bytes in memory. The file keeps the original bytes until that setting is written. A file
/// that cannot be parsed is reported and renamed, and a new file is created. If another program changes the file, the
/// next write of this program keeps these changes and reads them.
@MainActor
public final class AppSettings {
  /// The program's own settings. The file is `settings.ini`, in a folder with the application's id within the user's
  /// folder for settings.
  public static let standard = AppSettings(file: standardFile)

  /// The path of the file, or `nil` if the settings are only in memory.
  public let file: String?
  /// The current texts of the settings. They differ from the file if the last write has failed, or if another program
  /// has changed the file since the last write.
  private var contents: SettingsFile.Contents
  /// The objects that ``setting(_:)`` has returned, by key.
  private var settings: [String: Setting] = [:]
  /// Whether a failed write was reported since the last successful write.
  private var isWriteFailureReported = false

  /// Creates settings in a file, which need not exist yet.
  ///
  /// - Parameter file: An absolute path. The file and its folder are created when a setting is written for the first
  ///   time.
  public init(file: String) {
    self.file = file
    contents = SettingsFile(file).read()
  }

  /// Creates settings in memory, without a file, for tests.
  ///
  /// - Parameter texts: The initial settings, in the format of the file.
  public init(inMemory texts: [String: String] = [:]) {
    file = nil
    contents = SettingsFile.Contents(texts: texts)
  }

  /// Removes a setting, so that its default is used.
  public func removeValue(forKey key: String) {
    write(nil, forKey: key)
  }

  /// Returns the object that bodies read for a key. The same key always returns the same object.
  func setting(_ key: String) -> Setting {
    let key = key.replacingNulls
    if let existing = settings[key] { return existing }
    let setting = Setting(key: key, text: contents.texts[key], in: self)
    settings[key] = setting
    return setting
  }

  /// Writes a setting, whose text is in the format of the file. `nil` removes the setting.
  func write(_ text: String?, forKey key: String) {
    let key = key.replacingNulls
    if contents.texts[key] == text { return }
    contents.texts[key] = text
    settings[key]?.update(to: text)
    guard let file else { return }
    let result = SettingsFile(file).write(text, forKey: key, among: contents.texts)
    reportOnce(result.problem, about: file)
    guard let fileContents = result.contents else { return }
    contents.invalidKeys = fileContents.invalidKeys
    guard fileContents.texts != contents.texts else { return }
    // Another program has written to the file since the last read.
    contents = fileContents
    for (key, setting) in settings { setting.update(to: fileContents.texts[key]) }
  }

  /// Whether a setting has bytes in the file that are not UTF-8.
  func hasInvalidBytes(_ key: String) -> Bool { contents.invalidKeys.contains(key) }

  /// Reports the problem of a write, unless the previous write failed too. `problem` is `nil` after a successful write.
  private func reportOnce(_ problem: String?, about file: String) {
    if let problem, !isWriteFailureReported {
      Misuse(
        "The settings in \(file) cannot be written (\(problem)); they are kept until the program ends.",
        fileID: #fileID, line: #line
      ).report()
    }
    isWriteFailureReported = problem != nil
  }

  /// The path of the program's own settings. Without an application id, the folder has the program's name.
  private static var standardFile: String {
    let id = g_application_get_default().flatMap { g_application_get_application_id($0) }.map { String(cString: $0) }
    let name = id ?? CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "program"
    return "\(String(cString: g_get_user_config_dir()))/\(name)/settings.ini"
  }
}

extension AppSettings: SettingsSource {
  /// The text of a setting in the format of the file, or `nil` if the setting does not exist.
  public func text(forKey key: String) -> String? { setting(key).text }

  /// Writes a setting, whose text is in the format of the file. `nil` removes the setting.
  public func setText(_ text: String?, forKey key: String) {
    write(text, forKey: key)
  }

  /// Adds an observer, which is notified after each change of this setting until the observer is released.
  public func add(_ observer: SettingObserver, forKey key: String) {
    setting(key).add(observer)
  }
}

/// One setting, on which views and other observers depend. Its text is in the format of the file, such as `true` or
/// `1.5`.
@MainActor
final class Setting: StateSource {
  private let key: String
  /// The text in the format of the file. `nil` if the setting does not exist.
  private(set) var text: String?
  /// The observers other than views. Views are the readers of this `StateSource`.
  private var observers = SettingObservers()
  /// Borrowed. The settings own this object, and each reader of this object retains the settings.
  private unowned let settings: AppSettings
  /// The last text for which a problem was reported.
  private var reportedText: String?

  init(key: String, text: String?, in settings: AppSettings) {
    self.key = key
    self.text = text
    self.settings = settings
  }

  /// Sets the text. If the text has changed, marks the views that read it, and notifies the observers.
  func update(to newText: String?) {
    guard newText != text else { return }
    text = newText
    markReaders()
    observers.notify()
  }

  /// Adds an observer, which is notified of changes until the observer is released.
  func add(_ observer: SettingObserver) {
    observers.add(observer)
  }

  /// Reports that the text cannot be read as a value of a type. The same text is not reported twice in succession.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - view: The view that reads the setting. `nil` if the reader is not a view.
  func reportUnreadable(as type: Any.Type, in view: Any.Type?) {
    guard let text, reportedText != text else { return }
    reportedText = text
    report("is “\(text)”, which is no \(type); the default is used", view)
  }

  /// Reports the text if its bytes in the file are not UTF-8. The same text is not reported twice in succession.
  func reportInvalidBytes(in view: Any.Type?) {
    guard let text, reportedText != text, settings.hasInvalidBytes(key) else { return }
    reportedText = text
    report("has bytes that are not UTF-8; U+FFFD stands for them", view)
  }

  private func report(_ problem: String, _ view: Any.Type?) {
    let location = settings.file.map { " in \($0)" } ?? ""
    let reader = view.map { ", which \($0) reads," } ?? ""
    Misuse("The setting “\(key)”\(location)\(reader) \(problem).", fileID: #fileID, line: #line).report()
  }
}
