import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation

@testable import GtkViews

/// A modifier that presents a dialog, in one of its overloads. Each form presents the title “Title” and the buttons
/// “Do” and “Cancel”.
///
/// `Presenting`, `Item` and `ID` stand for the parameters `presenting:`, `item:` and `item:id:`. The forms `olderAlert`
/// and `alertItem` take an `Alert` value, as in earlier versions of SwiftUI. `customAlert` and `customConfirmation` use
/// `showCustomAlert`, which takes an `AnyAppAlert`.
enum PresentationForm: String, CaseIterable, Sendable, CustomStringConvertible {
  case alert, alertWithoutMessage, alertVerbatim, alertWithText, alertPresenting, olderAlert, alertItem, alertState,
    alertWithField
  case customAlert, customConfirmation
  case confirmation, confirmationPresenting, confirmationState
  case sheet, sheetItem, sheetID
  case cover, coverItem, coverID
  case popover, popoverItem, popoverID

  var description: String { rawValue }

  /// Whether an alert or a confirmation dialog is presented: one of the cases before `sheet`.
  var isAlert: Bool { Self.allCases.firstIndex(of: self)! < Self.allCases.firstIndex(of: .sheet)! }
  var isPopover: Bool { rawValue.hasPrefix("popover") }
  /// Whether GTK's own dialog shows the alert. GTK's dialogs have no text fields.
  var isNative: Bool { isAlert && self != .alertWithField }
  /// Whether the presentation has a text that follows the state of the screen. The other forms have no such text, or
  /// the text is a part of a value that was created once.
  var hasLiveText: Bool {
    self != .alertWithoutMessage
      && ![.alertState, .confirmationState, .customAlert, .customConfirmation].contains(self)
  }
}

/// A form of presentation, and the backend: the GTK dialog that shows an alert.
struct PresentationCase: Sendable, CustomStringConvertible {
  let form: PresentationForm
  let backend: AlertBackend

  var description: String { form.isNative ? "\(form) by \(backend)" : "\(form)" }

  /// All forms, with every backend that this GTK has.
  static let all = PresentationForm.allCases.flatMap { form in
    (form.isNative ? AlertBackend.available : [.automatic]).map { PresentationCase(form: form, backend: $0) }
  }
  /// The alerts and confirmation dialogs.
  static let alerts = all.filter(\.form.isAlert)
  /// The sheets, covers and popovers.
  static let nonAlerts = all.filter { !$0.form.isAlert }
}

/// The state of a screen with one presentation. Each form uses some of the properties.
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
  /// The value of the forms with `presenting:`. Setting ``isShown`` to false dismisses their dialogs, so this
  /// value stays.
  var number: Int?
  var item: Item?
  /// The value of the sheet and the popover with `item:id:`.
  var text: String?
  /// The value of the cover with `item:id:`.
  var plain: Plain?
  var alert: AlertState<String>?
  var confirmation: ConfirmationDialogState<String>?
  var appAlert: AnyAppAlert?
  /// A part of the message: the message is “About parent” at first.
  var name = "parent"
  /// The text of the text field in an alert.
  var typed = ""
  /// Whether the screen contains the view whose modifier presents.
  var hasPresentingView = true
  /// The actions of the buttons that were pressed: “do”, “cancel”, or “none” for a button without an action. The button
  /// “Cancel” of a ``PresentedPage`` records nothing.
  @ObservationIgnored var events: [String] = []
  /// How many times `onDismiss` was called.
  @ObservationIgnored var dismissals = 0

  /// Whether the state requires that a dialog is presented.
  var requiresPresentation: Bool {
    isShown || item != nil || text != nil || plain != nil || alert != nil || confirmation != nil || appAlert != nil
  }

  /// Sets the state so that a form presents.
  func present(_ form: PresentationForm) {
    switch form {
    case .alertPresenting, .confirmationPresenting:
      number = 1
      isShown = true
    case .alertItem, .sheetItem, .coverItem, .popoverItem: item = Item(id: 1)
    case .sheetID, .popoverID: text = "one"
    case .coverID: plain = Plain(number: 1)
    case .alertState: alert = Self.makeAlert("Title")
    case .confirmationState: confirmation = Self.makeConfirmation("Title")
    case .customAlert, .customConfirmation:
      appAlert = AnyAppAlert(title: "Title", subTitle: "About parent") { AnyView(PresentedButtons(model: self)) }
    default: isShown = true
    }
  }

  /// Clears the state, so that any form dismisses its presentation.
  func clear() {
    isShown = false
    item = nil
    text = nil
    plain = nil
    alert = nil
    confirmation = nil
    appAlert = nil
  }

  static func makeAlert(_ title: String) -> AlertState<String> {
    AlertState {
      TextState(verbatim: title)
    } actions: {
      ButtonState(action: "do") { TextState(verbatim: "Do") }
      ButtonState(role: .cancel, action: "cancel") { TextState(verbatim: "Cancel") }
    }
  }

  static func makeConfirmation(_ title: String) -> ConfirmationDialogState<String> {
    ConfirmationDialogState {
      TextState(verbatim: title)
    } actions: {
      ButtonState(action: "do") { TextState(verbatim: "Do") }
      ButtonState(role: .cancel, action: "cancel") { TextState(verbatim: "Cancel") }
    }
  }
}

/// The buttons of an alert or a confirmation dialog.
struct PresentedButtons: View {
  let model: PresentingModel

  var body: some View {
    Button("Do") { model.events.append("do") }
    Button("Cancel", role: .cancel) { model.events.append("cancel") }
  }
}

/// The content of a sheet, a cover or a popover.
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
      if model.hasPresentingView { presentingView }
    }
  }

  private var presentingView: AnyView {
    if form.isAlert { return form == .alertWithField ? alertWithField : alert }
    return form.isPopover ? popover : sheetOrCover
  }

  /// The view to which the presenting modifier is applied.
  private var anchor: Button<Text> { Button("Anchor") {} }
  private var buttons: PresentedButtons { PresentedButtons(model: model) }
  private var message: Text { Text("About \(model.name)") }
  private func recordAction(_ action: String?) { model.events.append(action ?? "none") }
  private func countDismissal() { model.dismissals += 1 }

  private var alertWithField: AnyView {
    AnyView(
      anchor.alert("Title", isPresented: $model.isShown) {
        TextField("Name", text: $model.typed)
        buttons
      } message: {
        message
      })
  }

  private var alertValue: Alert {
    Alert(
      title: Text("Title"), message: message, primaryButton: .default(Text("Do")) { recordAction("do") },
      secondaryButton: .cancel { recordAction("cancel") })
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
    case .olderAlert: AnyView(anchor.alert(isPresented: $model.isShown) { alertValue })
    case .alertItem: AnyView(anchor.alert(item: $model.item) { _ in alertValue })
    case .alertState: AnyView(anchor.alert($model.alert) { recordAction($0) })
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
    case .confirmationState: AnyView(anchor.confirmationDialog($model.confirmation) { recordAction($0) })
    default:
      AnyView(
        anchor.alert("Title", isPresented: $model.isShown) {
          buttons
        } message: {
          message
        })
    }
  }

  private var sheetOrCover: AnyView {
    let page = PresentedPage(model: model)
    return switch form {
    case .sheetItem: AnyView(anchor.sheet(item: $model.item, onDismiss: countDismissal) { _ in page })
    case .sheetID: AnyView(anchor.sheet(item: $model.text, id: \.self, onDismiss: countDismissal) { _ in page })
    case .cover: AnyView(anchor.fullScreenCover(isPresented: $model.isShown, onDismiss: countDismissal) { page })
    case .coverItem: AnyView(anchor.fullScreenCover(item: $model.item, onDismiss: countDismissal) { _ in page })
    case .coverID:
      AnyView(anchor.fullScreenCover(item: $model.plain, id: \.number, onDismiss: countDismissal) { _ in page })
    default: AnyView(anchor.sheet(isPresented: $model.isShown, onDismiss: countDismissal) { page })
    }
  }

  private var popover: AnyView {
    let page = PresentedPage(model: model)
    return switch form {
    case .popoverItem: AnyView(anchor.popover(item: $model.item, onDismiss: countDismissal) { _ in page })
    case .popoverID: AnyView(anchor.popover(item: $model.text, id: \.self, onDismiss: countDismissal) { _ in page })
    default: AnyView(anchor.popover(isPresented: $model.isShown, onDismiss: countDismissal) { page })
    }
  }
}
