import GtkViews

extension GalleryPage {
  static let widgets = GalleryPage(
    "widgets", "Widgets of GTK", in: .access,
    "A GtkView shows a GTK widget among views, and a ViewHost shows views in a widget. Here a GtkView shows the widget of a ViewHost. "
      + "A program that links GTK can pass any widget to GtkView.",
    names: ["GtkView", "ViewHost"],
    code: """
      @State private var host = ViewHost(HostedView())
      if let widget = host.widget { GtkView { widget } }
      """
  ) { WidgetsPage() }
}

private struct WidgetsPage: View {
  @State private var host = ViewHost(HostedView())

  var body: some View {
    // The widget is `nil` only after the host is closed.
    if let widget = host.widget { GtkView { widget } }
  }
}

/// The view that the page's `ViewHost` shows.
private struct HostedView: View {
  @State private var count = 0

  var body: some View {
    HStack(spacing: 12) {
      Button("Count") { count += 1 }
      Text(verbatim: "\(count), in a view in a widget of this page")
    }
  }
}
