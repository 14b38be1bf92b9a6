import GtkViews

extension GalleryPage {
  static let composition = GalleryPage(
    "composition", "Views of Views", in: .life,
    "Conditions, groups and loops are views too. A view in an AnyView keeps its state as long as it has the same type.",
    names: ["ViewBuilder", "AnyView", "EmptyView", "Group"],
    code: """
      @ViewBuilder private var greeting: some View {
        if isMorning {
          Label("Good morning", systemImage: "clock")
        } else {
          Text("Good evening")
          EmptyView()
        }
      }
      """
  ) { CompositionPage() }
}

private struct CompositionPage: View {
  @State private var isMorning = true
  @State private var anyViewShowsButton = false

  var body: some View {
    Specimens {
      Specimen("A condition") { greeting }
      Specimen("A group, with one modifier for both") {
        HStack(spacing: 12) {
          Group {
            Text("One")
            Text("Two")
          }
          .foregroundStyle(.green)
        }
      }
      Specimen("An AnyView") { anyView }
      HStack(spacing: 8) {
        Button("Other Time") { isMorning.toggle() }
        Button("Other Type") { anyViewShowsButton.toggle() }
      }
    }
  }

  @ViewBuilder private var greeting: some View {
    if isMorning {
      Label("Good morning", systemImage: "clock")
    } else {
      Text("Good evening")
      EmptyView()
    }
  }

  private var anyView: AnyView {
    anyViewShowsButton ? AnyView(Button("A Button") {}) : AnyView(Text("A text"))
  }
}
