import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Controls show the values of their bindings, also when a binding refuses or changes a value, and when the user
  /// changes a control back before the views are evaluated.
  @MainActor @Suite struct RefusalTests {
    @Observable @MainActor final class Model {
      var isOn = false
      var value = 0.25
    }

    private func firstWidget<Content>(
      ofType type: GType, in window: ViewWindow<Content>
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: type, in: $0).first })
    }

    struct Controls: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Toggle("A switch", isOn: $model.isOn)
          Toggle("A box", isOn: $model.isOn).toggleStyle(.checkbox)
          Slider(value: $model.value)
        }
      }
    }

    @Test func `a control that the user changes and changes back in one event keeps its value`() async throws {
      // Given controls with bindings to a model
      let model = Model()
      let window = await show { Controls(model: model) }
      let switchControl = try firstWidget(ofType: gtk_switch_get_type(), in: window).opaque
      let checkButton = UnsafeMutablePointer<GtkCheckButton>(
        try firstWidget(ofType: gtk_check_button_get_type(), in: window).opaque)
      let slider = UnsafeMutablePointer<GtkRange>(try firstWidget(ofType: gtk_scale_get_type(), in: window).opaque)

      // When the user changes each control, and changes it back before the views are evaluated
      await performInEventHandler {
        gtk_switch_set_active(switchControl, 1)
        gtk_switch_set_active(switchControl, 0)
      }
      #expect(!model.isOn)
      await performInEventHandler {
        gtk_check_button_set_active(checkButton, 1)
        gtk_check_button_set_active(checkButton, 0)
      }
      #expect(!model.isOn)
      await performInEventHandler {
        gtk_range_set_value(slider, 0.5)
        gtk_range_set_value(slider, 0.25)
      }
      #expect(model.value == 0.25)
      await mainLoopSettles()

      // Then the controls show the original values, as the model does
      #expect(gtk_switch_get_active(switchControl) == 0)
      #expect(gtk_check_button_get_active(checkButton) == 0)
      #expect(gtk_range_get_value(slider) == 0.25)
      window.close()
    }

    @Test func `a slider goes back when its binding refuses the value`() async throws {
      let window = await show { Slider(value: Binding(get: { 0.25 }, set: { _ in })) }
      let slider = UnsafeMutablePointer<GtkRange>(try firstWidget(ofType: gtk_scale_get_type(), in: window).opaque)
      await performInEventHandler { gtk_range_set_value(slider, 0.9) }
      await mainLoopSettles()
      #expect(gtk_range_get_value(slider) == 0.25)
      window.close()
    }

    @Test func `a slider shows the value that its binding has rounded`() async throws {
      let model = Model()
      model.value = 2
      let window = await show {
        Slider(value: Binding(get: { model.value }, set: { model.value = $0.rounded() }), in: 0...10)
      }
      let slider = UnsafeMutablePointer<GtkRange>(try firstWidget(ofType: gtk_scale_get_type(), in: window).opaque)
      await performInEventHandler { gtk_range_set_value(slider, 6.4) }
      await mainLoopSettles()
      #expect(model.value == 6)
      #expect(gtk_range_get_value(slider) == 6)
      window.close()
    }
  }
}
