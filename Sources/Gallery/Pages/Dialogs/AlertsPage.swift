import GtkViews

extension GalleryPage {
  static let alerts = GalleryPage(
    "alerts", "Alerts", in: .dialogs, "An alert for a Boolean, a value or an item. Its buttons are views.",
    names: [
      "alert(_:isPresented:actions:message:)", "alert(_:isPresented:actions:)",
      "alert(_:isPresented:presenting:actions:message:)",
      "alert(_:isPresented:presenting:actions:)", "alert(isPresented:content:)", "alert(item:content:)", "Alert",
    ],
    code: """
      .alert("Remove the show?", isPresented: $isAsking) {
        Button("Remove", role: .destructive) { answer = "removed" }
      } message: {
        Text("Its episodes go with it.")
      }
      """
  ) { AlertsPage() }
}

private struct AlertsPage: View {
  @State private var answer = "nothing yet"

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      AlertsOfBoolean(answer: $answer)
      AlertsAboutValue(answer: $answer)
      AlertWithField(answer: $answer)
      OlderAlerts(answer: $answer)
      Text(verbatim: "The answer: \(answer)").foregroundStyle(.secondary)
    }
  }
}

private struct AlertsOfBoolean: View {
  @Binding var answer: String
  @State private var isAsking = false
  @State private var isAlertWithoutMessageShown = false

  var body: some View {
    HStack(spacing: 8) {
      Button("With a Message") { isAsking = true }
        .alert("Remove the show?", isPresented: $isAsking) {
          Button("Remove", role: .destructive) { answer = "removed" }
        } message: {
          Text("Its episodes go with it.")
        }
      Button("Without") { isAlertWithoutMessageShown = true }
        .alert("It is done", isPresented: $isAlertWithoutMessageShown) { Button("Good") { answer = "good" } }
    }
  }
}

private struct AlertsAboutValue: View {
  @Binding var answer: String
  @State private var isAsking = false
  @State private var isAlertWithoutMessageShown = false
  @State private var episode: Episode? = .rain

  var body: some View {
    HStack(spacing: 8) {
      Button("About a Value") { isAsking = true }
        .alert("Play it?", isPresented: $isAsking, presenting: episode) { episode in
          Button("Play") { answer = "play \(episode.title)" }
        } message: { episode in
          Text(verbatim: episode.title)
        }
      Button("Without a Message") { isAlertWithoutMessageShown = true }
        .alert("Play it?", isPresented: $isAlertWithoutMessageShown, presenting: episode) { episode in
          Button("Play “\(episode.title)”") { answer = "play" }
        }
    }
  }
}

private struct AlertWithField: View {
  @Binding var answer: String
  @State private var isAsking = false
  @State private var name = ""

  var body: some View {
    Button("With a Text Field") { isAsking = true }
      .alert("What is your name?", isPresented: $isAsking) {
        TextField("Name", text: $name)
        Button("That Is It") { answer = name }
        Button("Cancel", role: .cancel) {}
      }
  }
}

/// Alerts that are described by a value of the type `Alert`, as in older versions of SwiftUI.
private struct OlderAlerts: View {
  @Binding var answer: String
  @State private var isAsking = false
  @State private var episode: Episode?

  var body: some View {
    HStack(spacing: 8) {
      Button("The Older Spelling") { isAsking = true }
        .alert(isPresented: $isAsking) {
          Alert(
            title: Text("Remove?"), primaryButton: .destructive(Text("Remove")) { answer = "removed" },
            secondaryButton: .cancel())
        }
      Button("Of an Item") { episode = .robin }
        .alert(item: $episode) { Alert(title: Text(verbatim: $0.title), message: Text("An episode")) }
    }
  }
}
