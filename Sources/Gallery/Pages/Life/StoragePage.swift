import GtkViews

extension GalleryPage {
  static let storage = GalleryPage(
    "storage", "Stored Settings", in: .life,
    "A stored value with a name. All views that use the name share the value. This page stores it in memory, and a program in a file.",
    names: ["AppStorage", "AppSettings", "defaultAppStorage(_:)"],
    code: """
      @AppStorage("volume") private var volume = 5
      .defaultAppStorage(settings)
      """
  ) { StoragePage() }
}

private struct StoragePage: View {
  /// The settings already contain a volume, so the rows start with 7 and not with their default 5.
  @State private var settings = AppSettings(inMemory: ["volume": "7"])

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      VolumeRow(name: "One view")
      VolumeRow(name: "Another")
    }
    .defaultAppStorage(settings)
  }
}

private struct VolumeRow: View {
  let name: String
  @AppStorage("volume") private var volume = 5

  var body: some View {
    HStack(spacing: 12) {
      Text(verbatim: name).frame(width: 80, alignment: .leading)
      Button("Louder") { volume += 1 }
      Text(verbatim: "\(volume)")
    }
  }
}
