import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Code that compiles with SwiftUI and must compile with GtkViews, too.
  @MainActor @Suite struct SourceCompatibilityTests {
    @MainActor @Observable final class Model {
      var name = "first"
      var count = 0
    }

    /// Creates a model of the main actor as the initial value of a state, and binds to the model in its body.
    struct Owner: View {
      @State private var model = Model()

      var body: some View {
        @Bindable var model = model
        VStack {
          Text(verbatim: model.name)
          TextField("Name", text: $model.name)
          Button("Count") { model.count += 1 }
          Text("\(model.count)")
        }
      }
    }

    @Test func `a view that owns a model of the main actor compiles and follows the model`() async {
      let window = await show { Owner() }
      await window.click("Count")
      await waitUntil("the model has changed") { window.texts.contains("1") }
      window.close()
    }
  }
}
