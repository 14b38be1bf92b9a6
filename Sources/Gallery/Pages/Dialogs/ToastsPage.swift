import GtkViews

extension GalleryPage {
  static let toasts = GalleryPage(
    "toasts", "Toasts", in: .dialogs,
    "A short message at the bottom of the window, for an item or a Boolean, with an undo button. It disappears after some seconds.",
    names: [
      "toast(isPresented:onDismiss:content:)", "toast(item:onDismiss:content:)", "toast(item:id:onDismiss:content:)",
      "Toast",
    ],
    code: """
      .toast(item: $removed) { episode in
        Toast("“\\(episode.title)” was removed").action("Undo") { episodes.append(episode) }
      }
      """
  ) { ToastsPage() }
}

private struct ToastsPage: View {
  @State private var episodes = [Episode.rain, Episode.robin]
  /// The episode that the user removed last, while its toast is shown.
  @State private var removed: Episode?
  @State private var isSaved = false
  @State private var tip: String?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      ForEach(episodes) { episode in
        Button("Remove “\(episode.title)”") { remove(episode) }
      }
      Button("Save") { isSaved = true }
      Button("A Tip That Stays") { tip = "Escape closes it as well." }
    }
    .toast(item: $removed) { episode in
      Toast("“\(episode.title)” was removed").action("Undo") { episodes.append(episode) }
    }
    .toast(isPresented: $isSaved) { Toast("Saved", timeout: 3) }
    .toast(item: $tip, id: \.self) { Toast($0, timeout: nil) }
  }

  private func remove(_ episode: Episode) {
    episodes.removeAll { $0.id == episode.id }
    removed = episode
  }
}
