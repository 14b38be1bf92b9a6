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
    .alert(Bindable(app).alert) { _ in }
  }
}

/// What stands in the main window's title bar.
package struct AppToolbar: View {
  private let library: LibraryFeature

  package init(library: LibraryFeature) {
    self.library = library
  }

  package var body: some View {
    Button(action: library.addButtonClicked) {
      Image(systemName: "plus")
    }
    .disabled(!library.isAddButtonEnabled)
    .accessibilityLabel("Add Podcast")
    .help("Add Podcast")
  }
}
