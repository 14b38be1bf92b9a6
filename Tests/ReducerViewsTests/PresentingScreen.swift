import GtkViews
import ReducerStore

/// The events on a screen, in order.
@MainActor final class Story {
  var lines: [String] = []
  /// The number of presentations that have gone.
  var dismissals = 0
}

/// A presented note.
struct NoteView: View {
  @Bindable var store: StoreOf<Note>
  let story: Story
  @State private var clicks = 0
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    story.lines.append("note \(store.state.id)")
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
  let story: Story

  var body: some View {
    story.lines.append("presenting")
    return NavigationStack {
      Text("PresentingFeature")
        .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
          story.dismissals += 1
        } content: {
          NoteView(store: $0, story: story)
        }
        .fullScreenCover(item: $store.scope(state: \.destination?.cover, action: \.destination.cover)) {
          story.dismissals += 1
        } content: {
          NoteView(store: $0, story: story)
        }
        .popover(item: $store.scope(state: \.destination?.bubble, action: \.destination.bubble)) {
          story.dismissals += 1
        } content: {
          NoteView(store: $0, story: story)
        }
        .navigationDestination(item: $store.scope(state: \.destination?.page, action: \.destination.page)) {
          NoteView(store: $0, story: story)
        }
        .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
        .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
        .alert($store.scope(state: \.alert, action: \.alert))
    }
  }
}
