import CGtk
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The action of `onKeyPress`. The function `pressKey` returns whether a key controller of the
  /// widget has handled the key press.
  @MainActor @Suite struct KeyPressTests {
    @Observable @MainActor final class Model {
      var handlesPress = true
      @ObservationIgnored var pressCount = 0
    }

    struct ButtonWithKeyAction: View {
      let model: Model

      var body: some View {
        VStack {
          Button("Row") {}
            .onKeyPress("q") {
              model.pressCount += 1
              return model.handlesPress ? .handled : .ignored
            }
        }
      }
    }

    @Test func `an action runs for its key in either case, and neither for another key nor with Control`() async throws
    {
      // Given a button with an action for the key Q
      let model = Model()
      let window = await show { ButtonWithKeyAction(model: model) }
      let button = try #require(window.window.flatMap { widgets(ofType: gtk_button_get_type(), in: $0).first })

      // When Q is pressed, in lower or upper case, then the action runs
      #expect(await pressKey(UInt32(GDK_KEY_q), on: button))
      #expect(await pressKey(UInt32(GDK_KEY_Q), on: button))
      #expect(model.pressCount == 2)

      // And the action runs neither for another key nor with Control
      #expect(await pressKey(UInt32(GDK_KEY_w), on: button) == false)
      #expect(await pressKey(GDK_KEY_q, holding: GDK_CONTROL_MASK, on: button) == false)
      #expect(model.pressCount == 2)
      window.close()
    }

    @Test func `a key press that the action ignores is not handled`() async throws {
      let model = Model()
      model.handlesPress = false
      let window = await show { ButtonWithKeyAction(model: model) }
      let button = try #require(window.window.flatMap { widgets(ofType: gtk_button_get_type(), in: $0).first })
      #expect(await pressKey(UInt32(GDK_KEY_q), on: button) == false)
      #expect(model.pressCount == 1)
      window.close()
    }
  }
}
