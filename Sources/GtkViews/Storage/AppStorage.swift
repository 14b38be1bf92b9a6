internal import Presentation

/// A named setting of the program. Unless the settings are in memory, a file keeps the value after the program
/// ends.
///
/// ```swift
/// @AppStorage("skips-silence") private var skipsSilence = false
/// @AppStorage("speed") private var speed = 1.0
/// ```
///
/// All properties with the same name in the same ``AppSettings`` share one setting. When the value changes, only the
/// bodies that read the value are evaluated again. The value may be a `Bool`, an `Int`, a `Double`, a `String`, or a
/// type with an `Int` or a `String` as its raw value. The value may also be an optional of these types. Writing `nil`
/// then removes the setting.
///
/// The property belongs to the ``AppSettings`` in its parameter `store`. Without this parameter, it belongs to the
/// settings that ``View/defaultAppStorage(_:)`` has set for the view, or to ``AppSettings/standard``.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private let key: String
  private let initialValue: Value
  /// Converts the value to the text in the file, and back.
  private let conversion: SettingConversion<Value>
  /// The settings in the parameter `store`. `nil` for the settings of the view's environment.
  private let givenSettings: AppSettings?
  /// The object that reads and writes the setting. The view's node keeps this object. `nil` until the view has a node,
  /// and outside a view.
  private var reader: SettingReader<Value>?

  private init(
    _ key: String, _ initialValue: Value, _ givenSettings: AppSettings?, _ conversion: SettingConversion<Value>
  ) {
    self.key = key
    self.initialValue = initialValue
    self.givenSettings = givenSettings
    self.conversion = conversion
  }

  /// The value. As long as the setting does not exist or its text is invalid, this is the initial value.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { currentReader.value }
    nonmutating set { currentReader.write(newValue) }
  }

  /// A binding to the value.
  @MainActor @preconcurrency
  public var projectedValue: Binding<Value> {
    let reader = currentReader
    return Binding(get: { reader.value }, set: { reader.write($0) }).identified { [settings = reader.settings, key] in
      BindingIdentity(settings.setting(key))
    }
  }

  /// Connects the property to the reader that the node keeps. The first time, and after a change of the name or of the
  /// given settings, the node gets a new reader.
  @MainActor public mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode) {
    let existing = (kept as? SettingReader<Value>).flatMap { $0.belongs(to: key, in: givenSettings) ? $0 : nil }
    let reader = existing ?? makeReader(node.environment, for: node.programViewType)
    kept = reader
    self.reader = reader
  }

  /// The reader of the view's node. Outside a view, such as in a model, a new reader of the parameter `store` or of
  /// ``AppSettings/standard``.
  @MainActor private var currentReader: SettingReader<Value> { reader ?? makeReader(EnvironmentValues(), for: nil) }

  @MainActor private func makeReader(
    _ environment: EnvironmentValues, for viewType: Any.Type?
  ) -> SettingReader<Value> {
    SettingReader(key, initialValue, conversion, givenSettings, environment, viewType)
  }
}

extension AppStorage: ConfiguredProperty {
  // When the view is created again, the property is equal if it has the same setting. The initial value does not count.
  @MainActor static var comparison: MemoryComparison {
    { first, second in
      let (first, second) = (
        first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee
      )
      return first.key == second.key && first.givenSettings === second.givenSettings
    }
  }
}

extension AppStorage where Value == Bool {
  /// Creates a setting that is on or off.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value as long as the setting does not exist.
  ///   - key: The name of the setting.
  ///   - store: The settings, if they are not the settings of the view's environment.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) {
    self.init(key, wrappedValue, store, .bool)
  }
}

extension AppStorage where Value == Int {
  /// Creates a setting that is an integer.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) {
    self.init(key, wrappedValue, store, .text)
  }
}

extension AppStorage where Value == Double {
  /// Creates a setting that is a number.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) {
    self.init(key, wrappedValue, store, .text)
  }
}

extension AppStorage where Value == String {
  /// Creates a setting that is a text.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) {
    self.init(key, wrappedValue, store, .text)
  }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
  /// Creates a setting that is stored by its raw value.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) {
    self.init(key, wrappedValue, store, .raw)
  }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
  /// Creates a setting that is stored by its raw value.
  public init(wrappedValue: Value, _ key: String, store: AppSettings? = nil) {
    self.init(key, wrappedValue, store, .raw)
  }
}

extension AppStorage where Value: ExpressibleByNilLiteral {
  /// Creates an optional setting that is on or off.
  public init(_ key: String, store: AppSettings? = nil) where Value == Bool? {
    self.init(key, nil, store, .optional(.bool))
  }

  /// Creates an optional setting that is an integer.
  public init(_ key: String, store: AppSettings? = nil) where Value == Int? {
    self.init(key, nil, store, .optional(.text))
  }

  /// Creates an optional setting that is a number.
  public init(_ key: String, store: AppSettings? = nil) where Value == Double? {
    self.init(key, nil, store, .optional(.text))
  }

  /// Creates an optional setting that is a text.
  public init(_ key: String, store: AppSettings? = nil) where Value == String? {
    self.init(key, nil, store, .optional(.text))
  }

  /// Creates an optional setting that is stored by its raw value.
  public init<Raw: RawRepresentable>(_ key: String, store: AppSettings? = nil)
  where Value == Raw?, Raw.RawValue == String {
    self.init(key, nil, store, .optional(.raw))
  }

  /// Creates an optional setting that is stored by its raw value.
  public init<Raw: RawRepresentable>(_ key: String, store: AppSettings? = nil)
  where Value == Raw?, Raw.RawValue == Int {
    self.init(key, nil, store, .optional(.raw))
  }
}

/// Reads and writes the setting of an ``AppStorage``. In a view, the node keeps this object when the view is created
/// again.
@MainActor
private final class SettingReader<Value>: EnvironmentReading {
  /// The settings to which the property belongs: the given settings, or the settings of the environment.
  private(set) var settings: AppSettings
  /// The settings in the property's parameter `store`. `nil` for the settings of the environment.
  private let givenSettings: AppSettings?
  private let key: String
  private let initialValue: Value
  private let conversion: SettingConversion<Value>
  /// The setting with the name `key` in `settings`.
  private var setting: Setting
  /// The type of the view with the property, for reports. `nil` outside a view.
  private let viewType: Any.Type?
  /// The text that was read last, and its value. The value of a missing or invalid text is the initial value.
  private var lastRead: (text: String?, value: Value)

  init(
    _ key: String, _ initialValue: Value, _ conversion: SettingConversion<Value>, _ givenSettings: AppSettings?,
    _ environment: EnvironmentValues,
    _ viewType: Any.Type?
  ) {
    self.key = key
    self.initialValue = initialValue
    self.conversion = conversion
    self.givenSettings = givenSettings
    let settings = givenSettings ?? environment.appSettings ?? .standard
    self.settings = settings
    setting = settings.setting(key)
    self.viewType = viewType
    lastRead = (nil, initialValue)
    // A file cannot store a name with a NUL character.
    _ = key.reportingNulls(reportedAs: "The name of a setting", of: viewType)
  }

  /// Returns whether this reader belongs to a property with these parameters.
  func belongs(to key: String, in givenSettings: AppSettings?) -> Bool {
    self.key == key && self.givenSettings === givenSettings
  }

  var value: Value {
    setting.noteRead()
    let text = setting.text
    if text != lastRead.text { lastRead = (text, text.flatMap(parse) ?? initialValue) }
    return lastRead.value
  }

  func write(_ newValue: Value) {
    Misuse.reportIfInBody("AppStorage")
    // A file cannot store a text with a NUL character.
    settings.write(
      conversion.format(newValue).map { $0.reportingNulls(reportedAs: "The text of a setting", of: viewType) },
      forKey: key)
  }

  func environmentDidChange(to environment: EnvironmentValues) -> Bool {
    let newSettings = givenSettings ?? environment.appSettings ?? .standard
    guard newSettings !== settings else { return false }
    settings = newSettings
    setting = newSettings.setting(key)
    return true
  }

  /// Returns the value that a text stands for, or `nil` if the text is not a valid value. Reports a text that is not a
  /// valid value or has invalid bytes.
  private func parse(_ text: String) -> Value? {
    let value = conversion.parse(text)
    if value == nil {
      setting.reportUnreadable(as: Value.self, in: viewType)
    } else {
      // Does nothing if the stored bytes are valid.
      setting.reportInvalidBytes(in: viewType)
    }
    return value
  }
}

private struct AppSettingsKey: EnvironmentKey {
  static var defaultValue: AppSettings? { nil }
}

extension EnvironmentValues {
  /// The settings of the views' ``AppStorage``, or `nil` for ``AppSettings/standard``.
  var appSettings: AppSettings? {
    get { self[AppSettingsKey.self] }
    set { self[AppSettingsKey.self] = newValue }
  }
}

extension View {
  /// Sets the settings in which the views in this view keep their ``AppStorage``, instead of ``AppSettings/standard``.
  /// For example, a test uses settings in memory.
  public nonisolated func defaultAppStorage(_ store: AppSettings) -> some View { environment(\.appSettings, store) }
}
