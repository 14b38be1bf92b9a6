public import Presentation
internal import Synchronization

/// The key of a shared value that is stored in a setting of the program: `@Shared(.appStorage("is-sorted")) var
/// isSorted = false`.
///
/// The setting is in the same settings file as `AppStorage` of GtkViews. The program selects the file:
/// `withDependencies { $0.defaultAppStorage = AppSettings.standard }`. The value may be a `Bool`, an `Int`, a `Double`,
/// a `String`, a type with a raw value that is an `Int` or a `String`, or an optional of these.
///
/// Settings are read and written on the main actor. A change on another thread is in memory when `withLock` returns,
/// and is written to the file in a later turn of the main actor. The first property with a key must be created on the
/// main actor. Otherwise the property has its default until the next turn of the main actor, and a `Misuse` is
/// reported.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let name: String
  /// Creates the conversion between the value and the text of the setting. The conversion is not stored, because its
  /// closures are not `Sendable`.
  private let makeConversion: @Sendable () -> SettingConversion<Value>
  private let settings: any SettingsSource
  /// The state of writing the setting, which all copies of this key share.
  private let writes = SettingWriteState()

  init(_ name: String, _ conversion: @autoclosure @escaping @Sendable () -> SettingConversion<Value>) {
    self.name = name
    makeConversion = conversion
    settings = DependencyValues.current.defaultAppStorage
  }

  /// The kind of the key and the name of the setting.
  public var id: String { "appStorage:\(name)" }

  /// Returns the stored value, or `nil` if the setting has no value or an invalid text. Always returns `nil` outside of
  /// the main actor.
  ///
  /// Invalid texts, calls outside of the main actor and a missing settings file are reported as a `Misuse`. The report
  /// names a line of this file, because the line of the property is not available here.
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
    // Safe because the main actor runs on the main thread.
    return MainActor.assumeIsolated { value }
  }

  /// Changes the value and writes it to the settings. On the main actor the setting is written at once, otherwise in a
  /// later turn of the main actor. Always returns `nil`.
  public func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)? {
    try change(&value)
    let text = makeConversion().format(value)
    if CurrentThread.isMain {
      // Safe because the main actor runs on the main thread.
      MainActor.assumeIsolated { write(text) }
    } else {
      writes.unwrittenText = .some(text)
      Task { @MainActor in writeUnwrittenText() }
    }
    return nil
  }

  /// Calls a closure when the setting was changed by code that does not use this key. The `load` that the closure
  /// receives returns `nil` if the value in memory is to be kept.
  public func observe(
    _ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void
  ) -> (any AnyObject & Sendable)? {
    // Safe because the main actor runs on the main thread.
    if CurrentThread.isMain { return MainActor.assumeIsolated { makeObserver(changed) } }
    let holder = SettingObserverHolder()
    Task { @MainActor [weak holder] in
      guard let holder else { return }
      holder.setObserver(makeObserver(changed))
      // The setting may have changed before the observer was created, so it is read now. It is not read if another
      // thread has changed the value in the meantime, because the other thread's change is newer and will be written.
      changed { writes.unwrittenText == nil ? value.map { .success($0) } : nil }
    }
    return holder
  }

  /// Creates an observer of the setting, and registers it. The settings do not own the observer.
  @MainActor
  private func makeObserver(
    _ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void
  ) -> SettingObserver {
    let observer = SettingObserver {
      // If this key is writing the setting, the shared value already has the new value.
      guard !writes.isWriting else { return }
      // The change of the setting is newer than an unwritten change, and replaces it.
      writes.unwrittenText = nil
      changed { .success(value) }
    }
    settings.add(observer, forKey: name)
    return observer
  }

  /// Writes the last change that was made outside of the main actor, unless the change is already written.
  @MainActor
  private func writeUnwrittenText() {
    if let text = writes.unwrittenText { write(text) }
  }

  /// Writes a text, or removes the setting if the text is `nil`. If another thread changes the value during the write,
  /// the thread's change is written later.
  @MainActor
  private func write(_ text: String?) {
    writes.unwrittenText = nil
    writes.isWriting = true
    settings.setText(text, forKey: name)
    writes.isWriting = false
  }

  /// The stored value, or `nil` if the setting has no value. If the setting has an invalid text, the text is reported
  /// and the value is `nil`.
  @MainActor private var value: Value? {
    guard let text = settings.text(forKey: name) else { return nil }
    let value = makeConversion().parse(text)
    if value == nil {
      Misuse(
        "The setting “\(name)” is “\(text)”, which is no \(Value.self); the default is used.", fileID: #fileID,
        line: #line
      ).report()
    }
    return value
  }
}

/// The state of writing one setting.
private final class SettingWriteState: Sendable {
  /// The storage of `unwrittenText`.
  private let protectedText = Mutex<String??>(nil)
  /// Whether the key is writing the setting now. During this write, the observer of the setting ignores changes.
  @MainActor var isWriting = false

  /// The text of a change that was made outside of the main actor and is not written yet.
  ///
  /// The outer optional is `nil` if there is no such change. The inner optional is `nil` if the change removes the
  /// setting.
  var unwrittenText: String?? {
    get { protectedText.withLock { $0 } }
    set { protectedText.withLock { $0 = newValue } }
  }
}

/// Owns an observer that a later turn of the main actor creates. The release of the holder ends the observation.
private final class SettingObserverHolder: Sendable {
  private let observer = Mutex<SettingObserver?>(nil)

  func setObserver(_ new: SettingObserver) {
    observer.withLock { $0 = new }
  }
}

extension SharedKey {
  /// A setting with a `Bool` as its value.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Bool> { AppStorageKey(name, .bool) }
  /// A setting with an `Int` as its value.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Int> { AppStorageKey(name, .text) }
  /// A setting with a `Double` as its value.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(name, .text)
  }
  /// A setting with a `String` as its value.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(name, .text)
  }
  /// A setting whose type has a `String` as its raw value, such as an enum. The raw value is stored.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw>, Raw.RawValue == String { AppStorageKey(name, .raw) }
  /// A setting whose type has an `Int` as its raw value, such as an enum. The raw value is stored.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw>, Raw.RawValue == Int { AppStorageKey(name, .raw) }
  /// A setting with a `Bool` as its value, or `nil` if no value is stored.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Bool?> {
    AppStorageKey(name, .optional(.bool))
  }
  /// A setting with an `Int` as its value, or `nil` if no value is stored.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(name, .optional(.text))
  }
  /// A setting with a `Double` as its value, or `nil` if no value is stored.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<Double?> {
    AppStorageKey(name, .optional(.text))
  }
  /// A setting with a `String` as its value, or `nil` if no value is stored.
  public static func appStorage(_ name: String) -> Self where Self == AppStorageKey<String?> {
    AppStorageKey(name, .optional(.text))
  }
  /// A setting whose type has a `String` as its raw value, or `nil` if no value is stored.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw?>, Raw.RawValue == String { AppStorageKey(name, .optional(.raw)) }
  /// A setting whose type has an `Int` as its raw value, or `nil` if no value is stored.
  public static func appStorage<Raw: RawRepresentable & Sendable>(_ name: String) -> Self
  where Self == AppStorageKey<Raw?>, Raw.RawValue == Int { AppStorageKey(name, .optional(.raw)) }
}

private enum DefaultAppStorageKey: DependencyKey {
  static let liveValue: any SettingsSource = InMemorySettings()
}

extension DependencyValues {
  /// The settings file in which `@Shared(.appStorage(…))` stores its values. A program passes `AppSettings.standard` of
  /// GtkViews.
  public var defaultAppStorage: any SettingsSource {
    get { self[DefaultAppStorageKey.self] }
    set { self[DefaultAppStorageKey.self] = newValue }
  }
}
