/// The conversion between a value and its text in a settings file.
package struct SettingConversion<Value> {
  /// The value of a text, or `nil` if the text is not a valid value.
  package let read: (String) -> Value?
  /// The text of a value, or `nil` if the setting is removed.
  package let written: (Value) -> String?
}

extension SettingConversion where Value == Bool {
  /// `true` and `false`.
  package static var bool: Self { Self(read: { ["true": true, "1": true, "false": false, "0": false][$0] }, written: { $0 ? "true" : "false" }) }
}

extension SettingConversion where Value: LosslessStringConvertible {
  /// The description of a value.
  package static var text: Self { Self(read: { Value($0) }, written: { String($0) }) }
}

extension SettingConversion where Value: RawRepresentable, Value.RawValue: LosslessStringConvertible {
  /// The raw value.
  package static var raw: Self {
    Self(read: { Value.RawValue($0).flatMap { Value(rawValue: $0) } }, written: { SettingConversion<Value.RawValue>.text.written($0.rawValue) })
  }
}

extension SettingConversion {
  /// A setting that may be absent.
  package static func optional<Wrapped>(_ wrapped: SettingConversion<Wrapped>) -> Self where Value == Wrapped? {
    Self(read: { text in wrapped.read(text).map { .some($0) } }, written: { $0.flatMap { wrapped.written($0) } })
  }
}
