import ReducerStore

/// The feature of the dialogs and pages in these tests: a text that can be changed, and an effect that runs until the
/// effect is cancelled. Written by hand in the form that the macros generate.
struct Note: Reducer {
  struct State: Equatable, Identifiable, ObservableState {
    /// Records the reads and writes of the fields. A number stands for each field: 0 for `id`, 1 for `text`, 2 for
    /// `touches`.
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }
    private var _id: Int
    private var _text: String
    private var _touches = 0

    init(id: Int, text: String) {
      _id = id
      _text = text
    }

    var id: Int {
      get { fields.access(0); return _id }
      set { fields.set(&_id, to: newValue, 0) }
    }
    var text: String {
      get { fields.access(1); return _text }
      set { fields.set(&_text, to: newValue, 1) }
    }
    /// The number of received actions `touched`. No view reads this number.
    var touches: Int {
      get { fields.access(2); return _touches }
      set { fields.set(&_touches, to: newValue, 2) }
    }
  }

  enum Action: Equatable, BindableAction {
    case binding(BindingAction<State>)
    case textChanged(String)
    case touched
    /// Starts an effect that runs until the effect is cancelled.
    case listeningRequested
    case closeButtonClicked
    case closeButtonClickedTwice

    var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .textChanged(let text): state.text = text
      case .touched: state.touches += 1
      case .listeningRequested:
        return .run { [id = state.id] _ in
          Effects.running.insert(id)
          // The stream has no elements. It ends when the effect is cancelled.
          for await _ in AsyncStream<Void>(unfolding: { await Effects.waitUntilCancelled() }) {}
          Effects.running.remove(id)
        }
      case .closeButtonClicked: return .run { [dismiss] _ in await dismiss() }
      case .closeButtonClickedTwice:
        return .run { [dismiss] _ in
          await dismiss()
          await dismiss()
        }
      }
      return .none
    }
  }

  /// The effects of all notes.
  @MainActor enum Effects {
    /// The ids of the notes whose effects run.
    static var running: Set<Int> = []

    /// Waits until the task is cancelled. Returns `nil`, which ends the stream of the effect.
    static func waitUntilCancelled() async -> Void? {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      return await withTaskCancellationHandler {
        for await _ in stream {}
        return nil
      } onCancel: {
        continuation.finish()
      }
    }
  }
}

extension Note.Action: CasePathable {
  /// The only case that the tests name by a key path.
  struct AllCasePaths {
    var textChanged: CasePath<Note.Action, String> {
      CasePath(embed: Note.Action.textChanged) { if case .textChanged(let text) = $0 { text } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
