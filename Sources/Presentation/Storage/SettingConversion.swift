/// The conversion between a value and its text in a settings file.
package struct SettingConversion<Value> {
  /// Returns the value that a text stands for, or `nil` if the text is not a valid value.
  package let parse: (String) -> Value?
  /// Returns the text to write for a value, or `nil` to remove the setting.
  package let format: (Value) -> String?
}

extension SettingConversion where Value == Bool {
  /// Converts a Boolean to `true` or `false`. `1` and `0` are parsed as well.
  package static var bool: Self {
    Self(parse: { ["true": true, "1": true, "false": false, "0": false][$0] }, format: { $0 ? "true" : "false" })
  }
}

extension SettingConversion where Value: LosslessStringConvertible {
  /// Converts a value to its description, and the description to the value.
  package static var text: Self { Self(parse: { Value($0) }, format: { String($0) }) }
}

extension SettingConversion where Value: RawRepresentable, Value.RawValue: LosslessStringConvertible {
  /// Converts a value to the text of its raw value, and this text to the value.
  package static var raw: Self {
    Self(
      parse: { Value.RawValue($0).flatMap { Value(rawValue: $0) } },
      format: { SettingConversion<Value.RawValue>.text.format($0.rawValue) })
  }
}

extension SettingConversion {
  /// Returns the conversion of an optional value, from the conversion of the wrapped value. `nil` has no text, so a
  /// write of `nil` removes the setting.
  package static func optional<Wrapped>(_ wrapped: SettingConversion<Wrapped>) -> Self where Value == Wrapped? {
    Self(parse: { text in wrapped.parse(text).map { .some($0) } }, format: { $0.flatMap { wrapped.format($0) } })
  }
}
