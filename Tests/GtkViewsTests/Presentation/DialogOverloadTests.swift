import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The overloads of the modifiers and initializers for dialogs. Each of them compiles, and shows its content.
  @MainActor @Suite struct DialogOverloadTests {
    @Observable @MainActor final class Model {
      var isPresented = false
      var value: String? = "value"
      var alertWithoutActions: AlertState<Never>?
      var alert: AlertState<String>?
      var confirmation: ConfirmationDialogState<String>?
      var confirmationWithoutActions: ConfirmationDialogState<Never>?
      /// The buttons' actions and the action handlers that were called.
      @ObservationIgnored var events: [String] = []
    }

    /// An overload of `alert` or `confirmationDialog`.
    struct Overload: CustomTestStringConvertible, Sendable {
      /// The type of the title (a key of a translation, a `String` or a `Text`), and other parameters.
      let testDescription: String
      /// Texts of the dialog. The second one is the title of the button that the test clicks.
      let texts: [String]
      /// Creates a view that displays the text “s”. It presents a dialog with the overload while `isPresented` is true.
      let makeView: @MainActor @Sendable (Model) -> AnyView

      init(_ name: String, _ texts: String..., makeView: @escaping @MainActor @Sendable (Model) -> AnyView) {
        testDescription = name
        self.texts = texts
        self.makeView = makeView
      }
    }

    nonisolated static let alerts: [Overload] = [
      Overload("key", "Key", "Yes") { model in
        AnyView(
          Text("s").alert("Key", isPresented: Binding(model, \.isPresented)) {
            Button("Yes") { model.events.append("yes") }
          })
      },
      Overload("String", "Text of its own", "Yes", "Message") { model in
        let title = "Text of its own"
        return AnyView(
          Text("s").alert(title, isPresented: Binding(model, \.isPresented)) {
            Button("Yes") { model.events.append("yes") }
          } message: {
            Text("Message")
          })
      },
      Overload("Text", "Title", "Yes") { model in
        AnyView(
          Text("s").alert(Text("Title"), isPresented: Binding(model, \.isPresented)) {
            Button("Yes") { model.events.append("yes") }
          })
      },
      Overload("key, presenting", "About", "Take value") { model in
        AnyView(
          Text("s").alert("About", isPresented: Binding(model, \.isPresented), presenting: model.value) { value in
            Button("Take \(value)") { model.events.append("yes") }
          })
      },
      Overload("String, presenting", "Text of its own", "Take value") { model in
        let title = "Text of its own"
        return AnyView(
          Text("s").alert(title, isPresented: Binding(model, \.isPresented), presenting: model.value) { value in
            Button("Take \(value)") { model.events.append("yes") }
          })
      },
      Overload("String, presenting, message", "Text of its own", "Take value", "It is value") { model in
        let title = "Text of its own"
        return AnyView(
          Text("s").alert(title, isPresented: Binding(model, \.isPresented), presenting: model.value) { value in
            Button("Take \(value)") { model.events.append("yes") }
          } message: { value in
            Text("It is \(value)")
          })
      },
      Overload("Text, presenting", "Title", "Take value") { model in
        AnyView(
          Text("s").alert(Text("Title"), isPresented: Binding(model, \.isPresented), presenting: model.value) { value in
            Button("Take \(value)") { model.events.append("yes") }
          })
      },
      Overload("Text, presenting, message", "Title", "Take value", "It is value") { model in
        AnyView(
          Text("s").alert(Text("Title"), isPresented: Binding(model, \.isPresented), presenting: model.value) { value in
            Button("Take \(value)") { model.events.append("yes") }
          } message: { value in
            Text("It is \(value)")
          })
      },
    ]

    nonisolated static let confirmations: [Overload] = [
      // A confirmation dialog adds the button “Cancel”.
      Overload("key", "Key", "Yes", "Cancel") { model in
        AnyView(
          Text("s").confirmationDialog("Key", isPresented: Binding(model, \.isPresented)) {
            Button("Yes") { model.events.append("yes") }
          })
      },
      Overload("key, visibility, message", "Key", "Yes", "Message") { model in
        AnyView(
          Text("s").confirmationDialog("Key", isPresented: Binding(model, \.isPresented), titleVisibility: .visible) {
            Button("Yes") { model.events.append("yes") }
          } message: {
            Text("Message")
          })
      },
      Overload("String", "Text of its own", "Yes") { model in
        let title = "Text of its own"
        return AnyView(
          Text("s").confirmationDialog(title, isPresented: Binding(model, \.isPresented), titleVisibility: .visible) {
            Button("Yes") { model.events.append("yes") }
          })
      },
      Overload("Text, message", "Title", "Yes", "Message") { model in
        AnyView(
          Text("s").confirmationDialog(Text("Title"), isPresented: Binding(model, \.isPresented)) {
            Button("Yes") { model.events.append("yes") }
          } message: {
            Text("Message")
          })
      },
      Overload("key, presenting", "Key", "Take value") { model in
        AnyView(
          Text("s").confirmationDialog("Key", isPresented: Binding(model, \.isPresented), presenting: model.value) {
            value in
            Button("Take \(value)") { model.events.append("yes") }
          })
      },
      Overload("String, presenting, message", "Text of its own", "Take value", "It is value") { model in
        let title = "Text of its own"
        return AnyView(
          Text("s").confirmationDialog(
            title, isPresented: Binding(model, \.isPresented), titleVisibility: .visible, presenting: model.value
          ) {
            value in
            Button("Take \(value)") { model.events.append("yes") }
          } message: { value in
            Text("It is \(value)")
          })
      },
      Overload("Text, presenting", "Title", "Take value") { model in
        AnyView(
          Text("s").confirmationDialog(
            Text("Title"), isPresented: Binding(model, \.isPresented), presenting: model.value
          ) { value in
            Button("Take \(value)") { model.events.append("yes") }
          })
      },
    ]

    /// Returns the dialog: the newest visible window other than `window`. `nil` if there is none.
    private func dialog<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != window.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Waits until a dialog with these texts is on screen, and returns it.
    private func waitForDialog<Content>(
      over window: ViewWindow<Content>, with expectedTexts: [String]
    ) async throws -> UnsafeMutablePointer<GtkWindow> {
      await waitUntil("a dialog with \(expectedTexts)") { [self] in
        dialog(over: window).map { Set(texts(in: $0.widget)).isSuperset(of: expectedTexts) } ?? false
      }
      return try #require(dialog(over: window))
    }

    private func waitUntilDismissed<Content>(over window: ViewWindow<Content>) async {
      await waitUntil("the dialog is dismissed") { [self] in dialog(over: window) == nil }
    }

    @Test(arguments: alerts + confirmations)
    func `the dialog of each overload shows its texts, runs its action and is dismissed`(
      _ overload: Overload
    ) async throws {
      let model = Model()
      let window = await show { overload.makeView(model) }
      model.isPresented = true
      let dialog = try await waitForDialog(over: window, with: overload.texts)
      await click(try #require(button(overload.texts[1], in: dialog)))
      await waitUntilDismissed(over: window)
      #expect(model.events == ["yes"])
      #expect(!model.isPresented)
      window.close()
    }

    @Test func `an alert with a presented value is not shown while the value is nil`() async {
      let model = Model()
      model.value = nil
      // The last overload has the parameter `presenting`, which receives `model.value`.
      let window = await show { Self.alerts.last!.makeView(model) }
      model.isPresented = true
      await mainLoopSettles()
      #expect(dialog(over: window) == nil)
      window.close()
    }

    struct DialogsWithoutActions: View {
      @Bindable var model: Model

      var body: some View {
        Text("s").alert($model.alertWithoutActions).confirmationDialog($model.confirmationWithoutActions)
      }
    }

    @Test func `dialog states without actions need no handler`() async throws {
      let model = Model()
      let window = await show { DialogsWithoutActions(model: model) }
      model.alertWithoutActions = AlertState { TextState("News") }
      await click(try #require(button("OK", in: try await waitForDialog(over: window, with: ["News"]))))
      await waitUntilDismissed(over: window)
      #expect(model.alertWithoutActions == nil)

      model.confirmationWithoutActions = ConfirmationDialogState { TextState("Nothing to choose") }
      await click(try #require(button("OK", in: try await waitForDialog(over: window, with: ["Nothing to choose"]))))
      await waitUntilDismissed(over: window)
      #expect(model.confirmationWithoutActions == nil)
      window.close()
    }

    struct DialogsWithAsynchronousHandlers: View {
      @Bindable var model: Model

      var body: some View {
        Text("s")
          .alert($model.alert) { action in
            model.events.append("begins \(action ?? "none")")
            await Task.yield()
            model.events.append("ends")
          }
          .confirmationDialog($model.confirmation) { await answer($0) }
      }

      private func answer(_ action: String?) async {
        await Task.yield()
        model.events.append("answered \(action ?? "none")")
      }
    }

    @Test func `an asynchronous action handler of an alert or a confirmation dialog runs to its end`() async throws {
      let model = Model()
      let window = await show { DialogsWithAsynchronousHandlers(model: model) }
      model.alert = AlertState {
        TextState("Sure?")
      } actions: {
        ButtonState(action: "yes") { TextState("Yes") }
      }
      await click(try #require(button("Yes", in: try await waitForDialog(over: window, with: ["Sure?"]))))
      await waitUntil("the handler ends") { model.events.count == 2 }
      #expect(model.events == ["begins yes", "ends"])
      await waitUntilDismissed(over: window)
      #expect(model.alert == nil)

      model.confirmation = ConfirmationDialogState {
        TextState("Which?")
      } actions: {
        ButtonState(action: "one") { TextState("One") }
      }
      await click(try #require(button("One", in: try await waitForDialog(over: window, with: ["Which?"]))))
      await waitUntil("the handler ends") { model.events.last == "answered one" }
      await waitUntilDismissed(over: window)
      window.close()
    }

    struct AlertWithTwoButtons: View {
      @Bindable var model: Model

      var body: some View {
        Text("s").alert(isPresented: $model.isPresented) {
          Alert(
            title: Text("Remove?"),
            primaryButton: .destructive(Text("Remove"), action: { model.events.append("removed") }),
            secondaryButton: .cancel { model.events.append("cancelled") })
        }
      }
    }

    @Test func `an alert's cancel button can have an action without a label`() async throws {
      let model = Model()
      let window = await show { AlertWithTwoButtons(model: model) }
      for title in ["Cancel", "Remove"] {
        model.isPresented = true
        let dialog = try await waitForDialog(over: window, with: ["Remove?", "Remove", "Cancel"])
        await click(try #require(button(title, in: dialog)))
        await waitUntilDismissed(over: window)
      }
      #expect(model.events == ["cancelled", "removed"])
      // The other initializers of buttons compile, and set the role.
      let buttons: [Alert.Button] = [
        .default(Text("A")), .default(Text("B"), action: nil), .cancel(), .cancel(Text("C")), .cancel(nil),
      ]
      #expect(buttons.map(\.role) == [nil, nil, .cancel, .cancel, .cancel])
      window.close()
    }

    struct PlacedPopover: View {
      @Bindable var model: Model
      var edge: Edge?

      var body: some View {
        VStack {
          Text("s").frame(width: 100, height: 50)
            .popover(isPresented: $model.isPresented, attachmentAnchor: .point(.bottomTrailing), arrowEdge: edge) {
              Text("popover")
            }
          // This overload only has to compile.
          Text("t").popover(item: .constant(nil as Item?), attachmentAnchor: .rect(.bounds), arrowEdge: .bottom) { _ in
            Text("none")
          }
        }
      }

      struct Item: Identifiable { let id = 1 }
    }

    @Test(arguments: [
      (Edge.top as Edge?, GTK_POS_TOP), (.bottom, GTK_POS_BOTTOM), (.leading, GTK_POS_LEFT), (.trailing, GTK_POS_RIGHT),
      (nil, GTK_POS_BOTTOM),
    ])
    func `a popover points to its attachment point and appears at its arrowEdge, by default at the bottom`(
      _ edge: Edge?, _ position: GtkPositionType
    ) async throws {
      let model = Model()
      let window = await show { PlacedPopover(model: model, edge: edge) }
      await mainLoopSettles()
      model.isPresented = true
      func popover() -> UnsafeMutablePointer<GtkWidget>? {
        window.window.flatMap {
          widgets(ofType: gtk_popover_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 }
        }
      }
      await waitUntil("the popover is on screen") { popover() != nil }
      let shownPopover: UnsafeMutablePointer<GtkPopover> = UnsafeMutablePointer(try #require(popover()).opaque)
      #expect(gtk_popover_get_position(shownPopover) == position)
      var pointedRectangle = GdkRectangle()
      #expect(gtk_popover_get_pointing_to(shownPopover, &pointedRectangle) != 0)
      let anchor = try #require(gtk_widget_get_parent(shownPopover.widget))
      // The attachment point is the corner at the bottom right of the anchor.
      #expect((pointedRectangle.x, pointedRectangle.y) == (gtk_widget_get_width(anchor), gtk_widget_get_height(anchor)))
      model.isPresented = false
      await waitUntil("the popover is dismissed") { popover() == nil }
      window.close()
    }

    struct SomeError: Error {}

    @Test func `describeError determines the text of an alert about an error`() {
      let describeErrorBefore = AnyAppAlert.describeError
      defer { AnyAppAlert.describeError = describeErrorBefore }
      #expect(AnyAppAlert(error: SomeError()).subTitle == "SomeError()")
      AnyAppAlert.describeError = { "It went wrong: \(type(of: $0))." }
      #expect(AnyAppAlert(error: SomeError()).subTitle == "It went wrong: SomeError.")
    }

    @Test func `the style of a whole text state becomes the style of the text, and the style of a part does not`() {
      #expect(Text(TextState("x").bold()).look.weight == .bold)
      #expect(Text(TextState("x").bold().italic()).look.isItalic)
      #expect(Text(TextState("x").bold() + TextState("y")).look.weight == nil)
    }
  }
}

extension Binding {
  /// A binding to a property of a model, for code without `@Bindable`.
  @MainActor fileprivate init<Model: AnyObject & Observable>(
    _ model: Model, _ keyPath: ReferenceWritableKeyPath<Model, Value>
  ) {
    self = Bindable(model)[dynamicMember: keyPath]
  }
}
