/// The conversion between a value and its text in a settings file.
package struct SettingConversion<Value> {
  /// Returns the value of a text, or `nil` if the text is not a valid value.
  package let read: (String) -> Value?
  /// Returns the text to write for a value, or `nil` to remove the setting.
  package let written: (Value) -> String?
}

extension SettingConversion where Value == Bool {
  /// Converts a Boolean to `true` or `false`. `1` and `0` are read as well.
  package static var bool: Self {
    Self(read: { ["true": true, "1": true, "false": false, "0": false][$0] }, written: { $0 ? "true" : "false" })
  }
}

extension SettingConversion where Value: LosslessStringConvertible {
  /// Converts a value to its description.
  package static var text: Self { Self(read: { Value($0) }, written: { String($0) }) }
}

extension SettingConversion where Value: RawRepresentable, Value.RawValue: LosslessStringConvertible {
  /// Converts a value to the text of its raw value.
  package static var raw: Self {
    Self(
      read: { Value.RawValue($0).flatMap { Value(rawValue: $0) } },
      written: { SettingConversion<Value.RawValue>.text.written($0.rawValue) })
  }
}

extension SettingConversion {
  /// Returns the conversion of an optional value. Writing `nil` removes the setting.
  package static func optional<Wrapped>(_ wrapped: SettingConversion<Wrapped>) -> Self where Value == Wrapped? {
    Self(read: { text in wrapped.read(text).map { .some($0) } }, written: { $0.flatMap { wrapped.written($0) } })
  }
}
