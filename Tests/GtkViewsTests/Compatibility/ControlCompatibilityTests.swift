import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Initializers and modifiers of controls that have the same names and parameters as in SwiftUI.
  @MainActor @Suite struct ControlCompatibilityTests {
    @Observable @MainActor final class Model {
      var isOn = false
      var floatValue: Float = 0.5
      var doubleValue = 3.0
      var style = LabelStyleKind.automatic
      @ObservationIgnored var events: [String] = []
    }

    private func allWidgets<Content>(
      _ type: GType, in window: ViewWindow<Content>
    ) throws -> [UnsafeMutablePointer<GtkWidget>] {
      widgets(ofType: type, in: try #require(window.window))
    }

    /// Returns the images of symbols, without the images that GTK itself puts into a switch.
    private func symbols<Content>(in window: ViewWindow<Content>) throws -> [UnsafeMutablePointer<GtkWidget>] {
      try allWidgets(gtk_image_get_type(), in: window).filter {
        gtk_widget_get_ancestor($0, gtk_switch_get_type()) == nil
      }
    }

    struct Symbols: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Button("Add", systemImage: "plus") { model.events.append("add") }
          Button("Remove", systemImage: "trash", role: .destructive) {}
          Toggle("Favorite", systemImage: "heart", isOn: $model.isOn)
          Label {
            Text("title")
          } icon: {
            Text("icon")
          }
        }
        .labelStyle(model.style)
      }
    }

    @Test func `labelStyle shows titles, symbols or both in buttons, toggles and labels`() async throws {
      let model = Model()
      let window = await show { Symbols(model: model) }
      #expect(window.texts == ["Add", "Remove", "Favorite", "icon", "title"])
      #expect(try symbols(in: window).count == 3)
      await window.click("Add")
      #expect(model.events == ["add"])
      model.style = .titleOnly
      await waitUntil("the symbols are gone") { (try? symbols(in: window).isEmpty) == true }
      #expect(window.texts == ["Add", "Remove", "Favorite", "title"])
      model.style = .iconOnly
      // The icon of the last label is the text “icon”.
      await waitUntil("the titles are gone") { window.texts == ["icon"] }
      #expect(try symbols(in: window).count == 3)
      #expect(hasAccessibleName("Add", try allWidgets(gtk_button_get_type(), in: window)[0]))
      #expect(hasAccessibleName("Favorite", try allWidgets(gtk_switch_get_type(), in: window)[0]))
      window.close()
    }

    struct Sliders: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Slider(value: $model.floatValue, in: 0...2)
          Slider(value: $model.doubleValue, in: 1...9, step: 2)
          Slider(value: $model.doubleValue, in: 1...9) {
            Text("Speed")
          } minimumValueLabel: {
            Text("slow")
          } maximumValueLabel: {
            Text("fast")
          } onEditingChanged: { _ in
          }
          Slider(value: $model.doubleValue, in: 1...9) { Text("Only") }
        }
      }
    }

    @Test func `a slider accepts labels, steps and any floating-point type`() async throws {
      let model = Model()
      let window = await show { Sliders(model: model) }
      let scales = try allWidgets(gtk_scale_get_type(), in: window)
      try #require(scales.count == 4)
      let ranges = scales.map { UnsafeMutablePointer<GtkRange>($0.opaque) }
      #expect(window.texts == ["Speed", "slow", "fast", "Only"])
      #expect(hasAccessibleName("Speed", scales[2]))
      #expect(hasAccessibleName("Only", scales[3]))
      await performInEventHandler { gtk_range_set_value(ranges[0], 1.5) }
      #expect(model.floatValue == 1.5)
      await performInEventHandler { gtk_range_set_value(ranges[1], 5.8) }
      // The second slider has the steps 1, 3, 5, 7 and 9.
      #expect(model.doubleValue == 5)
      // The third and the fourth slider have the same binding as the second one.
      await mainLoopSettles()
      #expect(ranges.dropFirst().map { gtk_range_get_value($0) } == [5, 5, 5])
      window.close()
    }

    struct Progress: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          ProgressView("Loading…")
          ProgressView("Copying", value: model.floatValue, total: 2)
          ProgressView(value: 0.5)
          ProgressView { Text("Waiting") }
        }
      }
    }

    @Test func `a progress view accepts labels and any floating-point type`() async throws {
      let model = Model()
      let window = await show { Progress(model: model) }
      #expect(window.texts == ["Loading…", "Copying", "Waiting"])
      // The two progress views without a value, “Loading…” and “Waiting”, are spinners.
      #expect(try allWidgets(gtk_spinner_get_type(), in: window).count == 2)
      let bars = try allWidgets(gtk_progress_bar_get_type(), in: window)
      #expect(bars.map { gtk_progress_bar_get_fraction($0.opaque) } == [0.25, 0.5])
      model.floatValue = 1
      await waitUntil("the progress bar follows") { gtk_progress_bar_get_fraction(bars[0].opaque) == 0.5 }
      window.close()
    }

    @Test func `tint, control size and image scale apply to controls and symbols`() async throws {
      let window = await show {
        VStack {
          VStack {
            Button("Go") {}.buttonStyle(.borderedProminent)
            Toggle("On", isOn: .constant(true))
            Slider(value: .constant(0.5))
            ProgressView(value: 0.5)
            Text("tint").foregroundStyle(.tint)
            Image(systemName: "heart").imageScale(.large)
            Image(systemName: "heart")
          }
          .tint(Color(red: 1, green: 0, blue: 0))
          Button("Small") {}.controlSize(.mini)
          Button("Usual") {}
          Button("Large") {}.controlSize(.extraLarge)
        }
      }
      let label = try #require(try allWidgets(gtk_label_get_type(), in: window).first { texts(in: $0) == ["tint"] })
      await mainLoopSettles()
      var color = GdkRGBA()
      gtk_style_context_get_color(gtk_widget_get_style_context(label), &color)
      #expect((color.red, color.green, color.blue) == (1, 0, 0))
      // A tinted control has the style class of its tint.
      var environment = EnvironmentValues()
      environment.tint = Color(red: 1, green: 0, blue: 0)
      for type in [gtk_switch_get_type(), gtk_scale_get_type(), gtk_progress_bar_get_type()] {
        let tintClass = StyleSheet.shared.tintClass(in: environment)
        let isTinted = try allWidgets(type, in: window).contains { gtk_widget_has_css_class($0, tintClass) != 0 }
        #expect(isTinted)
      }
      // The buttons “Small”, “Usual” and “Large”, without the button “Go”.
      let buttonHeights = try allWidgets(gtk_button_get_type(), in: window).dropFirst().map(gtk_widget_get_height)
      try #require(buttonHeights.count == 3)
      #expect(buttonHeights[0] < buttonHeights[1] && buttonHeights[1] < buttonHeights[2])
      // The first heart has a large scale.
      let imageSizes = try symbols(in: window).map { gtk_image_get_pixel_size($0.opaque) }
      #expect(imageSizes[0] > imageSizes[1])
      window.close()
    }

    struct OptionalModelReader: View {
      @Environment(Model.self) private var model: Model?

      var body: some View { Text(verbatim: model.map { "\($0.doubleValue)" } ?? "none") }
    }

    @Test func `an optional environment model may be missing`() async {
      let window = await show {
        VStack {
          OptionalModelReader()
          OptionalModelReader().environment(Model())
          // SwiftUI also has this initializer of `AnyView`. It only has to compile.
          AnyView(erasing: Text("erased"))
        }
      }
      #expect(window.texts == ["none", "3.0", "erased"])
      window.close()
    }

    @Test func `accessibility modifiers accept Text values`() async throws {
      let window = await show {
        VStack {
          Button("A") {}.accessibilityLabel(Text("Name")).accessibilityHint(Text("Hint")).help(Text("Help"))
          // The sliders only have to compile.
          Slider(value: .constant(0.5)).accessibilityValue("half")
          Slider(value: .constant(0.5)) { Text("Volume") }.accessibilityValue(Text(verbatim: "50 %"))
        }
      }
      let button = try #require(try allWidgets(gtk_button_get_type(), in: window).first)
      #expect(hasAccessibleName("Name", button))
      #expect(hasAccessibleDescription("Hint", button))
      #expect(gtk_widget_get_tooltip_text(button).map { String(cString: $0) } == "Help")
      window.close()
    }
  }
}
