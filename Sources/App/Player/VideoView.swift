import AppFeatures
import Foundation
import GtkViews
import PixelViews
import Podcasts
import ReducerStore

/// The video of the episode in the player, and below it the player's controls. The player decodes frames while this
/// view is on screen.
struct VideoView: View {
  let store: StoreOf<PlayerFeature>
  /// The title of the window.
  let title: String
  /// Starts the decoding, and returns the stream of frames. The decoding ends when the stream is no longer read. The
  /// player ends the stream if it cannot decode the video.
  let frames: @Sendable () -> AsyncStream<VideoFrame>
  /// The pixels of the newest valid frame, or `nil` before the first one.
  @State private var pixels: PixelBuffer?
  /// Whether the stream of frames ended while the window was open, because the video cannot be decoded.
  @State private var hasFailed = false

  var body: some View {
    VStack(spacing: 0) {
      Group {
        if hasFailed {
          ContentUnavailableView {
            Text("The Video Cannot Be Shown")
          } description: {
            // Most formats without a known package are decoded by GStreamer's plugin libav.
            Text(
              "This computer cannot decode it. Install the package \(store.videoDecoderPackage ?? "gstreamer1.0-libav"), then start the program again."
            )
          }
        } else {
          PixelView(pixels).accessibilityLabel("Video")
        }
      }
      .frame(
        minWidth: 320, idealWidth: 800, maxWidth: .infinity, minHeight: 180, idealHeight: 450, maxHeight: .infinity)
      HStack(spacing: 12) {
        TransportButtons(store: store, playButtonDiameter: 40, hasKeyboardShortcuts: true)
        PositionSlider(store: store)
      }
      .padding(12)
    }
    .navigationTitle(Text(verbatim: title))
    .task {
      for await frame in frames() { pixels = PixelBuffer(frame) ?? pixels }
      hasFailed = !Task.isCancelled
    }
  }
}

extension PixelBuffer {
  /// Copies the pixels of a frame. Returns `nil` if the size of the frame is not valid.
  fileprivate init?(_ frame: VideoFrame) {
    let pixels = frame.pixels.withUnsafeBytes {
      PixelBuffer(width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow, bgra: $0)
    }
    guard let pixels else { return nil }
    self = pixels
  }
}

extension View {
  /// Presents a window with the video of the episode in the player while ``PlayerFeature/State/video`` is not `nil`.
  func videoWindow(
    _ store: StoreOf<PlayerFeature>, frames: @escaping @Sendable () -> AsyncStream<VideoFrame>
  ) -> some View {
    VideoPresenter(content: self, store: store, frames: frames)
  }
}

/// The view that presents the window. It has a type of its own because the binding needs `@Bindable`.
private struct VideoPresenter<Content: View>: View {
  let content: Content
  @Bindable var store: StoreOf<PlayerFeature>
  let frames: @Sendable () -> AsyncStream<VideoFrame>

  var body: some View {
    content.window(item: $store.video.sending(\.videoChanged)) {
      VideoView(store: store, title: $0.title, frames: frames)
    }
  }
}
