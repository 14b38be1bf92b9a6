/// The state of reading a start tag: the tag's name, its known attributes, and the attribute that is being read. For an
/// end tag, only the name is used.
struct TagProgress {
  /// The use of an attribute.
  enum AttributeUse {
    /// The attribute is known, which means that it is a ``FeedAttribute``. It is written to the output.
    case known
    /// The attribute declares a namespace. `prefix` is the hash of the namespace's prefix.
    case namespace(prefix: UInt64)
    /// The attribute is unknown, is a duplicate, or was dropped.
    case ignored
  }

  /// The longest name of an element or attribute, and the longest address of a namespace, in bytes. The rest of a
  /// longer one is ignored.
  static let longestName = 256

  /// The name of the element, with its prefix.
  var name: [UInt8] = []
  /// The length of the tag so far, in bytes.
  var length = 0
  /// The known attributes, repaired, as they are written after the name of the element.
  private(set) var output: [UInt8] = []
  /// The namespaces that the tag declares: the hash of the prefix, and the address. The default namespace has an empty
  /// prefix.
  private(set) var declarations: [(prefix: UInt64, address: [UInt8])] = []
  /// The last byte that is neither white space nor in the tag's name or a value: a byte of an attribute's name, `=` or
  /// `/`. 0 if no such byte has followed the tag's name or the last value.
  var lastByte: UInt8 = 0
  /// Whether white space was read after ``lastByte``.
  var isAfterSpace = false

  /// The name of the last attribute, with its prefix.
  private var attributeName: [UInt8] = []
  /// The use of the attribute whose value is being read.
  private var attributeUse = AttributeUse.ignored
  /// The length of ``output`` before the attribute whose value is being read.
  private var startOfAttribute = 0
  /// The known attributes that the tag has, one bit for each raw value of ``FeedAttribute``.
  private var seenAttributes: UInt32 = 0
  /// The address of the namespace whose declaration is being read.
  private var namespaceAddress: [UInt8] = []

  /// Whether ``lastByte`` belongs to the name of an attribute.
  var isInAttributeName: Bool { lastByte != 0 && lastByte != .slash && lastByte != .equals }
  /// Whether the tag ends with `/>`, so that its element has no content.
  var isEmptyElement: Bool { lastByte == .slash }

  /// Starts a new tag.
  mutating func beginTag() {
    name.removeAll(keepingCapacity: true)
    output.removeAll(keepingCapacity: true)
    if !declarations.isEmpty { declarations.removeAll() }
    (length, lastByte, isAfterSpace, seenAttributes) = (0, 0, false, 0)
  }

  mutating func beginAttributeName(_ byte: UInt8) {
    attributeName.removeAll(keepingCapacity: true)
    appendToAttributeName(byte)
  }

  mutating func appendToAttributeName(_ byte: UInt8) {
    if attributeName.count < Self.longestName { attributeName.append(byte) }
    lastByte = byte
  }

  /// Starts the value of the attribute whose name was read.
  mutating func beginValue() {
    let colon = attributeName.firstIndex(of: UInt8(ascii: ":"))
    let local = colon.map { attributeName[($0 + 1)...] } ?? attributeName[...]
    startOfAttribute = output.count
    if colon == nil ? local.equalsIgnoringCase("xmlns") : attributeName[..<colon!].equalsIgnoringCase("xmlns") {
      attributeUse = .namespace(prefix: NameHash.hash(colon == nil ? [] : local))
      namespaceAddress.removeAll(keepingCapacity: true)
    } else if let known = FeedAttribute(local), seenAttributes & (1 << known.rawValue) == 0 {
      seenAttributes |= 1 << known.rawValue
      attributeUse = .known
      output.append(.space)
      NameCode.append(known, to: &output)
      output.append(.equals)
      output.append(UInt8(ascii: "\""))
    } else {
      attributeUse = .ignored
    }
  }

  /// Appends bytes to the value of the attribute. Bytes of an ignored attribute are left out.
  mutating func appendToValue(_ bytes: some Collection<UInt8>) {
    switch attributeUse {
    case .known: output.append(contentsOf: bytes)
    case .namespace:
      namespaceAddress.append(contentsOf: bytes.prefix(Self.longestName - namespaceAddress.count))
    case .ignored: break
    }
  }

  /// Ends the value of the attribute.
  mutating func endValue() {
    switch attributeUse {
    case .known: output.append(UInt8(ascii: "\""))
    case .namespace(let prefix): declarations.append((prefix, namespaceAddress))
    case .ignored: break
    }
    lastByte = 0
  }

  /// Leaves out the attribute whose value is being read.
  mutating func dropAttribute() {
    output.removeLast(output.count - startOfAttribute)
    attributeUse = .ignored
    lastByte = 0
  }
}
