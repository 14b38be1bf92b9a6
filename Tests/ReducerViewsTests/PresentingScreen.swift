import GtkViews
import ReducerStore

/// The evaluations and dismissals on a screen.
@MainActor final class ScreenLog {
  /// The names of the views whose bodies were evaluated, in order. The name of a note or a counter contains its id.
  var evaluations: [String] = []
  /// The number of calls of the closures `onDismiss`.
  var dismissals = 0
}

/// A note in a dialog or on a page. “Done” dismisses the view, and “Close” sends an action to the reducer.
struct NoteView: View {
  @Bindable var store: StoreOf<Note>
  let log: ScreenLog
  /// State of the view itself. A view that replaces this view counts from 0 again.
  @State private var clicks = 0
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    log.evaluations.append("note \(store.state.id)")
    return VStack {
      Text(verbatim: store.text)
      Text(verbatim: "Clicks \(clicks)")
      Button("Click") { clicks += 1 }
      Button("Touch") { store.send(.touched) }
      Button("Done") { dismiss() }
      Button("Close") { store.send(.closeButtonClicked) }
      TextField("Text", text: $store.text)
    }
  }
}

/// A screen with everything that a ``PresentingFeature`` presents.
struct PresentingScreen: View {
  @Bindable var store: StoreOf<PresentingFeature>
  let log: ScreenLog

  var body: some View {
    log.evaluations.append("presenting")
    return NavigationStack {
      Text("PresentingFeature")
        .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
          log.dismissals += 1
        } content: {
          NoteView(store: $0, log: log)
        }
        .fullScreenCover(item: $store.scope(state: \.destination?.cover, action: \.destination.cover)) {
          log.dismissals += 1
        } content: {
          NoteView(store: $0, log: log)
        }
        .popover(item: $store.scope(state: \.destination?.popover, action: \.destination.popover)) {
          log.dismissals += 1
        } content: {
          NoteView(store: $0, log: log)
        }
        .navigationDestination(item: $store.scope(state: \.destination?.page, action: \.destination.page)) {
          NoteView(store: $0, log: log)
        }
        .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
        .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
        .alert($store.scope(state: \.alert, action: \.alert))
    }
  }
}
