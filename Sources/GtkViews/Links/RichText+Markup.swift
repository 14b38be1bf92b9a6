internal import Presentation

extension RichText {
  /// The text as GTK markup with tags only for its links. Pango attributes set the rest of the appearance, such as bold
  /// text.
  var linkMarkup: String {
    var markup: [UInt8] = []
    // The address of the link whose tag is open.
    var openAddress: String?
    func closeLink() {
      if openAddress != nil { markup += "</a>".utf8 }
    }
    forEachPart { text, span in
      // Adjacent parts of one link with different appearances form one link.
      if span?.address != openAddress {
        closeLink()
        openAddress = span?.address
        if let openAddress {
          markup += "<a href=\"".utf8
          Self.append(openAddress.utf8, to: &markup)
          markup += "\">".utf8
        }
      }
      Self.append(text.utf8, to: &markup)
    }
    closeLink()
    return String(decoding: markup, as: UTF8.self)
  }

  /// Appends a text with GMarkup's special characters escaped.
  private static func append(_ text: some Sequence<UInt8>, to markup: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): markup += "&amp;".utf8
      case UInt8(ascii: "<"): markup += "&lt;".utf8
      case UInt8(ascii: ">"): markup += "&gt;".utf8
      case UInt8(ascii: "\""): markup += "&quot;".utf8
      // GMarkup turns a carriage return and a line feed into one line break. The space keeps the number of bytes,
      // because attributes count bytes.
      case UInt8(ascii: "\r"): markup.append(UInt8(ascii: " "))
      default: markup.append(byte)
      }
    }
  }
}
