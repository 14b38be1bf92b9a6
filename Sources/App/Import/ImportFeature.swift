package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The sheet that imports subscriptions from an OPML file, or from the library of another player.
@Reducer
package struct ImportFeature {
  /// The result of an import.
  package struct Summary: Hashable, Sendable {
    /// The shows that were added.
    package var shows: [Show.ID]
    /// The number of shows in the file or in the other library.
    package var listedCount: Int
    /// The shows, skipped entries and counts of the import from another player's library, or `nil` for an OPML file.
    package var details: ImportSummary?
    /// The names of the entries of the file or the other library that could not be used.
    package var skipped: [String]
    /// Whether the file was cut off or damaged, so that shows are missing.
    package var isPartial: Bool
    /// Whether the import was stopped, so that shows are missing.
    package var isStopped: Bool
    /// How many passwords of private feeds could not be stored. These passwords are used until the program ends.
    package var unsavedPasswordCount = 0

    package init(
      shows: [Show.ID], listedCount: Int, details: ImportSummary? = nil, skipped: [String] = [],
      isPartial: Bool = false, isStopped: Bool = false
    ) {
      self.shows = shows
      self.listedCount = listedCount
      self.details = details
      self.skipped = skipped
      self.isPartial = isPartial
      self.isStopped = isStopped
    }

    /// Creates the result of an import of another player's library. The passwords are removed from the details.
    package init(_ details: ImportSummary, of source: ImportSource, unsavedPasswordCount: Int = 0) {
      self.init(
        shows: details.shows, listedCount: source.showCount, details: details, skipped: details.skipped,
        isStopped: details.isStopped)
      self.details?.credentials = []
      self.unsavedPasswordCount = unsavedPasswordCount
    }
  }

  /// The kind of a source of an import.
  package enum SourceKind: Hashable, Sendable {
    /// A file with a list of podcasts, such as an OPML file.
    case list
    /// The library of another player on this computer.
    case otherPlayer
  }

  /// The state of the import.
  package enum Phase: Hashable, Sendable {
    /// The sheet shows the sources, and waits for the user.
    case selectingSource
    /// The import is running.
    case running
    /// The import is complete, or was stopped.
    case done(Summary)
  }

  @ObservableState
  package struct State: Equatable {
    /// An alert with the reason why an import failed.
    @Presents package var alert: AlertState<Never>?
    /// Whether the file dialog is presented.
    package var isFileDialogShown = false
    /// The libraries of other players on this computer. `nil` until the search for them has ended.
    package var foundLibraries: [ImportSource]?
    /// The state of the import.
    package var phase = Phase.selectingSource
    /// Whether the user has stopped the import. The import ends after its current transaction.
    package var isStopping = false
    /// The kind of sources that the sheet offers, or `nil` if it offers both.
    package var sourceKind: SourceKind?

    /// The file to import when the sheet appears.
    fileprivate var initialFile: URL?
    /// The object that can stop the current import. It stays after the import has ended. `nil` before the first import.
    fileprivate var stopRequest: ImportStopRequest?

    /// Creates the sheet.
    ///
    /// - Parameters:
    ///   - file: A file to import at once, or `nil` to show the sources.
    ///   - sourceKind: The kind of sources to offer, or `nil` to offer both. For `list`, the sheet opens the file
    ///     dialog, and `file` must be `nil`.
    package init(file: URL? = nil, sourceKind: SourceKind? = nil) {
      initialFile = file
      self.sourceKind = sourceKind
      if file != nil { phase = .running }
    }
  }

  package enum Action: BindableAction, Equatable {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    /// The user chose “Choose File…”.
    case chooseFileButtonClicked
    /// The user chose “Cancel” before an import, or “Done” after it.
    case closeButtonClicked
    case delegate(Delegate)
    /// The import failed.
    case failed(Failure)
    /// The user selected a file in the file dialog.
    case fileSelected(URL)
    /// The search for libraries of other players ended.
    case found([ImportSource])
    /// The import ended without an error.
    case imported(Summary)
    /// The sheet was opened.
    case opened
    /// The user selected the library of another player.
    case sourceSelected(ImportSource.ID)
    /// The user chose “Cancel” during an import.
    case stopButtonClicked

    /// Requests to the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// These shows were added. Refresh their feeds.
      case showsAdded([Show.ID])
    }
  }

  /// Why an import failed.
  package enum Failure: Error, Hashable, Sendable {
    /// The OPML file could not be read.
    case opml(OPMLError)
    /// The library of another player could not be imported.
    case player(ImportError)
    /// The user's library could not be read or written.
    case library(LibraryError)
  }

  @Dependency(\.credentials) private var credentials
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.log) private var log
  @Dependency(\.opml) private var opml
  @Dependency(\.otherPlayers) private var otherPlayers
  @Dependency(\.subscriptions) private var subscriptions

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding, .delegate: return .none
      case .chooseFileButtonClicked:
        state.isFileDialogShown = state.phase == .selectingSource
        return .none
      case .closeButtonClicked: return .run { [dismiss] _ in await dismiss() }
      case .failed(let failure): return failed(failure, &state)
      case .fileSelected(let file):
        guard state.phase == .selectingSource else { return .none }
        return importFile(file, &state)
      case .found(let sources):
        state.foundLibraries = sources
        return .none
      case .imported(let summary):
        state.phase = .done(summary)
        return summary.shows.isEmpty ? .none : .send(.delegate(.showsAdded(summary.shows)))
      case .opened: return opened(&state)
      case .sourceSelected(let id):
        guard state.phase == .selectingSource, let source = state.foundLibraries?.first(where: { $0.id == id })
        else {
          return .none
        }
        return importSource(&state) { _ in source }
      case .stopButtonClicked:
        guard state.phase == .running, let request = state.stopRequest else { return .none }
        state.isStopping = true
        return .run { _ in request.send() }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func opened(_ state: inout State) -> Effect<Action> {
    if state.sourceKind == .list {
      state.isFileDialogShown = true
      return .none
    }
    let search = Effect<Action>.run { [otherPlayers] send in
      let sources = await otherPlayers.find()
      if !Task.isCancelled { await send(.found(sources)) }
    }
    guard let file = state.initialFile else { return search }
    state.initialFile = nil
    return .merge(search, importFile(file, &state))
  }

  private func failed(_ failure: Failure, _ state: inout State) -> Effect<Action> {
    state.phase = .selectingSource
    state.alert = .problem(failure.title, failure.message)
    return .run { [log] _ in log(String(describing: failure)) }
  }

  /// Sets the state of a running import, and returns the object that can stop the import.
  private func startImport(_ state: inout State) -> ImportStopRequest {
    let request = ImportStopRequest()
    state.stopRequest = request
    state.isStopping = false
    state.phase = .running
    return request
  }

  /// Imports a file. A file with the extension `.opml` or `.xml` is a list of subscriptions. Any other file is the
  /// library of another player.
  private func importFile(_ file: URL, _ state: inout State) -> Effect<Action> {
    guard OPMLImport.isSubscriptionList(file) else {
      return importSource(&state) { otherPlayers throws(ImportError) in try await otherPlayers.source(file) }
    }
    let list = OPMLImport(opml: opml, subscriptions: subscriptions, credentials: credentials)
    return .run { [stopRequest = startImport(&state)] send in
      do throws(Failure) {
        let summary = try await list.run(file) { stopRequest.isSent }
        if !Task.isCancelled { await send(.imported(summary)) }
      } catch {
        if !Task.isCancelled { await send(.failed(error)) }
      }
    }
  }

  /// Imports the library of another player.
  ///
  /// - Parameter findSource: Returns the library to import.
  private func importSource(
    _ state: inout State, _ findSource: @escaping @Sendable (ImportClient) async throws(ImportError) -> ImportSource
  ) -> Effect<Action> {
    .run { [credentials, otherPlayers, stopRequest = startImport(&state)] send in
      do throws(ImportError) {
        let source = try await findSource(otherPlayers)
        let details = try await otherPlayers.run(source) { stopRequest.isSent }
        // The passwords are stored before `imported`, because the shows are refreshed after that action.
        let unsaved = await credentials.store(details.credentials)
        await send(.imported(Summary(details, of: source, unsavedPasswordCount: unsaved)))
      } catch {
        await send(.failed(.player(error)))
      }
    }
  }
}

extension ImportFeature.Summary {
  /// The result of the import, in one sentence.
  package var headline: TextState {
    switch (shows.count, listedCount) {
    case (0, _) where isStopped: TextState("No podcast was added.")
    case (0, 0): TextState("There are no podcasts in this file.")
    case (0, _): TextState("All of these podcasts are in your library already.")
    case (1, _): TextState("One podcast was added.")
    default: TextState("\(shows.count) podcasts were added.")
    }
  }
}
