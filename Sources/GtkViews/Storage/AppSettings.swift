internal import CGtk
internal import GtkBridge
public import Presentation

/// The settings of a program, in a readable text file. ``AppStorage`` keeps its values here.
///
/// A write returns after the setting is in the file. The file is replaced as a whole, so it is never incomplete, and no
/// setting is lost if the program crashes or is killed. If a value changes with each frame, such as during a drag,
/// write it once at the end.
///
/// A value of the wrong type is reported once, and the default is used. A text that is not UTF-8 is reported, and
/// U+FFFD replaces the invalid bytes. The file keeps the original bytes until that setting is written. A file that
/// cannot be parsed is reported and renamed, and a new file is created. Changes by another program are read at the next
/// write of this program, and are not lost.
@MainActor
public final class AppSettings {
  /// The program's own settings. The file is `settings.ini` in a folder with the application's name, in the user's
  /// folder for settings.
  public static let standard = AppSettings(file: standardFile)

  /// The path of the file, or `nil` if the settings are only in memory.
  public let file: String?
  /// The settings at the last read or write.
  private var contents: SettingsFile.Contents
  /// The objects that ``setting(_:)`` has returned, by key.
  private var settings: [String: Setting] = [:]
  /// Whether a failed write was reported. A successful write resets it.
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
    if let known = settings[key] { return known }
    let setting = Setting(key: key, text: contents.texts[key], in: self)
    settings[key] = setting
    return setting
  }

  /// Writes a setting in the format of the file. `nil` removes it.
  func write(_ text: String?, forKey key: String) {
    let key = key.replacingNulls
    if contents.texts[key] == text { return }
    contents.texts[key] = text
    settings[key]?.update(to: text)
    guard let file else { return }
    let result = SettingsFile(file).write(text, forKey: key, among: contents.texts)
    report(result.problem, about: file)
    guard let fileContents = result.contents else { return }
    contents.damaged = fileContents.damaged
    guard fileContents.texts != contents.texts else { return }
    // Another program has written to the file since the last read.
    contents = fileContents
    for (key, setting) in settings { setting.update(to: fileContents.texts[key]) }
  }

  /// Whether a setting is not UTF-8 in the file.
  func isDamaged(_ key: String) -> Bool { contents.damaged.contains(key) }

  private func report(_ problem: String?, about file: String) {
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

  /// Writes a setting in the format of the file. `nil` removes it.
  public func setText(_ text: String?, forKey key: String) {
    write(text, forKey: key)
  }

  /// Calls an observer after each change of a setting, as long as the observer lives.
  public func add(_ observer: SettingObserver, forKey key: String) {
    setting(key).add(observer)
  }
}

/// One setting, in the format of the file.
@MainActor
final class Setting: StateSource {
  private let key: String
  /// The text in the format of the file. `nil` if the setting does not exist.
  private(set) var text: String?
  /// The observers that are not views.
  private var observers = SettingObservers()
  /// Borrowed. The settings own this object, and each reader of this object retains the settings.
  private unowned let settings: AppSettings
  /// The text that was reported last.
  private var reportedText: String?

  init(key: String, text: String?, in settings: AppSettings) {
    self.key = key
    self.text = text
    self.settings = settings
  }

  /// Sets the text to the current text in the file, and notifies the readers if it has changed.
  func update(to newText: String?) {
    guard newText != text else { return }
    text = newText
    markReaders()
    observers.notify()
  }

  /// Notifies an observer of changes, as long as the observer lives.
  func add(_ observer: SettingObserver) {
    observers.add(observer)
  }

  /// Reports that the text cannot be read as a value of a type, once for each such text.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - reader: The view that reads the setting, if a view does.
  func reportUnreadable(as type: Any.Type, by reader: Any.Type?) {
    guard let text, reportedText != text else { return }
    reportedText = text
    report("is “\(text)”, which is no \(type); the default is used", reader)
  }

  /// Reports a text that was not UTF-8, once for each such text.
  func reportIfDamaged(by reader: Any.Type?) {
    guard let text, reportedText != text, settings.isDamaged(key) else { return }
    reportedText = text
    report("has bytes that are not UTF-8; U+FFFD stands for them", reader)
  }

  private func report(_ problem: String, _ reader: Any.Type?) {
    let location = settings.file.map { " in \($0)" } ?? ""
    let readerName = reader.map { ", which \($0) reads," } ?? ""
    Misuse("The setting “\(key)”\(location)\(readerName) \(problem).", fileID: #fileID, line: #line).report()
  }
}
