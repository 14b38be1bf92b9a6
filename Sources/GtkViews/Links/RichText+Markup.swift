internal import Presentation

extension RichText {
  /// The text as GTK markup with tags only for its links. The rest of the appearance, such as bold text, is set by
  /// Pango attributes.
  var linkMarkup: String {
    var markup: [UInt8] = []
    var open: String?
    func end() {
      if open != nil { markup += "</a>".utf8 }
    }
    forEachPart { words, span in
      // Adjacent parts of one link with different appearances form one link.
      if span?.address != open {
        end()
        open = span?.address
        if let open {
          markup += "<a href=\"".utf8
          Self.append(open.utf8, to: &markup)
          markup += "\">".utf8
        }
      }
      Self.append(words.utf8, to: &markup)
    }
    end()
    return String(decoding: markup, as: UTF8.self)
  }

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
