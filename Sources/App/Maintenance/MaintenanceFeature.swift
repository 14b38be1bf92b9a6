package import Foundation
package import Podcasts
import Presentation
package import ReducerStore

/// The care of a library: refreshes, health pages, imports and exports, the settings.
@Reducer
package struct MaintenanceFeature {
  /// The sheets of the program.
  @Reducer
  package enum Destination {
    /// The health page of a show.
    case health(HealthFeature)
    /// The sheet that brings subscriptions in.
    case importing(ImportFeature)
    /// The settings.
    case settings(SettingsFeature)
  }

  @ObservableState
  package struct State: Equatable {
    /// The sheets of the program.
    @Presents package var destination: Destination.State?
    /// The content of the OPML file while the save dialog is shown, or `nil`.
    package var exportedList: [UInt8]?
    /// Whether the About dialog is shown.
    package var isAboutShown = false
    /// The files to import after the present sheet.
    package var waitingImports: [URL] = []
    /// The refreshes.
    package var refresh = RefreshFeature.State()

    package init() {}
  }

  package enum Action: BindableAction, Equatable {
    /// The listener chose “About”.
    case aboutButtonClicked
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// The listener chose “Export…”.
    case exportButtonClicked
    /// The desktop's dialog has ended. `nil` means that the file was written, or that the listener gave up.
    case exportEnded(OPMLError?)
    /// The list was made, or could not be.
    case exportPrepared(Result<[UInt8], ImportFeature.Failure>)
    /// The health page of a show is to be shown.
    case healthRequested(Show.ID)
    /// The listener chose “Import…”, or gave an OPML file to the program.
    case importRequested(URL?)
    /// The listener chose what to import, on the page of an empty library.
    case importSourceChosen(ImportFeature.Source)
    /// The program began.
    case launched
    case refresh(RefreshFeature.Action)
    /// The listener chose “Settings”.
    case settingsButtonClicked

    /// The requests to the program.
    @CasePathable
    package enum Delegate: Equatable {
      /// A refresh brought new episodes.
      case episodesArrived([Refresher.Progress.Arrival])
      /// A problem is to be shown.
      case problem(Problem)
    }
  }

  private enum CancelID {
    case backup
  }

  @Dependency(\.backups) private var backups
  @Dependency(\.library) private var library
  @Dependency(\.log) private var log
  @Dependency(\.opml) private var opml

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.refresh, action: \.refresh) { RefreshFeature() }
    Reduce { state, action in
      switch action {
      case .aboutButtonClicked:
        state.isAboutShown = true
        return .none
      case .destination(.presented(.health(.delegate(.refreshRequested(let show))))): return .send(.refresh(.refreshShowRequested(show)))
      case .destination(.presented(.importing(.delegate(.showsAdded(let shows))))): return .send(.refresh(.showsAdded(shows)))
      case .destination(.dismiss): return state.waitingImports.isEmpty ? .none : .send(.importRequested(state.waitingImports.removeFirst()))
      case .exportButtonClicked: return state.exportedList == nil ? prepareExport() : .none
      case .exportEnded(let error):
        state.exportedList = nil
        return error.map { .send(.delegate(.problem(Problem($0)))) } ?? .none
      case .exportPrepared(.success(let list)):
        state.exportedList = list
        return .none
      case .exportPrepared(.failure(let error)): return .send(.delegate(.problem(Problem(error))))
      case .healthRequested(let show): return showHealth(show, &state)
      case .importRequested(let file):
        return requestImport(of: file, &state)
      case .importSourceChosen(let source):
        if state.destination == nil { state.destination = .importing(ImportFeature.State(source: source)) }
        return .none
      case .launched: return .send(.refresh(.launched))
      case .refresh(.delegate(.episodesArrived(let arrivals))): return .send(.delegate(.episodesArrived(arrivals)))
      case .refresh(.delegate(.healthRequested(let show))): return showHealth(show, &state)
      case .refresh(.delegate(.problem(let problem))): return .send(.delegate(.problem(problem)))
      case .refresh(.ticked): return .merge(tellHealth(&state), makeBackup(state))
      case .refresh: return tellHealth(&state)
      case .settingsButtonClicked:
        if state.destination == nil { state.destination = .settings(SettingsFeature.State()) }
        return .none
      case .binding, .delegate, .destination: return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Imports a file at once, in the sheet that waits for one, or after the present sheet.
  private func requestImport(of file: URL?, _ state: inout State) -> Effect<Action> {
    if state.destination == nil {
      state.destination = .importing(ImportFeature.State(file: file))
    } else if case .importing(let sheet) = state.destination, sheet.phase == .choosing, sheet.alert == nil, let file {
      return .send(.destination(.presented(.importing(.fileChosen(file)))))
    } else if let file {
      state.waitingImports.append(file)
    }
    return .none
  }

  private func showHealth(_ show: Show.ID, _ state: inout State) -> Effect<Action> {
    var health = HealthFeature.State(show: show)
    health.isRefreshing = state.refresh.isRefreshing(show)
    state.destination = .health(health)
    return .none
  }

  /// Updates the health page when the refresh of its show starts or ends.
  private func tellHealth(_ state: inout State) -> Effect<Action> {
    guard case .health(let health) = state.destination else { return .none }
    let isRefreshing = state.refresh.isRefreshing(health.id)
    return health.isRefreshing == isRefreshing ? .none : .send(.destination(.presented(.health(.refreshingChanged(isRefreshing)))))
  }

  /// Makes the backup of the day, unless there is one. A backup that fails is tried again with the next tick.
  private func makeBackup(_ state: State) -> Effect<Action> {
    guard state.refresh.preferences?.makesBackups == true else { return .none }
    return .run { [backups, log] _ in
      do throws(LibraryError) {
        _ = try await backups.make(true)
      } catch {
        log("The daily backup: \(error)")
      }
    }
    .cancellable(id: CancelID.backup, cancelInFlight: true)
  }

  /// Makes the list in a file of its own, so that the file that the listener chooses is written as a whole.
  private func prepareExport() -> Effect<Action> {
    .run { [library, opml] send in
      do throws(ImportFeature.Failure) {
        await send(.exportPrepared(.success(try await OPMLExport(library: library, opml: opml).bytes())))
      } catch {
        await send(.exportPrepared(.failure(error)))
      }
    }
  }
}

extension MaintenanceFeature.Destination.State: Equatable {}
extension MaintenanceFeature.Destination.Action: Equatable {}
