import GtkViews

extension GalleryPage {
  static let loadedImages = GalleryPage(
    "loaded-images", "Loaded Images", in: .texts,
    "A picture from an address, which is loaded while its view is on screen. The program provides the loader. Until the picture is loaded, a "
      + "placeholder is shown.",
    names: ["AsyncImage", "AsyncImagePhase", "ImageLoader", "ImageCache", "ImageError"],
    code: """
      AsyncImage(url: address) { image in
        image.resizable().scaledToFill()
      } placeholder: {
        ProgressView()
      }
      """
  ) { LoadedImagesPage() }
}

private struct LoadedImagesPage: View {
  /// The name of the picture's color, for the address of the picture.
  @State private var color = "blue"
  @State private var cache = ImageCache(byteLimit: 1 << 20)

  var body: some View {
    Specimens {
      Specimen("A picture in a frame") {
        VStack(alignment: .leading, spacing: 8) {
          Cover(address: "artwork:\(color)").accessibilityLabel(Text(verbatim: "A \(color) picture"))
          HStack(spacing: 8) {
            Button("Blue") { color = "blue" }
            Button("Green") { color = "green" }
            Button("Not a Color") { color = "nothing" }
          }
        }
      }
      Specimen("A view for each phase") { PhasesOfLoading(address: "artwork:\(color)") }
      Specimen("An address that the loader does not support") {
        AsyncImage(url: "https://example.org/cover.png") { phase in
          if let error = phase.error as? ImageError { Text(verbatim: error.userMessage).foregroundStyle(.secondary) }
        }
        .environment(\.imageLoader, .files)
      }
    }
    .environment(\.imageLoader, ImageLoader { try await loadArtwork($0) })
    .environment(\.imageCache, cache)
  }
}

private struct Cover: View {
  let address: String

  var body: some View {
    AsyncImage(url: address) { image in
      image.resizable().scaledToFill()
    } placeholder: {
      ProgressView()
    }
    .frame(width: 96, height: 96)
    .cornerRadius(12)
  }
}

private struct PhasesOfLoading: View {
  let address: String

  var body: some View {
    AsyncImage(url: address, scale: 2) { phase in
      switch phase {
      case .empty: Text(verbatim: "Loading…")
      case .success(let image): image
      case .failure: Label("No Picture", systemImage: "exclamationmark.triangle")
      }
    }
    .frame(width: 120, height: 32, alignment: .leading)
  }
}

/// The error of `loadArtwork` for an address without a picture.
private struct NoSuchColor: Error {}

/// Loads the picture of an address such as `artwork:blue`. This function stands for a program's own image loader.
@MainActor private func loadArtwork(_ address: String) async throws -> [UInt8] {
  switch address {
  case "artwork:blue": return try await ImageLoader.files.load(bluePictureAddress)
  case "artwork:green": return try await ImageLoader.files.load(greenPictureAddress)
  default: throw NoSuchColor()
  }
}

/// The address of a blue picture of 16 by 16 pixels. The address contains the picture's data.
private let bluePictureAddress = """
  data:image/png;base64,\
  iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAZ0lEQVR42mMwbXlCEmIwbrhDEmIwrL5KEmIwKD9LEmLQKzpGEmLQydtHEmLQytpGEmLQSF1P\
  EmJQT1xOEmJQjVlAEmJQjphBEmJQDJlAEmKQ9+8kCTHIeTeShBhk3KpIQgxSTkUkIQCinzWQU5snJgAAAABJRU5ErkJggg==
  """
/// The address of a green picture of 16 by 16 pixels.
private let greenPictureAddress = """
  data:image/png;base64,\
  iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAZ0lEQVR42mMwvlhFEmIwPFVGEmIwOFxEEmLQ25NHEmLQ2ZpFEmLQXpdGEmLQXJ5EEmJQXxBH\
  EmJQmxlJEmJQmRRKEmJQ6g4kCTEotviShBjkaz1JQgyyZa4kIQaZfEeSEINUhi1JCACA1h6Q23D1mQAAAABJRU5ErkJggg==
  """
