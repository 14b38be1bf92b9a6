import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The example of docs/library/wrapping-a-widget.md behaves as the page states.
  @MainActor @Suite struct NumberFieldTests {
    @Observable @MainActor final class Model {
      var speed = 40.0
      var volume = 10.0
      var showsSpeed = true
      var isFieldShown = true
      var range = 0.0...100
      @ObservationIgnored var refusesSpeed = false
      @ObservationIgnored var writtenSpeeds: [Double] = []
    }

    /// A field for the speed or the volume of the model, 180 pixels wide, above a text with both numbers.
    struct SpeedOrVolumeField: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          if model.isFieldShown {
            NumberField(
              title: model.showsSpeed ? "Speed" : "Volume", value: model.showsSpeed ? speed : $model.volume,
              range: model.range
            )
            .frame(width: 180)
            .transition(.opacity)
          }
          Text(verbatim: "\(model.speed) \(model.volume)")
        }
      }

      private var speed: Binding<Double> {
        Binding(
          get: { model.speed },
          set: {
            model.writtenSpeeds.append($0)
            if !model.refusesSpeed { model.speed = $0 }
          })
      }
    }

    /// Returns GTK's spin button of the field.
    private func button(in window: ViewWindow<SpeedOrVolumeField>) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: gtk_spin_button_get_type(), in: $0).first })
    }

    /// Adds one step, which is 1, to the number, as the user does.
    private func stepForward(_ button: UnsafeMutablePointer<GtkWidget>) async {
      await performInEventHandler { gtk_spin_button_spin(button.opaque, GTK_SPIN_STEP_FORWARD, 1) }
    }

    /// Returns the number that the button shows.
    private func value(_ button: UnsafeMutablePointer<GtkWidget>) -> Double { gtk_spin_button_get_value(button.opaque) }

    @Test func `a number field writes its binding and follows it without writing back`() async throws {
      // Given a field that shows a number
      let misuseReports = Reports()
      defer { misuseReports.stop() }
      let model = Model()
      let window = await show { SpeedOrVolumeField(model: model) }
      let button = try button(in: window)
      #expect(value(button) == 40)

      // When the program changes the number and its range, the widget follows, and writes nothing back. The range
      // 0...50 clamps 60 to 50 in the button only
      model.speed = 60
      await waitUntil("the button follows") { value(button) == 60 }
      model.range = 0...50
      await waitUntil("the button has the range") { value(button) == 50 }
      #expect(model.speed == 60 && model.writtenSpeeds.isEmpty)
      model.range = 0...100
      await waitUntil("the button shows 60 again, which the new range includes") { value(button) == 60 }

      // When the user steps, the state follows
      await stepForward(button)
      await waitUntil("the text follows") { window.texts.last == "61.0 10.0" }
      #expect(model.writtenSpeeds == [61])

      // When the binding refuses the value, the button goes back
      model.refusesSpeed = true
      await stepForward(button)
      #expect(value(button) == 61 && model.speed == 61)
      #expect(misuseReports.all.isEmpty)
      window.close()
    }

    @Test func `a number field with a new binding keeps its widget and writes to the new binding`() async throws {
      let model = Model()
      let window = await show { SpeedOrVolumeField(model: model) }
      let button = try button(in: window)
      model.showsSpeed = false
      await waitUntil("the button shows the volume") { value(button) == 10 }
      await stepForward(button)
      #expect((model.speed, model.volume) == (40, 11))
      let buttonAfterChange = try self.button(in: window)
      #expect(buttonAfterChange == button)
      window.close()
    }

    @Test func `a number field has its title as accessible name and its frame's width, and is freed`() async throws {
      // Given a field with a title and a frame
      let deallocations = DeallocationWatch()
      let model = Model()
      let window = await show { SpeedOrVolumeField(model: model) }
      do {
        let button = try button(in: window)
        #expect(hasAccessibleName("Speed", button))
        let frame = try #require(gtk_widget_get_parent(button))
        var bounds = graphene_rect_t()
        await waitUntil("the button is as wide as its frame") {
          gtk_widget_compute_bounds(button, frame, &bounds) != 0 && bounds.size.width == 180
            && gtk_widget_get_width(frame) == 180
        }
        deallocations.watch(button, "the button")
        deallocations.watch(model, "the model")
      }

      // When the field shows the volume, its accessible name is “Volume”
      model.showsSpeed = false
      let button = try button(in: window)
      await waitUntil("the accessible name follows") { hasAccessibleName("Volume", button) }

      // When the view is removed with an animation, then the widget is freed. The test itself holds the model.
      withAnimation(.linear(duration: 0.05)) { model.isFieldShown = false }
      await waitUntil("the button is gone") { deallocations.survivors == ["the model"] }
      window.close()
    }
  }
}
