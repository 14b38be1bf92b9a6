import GtkViews
import Observation

extension GalleryPage {
  static let contractRemains = GalleryPage(
    "contract-remains", "What Remains", in: .contract, "Nothing: the focus is back where it was, and nothing of what was presented stays alive.",
    lines: [19, 25]
  ) { RemainsPage() }
}

private struct RemainsPage: View {
  @State private var census = Census()
  @State private var isShown = false
  @State private var cycle: Presented?
  @State private var cycles = 0
  private let wanted = 200

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      ContractLineView(19) {
        VStack(alignment: .leading, spacing: 6) {
          Button("Open a Sheet with a Model") { isShown = true }
            .sheet(isPresented: $isShown) { Counted(census: census) }
          Text(verbatim: "Models alive: \(census.alive)")
        }
      }
      ContractLineView(25) {
        VStack(alignment: .leading, spacing: 6) {
          Button("Present and Close 200 Sheets", action: begin)
            .disabled(cycle != nil)
            .sheet(item: $cycle, onDismiss: goOn) { item in
              Text(verbatim: item.text).padding(32).onAppear { cycle = nil }
            }
          Text(verbatim: "\(cycles) of \(wanted); models alive: \(census.alive)")
        }
      }
    }
  }

  private func begin() {
    cycles = 0
    cycle = Presented(id: 0, text: "The first")
  }

  private func goOn() {
    cycles += 1
    if cycles < wanted { cycle = Presented(id: cycles, text: "Number \(cycles + 1)") }
  }
}

/// The number of members that are alive.
@Observable @MainActor private final class Census {
  var alive = 0
}

/// An object that is counted while it is alive.
@MainActor private final class Member {
  private let census: Census

  init(of census: Census) {
    self.census = census
    census.alive += 1
  }

  deinit {
    // The count changes in a turn of its own, because the view releases the object in the middle of an update.
    Task { @MainActor [census] in census.alive -= 1 }
  }
}

private struct Counted: View {
  let census: Census
  @State private var member: Member?
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(spacing: 12) {
      Text(member == nil ? "No model" : "A model of the sheet’s own")
      Button("Close") { dismiss() }
    }
    .padding(24)
    .onAppear { member = Member(of: census) }
  }
}
