import GtkViews
import ReducerStore

/// Presents a page. The page is a ``PresentingFeature``, which presents sheets and alerts. The feature is written
/// without macros, so that its tests also run without the package trait `Macros`.
struct Album: Reducer {
  struct State: Equatable, ObservableState {
    /// Records the reads and the changes of the fields. Each field has a number: that of `presentedPage` is 0.
    private let registrar = ObservationStateRegistrar()
    var _$id: ObservableStateID { registrar.id }
    private var _presentedPage = PresentationState<PresentingFeature.State>(wrappedValue: nil)

    /// The page and its presentation. With macros, `$page` would be this property.
    var presentedPage: PresentationState<PresentingFeature.State> {
      get { registrar.access(0); return _presentedPage }
      set { registrar.set(&_presentedPage, to: newValue, 0) }
      _modify {
        let before = registrar.willModify(_presentedPage)
        defer { registrar.didModify(_presentedPage, from: before, 0) }
        yield &_presentedPage
      }
    }
    var page: PresentingFeature.State? {
      get { presentedPage.wrappedValue }
      set { presentedPage.wrappedValue = newValue }
    }
  }

  enum Action {
    case page(PresentationAction<PresentingFeature.Action>)
    /// Changes the state with a closure of the test.
    case change((inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.presentedPage, action: \.page) { PresentingFeature() }
  }
}

/// A navigation stack that shows the page of an album.
struct AlbumScreen: View {
  @Bindable var store: StoreOf<Album>
  let log: ScreenLog

  var body: some View {
    NavigationStack {
      Text("Album").navigationDestination(item: $store.scope(state: \.page, action: \.page)) {
        PresentingPage(store: $0, log: log)
      }
    }
  }
}

/// The page, with the modifiers for its sheet and its alert.
struct PresentingPage: View {
  @Bindable var store: StoreOf<PresentingFeature>
  let log: ScreenLog

  var body: some View {
    Text("PresentingFeature")
      .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
        log.dismissals += 1
      } content: {
        NoteView(store: $0, log: log)
      }
      .alert($store.scope(state: \.alert, action: \.alert))
  }
}

// Handwritten versions of the code that the macros generate.

extension Album.Action: CasePathable {
  struct AllCasePaths {
    var page: CasePath<Album.Action, PresentationAction<PresentingFeature.Action>> {
      CasePath(embed: Album.Action.page) { if case .page(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
