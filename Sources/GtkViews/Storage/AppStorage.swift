internal import Presentation

/// A setting of the program, by its name: it is there again when the program is started again.
///
/// ```swift
/// @AppStorage("skips-silence") private var skipsSilence = false
/// @AppStorage("speed") private var speed = 1.0
/// ```
///
/// All that read the same name in the program have the same value, at once. A body that reads it is evaluated again when it changes, and
/// only then. It may be a `Bool`, an `Int`, a `Double`, a `String`, what has one of the last two or an `Int` as its raw value, or an optional
/// of these, for which `nil` takes the setting away.
///
/// It stands in a file, in the ``AppSettings`` that it was given, or else in those of ``View/defaultAppStorage(_:)``, or in
/// ``AppSettings/standard``.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private let key: String
  private let initialValue: Value
  private let conversion: SettingConversion<Value>
  private let settings: AppSettings?
  private var reader: SettingReader<Value>?

  private init(_ key: String, _ initialValue: Value, _ settings: AppSettings?, _ conversion: SettingConversion<Value>) {
    self.key = key
    self.initialValue = initialValue
    self.settings = settings
    self.conversion = conversion
  }

  /// The value: the one to begin with as long as none was written.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { present.value }
    nonmutating set { present.write(newValue) }
  }

  /// A binding to the value.
  @MainActor @preconcurrency
  public var projectedValue: Binding<Value> {
    let reader = present
    return Binding(get: { reader.value }, set: { reader.write($0) }).identified { [settings = reader.settings, key] in
      BindingIdentity(settings.setting(key))
    }
  }

  /// Connects the property with the settings of the node's environment.
  @MainActor public mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode) {
    let known = (kept as? SettingReader<Value>).flatMap { $0.isOf(key, in: settings) ? $0 : nil }
    let reader = known ?? makeReader(node.environment, for: node.writtenView)
    kept = reader
    self.reader = reader
  }

  /// Outside of a view, such as in a model, it reads and writes the program's settings.
  @MainActor private var present: SettingReader<Value> { reader ?? makeReader(EnvironmentValues(), for: nil) }

  @MainActor private func makeReader(_ environment: EnvironmentValues, for view: Any.Type?) -> SettingReader<Value> {
    SettingReader(key, initialValue, conversion, settings, environment, view)
  }
}

extension AppStorage: ConfiguredProperty {
  @MainActor static var comparison: MemoryComparison {
    { first, second in
      let (first, second) = (first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee)
      return first.key == second.key && first.settings === second.settings
    }
  }
}

extension AppStorage where Value == Bool {
  /// A setting that is on or off.
  ///
  /// - Parameters:
  ///   - wrappedValue: What it is as long as nothing was written.
  ///   - key: Its name.
  ///   - store: Where it is kept, if not where the view's other settings are.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) { self.init(key, wrappedValue, store, .bool) }
}

extension AppStorage where Value == Int {
  /// A setting that is a whole number.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) { self.init(key, wrappedValue, store, .text) }
}

extension AppStorage where Value == Double {
  /// A setting that is a number.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) { self.init(key, wrappedValue, store, .text) }
}

extension AppStorage where Value == String {
  /// A setting that is a text.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) { self.init(key, wrappedValue, store, .text) }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
  /// A setting that is one of several, by its raw value.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) { self.init(key, wrappedValue, store, .raw) }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
  /// A setting that is one of several, by its raw value.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) { self.init(key, wrappedValue, store, .raw) }
}

extension AppStorage where Value: ExpressibleByNilLiteral {
  /// A setting that is on or off, or not there.
  public init(_ key: String, store: AppSettings? = nil) where Value == Bool? { self.init(key, nil, store, .optional(.bool)) }

  /// A setting that is a whole number, or not there.
  public init(_ key: String, store: AppSettings? = nil) where Value == Int? { self.init(key, nil, store, .optional(.text)) }

  /// A setting that is a number, or not there.
  public init(_ key: String, store: AppSettings? = nil) where Value == Double? { self.init(key, nil, store, .optional(.text)) }

  /// A setting that is a text, or not there.
  public init(_ key: String, store: AppSettings? = nil) where Value == String? { self.init(key, nil, store, .optional(.text)) }

  /// A setting that is one of several by its raw value, or not there.
  public init<Raw: RawRepresentable>(_ key: String, store: AppSettings? = nil) where Value == Raw?, Raw.RawValue == String {
    self.init(key, nil, store, .optional(.raw))
  }

  /// A setting that is one of several by its raw value, or not there.
  public init<Raw: RawRepresentable>(_ key: String, store: AppSettings? = nil) where Value == Raw?, Raw.RawValue == Int {
    self.init(key, nil, store, .optional(.raw))
  }
}

/// What a view keeps for an ``AppStorage``.
@MainActor
private final class SettingReader<Value>: EnvironmentReading {
  private(set) var settings: AppSettings
  private let own: AppSettings?
  private let key: String
  private let initialValue: Value
  private let conversion: SettingConversion<Value>
  private var setting: Setting
  /// The view that has it, if one does: reports name it.
  private let view: Any.Type?
  /// The last text that was read, and what it means.
  private var known: (text: String?, value: Value)

  init(
    _ key: String, _ initialValue: Value, _ conversion: SettingConversion<Value>, _ own: AppSettings?, _ environment: EnvironmentValues,
    _ view: Any.Type?
  ) {
    self.key = key
    self.initialValue = initialValue
    self.conversion = conversion
    self.own = own
    let settings = own ?? environment.appSettings ?? .standard
    self.settings = settings
    setting = settings.setting(key)
    self.view = view
    known = (nil, initialValue)
    _ = key.shown(as: "The name of a setting", of: view)
  }

  /// Whether it is what a property of this name keeps.
  func isOf(_ key: String, in own: AppSettings?) -> Bool { self.key == key && self.own === own }

  var value: Value {
    setting.noteRead()
    let text = setting.text
    if text != known.text { known = (text, text.flatMap(read) ?? initialValue) }
    return known.value
  }

  func write(_ newValue: Value) {
    Misuse.reportIfInBody("AppStorage")
    // A file has no place for a zero character.
    settings.write(conversion.written(newValue).map { $0.shown(as: "The text of a setting", of: view) }, forKey: key)
  }

  func environmentDidChange(to environment: EnvironmentValues) -> Bool {
    let new = own ?? environment.appSettings ?? .standard
    guard new !== settings else { return false }
    settings = new
    setting = new.setting(key)
    return true
  }

  private func read(_ text: String) -> Value? {
    let value = conversion.read(text)
    if value == nil { setting.reportUnreadable(as: Value.self, by: view) } else { setting.reportIfDamaged(by: view) }
    return value
  }
}

private struct AppSettingsKey: EnvironmentKey {
  static var defaultValue: AppSettings? { nil }
}

extension EnvironmentValues {
  /// Where settings are kept; `nil`: in the program's own file.
  var appSettings: AppSettings? {
    get { self[AppSettingsKey.self] }
    set { self[AppSettingsKey.self] = newValue }
  }
}

extension View {
  /// Keeps the settings of the views in this view elsewhere than in the program's own file, such as in memory for a test.
  public nonisolated func defaultAppStorage(_ store: AppSettings) -> some View { environment(\.appSettings, store) }
}
