import GtkViews

extension GalleryPage {
  static let sizeClass = GalleryPage(
    "size-class", "Narrow and Wide", in: .layout,
    "A view can read whether its window is narrow, and use another layout. Make the window narrower.",
    names: ["UserInterfaceSizeClass"],
    code: """
      @Environment(\\.horizontalSizeClass) private var sizeClass: UserInterfaceSizeClass?
      """
  ) { SizeClassPage() }
}

private struct SizeClassPage: View {
  @Environment(\.horizontalSizeClass) private var sizeClass: UserInterfaceSizeClass?

  var body: some View {
    if sizeClass == .compact {
      VStack(alignment: .leading, spacing: 8) { tiles }
    } else {
      HStack(spacing: 8) { tiles }
    }
  }

  @ViewBuilder private var tiles: some View {
    Text(sizeClass == .compact ? "Narrow" : "Wide").frame(width: 96, height: 48).background(.blue.opacity(0.3))
      .cornerRadius(8)
    Text("Two").frame(width: 96, height: 48).background(.green.opacity(0.3)).cornerRadius(8)
    Text("Three").frame(width: 96, height: 48).background(.orange.opacity(0.3)).cornerRadius(8)
  }
}
