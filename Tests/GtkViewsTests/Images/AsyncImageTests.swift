import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Pictures that `AsyncImage` loads while it is on screen, and the loading and decoding of their files.
  @MainActor @Suite struct AsyncImageTests {
    @Observable @MainActor final class Model {
      var address: String?
      var isShown = true
      /// A number that the body shows. A new number evaluates the body again.
      var count = 0
      /// The names of the recorded phases. Not observed, because the body records them.
      @ObservationIgnored var phases: [String] = []

      init(_ address: String?) {
        self.address = address
      }

      /// Appends the name of a phase unless it is the name of the last one, and returns the name.
      func record(_ phase: AsyncImagePhase) -> String {
        let name =
          switch phase {
          case .empty: "empty"
          case .success: "success"
          case .failure(let error): "failure \(error)"
          }
        if phases.last != name { phases.append(name) }
        return name
      }
    }

    /// The model's count, and an image with the name of its phase as a text. The text of a failure does not name the
    /// error.
    struct ImageWithPhase: View {
      let model: Model

      var body: some View {
        VStack {
          Text(verbatim: "\(model.count)")
          if model.isShown {
            AsyncImage(url: model.address) { phase in
              Text(verbatim: String(model.record(phase).prefix { $0 != " " }))
              phase.image
            }
          }
        }
      }
    }

    /// Returns an environment with a loader and with a new cache, which has no pictures of other tests.
    private func environment(_ loader: ImageLoader = .files) -> EnvironmentValues {
      var environment = EnvironmentValues()
      environment.imageCache = ImageCache(byteLimit: 1 << 20)
      environment.imageLoader = loader
      return environment
    }

    /// Returns the widget of the shown picture, or `nil` while no picture is shown.
    private func picture<Content>(in window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      window.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first }
    }

    @Test func `a loaded image replaces its placeholder`() async throws {
      // Given a red picture of 40 by 20 pixels
      let files = try SamplePictures()
      defer { files.remove() }
      let address = try files.writePNG("red.png")

      // When a view shows the picture
      let window = await show(environment: environment()) {
        AsyncImage(url: address) {
          $0
        } placeholder: {
          Text(verbatim: "loading")
        }.frame(width: 80, height: 60)
      }

      // Then the picture replaces the placeholder
      await waitUntil("the picture") { picture(in: window) != nil }
      #expect(window.texts.isEmpty)
      let pictureWidget = try #require(picture(in: window))
      let paintable = try #require(gtk_picture_get_paintable(pictureWidget.opaque))
      #expect(gdk_paintable_get_intrinsic_width(paintable) == 40 && gdk_paintable_get_intrinsic_height(paintable) == 20)

      // And the picture is red
      await drawFrame(of: try #require(window.window))
      await waitUntil("the width of the picture") { gtk_widget_get_width(pictureWidget) > 0 }
      let middle = (x: Int(gtk_widget_get_width(pictureWidget)) / 2, y: Int(gtk_widget_get_height(pictureWidget)) / 2)
      #expect(pixels(of: pictureWidget, at: [middle])[0].isClose(to: Pixel(red: 255, green: 0, blue: 0)))
      window.close()
    }

    @Test func `the phase goes from empty to success once, also after another evaluation`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let model = Model(try files.writePNG("red.png"))
      let window = await show(environment: environment()) { ImageWithPhase(model: model) }
      await waitUntil("the picture") { window.texts == ["0", "success"] }
      #expect(model.phases == ["empty", "success"])

      // When the body is evaluated again with the same address, the same widget shows the same picture
      let pictureWidget = picture(in: window)
      model.count = 1
      await waitUntil("the body was evaluated") { window.texts.first == "1" }
      await mainLoopSettles()
      #expect(model.phases == ["empty", "success"])
      #expect(picture(in: window) == pictureWidget)
      window.close()
    }

    @Test func `a new address shows the placeholder again before its image`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let model = Model(try files.writePNG("red.png"))
      let window = await show(environment: environment()) { ImageWithPhase(model: model) }
      await waitUntil("the first picture") { window.texts.last == "success" }
      model.address = try files.writePNG("blue.png", color: 0x0000_ffff)
      await waitUntil("the second picture") { model.phases == ["empty", "success", "empty", "success"] }

      // And without an address there is no picture
      model.address = nil
      await waitUntil("no picture") { window.texts.last == "empty" }
      #expect(picture(in: window) == nil)
      window.close()
    }

    @Test func `a cached image is shown at once`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let model = Model(try files.writePNG("red.png"))
      let window = await show(environment: environment()) { ImageWithPhase(model: model) }
      await waitUntil("the picture") { window.texts.last == "success" }
      model.isShown = false
      await waitUntil("the view is removed") { window.texts == ["0"] }
      model.phases = []
      model.isShown = true
      await waitUntil("the picture is back") { window.texts.last == "success" }
      #expect(model.phases == ["success"])
      window.close()
    }

    /// Loads one picture for all addresses. Each address is a number, which is recorded.
    @MainActor private final class NumberedRequests {
      private(set) var numbers: [Int] = []
      private let bytes: [UInt8]

      init(_ bytes: [UInt8]) { self.bytes = bytes }

      var loader: ImageLoader {
        ImageLoader { [weak self] address in
          self?.numbers.append(Int(address) ?? -1)
          return self?.bytes ?? []
        }
      }
    }

    private struct PictureRows: View {
      let isLazyStack: Bool

      var body: some View {
        if isLazyStack {
          ScrollView { LazyVStack { rows } }
        } else {
          List { rows }
        }
      }

      private var rows: some View {
        ForEach(0..<500, id: \.self) { number in
          HStack {
            AsyncImage(url: String(number)) {
              $0.resizable()
            } placeholder: {
              Color.gray
            }.frame(width: 40, height: 40)
            Text(verbatim: "Row \(number)")
          }
        }
      }
    }

    @Test(arguments: [false, true])
    func `only the pictures of visible rows and of a few rows near them are loaded`(isLazyStack: Bool) async throws {
      // Given a list of 500 rows with pictures of 40 pixels, in a window with room for about ten
      let files = try SamplePictures()
      defer { files.remove() }
      _ = try files.writePNG("red.png")
      let requests = NumberedRequests(try files.bytes("red.png"))
      let window = await show(environment: environment(requests.loader)) {
        PictureRows(isLazyStack: isLazyStack).frame(width: 300, height: 400)
      }
      await waitUntil("the first pictures") { Set(requests.numbers).isSuperset(of: 0..<8) }
      await mainLoopSettles()

      // Then only the pictures of about ten visible rows and of at most ten rows below them are loaded, although GTK
      // has realized more rows
      #expect(Set(requests.numbers).isSubset(of: 0..<20))

      // When the list is scrolled to its end, then pictures of the last 20 rows are loaded, and none in the middle
      let root = try #require(window.window)
      // A lazy stack is a `GtkListView` too.
      let listView = try #require(widgets(ofType: gtk_list_view_get_type(), in: root).first)
      let adjustment = try #require(gtk_scrollable_get_vadjustment(listView.opaque))
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
      await waitUntil("the last pictures") { Set(requests.numbers).isSuperset(of: 492..<500) }
      await mainLoopSettles()
      #expect(requests.numbers.allSatisfy { $0 < 20 || $0 >= 480 })
      window.close()
    }

    // The width of the picture is the default of `writePNG`: 40 pixels.
    @Test(arguments: [(1.0, Int32(40)), (2, 20)])
    func `the width of an image is the width of its picture divided by the scale`(
      scale: Double, width: Int32
    ) async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let address = try files.writePNG("red.png")
      let window = await show(environment: environment()) { AsyncImage(url: address, scale: scale) }
      let pictureWidget = try #require(picture(in: window))
      await waitUntil("the picture") { gtk_picture_get_paintable(pictureWidget.opaque) != nil }
      #expect(gtk_picture_get_paintable(pictureWidget.opaque).map { gdk_paintable_get_intrinsic_width($0) } == width)
      window.close()
    }

    @Test func `an image replaces its placeholder symbol until its address is nil`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let model = Model(try files.writePNG("red.png"))
      let window = await show(environment: environment()) {
        SymbolAsPlaceholder(model: model)
      }
      await waitUntil("the picture") { picture(in: window) != nil }
      #expect(window.window.map { widgets(ofType: gtk_image_get_type(), in: $0).isEmpty } == true)
      model.address = nil
      await waitUntil("the symbol") { picture(in: window) == nil }
      #expect(window.window.map { widgets(ofType: gtk_image_get_type(), in: $0).count } == 1)
      window.close()
    }

    struct SymbolAsPlaceholder: View {
      let model: Model

      var body: some View {
        AsyncImage(url: model.address) { $0.image ?? Image(systemName: "headphones") }
      }
    }

    @Test(arguments: ["truncated", "invalid", "empty"])
    func `an undecodable image is a failure phase and is reported once with its view`(
      kind: String
    ) async throws {
      // Given a file that cannot be decoded as a picture
      let files = try SamplePictures()
      defer { files.remove() }
      let address =
        switch kind {
        case "truncated": try files.writePNG("broken.png", width: 400, height: 400, writtenShare: 0.6)
        case "invalid": try files.write(Array("This is no picture.\0\u{ff}".utf8), "broken.png")
        default: try files.write([], "broken.png")
        }
      let reports = Reports()
      defer { reports.stop() }

      // When a view shows the file, is removed, and is inserted again
      let model = Model(address)
      let window = await show(environment: environment()) { ImageWithPhase(model: model) }
      await waitUntil("the failure") { window.texts.last == "failure" }
      #expect(model.phases.last?.contains("undecodable") == true)
      model.isShown = false
      await waitUntil("the view is removed") { window.texts == ["0"] }
      model.isShown = true
      await waitUntil("the failure again") { window.texts.last == "failure" }

      // Then the failure is reported once, with the view, the picture and the source file
      #expect(reports.all.count == 1)
      #expect(
        reports.all.first?.message.contains("ImageWithPhase") == true
          && reports.all.first?.message.contains("broken.png") == true)
      #expect(reports.all.first?.fileID.hasSuffix("AsyncImageTests.swift") == true)

      // And another picture is shown
      model.address = try files.writePNG("red.png")
      await waitUntil("the picture") { window.texts.last == "success" }
      window.close()
    }

    @Test func `a missing file is a failure phase without a report`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let reports = Reports()
      defer { reports.stop() }
      let model = Model(files.address("missing.png"))
      let window = await show(environment: environment()) { ImageWithPhase(model: model) }
      await waitUntil("the failure") { window.texts.last == "failure" }
      #expect(model.phases.last?.contains("unreadable") == true)
      #expect(reports.all.isEmpty)
      window.close()
    }

    @Test(arguments: ["https://example.org/a.png", "HTTP://example.org/a.png", "no address", "nothing:at/all"])
    func `the default loader refuses web addresses and invalid addresses`(address: String) async {
      let model = Model(address)
      let window = await show(environment: environment()) { ImageWithPhase(model: model) }
      await waitUntil("the failure") { window.texts.last == "failure" }
      #expect(model.phases.last?.contains("unsupportedAddress") == true)
      window.close()
    }

    @Test func `the image in a data URL is shown, in base64 or with percent escapes`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      _ = try files.writePNG("red.png")
      let bytes = try files.bytes("red.png")
      let base64 = try #require(bytes.withUnsafeBytes { g_base64_encode($0.baseAddress, gsize($0.count)) })
      defer { g_free(base64) }
      let model = Model("data:image/png;base64,\(String(cString: base64))")
      let window = await show(environment: environment()) { ImageWithPhase(model: model) }
      await waitUntil("the picture") { window.texts.last == "success" }

      // When the data is written with percent escapes instead of base64, then it is shown too
      model.address = "data:image/png," + bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      await waitUntil("the second picture") { model.phases == ["empty", "success", "empty", "success"] }
      // A data URL without the comma before its data is invalid.
      model.address = "data:nothing"
      await waitUntil("the failure") { window.texts.last == "failure" }
      window.close()
    }

    @Test func `the file loader reads the program's resources`() async throws {
      Icons.register()
      let bytes = try await ImageLoader.files.load(
        "resource:///io/github/podcaster/gtkviews/icons/scalable/actions/gtkviews-heart-symbolic.svg")
      #expect(bytes.starts(with: Array("<svg".utf8)))
    }

    @Test func `an image with too many pixels is scaled down, and a far larger one is refused`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      _ = try files.writePNG("large.png", width: 8192, height: 4096)
      let scaledDown = try await Pictures.decode(try files.bytes("large.png"))
      let pixels = Int(gdk_texture_get_width(scaledDown.opaque)) * Int(gdk_texture_get_height(scaledDown.opaque))
      // The picture is not scaled down more than necessary.
      #expect(pixels <= Pictures.maxShownPixels && pixels > Pictures.maxShownPixels * 9 / 10)
      // The picture is still twice as wide as high, like its file.
      #expect(gdk_texture_get_width(scaledDown.opaque) / gdk_texture_get_height(scaledDown.opaque) == 2)

      // A small file whose header declares 20 000 · 20 000 = 400 million pixels is refused.
      _ = try files.writePNG("small.png")
      let huge = files.replacingSize(of: try files.bytes("small.png"), withSide: 20_000)
      await #expect(throws: PictureFailure.tooLarge) { try await Pictures.decode(huge) }
    }
  }
}
