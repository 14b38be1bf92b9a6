import CSecret

/// A value of the D-Bus types that this module uses.
indirect enum BusValue: Hashable, Sendable {
  case bool(Bool)
  case int64(Int64)
  case uint32(UInt32)
  case double(Double)
  case string(String)
  /// An object path. It must be valid.
  case path(String)
  /// A value that is sent together with its type.
  case variant(BusValue)
  /// An array. `type` is the type of its elements in D-Bus's notation, such as `s` for strings.
  case array([BusValue], type: String)
  /// A dictionary of the type `a{sv}`, whose values are sent as variants.
  case dictionary([String: BusValue])
  case tuple([BusValue])

  static func strings(_ values: [String]) -> BusValue { .array(values.map { .string($0) }, type: "s") }
  static func paths(_ values: [String]) -> BusValue { .array(values.map { .path($0) }, type: "o") }

  /// Creates a GVariant. Its reference is floating: the function that receives the GVariant takes the reference over.
  func makeGVariant() -> OpaquePointer {
    switch self {
    case .bool(let value): g_variant_new_boolean(value ? 1 : 0)
    case .int64(let value): g_variant_new_int64(gint64(value))
    case .uint32(let value): g_variant_new_uint32(value)
    case .double(let value): g_variant_new_double(value)
    case .string(let value): g_variant_new_string(value.withoutNulls)
    case .path(let value): g_variant_new_object_path(value)
    case .variant(let value): g_variant_new_variant(value.makeGVariant())
    case .array(let values, let type): Self.makeContainer("a" + type, values.map { $0.makeGVariant() })
    case .dictionary(let values):
      Self.makeContainer(
        "a{sv}",
        values.map {
          g_variant_new_dict_entry(g_variant_new_string($0.key), g_variant_new_variant($0.value.makeGVariant()))
        })
    case .tuple(let values):
      values.map { Optional($0.makeGVariant()) }.withUnsafeBufferPointer {
        g_variant_new_tuple($0.baseAddress, gsize($0.count))
      }
    }
  }

  /// Creates an array or a dictionary of this type. The reference is floating.
  private static func makeContainer(_ type: String, _ children: [OpaquePointer]) -> OpaquePointer {
    let type = g_variant_type_new(type)
    defer { g_variant_type_free(type) }
    let builder = g_variant_builder_new(type)
    defer { g_variant_builder_unref(builder) }
    for child in children { g_variant_builder_add_value(builder, child) }
    return g_variant_builder_end(builder)
  }
}

extension BusValue {
  /// Reads a GVariant, which is borrowed. Returns `nil` for a type that this enum does not have. An element of such a
  /// type is left out of its array, tuple or dictionary.
  init?(_ variant: OpaquePointer?) {
    guard let variant else { return nil }
    let type = String(cString: g_variant_get_type_string(variant))
    switch type.first {
    case "b": self = .bool(g_variant_get_boolean(variant) != 0)
    case "x": self = .int64(Int64(g_variant_get_int64(variant)))
    case "u": self = .uint32(g_variant_get_uint32(variant))
    case "d": self = .double(g_variant_get_double(variant))
    case "s": self = .string(String(cString: g_variant_get_string(variant, nil)))
    case "o": self = .path(String(cString: g_variant_get_string(variant, nil)))
    case "v":
      guard let value = Self.children(of: variant).first else { return nil }
      self = .variant(value)
    case "(": self = .tuple(Self.children(of: variant))
    case "a" where type == "a{sv}": self = .dictionary(Self.entries(of: variant))
    case "a": self = .array(Self.children(of: variant), type: String(type.dropFirst()))
    default: return nil
    }
  }

  private static func children(of variant: OpaquePointer) -> [BusValue] {
    (0..<g_variant_n_children(variant)).compactMap { index in
      let child = g_variant_get_child_value(variant, index)
      defer { g_variant_unref(child) }
      return BusValue(child)
    }
  }

  private static func entries(of variant: OpaquePointer) -> [String: BusValue] {
    var result: [String: BusValue] = [:]
    for index in 0..<g_variant_n_children(variant) {
      let entry = g_variant_get_child_value(variant, index)
      defer { g_variant_unref(entry) }
      let (key, value) = (g_variant_get_child_value(entry, 0), g_variant_get_child_value(entry, 1))
      defer {
        g_variant_unref(key)
        g_variant_unref(value)
      }
      if case .variant(let content) = BusValue(value) {
        result[String(cString: g_variant_get_string(key, nil))] = content
      }
    }
    return result
  }
}

extension BusValue {
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var int64: Int64? { if case .int64(let value) = self { value } else { nil } }
  var double: Double? { if case .double(let value) = self { value } else { nil } }
  var string: String? { if case .string(let value) = self { value } else { nil } }
  var path: String? { if case .path(let value) = self { value } else { nil } }
  var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }

  /// The elements of an array or a tuple.
  var elements: [BusValue]? {
    switch self {
    case .array(let values, _), .tuple(let values): values
    default: nil
    }
  }
}

extension String {
  /// The text without null characters, which D-Bus does not allow.
  fileprivate var withoutNulls: String { contains("\0") ? replacing("\0", with: "") : self }
}
