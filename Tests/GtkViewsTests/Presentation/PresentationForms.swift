import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation

@testable import GtkViews

/// One spelling of a presentation: each modifier in each of its forms. All of them present the title “Title” and a
/// button “Do”. The button “Cancel” closes them.
enum PresentationForm: String, CaseIterable, Sendable, CustomStringConvertible {
  case alert, alertWithoutMessage, alertVerbatim, alertWithText, alertPresenting, alertContent, alertItem, alertState,
    alertWithField
  case customAlert, customConfirmation
  case confirmation, confirmationPresenting, confirmationState
  case sheet, sheetItem, sheetID
  case cover, coverItem, coverID
  case popover, popoverItem, popoverID

  var description: String { rawValue }

  var isAlert: Bool { Self.allCases.firstIndex(of: self)! < Self.allCases.firstIndex(of: .sheet)! }
  var isPopover: Bool { rawValue.hasPrefix("popover") }
  /// Whether GTK's own dialog shows it.
  var isNative: Bool { isAlert && self != .alertWithField }
  /// Whether its content is evaluated from the state of the screen, instead of being kept in a value that was created
  /// once.
  var isLive: Bool {
    self != .alertWithoutMessage
      && ![.alertState, .confirmationState, .customAlert, .customConfirmation].contains(self)
  }
}

/// A form of presentation, and the backend that shows it.
struct Presented: Sendable, CustomStringConvertible {
  let form: PresentationForm
  let backend: AlertBackend

  var description: String { form.isNative ? "\(form) by \(backend)" : "\(form)" }

  /// All forms, with every backend that this GTK has.
  static let all = PresentationForm.allCases.flatMap { form in
    (form.isNative ? AlertBackend.available : [.automatic]).map { Presented(form: form, backend: $0) }
  }
  static let alerts = all.filter(\.form.isAlert)
  static let windows = all.filter { !$0.form.isAlert }
}

/// The state of a screen with one presentation.
@Observable @MainActor final class PresentingModel {
  struct Item: Identifiable {
    let id: Int
    var text = ""
  }

  /// A value that is neither `Equatable` nor `Identifiable`.
  struct Plain {
    var number: Int
  }

  var isShown = false
  var number: Int?
  var item: Item?
  var text: String?
  var plain: Plain?
  var alert: AlertState<String>?
  var confirmation: ConfirmationDialogState<String>?
  var appAlert: AnyAppAlert?
  var name = "parent"
  var typed = ""
  var isThere = true
  @ObservationIgnored var events: [String] = []
  @ObservationIgnored var dismissals = 0

  /// Whether the state requires something to be on screen.
  var isSet: Bool {
    isShown || item != nil || text != nil || plain != nil || alert != nil || confirmation != nil || appAlert != nil
  }

  func present(_ form: PresentationForm) {
    switch form {
    case .alertPresenting, .confirmationPresenting:
      number = 1
      isShown = true
    case .alertItem, .sheetItem, .coverItem, .popoverItem: item = Item(id: 1)
    case .sheetID, .popoverID: text = "one"
    case .coverID: plain = Plain(number: 1)
    case .alertState: alert = Self.alert("Title")
    case .confirmationState: confirmation = Self.confirmation("Title")
    case .customAlert, .customConfirmation:
      appAlert = AnyAppAlert(title: "Title", subTitle: "About parent") { AnyView(PresentedButtons(model: self)) }
    default: isShown = true
    }
  }

  func takeBack() {
    isShown = false
    item = nil
    text = nil
    plain = nil
    alert = nil
    confirmation = nil
    appAlert = nil
  }

  static func alert(_ title: String) -> AlertState<String> {
    AlertState {
      TextState(verbatim: title)
    } actions: {
      ButtonState(action: "do") { TextState(verbatim: "Do") }
      ButtonState(role: .cancel, action: "cancel") { TextState(verbatim: "Cancel") }
    }
  }

  static func confirmation(_ title: String) -> ConfirmationDialogState<String> {
    ConfirmationDialogState {
      TextState(verbatim: title)
    } actions: {
      ButtonState(action: "do") { TextState(verbatim: "Do") }
      ButtonState(role: .cancel, action: "cancel") { TextState(verbatim: "Cancel") }
    }
  }
}

/// The buttons of an alert.
struct PresentedButtons: View {
  let model: PresentingModel

  var body: some View {
    Button("Do") { model.events.append("do") }
    Button("Cancel", role: .cancel) { model.events.append("cancel") }
  }
}

/// The content of a window or a popover.
struct PresentedPage: View {
  let model: PresentingModel
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text("Title")
      Text("About \(model.name)")
      Button("Do") { model.events.append("do") }
      Button("Cancel") { dismiss() }
    }
  }
}

/// A screen that presents in one form.
struct PresentingScreen: View {
  @Bindable var model: PresentingModel
  let form: PresentationForm

  var body: some View {
    VStack {
      Text("screen")
      Button("Elsewhere") {}
      if model.isThere { presenter }
    }
  }

  private var presenter: AnyView {
    if form.isAlert { return form == .alertWithField ? alertWithField : alert }
    return form.isPopover ? popover : window
  }

  private var anchor: Button<Text> { Button("Anchor") {} }
  private var buttons: PresentedButtons { PresentedButtons(model: model) }
  private var message: Text { Text("About \(model.name)") }
  private func note(_ action: String?) { model.events.append(action ?? "none") }
  private func gone() { model.dismissals += 1 }

  private var alertWithField: AnyView {
    AnyView(
      anchor.alert("Title", isPresented: $model.isShown) {
        TextField("Name", text: $model.typed)
        buttons
      } message: {
        message
      })
  }

  private var oldAlert: Alert {
    Alert(
      title: Text("Title"), message: message, primaryButton: .default(Text("Do")) { note("do") },
      secondaryButton: .cancel { note("cancel") })
  }

  private var alert: AnyView {
    switch form {
    case .alertWithoutMessage: AnyView(anchor.alert("Title", isPresented: $model.isShown) { buttons })
    case .alertVerbatim:
      AnyView(
        anchor.alert(String("Title"), isPresented: $model.isShown) {
          buttons
        } message: {
          message
        })
    case .alertWithText:
      AnyView(
        anchor.alert(Text("Title"), isPresented: $model.isShown) {
          buttons
        } message: {
          message
        })
    case .alertPresenting:
      AnyView(
        anchor.alert("Title", isPresented: $model.isShown, presenting: model.number) { _ in
          buttons
        } message: { _ in
          message
        })
    case .alertContent: AnyView(anchor.alert(isPresented: $model.isShown) { oldAlert })
    case .alertItem: AnyView(anchor.alert(item: $model.item) { _ in oldAlert })
    case .alertState: AnyView(anchor.alert($model.alert) { note($0) })
    case .customAlert: AnyView(anchor.showCustomAlert(alert: $model.appAlert))
    case .customConfirmation: AnyView(anchor.showCustomAlert(type: .confirmationDialog, alert: $model.appAlert))
    case .confirmation:
      AnyView(
        anchor.confirmationDialog("Title", isPresented: $model.isShown) {
          buttons
        } message: {
          message
        })
    case .confirmationPresenting:
      AnyView(
        anchor.confirmationDialog("Title", isPresented: $model.isShown, presenting: model.number) { _ in
          buttons
        } message: { _ in
          message
        })
    case .confirmationState: AnyView(anchor.confirmationDialog($model.confirmation) { note($0) })
    default:
      AnyView(
        anchor.alert("Title", isPresented: $model.isShown) {
          buttons
        } message: {
          message
        })
    }
  }

  private var window: AnyView {
    let page = PresentedPage(model: model)
    return switch form {
    case .sheetItem: AnyView(anchor.sheet(item: $model.item, onDismiss: gone) { _ in page })
    case .sheetID: AnyView(anchor.sheet(item: $model.text, id: \.self, onDismiss: gone) { _ in page })
    case .cover: AnyView(anchor.fullScreenCover(isPresented: $model.isShown, onDismiss: gone) { page })
    case .coverItem: AnyView(anchor.fullScreenCover(item: $model.item, onDismiss: gone) { _ in page })
    case .coverID: AnyView(anchor.fullScreenCover(item: $model.plain, id: \.number, onDismiss: gone) { _ in page })
    default: AnyView(anchor.sheet(isPresented: $model.isShown, onDismiss: gone) { page })
    }
  }

  private var popover: AnyView {
    let page = PresentedPage(model: model)
    return switch form {
    case .popoverItem: AnyView(anchor.popover(item: $model.item, onDismiss: gone) { _ in page })
    case .popoverID: AnyView(anchor.popover(item: $model.text, id: \.self, onDismiss: gone) { _ in page })
    default: AnyView(anchor.popover(isPresented: $model.isShown, onDismiss: gone) { page })
    }
  }
}
