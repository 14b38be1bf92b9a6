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
      // A link may consist of several parts with different appearances. It still gets only one tag.
      if span?.address != openAddress {
        closeLink()
        openAddress = span?.address
        if let openAddress {
          markup += "<a href=\"".utf8
          Self.appendEscaped(openAddress.utf8, to: &markup)
          markup += "\">".utf8
        }
      }
      Self.appendEscaped(text.utf8, to: &markup)
    }
    closeLink()
    return String(decoding: markup, as: UTF8.self)
  }

  /// Appends a text, and escapes the characters that have a meaning in markup.
  private static func appendEscaped(_ text: some Sequence<UInt8>, to markup: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): markup += "&amp;".utf8
      case UInt8(ascii: "<"): markup += "&lt;".utf8
      case UInt8(ascii: ">"): markup += "&gt;".utf8
      case UInt8(ascii: "\""): markup += "&quot;".utf8
      // GLib's parser for markup turns a carriage return and a line feed into one line break. A space instead of the
      // carriage return keeps the number of bytes, because the positions of Pango attributes are numbers of bytes.
      case UInt8(ascii: "\r"): markup.append(UInt8(ascii: " "))
      default: markup.append(byte)
      }
    }
  }
}
