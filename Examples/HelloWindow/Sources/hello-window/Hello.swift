// A window with a counter. A dialog asks for a confirmation before the counter is reset. The example shows views,
// state, and a dialog that follows the state. It does not import Foundation.
import GtkViews

/// A view that counts the presses of the button *Press*.
struct HelloView: View {
  @State private var count = 0
  /// Whether the dialog is shown.
  @State private var isAsking = false

  var body: some View {
    VStack(spacing: 12) {
      Text("Hello, window").font(.largeTitle)
      Text("Pressed \(count) times").foregroundStyle(.secondary)
      HStack(spacing: 8) {
        Button("Press") { count += 1 }
        Button("Begin Again") { isAsking = true }.disabled(count == 0)
      }
    }
    .padding(24)
    .alert("Begin again?", isPresented: $isAsking) {
      Button("Begin Again", role: .destructive) { count = 0 }
      Button("Cancel", role: .cancel) {}
    } message: {
      Text("The count goes back to zero.")
    }
  }
}

@main
struct Hello: App {
  static let id = "io.github.podcaster.HelloWindow"

  var body: some Scene {
    Window("Hello", id: "hello") { HelloView() }.defaultSize(width: 320, height: 200)
  }
}
