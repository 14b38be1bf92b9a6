import GtkViews

extension GalleryPage {
  static let storage = GalleryPage(
    "storage", "Settings That Are Kept", in: .life,
    "A value under a name, which every view with that name shares. This page keeps it in memory; a program keeps it in a file.",
    names: ["AppStorage", "AppSettings", "defaultAppStorage(_:)"],
    code: """
      @AppStorage("volume") private var volume = 5
      .defaultAppStorage(settings)
      """
  ) { StoragePage() }
}

private struct StoragePage: View {
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
