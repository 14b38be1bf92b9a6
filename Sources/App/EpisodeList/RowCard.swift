import GtkViews

/// The background of a row in a list that looks like one card. The outer corners of the first and the last row are
/// round.
struct RowCard: View {
  let isFirst: Bool
  let isLast: Bool
  @Environment(\.colorScheme) private var colorScheme

  /// The radius of the round corners in logical pixels.
  private static let radius = 12.0
  /// The height of the rectangle that makes the two corners next to another row square. The height is greater than the
  /// radius, so the rectangle covers the round corners.
  private static let coverHeight = 14.0

  var body: some View {
    ZStack {
      // The second shape leaves a border of one pixel at both sides, above the first row and below the last row.
      shape(borderColor)
      shape(cardColor).padding(.horizontal, 1).padding(.top, isFirst ? 1 : 0).padding(.bottom, isLast ? 1 : 0)
    }
    .accessibilityHidden(true)
  }

  private var cardColor: Color { colorScheme == .dark ? Color(red: 0.2, green: 0.2, blue: 0.22) : .white }

  private var borderColor: Color {
    colorScheme == .dark ? Color(red: 0.28, green: 0.28, blue: 0.3) : Color(red: 0.886, green: 0.886, blue: 0.89)
  }

  @ViewBuilder private func shape(_ color: Color) -> some View {
    if isFirst || isLast {
      ZStack {
        color.cornerRadius(Self.radius)
        VStack(spacing: 0) {
          if !isFirst { color.frame(height: Self.coverHeight) }
          Spacer()
          if !isLast { color.frame(height: Self.coverHeight) }
        }
      }
    } else {
      color
    }
  }
}

extension View {
  /// Sets the colour of the texts in this view to the accent colour if the condition is true.
  @ViewBuilder func accentText(when isAccented: Bool = true) -> some View {
    if isAccented { foregroundStyle(.accentColor) } else { self }
  }
}
