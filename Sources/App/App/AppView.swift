package import AppFeatures
package import GtkViews

/// The main window's content: the library above the player.
package struct AppView: View {
  private let app: AppFeature

  package init(app: AppFeature) {
    self.app = app
  }

  package var body: some View {
    VStack(spacing: 0) {
      LibraryView(library: app.library, isOpening: app.isOpening)
      PlayerBar(player: app.player)
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .navigationTitle("Podcaster")
    .toolbar {
      ToolbarItem(placement: .navigation) {
        Button(action: app.library.addButtonClicked) {
          Image(systemName: "plus")
        }
        .disabled(!app.library.isAddButtonEnabled)
        .accessibilityLabel("Add Podcast")
        .help("Add Podcast")
      }
      if app.isProgressShownInBar {
        ToolbarItem(placement: .navigation) {
          ProgressView().accessibilityLabel("Adding podcasts…").help("Adding podcasts…")
        }
      }
    }
    .alert(Bindable(app).alert) { _ in }
  }
}
