/// The start tag that is being read: its name, its attributes as far as they mean something, and where in it the reading is.
struct TagProgress {
  /// The use of an attribute.
  enum Attribute {
    /// It means something here, and is written.
    case known
    /// It declares a namespace, for names with a prefix of this hash.
    case namespace(prefix: UInt64)
    /// It means nothing here, or is there for the second time.
    case ignored
  }

  /// The longest name of an element or attribute, in bytes. The rest of a longer one does not count.
  static let longestName = 256

  /// The name of the element, with its prefix.
  var name: [UInt8] = []
  /// How many bytes the tag has.
  var length = 0
  /// The repaired attributes.
  private(set) var output: [UInt8] = []
  /// The namespaces that it declares.
  private(set) var declarations: [(prefix: UInt64, address: [UInt8])] = []
  /// The byte that was read last, white space aside: a byte of an attribute's name, `=`, `/`, or 0 behind the tag's name or a value.
  var last: UInt8 = 0
  var isBehindSpace = false

  private var attributeName: [UInt8] = []
  private var attribute = Attribute.ignored
  private var startOfAttribute = 0
  private var seen: UInt32 = 0
  private var address: [UInt8] = []

  /// Whether the reading is in the name of an attribute.
  var isInAttributeName: Bool { last != 0 && last != .slash && last != .equals }
  var isEmptyElement: Bool { last == .slash }

  /// Begins with a new tag.
  mutating func begin() {
    name.removeAll(keepingCapacity: true)
    output.removeAll(keepingCapacity: true)
    if !declarations.isEmpty { declarations.removeAll() }
    (length, last, isBehindSpace, seen) = (0, 0, false, 0)
  }

  mutating func beginAttributeName(_ byte: UInt8) {
    attributeName.removeAll(keepingCapacity: true)
    appendToAttributeName(byte)
  }

  mutating func appendToAttributeName(_ byte: UInt8) {
    if attributeName.count < Self.longestName { attributeName.append(byte) }
    last = byte
  }

  /// Begins with the value of the attribute whose name was read.
  mutating func beginValue() {
    let colon = attributeName.firstIndex(of: UInt8(ascii: ":"))
    let local = colon.map { attributeName[($0 + 1)...] } ?? attributeName[...]
    startOfAttribute = output.count
    if colon == nil ? local.isASCII("xmlns") : attributeName[..<colon!].isASCII("xmlns") {
      attribute = .namespace(prefix: NameHash.hash(colon == nil ? [] : local))
      address.removeAll(keepingCapacity: true)
    } else if let known = FeedAttribute(local), seen & (1 << known.rawValue) == 0 {
      seen |= 1 << known.rawValue
      attribute = .known
      output.append(.space)
      XMLCode.append(known, to: &output)
      output.append(.equals)
      output.append(UInt8(ascii: "\""))
    } else {
      attribute = .ignored
    }
  }

  /// Takes a part of the value, as it is to be written.
  mutating func appendToValue(_ bytes: some Collection<UInt8>) {
    switch attribute {
    case .known: output.append(contentsOf: bytes)
    case .namespace: address.append(contentsOf: bytes.prefix(TagProgress.longestName - address.count))
    case .ignored: break
    }
  }

  mutating func endValue() {
    switch attribute {
    case .known: output.append(UInt8(ascii: "\""))
    case .namespace(let prefix): declarations.append((prefix, address))
    case .ignored: break
    }
    last = 0
  }

  /// Leaves the attribute out whose value is being read.
  mutating func dropValue() {
    output.removeLast(output.count - startOfAttribute)
    attribute = .ignored
    last = 0
  }
}
