import ReducerStore

/// An editor that an inventory presents. An effect of the editor listens to the stream “editor 1”, where 1 is the id of
/// the editor. The words of the stream are appended to the name.
struct Editor: Reducer {
  struct State: Equatable, Identifiable {
    var id = 1
    var name = ""
    @PresentationState var help: Help.State?
  }

  enum Action: Equatable {
    case nameChanged(String)
    case appeared
    case heard(String)
    case saveTapped
    /// Cancels the listening.
    case silenced
    case closeTapped
    case closeTwiceTapped
    case sendThenCloseTapped
    case helpTapped
    case help(PresentationAction<Help.Action>)
  }

  var streams = Streams()
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name): state.name = name
      case .heard(let word): state.name += word
      case .helpTapped: state.help = Help.State()
      case .saveTapped, .help: break
      case .appeared: return listen(to: "editor \(state.id)")
      case .silenced: return .cancel(id: "listening")
      case .closeTapped: return .run { [dismiss] _ in await dismiss() }
      case .closeTwiceTapped:
        return .run { [dismiss] _ in
          await dismiss()
          await dismiss()
        }
      case .sendThenCloseTapped:
        return .merge(.send(.heard("!")), .run { [dismiss] _ in await dismiss() })
      }
      return .none
    }
    .ifLet(\.$help, action: \.help) { Help(streams: streams) }
  }

  private func listen(to name: String) -> Effect<Action> {
    .run { [streams] send in
      for await word in streams.stream(name) { await send(.heard(word)) }
      streams.note("\(name) ended, cancelled: \(Task.isCancelled)")
    }
    .cancellable(id: "listening")
  }
}

/// The help that the editor presents. An effect of the help listens to the stream “help”. The words of the stream are
/// appended to the text.
struct Help: Reducer {
  struct State: Equatable { var text = "" }
  enum Action: Equatable {
    case appeared
    case heard(String)
    case closeTapped
  }

  var streams = Streams()
  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run { [streams] send in
        for await word in streams.stream("help") { await send(.heard(word)) }
        streams.note("help ended, cancelled: \(Task.isCancelled)")
      }
    case .heard(let word):
      state.text += word
      return .none
    case .closeTapped: return .run { [dismiss] _ in await dismiss() }
    }
  }
}

/// Presents one case of `Destination`, which is an editor, another editor or an alert. Independently of `Destination`,
/// `State.alert` presents a second alert. If the name in the case `editor` becomes “twin”, the case `other` replaces
/// that case. If the editor in the case `editor` hears “parent, go”, the inventory dismisses itself.
struct Inventory: Reducer {
  enum AlertAction: Equatable {
    case delete
    case deleteAll
  }

  @dynamicMemberLookup
  enum Destination: Equatable {
    case editor(Editor.State)
    case other(Editor.State)
    case alert(AlertState<AlertAction>)
  }

  enum DestinationAction: Equatable {
    case editor(Editor.Action)
    case other(Editor.Action)
    case alert(AlertAction)
  }

  struct State: Equatable {
    @PresentationState var destination: Destination?
    @PresentationState var alert: AlertState<AlertAction>?
    var log: [String] = []
  }

  enum Action: Equatable {
    /// Presents the case `editor` with this id.
    case edit(Int)
    /// Presents the case `other` with this id.
    case editOther(Int)
    case closeEditor
    case presentAlert
    case presentDestinationAlert
    case destination(PresentationAction<DestinationAction>)
    case alert(PresentationAction<AlertAction>)
    case inventoryCloseTapped
  }

  var streams = Streams()
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edit(let id): state.destination = .editor(Editor.State(id: id))
      case .editOther(let id): state.destination = .other(Editor.State(id: id))
      case .closeEditor: state.destination = nil
      case .presentAlert: state.alert = Self.question("Delete?", .delete)
      case .presentDestinationAlert: state.destination = .alert(Self.question("Delete?", .delete))
      case .alert(.presented(.delete)):
        state.log.append("delete")
        state.alert = Self.question("All?", .deleteAll)
      case .alert(let action): state.log.append("\(action)")
      case .destination(.presented(.editor(.saveTapped))):
        state.log.append("saved \(state.destination?.editor?.name ?? "nothing")")
        state.destination = nil
      case .destination(.presented(.editor(.nameChanged("twin")))): state.destination = .other(Editor.State(id: 2))
      case .destination(.dismiss): state.log.append("dismissed \(state.destination?.editor?.name ?? "nothing")")
      case .destination(.presented(.editor(.heard("parent, go")))), .inventoryCloseTapped:
        return .run { [dismiss] _ in await dismiss() }
      case .destination(.presented(let action)): state.log.append("\(action)")
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) {
      Scope(state: \.editor, action: \.editor) { Editor(streams: streams) }
      Scope(state: \.other, action: \.other) { Editor(streams: streams) }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  static func question(_ title: String, _ action: AlertAction) -> AlertState<AlertAction> {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(action: action) { TextState("Yes") }
    }
  }
}

// Handwritten versions of the code that the macros generate.

extension Editor.Action: CasePathable {
  struct AllCasePaths {
    var nameChanged: CasePath<Editor.Action, String> {
      CasePath(embed: Editor.Action.nameChanged) { if case .nameChanged(let name) = $0 { name } else { nil } }
    }
    var help: CasePath<Editor.Action, PresentationAction<Help.Action>> {
      CasePath(embed: Editor.Action.help) { if case .help(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Inventory.Destination: CasePathable {
  struct AllCasePaths {
    var editor: CasePath<Inventory.Destination, Editor.State> {
      CasePath(embed: Inventory.Destination.editor) { if case .editor(let state) = $0 { state } else { nil } }
    }
    var other: CasePath<Inventory.Destination, Editor.State> {
      CasePath(embed: Inventory.Destination.other) { if case .other(let state) = $0 { state } else { nil } }
    }
    var alert: CasePath<Inventory.Destination, AlertState<Inventory.AlertAction>> {
      CasePath(embed: Inventory.Destination.alert) { if case .alert(let state) = $0 { state } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Inventory.DestinationAction: CasePathable {
  struct AllCasePaths {
    var editor: CasePath<Inventory.DestinationAction, Editor.Action> {
      CasePath(embed: Inventory.DestinationAction.editor) { if case .editor(let action) = $0 { action } else { nil } }
    }
    var other: CasePath<Inventory.DestinationAction, Editor.Action> {
      CasePath(embed: Inventory.DestinationAction.other) { if case .other(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Inventory.Action: CasePathable {
  struct AllCasePaths {
    var destination: CasePath<Inventory.Action, PresentationAction<Inventory.DestinationAction>> {
      CasePath(embed: Inventory.Action.destination) { if case .destination(let action) = $0 { action } else { nil } }
    }
    var alert: CasePath<Inventory.Action, PresentationAction<Inventory.AlertAction>> {
      CasePath(embed: Inventory.Action.alert) { if case .alert(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
