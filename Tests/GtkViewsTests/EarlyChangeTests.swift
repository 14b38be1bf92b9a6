import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Changes of the content after a window is presented and before the window's first layout pass. These changes cause
  /// no warning of GTK. A warning would end the test run.
  @MainActor @Suite struct EarlyChangeTests {
    @Observable @MainActor final class Model {
      var count = 0
      /// Whether the screen has additional content. Each increment of `count` adds or removes this content.
      var hasMoreContent: Bool { count % 2 == 1 }
    }

    struct Screen: View {
      let model: Model
      /// Whether `onAppear` adds the additional content.
      let growsInOnAppear: Bool

      var body: some View {
        VStack {
          Text("always")
          if model.hasMoreContent {
            HStack {
              Image(systemName: "heart")
              Text(verbatim: String(repeating: "a long text ", count: model.count * 5))
              Spacer()
              Toggle("A switch", isOn: .constant(true))
            }
            Button("A button") {}.frame(height: 80)
            TextField("A field", text: .constant(""))
          }
        }
        .onAppear { if growsInOnAppear { model.count += 1 } }
        .navigationTitle(model.hasMoreContent ? "A title that is longer than the window is wide" : "Short")
        .toolbar {
          Button("Add") {}
          if model.hasMoreContent {
            ToolbarItem(placement: .confirmationAction) { Button("Save the document \(model.count)") {} }
            ToolbarItem(placement: .navigation) { Button(action: {}) { Label("Go back", systemImage: "chevron.left") } }
          }
        }
      }
    }

    @Test(arguments: [false, true]) func `content that grows before the first layout pass causes no GTK warning`(
      growsInOnAppear: Bool
    ) async {
      // The time of the first frame varies, so ten windows are opened.
      for _ in 1...10 {
        let model = Model()
        let window = ViewWindow(gtk_window_new().window) { Screen(model: model, growsInOnAppear: growsInOnAppear) }
        // With 640 pixels, the window has room for its longest title bar. A narrower window would first lay out this
        // title bar in the narrow width, and GTK 4.18 warns about such a layout.
        if let window = window.window { gtk_window_set_default_size(window, 640, -1) }
        window.present()
        // When the content grows before the first layout pass, either in `onAppear` or here
        if !growsInOnAppear {
          model.count += 1
          ViewGraph.shared.update()
        }
        await mainLoopSettles()

        // And when the content shrinks and grows again after that layout pass
        model.count += 1
        await waitUntil("the additional content is removed") { window.texts == ["always"] }
        model.count += 1
        await mainLoopSettles()

        // Then the additional content is shown, and GTK has not warned
        #expect(window.texts.count > 2)
        window.close()
      }
    }
  }
}
