import GtkViews

/// The background of a row in a boxed list. The first and the last row have round corners, so that all rows look like
/// one card.
struct RowCard: View {
  let isFirst: Bool
  let isLast: Bool
  @Environment(\.colorScheme) private var colorScheme

  /// The radius of the round corners in logical pixels.
  private static let radius = 12.0
  /// The height of the rectangle that covers two round corners next to another row, so that these corners are square.
  /// It is greater than the radius.
  private static let coverHeight = 14.0

  var body: some View {
    ZStack {
      // The second shape is smaller, so that a border of one pixel remains around it.
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
  /// Sets the colour of a text to the accent colour if `isAccented`.
  @ViewBuilder func accentText(_ isAccented: Bool = true) -> some View {
    if isAccented { foregroundStyle(.accentColor) } else { self }
  }
}
