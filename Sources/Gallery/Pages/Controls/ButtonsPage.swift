import GtkViews

extension GalleryPage {
  static let buttons = GalleryPage(
    "buttons", "Buttons", in: .controls,
    "Buttons have a role, a style and a size. They can be disabled, and have a tooltip.",
    names: [
      "ButtonRole", "ButtonStyleKind", "ControlSize", "buttonStyle(_:)", "controlSize(_:)", "tint(_:)", "disabled(_:)",
      "help(_:)",
    ],
    code: """
      Button("Remove", role: .destructive) { presses += 1 }
      Button("Go On") { presses += 1 }.buttonStyle(.borderedProminent)
      """
  ) { ButtonsPage() }
}

private struct ButtonsPage: View {
  @State private var presses = 0

  var body: some View {
    Specimens {
      Specimen("Styles") {
        VStack(alignment: .leading, spacing: 8) {
          HStack(spacing: 8) {
            Button("Go On") { presses += 1 }.buttonStyle(.borderedProminent)
            Button("Bordered") { presses += 1 }.buttonStyle(.bordered)
          }
          HStack(spacing: 8) {
            Button("Borderless") { presses += 1 }.buttonStyle(.borderless)
            Button("Plain") { presses += 1 }.buttonStyle(.plain)
          }
        }
      }
      Specimen("Roles, and a disabled button") {
        HStack(spacing: 8) {
          Button("Remove", role: .destructive) { presses += 1 }
          Button("Cancel", role: .cancel) { presses += 1 }
          Button("Disabled") { presses += 1 }.disabled(true)
        }
      }
      Specimen("With a symbol, a tint and a tooltip") {
        HStack(spacing: 8) {
          Button {
            presses += 1
          } label: {
            Label("Add", systemImage: "plus")
          }.help("Adds one to the count")
          Button("Tinted") { presses += 1 }.buttonStyle(.borderedProminent).tint(.green)
        }
      }
      Specimen("Sizes") { ButtonSizes { presses += 1 } }
      Text("Pressed \(presses) times")
    }
  }
}

/// A button in each size.
private struct ButtonSizes: View {
  let action: @MainActor () -> Void

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      ForEach(ControlSize.allCases, id: \.self) { size in
        Button(action: action) { Text(verbatim: "\(size)") }.controlSize(size)
      }
    }
  }
}
