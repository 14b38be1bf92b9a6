package import Foundation
package import Podcasts
import Presentation
package import ReducerStore

/// The refreshes, the imports and exports, the daily backups, the settings, the About dialog, and the health pages. The
/// health page of a show reports the show's last refresh and the defects of its feed.
@Reducer
package struct MaintenanceFeature {
  /// The sheet above the main window.
  @Reducer
  package enum Destination {
    /// The health page of a show.
    case health(HealthFeature)
    /// The sheet that imports subscriptions.
    case importing(ImportFeature)
    /// The settings.
    case settings(SettingsFeature)
  }

  @ObservableState
  package struct State: Equatable {
    /// The sheet that is presented, if any.
    @Presents package var destination: Destination.State?
    /// The content of the OPML file (a list of feeds) to save. The save dialog is presented while this is not `nil`.
    package var exportedOPML: [UInt8]?
    /// Whether the About dialog is shown.
    package var isAboutShown = false
    /// The files that wait for their import. When the presented sheet is closed, the first of them is imported.
    package var waitingImports: [URL] = []
    /// The state of the refreshes.
    package var refresh = RefreshFeature.State()

    package init() {}
  }

  package enum Action: BindableAction, Equatable {
    /// The user chose “About”.
    case aboutButtonClicked
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// The user chose “Export…”.
    case exportButtonClicked
    /// The save dialog was closed. The error is `nil` if the file was written, or if the user cancelled the dialog.
    case exportEnded(OPMLError?)
    /// The content of the OPML file was created, or creating it failed.
    case exportPrepared(Result<[UInt8], ImportFeature.Failure>)
    /// The user chose “Feed Health” of a show.
    case healthRequested(Show.ID)
    /// The user chose “Import…” (`nil`), or opened an OPML file with the program.
    case importRequested(URL?)
    /// On the page of an empty library, the user chose an import from a file or from another player.
    case importSourceSelected(ImportFeature.SourceKind)
    /// The program started.
    case launched
    case refresh(RefreshFeature.Action)
    /// The user chose “Settings”.
    case settingsButtonClicked

    /// Events and requests for the parent feature.
    @CasePathable
    package enum Delegate: Equatable {
      /// A refresh found new episodes.
      case episodesArrived([Refresher.Progress.ShowNews])
      /// A refresh recognized episodes although their identifiers changed.
      case episodesRecognized([Refresher.Progress.Recognition])
      /// Report a problem to the user.
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
      case .destination(.presented(.health(.delegate(.refreshRequested(let show))))):
        return .send(.refresh(.refreshShowRequested(show)))
      case .destination(.presented(.importing(.delegate(.showsAdded(let shows))))):
        return .send(.refresh(.showsAdded(shows)))
      case .destination(.dismiss):
        return state.waitingImports.isEmpty ? .none : .send(.importRequested(state.waitingImports.removeFirst()))
      case .exportButtonClicked: return state.exportedOPML == nil ? prepareExport() : .none
      case .exportEnded(let error):
        state.exportedOPML = nil
        return error.map { .send(.delegate(.problem(Problem($0)))) } ?? .none
      case .exportPrepared(.success(let bytes)):
        state.exportedOPML = bytes
        return .none
      case .exportPrepared(.failure(let error)): return .send(.delegate(.problem(Problem(error))))
      case .healthRequested(let show): return showHealth(show, &state)
      case .importRequested(let file):
        return requestImport(of: file, &state)
      case .importSourceSelected(let source):
        if state.destination == nil { state.destination = .importing(ImportFeature.State(sourceKind: source)) }
        return .none
      case .launched: return .send(.refresh(.launched))
      case .refresh(.delegate(.episodesArrived(let news))): return .send(.delegate(.episodesArrived(news)))
      case .refresh(.delegate(.episodesRecognized(let recognitions))):
        return .send(.delegate(.episodesRecognized(recognitions)))
      case .refresh(.delegate(.healthRequested(let show))): return showHealth(show, &state)
      case .refresh(.delegate(.problem(let problem))): return .send(.delegate(.problem(problem)))
      case .refresh(.ticked): return .merge(updateHealthPage(&state), makeBackup(state))
      case .refresh: return updateHealthPage(&state)
      case .settingsButtonClicked:
        if state.destination == nil { state.destination = .settings(SettingsFeature.State()) }
        return .none
      case .binding, .delegate, .destination: return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Opens the import sheet. If `file` is not `nil`, the sheet imports this file at once.
  ///
  /// If the import sheet is already open, still offers the selection of a source, and shows no alert, the sheet imports
  /// the file at once. While any other sheet is open, or the import sheet in any other state, the file waits until the
  /// sheet is closed. If a sheet is open and `file` is `nil`, does nothing.
  private func requestImport(of file: URL?, _ state: inout State) -> Effect<Action> {
    if state.destination == nil {
      state.destination = .importing(ImportFeature.State(file: file))
    } else if case .importing(let sheet) = state.destination, sheet.phase == .selectingSource, sheet.alert == nil,
      let file
    {
      return .send(.destination(.presented(.importing(.fileSelected(file)))))
    } else if let file {
      state.waitingImports.append(file)
    }
    return .none
  }

  /// Opens the health page of a show. The page replaces an open sheet.
  private func showHealth(_ show: Show.ID, _ state: inout State) -> Effect<Action> {
    var health = HealthFeature.State(show: show)
    health.isRefreshing = state.refresh.isRefreshing(show)
    state.destination = .health(health)
    return .none
  }

  /// Updates the health page when the refresh of its show starts or ends.
  private func updateHealthPage(_ state: inout State) -> Effect<Action> {
    guard case .health(let health) = state.destination else { return .none }
    let isRefreshing = state.refresh.isRefreshing(health.id)
    return health.isRefreshing == isRefreshing
      ? .none : .send(.destination(.presented(.health(.refreshingChanged(isRefreshing)))))
  }

  /// Creates a daily backup, unless the newest daily backup is less than a day old, or backups are off in the settings.
  /// If the backup fails, the next tick of the refresh timer, a minute later, tries again.
  private func makeBackup(_ state: State) -> Effect<Action> {
    guard state.refresh.preferences?.makesBackups == true else { return .none }
    return .run { [backups, log] _ in
      do throws(LibraryError) {
        let onlyIfDue = true
        _ = try await backups.make(onlyIfDue)
      } catch {
        log("The daily backup: \(error)")
      }
    }
    .cancellable(id: CancelID.backup, cancelInFlight: true)
  }

  /// Creates the content of the OPML file before the save dialog opens. The dialog then writes the file.
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
