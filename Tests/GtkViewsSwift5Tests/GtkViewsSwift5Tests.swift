import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import Observation
import Testing

/// The views in the Swift 5 language mode. Above all, this file tests that a program in this mode compiles.
@MainActor @Suite(.serialized, .gtk) struct GtkViewsSwift5Tests {
  struct Episode: Identifiable, Equatable {
    let id: Int
    var title: String
    var isFavorite = false
  }

  @Observable final class Model {
    var episodes = [Episode(id: 1, title: "First"), Episode(id: 2, title: "Second")]
  }

  struct PlayButton: View {
    @Binding var isPlaying: Bool

    var body: some View {
      Button(isPlaying ? "Pause" : "Play") { isPlaying.toggle() }
    }
  }

  /// A test clicks the play button. The other controls only have to compile.
  struct Player: View {
    @Bindable var model: Model
    @State private var isPlaying = false
    @State private var alert: AnyAppAlert?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      VStack {
        PlayButton(isPlaying: $isPlaying)
        ForEach($model.episodes) { $episode in
          Toggle(episode.title, isOn: $episode.isFavorite)
        }
        Button("Warn") {
          alert = AnyAppAlert(title: "Careful", subTitle: nil) {
            AnyView(Button("Go On") {})
          }
        }
        Button("Close", action: { dismiss() })
      }
      .showCustomAlert(alert: $alert)
      .task { await Task.yield() }
    }
  }

  struct Library: View {
    @Bindable var model: Model
    @State private var selection: Episode?
    @State private var isAdding = false
    @State private var question: AlertState<Answer>?

    enum Answer: Equatable {
      case remove
    }

    var body: some View {
      NavigationStack {
        VStack {
          ForEach(model.episodes) { episode in
            Button(episode.title) { selection = episode }
          }
        }
        .navigationTitle("Library")
        .toolbar {
          ToolbarItem(placement: .primaryAction) {
            Button("Add") { isAdding = true }
          }
        }
        .navigationDestination(item: $selection) { episode in
          Text(episode.title).navigationTitle(episode.title)
        }
      }
      .sheet(isPresented: $isAdding) {
        VStack {
          Text("A new one")
          Button("Remove All") {
            question = AlertState {
              TextState("Remove all?")
            } actions: {
              ButtonState(role: .destructive, action: Answer.remove) { TextState("Remove") }
            }
          }
        }
      }
      .alert($question) { answer in
        if answer == .remove { model.episodes = [] }
      }
    }
  }

  /// Opens a window with a view.
  private func open<Content: View>(_ content: Content) async -> UnsafeMutablePointer<GtkWindow> {
    let window = gtk_window_new()!.window
    ViewWindow(window) { content }.present()
    await waitUntil("the window is on screen") { gtk_widget_get_mapped(window.widget) != 0 }
    return window
  }

  /// A view that stores closures without `@MainActor`, and passes them to modifiers.
  struct Row: View {
    let title: String
    let action: () -> Void
    var onAppear: () -> Void = {}
    var load: @Sendable () async -> Void = {}

    var body: some View {
      Button(title, action: action)
        .onAppear(perform: onAppear)
        .task(load)
    }
  }

  /// A view that passes stored closures to a sheet.
  struct Presenter<Content: View>: View {
    @Binding var isShown: Bool
    let onDismiss: () -> Void
    let content: () -> Content

    var body: some View {
      Text("presenter").sheet(isPresented: $isShown, onDismiss: onDismiss, content: content)
    }
  }

  @Observable @MainActor final class SheetModel {
    var isShown = false
  }

  @Test func `a view can store nonisolated closures in the Swift 5 language mode`() async throws {
    let model = SheetModel()
    var dismissalCount = 0
    let gtkWindow = gtk_window_new()!.window
    let window = ViewWindow(gtkWindow) {
      Row(title: "Show") { model.isShown = true }
      Presenter(
        isShown: Binding(get: { model.isShown }, set: { model.isShown = $0 }),
        onDismiss: { dismissalCount += 1 },
        content: { Text("in the sheet") })
    }
    window.present()
    await waitUntil("the window is on screen") { gtk_widget_get_mapped(gtkWindow.widget) != 0 }
    await click(try #require(button("Show", in: gtkWindow)))
    await waitUntil("the sheet is on screen") { openWindows().count == 2 }
    model.isShown = false
    await waitUntil("the sheet is gone") { dismissalCount == 1 && openWindows().count == 1 }
    await destroyWindow(gtkWindow)
  }

  @Test func `a button that writes a binding works in the Swift 5 language mode`() async throws {
    let window = await open(Player(model: Model()))
    let play = button("Play", in: window)
    await click(try #require(play))
    await waitUntil("the title of the button follows") { button("Pause", in: window) != nil }
    await destroyWindow(window)
  }

  @Test func `a page, a sheet and an alert work in the Swift 5 language mode`() async throws {
    let model = Model()
    let window = await open(Library(model: model))
    let second = button("Second", in: window)
    await click(try #require(second))
    await waitUntil("the page is pushed") { gtk_window_get_title(window).map { String(cString: $0) } == "Second" }
    let titlebar = try #require(gtk_window_get_titlebar(window))
    // The first button in the title bar of a pushed page is the back button.
    let back = widgets(ofType: gtk_button_get_type(), in: titlebar).first
    await click(try #require(back))
    await waitUntil("the page is popped") { button("Add", in: titlebar) != nil }
    let add = button("Add", in: titlebar)
    await click(try #require(add))
    await waitUntil("the sheet is on screen") { openWindows().contains { button("Remove All", in: $0) != nil } }
    let removeAll = openWindows().compactMap { button("Remove All", in: $0) }.first
    await click(try #require(removeAll))
    await waitUntil("the alert is on screen") { openWindows().contains { button("Remove", in: $0) != nil } }
    let remove = openWindows().compactMap { button("Remove", in: $0) }.first
    await click(try #require(remove))
    await waitUntil("the answer removes the episodes") { model.episodes.isEmpty }
    await destroyWindow(window)
  }
}
