import GtkViews

extension GalleryPage {
  static let appAlerts = GalleryPage(
    "app-alerts", "One Optional for All Alerts", in: .dialogs,
    "A screen has one optional value for all of its alerts, including alerts about errors.",
    names: ["AnyAppAlert", "AlertType", "PresentableError", "showCustomAlert(type:alert:)"],
    code: """
      .showCustomAlert(type: kind, alert: $alert)
      """
  ) { AppAlertsPage() }
}

private struct DiskFull: PresentableError {
  var userMessage: String { "The disk is full." }
}

private struct AppAlertsPage: View {
  @State private var alert: AnyAppAlert?
  @State private var kind = AlertType.alert

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("Tell") { show(.alert, AnyAppAlert(title: "It is done", subTitle: "Nothing else is to be said.")) }
      Button("Ask") {
        show(
          .confirmationDialog,
          AnyAppAlert(title: "Remove the show?") { AnyView(Button("Remove", role: .destructive) {}) })
      }
      Button("Tell an Error") { show(.alert, AnyAppAlert(error: DiskFull())) }
    }
    .showCustomAlert(type: kind, alert: $alert)
  }

  private func show(_ kind: AlertType, _ alert: AnyAppAlert) {
    self.kind = kind
    self.alert = alert
  }
}
