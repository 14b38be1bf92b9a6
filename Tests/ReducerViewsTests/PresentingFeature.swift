import ReducerStore

/// Presents a note in a sheet, a cover, a popover or a page, and a question in an alert or a confirmation dialog. The
/// code that the macros would generate is written by hand.
struct PresentingFeature: Reducer {
  enum Answer: Equatable {
    case yes
    case askAgain
    case openNote
  }

  @dynamicMemberLookup
  enum Destination: Equatable, ObservableState {
    case sheet(Note.State)
    case cover(Note.State)
    case popover(Note.State)
    case page(Note.State)
    case alert(AlertState<Answer>)
    case dialog(ConfirmationDialogState<Answer>)

    /// The identity of the payload, with the number of the case. The payload of an alert or a confirmation dialog has
    /// no identity, so a unique one is used.
    var _$id: ObservableStateID {
      switch self {
      case .sheet(let note): .tagged(note._$id, 0)
      case .cover(let note): .tagged(note._$id, 1)
      case .popover(let note): .tagged(note._$id, 2)
      case .page(let note): .tagged(note._$id, 3)
      case .alert: .tagged(.unique(), 4)
      case .dialog: .tagged(.unique(), 5)
      }
    }
  }

  enum DestinationAction: Equatable {
    case sheet(Note.Action)
    case cover(Note.Action)
    case popover(Note.Action)
    case page(Note.Action)
    case alert(Answer)
    case dialog(Answer)
  }

  struct State: Equatable, ObservableState {
    /// Records the reads and writes of the fields. A number stands for each field: 0 for `count`, 1 for `isOn`, 2 for
    /// `name`, 3 for `presentedDestination`, 4 for `presentedAlert`.
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }
    private var _count = 0
    private var _isOn = false
    private var _name = ""
    private var _presentedDestination = PresentationState<Destination>(wrappedValue: nil)
    private var _presentedAlert = PresentationState<AlertState<Answer>>(wrappedValue: nil)

    var count: Int {
      get { fields.access(0); return _count }
      set { fields.set(&_count, to: newValue, 0) }
    }
    var isOn: Bool {
      get { fields.access(1); return _isOn }
      set { fields.set(&_isOn, to: newValue, 1) }
    }
    var name: String {
      get { fields.access(2); return _name }
      set { fields.set(&_name, to: newValue, 2) }
    }
    /// The destination and its presentation. With macros, `$destination` would be this property.
    var presentedDestination: PresentationState<Destination> {
      get { fields.access(3); return _presentedDestination }
      set { fields.set(&_presentedDestination, to: newValue, 3) }
      _modify {
        let before = fields.willModify(_presentedDestination)
        defer { fields.didModify(_presentedDestination, from: before, 3) }
        yield &_presentedDestination
      }
    }
    var destination: Destination? {
      get { presentedDestination.wrappedValue }
      set { presentedDestination.wrappedValue = newValue }
    }
    var presentedAlert: PresentationState<AlertState<Answer>> {
      get { fields.access(4); return _presentedAlert }
      set { fields.set(&_presentedAlert, to: newValue, 4) }
    }
    var alert: AlertState<Answer>? {
      get { presentedAlert.wrappedValue }
      set { presentedAlert.wrappedValue = newValue }
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case nameChanged(String)
    case destination(PresentationAction<DestinationAction>)
    case alert(PresentationAction<Answer>)
    /// Changes the state.
    case change((inout State) -> Void)

    var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
  }

  /// The received actions. The action `change` is not recorded.
  var received = Received()

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      received.record(action)
      switch action {
      case .change(let change): change(&state)
      case .nameChanged(let name): state.name = name
      case .destination(.presented(.alert(.askAgain))), .destination(.presented(.dialog(.askAgain))):
        state.destination = .alert(question("Again?"))
      case .destination(.presented(.alert(.openNote))): state.destination = .sheet(Note.State(id: 9, text: "Opened"))
      case .alert(.presented(.askAgain)): state.alert = question("Again?")
      case .binding, .destination, .alert: break
      }
      return .none
    }
    .ifLet(\.presentedDestination, action: \.destination) {
      Scope(state: \.sheet, action: \.sheet) { Note() }
      Scope(state: \.cover, action: \.cover) { Note() }
      Scope(state: \.popover, action: \.popover) { Note() }
      Scope(state: \.page, action: \.page) { Note() }
    }
    .ifLet(\.presentedAlert, action: \.alert)
  }

  /// The actions that a reducer has received, as texts that tests compare.
  final class Received: Sendable {
    @MainActor private(set) var actions: [String] = []

    @MainActor func record(_ action: Action) {
      switch action {
      case .change: break
      case .binding(let action): actions.append("binding(\(action.value))")
      case .nameChanged(let name): actions.append("nameChanged(\(name))")
      case .destination(.dismiss): actions.append("destination(dismiss)")
      case .destination(.presented(.alert(let answer))): actions.append("destination(alert \(answer))")
      case .destination(.presented(.dialog(let answer))): actions.append("destination(dialog \(answer))")
      case .destination(.presented(let action)): actions.append("destination(\(action))")
      case .alert(.dismiss): actions.append("alert(dismiss)")
      case .alert(.presented(let answer)): actions.append("alert(alert \(answer))")
      }
    }
  }
}

/// Returns an alert with a button for each answer, and a cancel button without an answer.
func question(_ title: String) -> AlertState<PresentingFeature.Answer> {
  AlertState {
    TextState(verbatim: title)
  } actions: {
    ButtonState(action: .yes) { TextState("Yes") }
    ButtonState(action: .askAgain) { TextState("Ask Again") }
    ButtonState(action: .openNote) { TextState("Open Note") }
    ButtonState(role: .cancel) { TextState("Not Now") }
  }
}

/// Returns a confirmation dialog with buttons for the answers `yes` and `askAgain`.
func confirmation(_ title: String) -> ConfirmationDialogState<PresentingFeature.Answer> {
  ConfirmationDialogState {
    TextState(verbatim: title)
  } actions: {
    ButtonState(action: .yes) { TextState("Yes") }
    ButtonState(action: .askAgain) { TextState("Ask Again") }
  }
}

// Handwritten versions of the code that the macros generate.

extension PresentingFeature.Destination: CasePathable {
  struct AllCasePaths {
    var sheet: CasePath<PresentingFeature.Destination, Note.State> {
      CasePath(embed: PresentingFeature.Destination.sheet) { if case .sheet(let state) = $0 { state } else { nil } }
    }
    var cover: CasePath<PresentingFeature.Destination, Note.State> {
      CasePath(embed: PresentingFeature.Destination.cover) { if case .cover(let state) = $0 { state } else { nil } }
    }
    var popover: CasePath<PresentingFeature.Destination, Note.State> {
      CasePath(embed: PresentingFeature.Destination.popover) { if case .popover(let state) = $0 { state } else { nil } }
    }
    var page: CasePath<PresentingFeature.Destination, Note.State> {
      CasePath(embed: PresentingFeature.Destination.page) { if case .page(let state) = $0 { state } else { nil } }
    }
    var alert: CasePath<PresentingFeature.Destination, AlertState<PresentingFeature.Answer>> {
      CasePath(embed: PresentingFeature.Destination.alert) { if case .alert(let state) = $0 { state } else { nil } }
    }
    var dialog: CasePath<PresentingFeature.Destination, ConfirmationDialogState<PresentingFeature.Answer>> {
      CasePath(embed: PresentingFeature.Destination.dialog) { if case .dialog(let state) = $0 { state } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentingFeature.DestinationAction: CasePathable {
  struct AllCasePaths {
    var sheet: CasePath<PresentingFeature.DestinationAction, Note.Action> {
      CasePath(embed: PresentingFeature.DestinationAction.sheet) {
        if case .sheet(let action) = $0 { action } else { nil }
      }
    }
    var cover: CasePath<PresentingFeature.DestinationAction, Note.Action> {
      CasePath(embed: PresentingFeature.DestinationAction.cover) {
        if case .cover(let action) = $0 { action } else { nil }
      }
    }
    var popover: CasePath<PresentingFeature.DestinationAction, Note.Action> {
      CasePath(embed: PresentingFeature.DestinationAction.popover) {
        if case .popover(let action) = $0 { action } else { nil }
      }
    }
    var page: CasePath<PresentingFeature.DestinationAction, Note.Action> {
      CasePath(embed: PresentingFeature.DestinationAction.page) {
        if case .page(let action) = $0 { action } else { nil }
      }
    }
    var alert: CasePath<PresentingFeature.DestinationAction, PresentingFeature.Answer> {
      CasePath(embed: PresentingFeature.DestinationAction.alert) {
        if case .alert(let action) = $0 { action } else { nil }
      }
    }
    var dialog: CasePath<PresentingFeature.DestinationAction, PresentingFeature.Answer> {
      CasePath(embed: PresentingFeature.DestinationAction.dialog) {
        if case .dialog(let action) = $0 { action } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentingFeature.Action: CasePathable {
  struct AllCasePaths {
    var nameChanged: CasePath<PresentingFeature.Action, String> {
      CasePath(embed: PresentingFeature.Action.nameChanged) {
        if case .nameChanged(let name) = $0 { name } else { nil }
      }
    }
    var destination: CasePath<PresentingFeature.Action, PresentationAction<PresentingFeature.DestinationAction>> {
      CasePath(embed: PresentingFeature.Action.destination) {
        if case .destination(let action) = $0 { action } else { nil }
      }
    }
    var alert: CasePath<PresentingFeature.Action, PresentationAction<PresentingFeature.Answer>> {
      CasePath(embed: PresentingFeature.Action.alert) { if case .alert(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
