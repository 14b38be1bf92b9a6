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
  /// The removed episode that a toast reports. `nil` without such a toast.
  @State private var removed: Episode?
  @State private var isSavedToastPresented = false
  /// The text of a toast without a timeout. `nil` without such a toast.
  @State private var tip: String?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      ForEach(episodes) { episode in
        Button("Remove “\(episode.title)”") { remove(episode) }
      }
      Button("Save") { isSavedToastPresented = true }
      Button("A Tip That Stays") { tip = "Escape closes it as well." }
    }
    .toast(item: $removed) { episode in
      Toast("“\(episode.title)” was removed").action("Undo") { episodes.append(episode) }
    }
    .toast(isPresented: $isSavedToastPresented) { Toast("Saved", timeout: 3) }
    .toast(item: $tip, id: \.self) { Toast($0, timeout: nil) }
  }

  private func remove(_ episode: Episode) {
    episodes.removeAll { $0.id == episode.id }
    removed = episode
  }
}
