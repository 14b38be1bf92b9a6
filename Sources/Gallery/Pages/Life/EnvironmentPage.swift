import GtkViews
import Observation

extension GalleryPage {
  static let environment = GalleryPage(
    "environment", "Environment", in: .life,
    "A view passes values and models to all views below it. The views in between need no parameters for them.",
    names: ["Environment", "EnvironmentValues", "EnvironmentKey", "environment(_:_:)", "environment(_:)"],
    code: """
      @Environment(\\.greeting) private var greeting
      @Environment(Listener.self) private var listener
      """
  ) { EnvironmentPage() }
}

private struct GreetingKey: EnvironmentKey {
  static var defaultValue: String { "Hello" }
}

extension EnvironmentValues {
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

@Observable @MainActor private final class Listener {
  var name = "Ina Lark"
}

private struct EnvironmentPage: View {
  @State private var listener = Listener()

  var body: some View {
    Specimens {
      Specimen("The default greeting") { Greeting() }
      Specimen("Another greeting, from the environment") { Greeting().environment(\.greeting, "Good morning") }
      Button("Other Name") { listener.name = listener.name == "Ina Lark" ? "Ola Reed" : "Ina Lark" }
    }
    .environment(listener)
  }
}

private struct Greeting: View {
  @Environment(\.greeting) private var greeting
  @Environment(Listener.self) private var listener

  var body: some View { Text(verbatim: "\(greeting), \(listener.name)") }
}
