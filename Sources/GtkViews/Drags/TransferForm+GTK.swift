internal import CGtk
internal import CGtkBridge
internal import GtkBridge

extension TransferForm {
  /// Returns a GTK content provider with the contents of the form. The caller owns the reference to the provider.
  ///
  /// - Parameter node: The node of the dragged view. Reports of a misuse name this view. `nil` if no view is dragged.
  @MainActor func provider(in node: ViewNode?) -> UnsafeMutablePointer<GdkContentProvider> {
    var value = GValue()
    g_value_init(&value, kind.type)
    defer { g_value_unset(&value) }
    switch self {
    case .text(let text): g_value_set_string(&value, text.reportingNulls(reportedAs: "A text to drag", in: node))
    case .addresses(let addresses):
      let addresses = addresses.map { $0.reportingNulls(reportedAs: "An address to drag", in: node) }
      g_value_take_boxed(&value, Self.fileList(of: addresses))
    }
    return gdk_content_provider_new_for_value(&value)
  }

  /// Creates a form from a dropped value. Returns `nil` if no form can contain the value.
  ///
  /// - Parameters:
  ///   - value: The dropped value from GTK.
  ///   - node: The node of the view on which the value was dropped. Reports of a misuse name this view.
  @MainActor init?(_ value: UnsafePointer<GValue>, on node: ViewNode) {
    if g_type_check_value_holds(value, Kind.text.type) != 0 {
      guard let text = g_value_get_string(value) else { return nil }
      self = .text(String(reportingInvalidBytesOf: text, as: "A text that was dropped", in: node))
    } else if g_type_check_value_holds(value, Kind.addresses.type) != 0, let files = g_value_get_boxed(value) {
      self = .addresses(Self.addresses(in: OpaquePointer(files)))
    } else {
      return nil
    }
  }

  /// The form without its contents.
  var kind: Kind {
    switch self {
    case .text: .text
    case .addresses: .addresses
    }
  }

  /// Returns addresses as a `GdkFileList`. The caller owns the list. In spite of the type's name, the list can also
  /// contain the addresses of web pages.
  @MainActor private static func fileList(of addresses: [String]) -> UnsafeMutableRawPointer {
    let files = addresses.map { GObjectReference(takingOver: g_file_new_for_uri($0)) }
    var pointers: [OpaquePointer?] = files.map(\.opaque)
    return UnsafeMutableRawPointer(gdk_file_list_new_from_array(&pointers, gsize(pointers.count)))
  }

  /// Returns the addresses in a borrowed `GdkFileList`.
  @MainActor private static func addresses(in fileList: OpaquePointer) -> [String] {
    var addresses: [String] = []
    // The caller of `gdk_file_list_get_files` owns the list, but not the files in it.
    let firstEntry = gdk_file_list_get_files(fileList)
    defer { g_slist_free(firstEntry) }
    var nextEntry = firstEntry
    while let entry = nextEntry {
      if let address = g_file_get_uri(OpaquePointer(entry.pointee.data)) {
        addresses.append(String(encodingInvalidBytesOf: address))
        g_free(address)
      }
      nextEntry = entry.pointee.next
    }
    return addresses
  }
}

extension TransferForm.Kind {
  /// GTK's type for the form. GTK itself converts between this type and the formats of other programs.
  @MainActor var type: GType {
    switch self {
    case .text: cgtk_type_string()
    case .addresses: gdk_file_list_get_type()
    }
  }
}
