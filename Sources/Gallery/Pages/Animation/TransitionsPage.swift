import GtkViews

extension GalleryPage {
  static let transitions = GalleryPage(
    "transitions", "Transitions", in: .animation,
    "Animations of views that are inserted and removed. A view without its own transition fades.",
    code: """
      if isShown { TransitionCard(name: card.name).transition(card.transition) }
      """
  ) { TransitionsPage() }
}

private struct TransitionsPage: View {
  @State private var isShown = true
  private let cards = [
    NamedTransition(name: "opacity", transition: .opacity), NamedTransition(name: "scale", transition: .scale),
    NamedTransition(name: "slide", transition: .slide),
    NamedTransition(name: "move from the bottom", transition: .move(edge: .bottom)),
    NamedTransition(name: "push from the end", transition: .push(from: .trailing)),
    NamedTransition(name: "in by opacity, out by scale", transition: .asymmetric(insertion: .opacity, removal: .scale)),
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Button(isShown ? "Hide" : "Show") { withAnimation(.easeInOut(duration: 0.6)) { isShown.toggle() } }
      VStack(alignment: .leading, spacing: 8) {
        ForEach(cards, id: \.name) { card in
          if isShown { TransitionCard(name: card.name).transition(card.transition) }
        }
      }
    }
    // Reserves the space of the cards while the cards are hidden.
    .frame(minHeight: 280, alignment: .topLeading)
  }
}

/// A transition, and the text of the card that it moves.
private struct NamedTransition {
  let name: String
  let transition: AnyTransition
}

private struct TransitionCard: View {
  let name: String

  var body: some View {
    Text(verbatim: name).padding(8).background(.blue.opacity(0.3)).cornerRadius(6)
  }
}
