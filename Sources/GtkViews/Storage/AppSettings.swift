internal import CGtk
internal import GtkBridge
public import Presentation

/// A program's settings, in a file that a person can read. It is what ``AppStorage`` keeps its values in.
///
/// A setting that is written is in the file when the writing returns: the file is exchanged as a whole, so that it is never half of one, and
/// nothing is lost when the program ends in whatever way. What changes with each frame, such as a value that is dragged, is better written
/// once it is done.
///
/// A value that is not of its type is reported once, and its default is used. In a text that is not UTF-8, U+FFFD stands for what is not, which is
/// reported; the file keeps it as it was until that setting is written. A file that cannot be understood is reported and set aside,
/// beside a new one. What another program writes into the file is seen when this one writes next, and is not lost.
@MainActor
public final class AppSettings {
  /// The program's own: `settings.ini` in a folder named as the application, in the folder for settings of the person's account.
  public static let standard = AppSettings(file: standardFile)

  /// The file's path, or `nil` if nothing is kept beyond the program's end.
  public let file: String?
  private var contents: SettingsFile.Contents
  private var settings: [String: Setting] = [:]
  /// What was reported, until it goes well again.
  private var isUnwritable = false

  /// Settings in a file, which need not be there yet.
  ///
  /// - Parameter file: An absolute path. The file and its folder are made when a setting is written first.
  public init(file: String) {
    self.file = file
    contents = SettingsFile(file).read()
  }

  /// Settings that are gone with the object, for tests.
  ///
  /// - Parameter texts: What is in them at first, as it would stand in a file.
  public init(inMemory texts: [String: String] = [:]) {
    file = nil
    contents = SettingsFile.Contents(texts: texts)
  }

  /// Takes a setting away, so that its default is used.
  public func removeValue(forKey key: String) {
    write(nil, forKey: key)
  }

  /// What bodies read for a key: the same object each time.
  func setting(_ key: String) -> Setting {
    let key = key.wholeInC
    if let known = settings[key] { return known }
    let setting = Setting(key: key, text: contents.texts[key], in: self)
    settings[key] = setting
    return setting
  }

  /// Writes a setting as it stands in the file. `nil` takes it away.
  func write(_ text: String?, forKey key: String) {
    let key = key.wholeInC
    if contents.texts[key] == text { return }
    contents.texts[key] = text
    settings[key]?.show(text)
    guard let file else { return }
    let result = SettingsFile(file).write(text, forKey: key, among: contents.texts)
    report(result.problem, about: file)
    guard let present = result.contents else { return }
    contents.damaged = present.damaged
    guard present.texts != contents.texts else { return }
    // Another program has written meanwhile.
    contents = present
    for (key, setting) in settings { setting.show(present.texts[key]) }
  }

  /// Whether a setting is not UTF-8 in the file.
  func isDamaged(_ key: String) -> Bool { contents.damaged.contains(key) }

  private func report(_ problem: String?, about file: String) {
    if let problem, !isUnwritable {
      Misuse("The settings in \(file) cannot be written (\(problem)); they are kept until the program ends.", fileID: #fileID, line: #line).report()
    }
    isUnwritable = problem != nil
  }

  /// A folder's name without an application id is the program's own.
  private static var standardFile: String {
    let id = g_application_get_default().flatMap { g_application_get_application_id($0) }.map { String(cString: $0) }
    let name = id ?? CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "program"
    return "\(String(cString: g_get_user_config_dir()))/\(name)/settings.ini"
  }
}

extension AppSettings: SettingsSource {
  /// The text of a setting, as it stands in the file, or `nil` if it is not there.
  public func text(forKey key: String) -> String? { setting(key).text }

  /// Writes a setting as it stands in the file. `nil` removes it.
  public func setText(_ text: String?, forKey key: String) {
    write(text, forKey: key)
  }

  /// Calls an observer after each change of a setting, as long as the observer lives.
  public func add(_ observer: SettingObserver, forKey key: String) {
    setting(key).add(observer)
  }
}

/// One setting, as it stands in the file.
@MainActor
final class Setting: StateSource {
  private let key: String
  private(set) var text: String?
  /// The readers that are no views.
  private var observers = SettingObservers()
  /// Borrowed: they keep this one, and whoever reads it keeps them.
  private unowned let settings: AppSettings
  private var reported: String?

  init(key: String, text: String?, in settings: AppSettings) {
    self.key = key
    self.text = text
    self.settings = settings
  }

  /// What stands in the file now.
  func show(_ newText: String?) {
    guard newText != text else { return }
    text = newText
    noteChange()
    observers.notify()
  }

  /// Notifies an observer of changes, as long as the observer lives.
  func add(_ observer: SettingObserver) {
    observers.add(observer)
  }

  /// The text cannot be read as a value of this type. It is said once for each such text.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - reader: The view that reads it, if one does.
  func reportUnreadable(as type: Any.Type, by reader: Any.Type?) {
    guard let text, reported != text else { return }
    reported = text
    report("is “\(text)”, which is no \(type); the default is used", reader)
  }

  /// Reports, once for each such text, if it was not UTF-8.
  func reportIfDamaged(by reader: Any.Type?) {
    guard let text, reported != text, settings.isDamaged(key) else { return }
    reported = text
    report("has bytes that are not UTF-8; U+FFFD stands for them", reader)
  }

  private func report(_ problem: String, _ reader: Any.Type?) {
    let place = settings.file.map { " in \($0)" } ?? ""
    let readerName = reader.map { ", which \($0) reads," } ?? ""
    Misuse("The setting “\(key)”\(place)\(readerName) \(problem).", fileID: #fileID, line: #line).report()
  }
}
