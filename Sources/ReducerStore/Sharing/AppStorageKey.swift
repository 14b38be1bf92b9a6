public import Presentation
internal import Synchronization

/// A setting of the program, in the file in which `AppStorage` of GtkViews keeps its values: `@Shared(.appStorage("is-sorted")) var isSorted = false`.
///
/// The value may be a `Bool`, an `Int`, a `Double`, a `String`, a type with a raw value that is an `Int` or a `String`, or an optional of these. The
/// program names the file: `withDependencies { $0.defaultAppStorage = AppSettings.standard }`. Settings are read and written on the main actor. A change
/// that is made elsewhere is written in a later turn of the main actor. A property that is the first of its key must be made on the main actor: elsewhere
/// it has its default until the main actor's next turn, which is reported.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let name: String
  /// Makes the conversion, whose closures are not sendable.
  private let makeConversion: @Sendable () -> SettingConversion<Value>
  private let settings: any SettingsSource
  private let writes = SettingWrites()

  init(_ name: String, _ conversion: @autoclosure @escaping @Sendable () -> SettingConversion<Value>) {
    self.name = name
    makeConversion = conversion
    settings = DependencyValues.current.defaultAppStorage
  }

  /// The kind and the name.
  public var id: String { "appStorage:\(name)" }

  /// The value in the settings, or `nil` if there is none. A text that is no such value is reported, and counts as none.
  public func load() throws -> Value? {
    if settings === DefaultAppStorageKey.liveValue {
      Misuse(
        "“@Shared(.appStorage(“\(name)”))” has no settings file, so its value is in memory only. Pass a file: “withDependencies { $0.defaultAppStorage = AppSettings.standard }”.",
        fileID: #fileID, line: #line
      ).report()
    }
    guard CurrentThread.isMain else {
      Misuse(
        "“@Shared(.appStorage(“\(name)”))” was made outside of the main actor, so it has its default until the main actor's next turn. Make the first property with this key on the main actor.",
        fileID: #fileID, line: #line
      ).report()
      return nil
    }
    // Safe because the main thread is the main actor's.
    return MainActor.assumeIsolated { value }
  }

  /// Changes the value and writes it.
  public func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)? {
    try change(&value)
    let text = makeConversion().written(value)
    if CurrentThread.isMain {
      // Safe because the main thread is the main actor's.
      MainActor.assumeIsolated { write(text) }
    } else {
      writes.unwritten = .some(text)
      Task { @MainActor in writeLater() }
    }
    return nil
  }

  /// Calls a closure with each value that is written to the settings.
  public func observe(_ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void) -> (any AnyObject & Sendable)? {
    // Safe because the main thread is the main actor's.
    if CurrentThread.isMain { return MainActor.assumeIsolated { observer(changed) } }
    let later = LaterObserver()
    Task { @MainActor [weak later] in
      guard let later else { return }
      later.setObserver(observer(changed))
      // A change that was made here in the meantime is newer than the stored value.
      changed { writes.unwritten == nil ? value.map { .success($0) } : nil }
    }
    return later
  }

  @MainActor
  private func observer(_ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void) -> SettingObserver {
    let observer = SettingObserver {
      // A write of this key is no news.
      guard !writes.isWriting else { return }
      writes.unwritten = nil
      changed { .success(value) }
    }
    settings.add(observer, forKey: name)
    return observer
  }

  /// Writes a change that was made outside of the main actor, unless a later one was written.
  @MainActor
  private func writeLater() {
    if let text = writes.unwritten { write(text) }
  }

  /// Writes the newest text. A change that another thread makes meanwhile is written after it.
  @MainActor
  private func write(_ text: String?) {
    writes.unwritten = nil
    writes.isWriting = true
    settings.setText(text, forKey: name)
    writes.isWriting = false
  }

  @MainActor private var value: Value? {
    guard let text = settings.text(forKey: name) else { return nil }
    let value = makeConversion().read(text)
    if value == nil {
      Misuse("The setting “\(name)” is “\(text)”, which is no \(Value.self); the default is used.", fileID: #fileID, line: #line).report()
    }
    return value
  }
}

/// The writes of a key, which its copies have in common.
private final class SettingWrites: Sendable {
  private let pending = Mutex<String??>(nil)
  /// Whether the key is writing its setting.
  @MainActor var isWriting = false

  /// The text of a change that was made outside of the main actor and is not written yet. The outer optional is `nil` if there is none.
  var unwritten: String?? {
    get { pending.withLock { $0 } }
    set { pending.withLock { $0 = newValue } }
  }
}

/// Owns an observer that is made later.
private final class LaterObserver: Sendable {
  private let observer = Mutex<SettingObserver?>(nil)

  func setObserver(_ new: SettingObserver) {
    observer.withLock { $0 = new }
  }
}

extension SharedKey {
  /// A setting that is on or off.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Bool> { AppStorageKey(name, .bool) }
  /// A setting that is a whole number.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Int> { AppStorageKey(name, .text) }
  /// A setting that is a number.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Double> { AppStorageKey(name, .text) }
  /// A setting that is a text.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<String> { AppStorageKey(name, .text) }
  /// A setting that is one of several, by its raw value.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw>, Raw.RawValue == String { AppStorageKey(name, .raw) }
  /// A setting that is one of several, by its raw value.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw>, Raw.RawValue == Int { AppStorageKey(name, .raw) }
  /// A setting that is on or off, or absent.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Bool?> { AppStorageKey(name, .optional(.bool)) }
  /// A setting that is a whole number, or absent.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Int?> { AppStorageKey(name, .optional(.text)) }
  /// A setting that is a number, or absent.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Double?> { AppStorageKey(name, .optional(.text)) }
  /// A setting that is a text, or absent.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<String?> { AppStorageKey(name, .optional(.text)) }
  /// A setting that is one of several, by its raw value, or absent.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw?>, Raw.RawValue == String { AppStorageKey(name, .optional(.raw)) }
  /// A setting that is one of several, by its raw value, or absent.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw?>, Raw.RawValue == Int { AppStorageKey(name, .optional(.raw)) }
}

private enum DefaultAppStorageKey: DependencyKey {
  static let liveValue: any SettingsSource = InMemorySettings()
}

extension DependencyValues {
  /// The settings in which `@Shared(.appStorage(…))` keeps its values. A program passes `AppSettings.standard` of GtkViews.
  public var defaultAppStorage: any SettingsSource {
    get { self[DefaultAppStorageKey.self] }
    set { self[DefaultAppStorageKey.self] = newValue }
  }
}
