import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import Presentation
import ReducerStore
import Testing

extension ReducerViewsTests {
  /// An animation with which an action is sent, and with which a view then shows the change.
  @MainActor @Suite struct MovementTests {
    /// A text that actions move horizontally. Written by hand in the form that the macros generate.
    struct MovableText: Reducer {
      struct State: ObservableState {
        private let fields = ObservationStateRegistrar()
        var _$id: ObservableStateID { fields.id }
        private var _x = 0.0

        /// The horizontal offset in pixels. Its number among the observed fields is 0.
        var x: Double {
          get { fields.access(0); return _x }
          set { fields.set(&_x, to: newValue, 0) }
        }
      }

      enum Action {
        case moved(toX: Double)
        case moveRequested(Animation?)
        case moveInTaskRequested(Animation?)
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .moved(let x): state.x = x
          case .moveRequested(let animation): return .send(.moved(toX: 100), animation: animation)
          case .moveInTaskRequested(let animation):
            return .run { send in await send(.moved(toX: 100), animation: animation) }
          }
          return .none
        }
      }
    }

    struct MovableTextView: View {
      let store: StoreOf<MovableText>

      var body: some View { Text("Here").offset(x: store.x) }
    }

    /// The sender of the action `moved`.
    enum Sender: CaseIterable {
      /// The test.
      case test
      /// An effect that only sends the action.
      case effect
      /// The task of an effect.
      case task

      @MainActor func move(_ store: StoreOf<MovableText>, _ animation: Animation) {
        switch self {
        case .test: store.send(.moved(toX: 100), animation: animation)
        case .effect: store.send(.moveRequested(animation))
        case .task: store.send(.moveInTaskRequested(animation))
        }
      }
    }

    @Test(arguments: Sender.allCases)
    func `an action that is sent with an animation changes the view gradually, and without one at once`(
      sender: Sender
    ) async throws {
      // Given a text whose horizontal offset, at first 0, is in a store. The test advances the frames itself.
      let store = Store(initialState: MovableText.State()) { MovableText() }
      let frames = SteppedFrames()
      var environment = EnvironmentValues()
      environment.animationClock = frames.clock
      let window = gtk_window_new().window
      ViewWindow(window, environment: environment) { MovableTextView(store: store) }.present()
      await waitUntil("the window is on screen") { gtk_widget_get_mapped(window.widget) != 0 }
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: window).first)
      let labelX = {
        var rectangle = graphene_rect_t()
        _ = gtk_widget_compute_bounds(label, window.widget, &rectangle)
        return Double(rectangle.origin.x)
      }
      await waitUntil("the text is laid out") { gtk_widget_get_width(label) > 0 }
      await mainLoopSettles()
      let startX = labelX()

      // When the text is moved to 100 with an animation of a second
      await performInEventHandler { sender.move(store, .linear(duration: 1)) }
      await waitUntil("the animation runs") { frames.isTicking }

      // Then the text is halfway after half a second
      frames.advance(by: 0.5)
      await waitUntil("the text is halfway") { abs(labelX() - startX - 50) < 0.01 }
      frames.advance(by: 0.5)
      await waitUntil("the text is at its new position") { abs(labelX() - startX - 100) < 0.01 }
      #expect(!frames.isTicking)

      // And without an animation, the text moves at once
      store.send(.moved(toX: 0))
      await waitUntil("the text is at its first position") { abs(labelX() - startX) < 0.01 }
      #expect(!frames.isTicking)
      await destroyWindow(window)
    }
  }
}
