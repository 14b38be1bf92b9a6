import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The accessible names, values, hints and roles of views, announcements, and the flat style of toolbar controls. GTK
  /// 4.8 does not derive the names from the texts in the controls. GTK's word for a hint is *description*.
  ///
  /// A modifier box is a widget that a modifier, such as `padding`, puts around a view. Some windows are 800 pixels
  /// wide, because GTK 4.18 warns if a title bar has too little room.
  @MainActor @Suite struct AccessibilityTests {
    /// The state of the views below. Each view uses `isOn` for its own condition.
    @Observable @MainActor final class Model {
      var name = "First"
      var isOn = false
      var hasSecondText = false
      /// The completed share of a copy, from 0 to 1, or `nil` if it is unknown.
      var completedShare: Double?
    }

    /// Returns the first widget of the type, in the title bar or in the content.
    private func firstWidget<Content>(
      _ type: GType, in window: ViewWindow<Content>
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: type, in: $0).first })
    }

    /// The label of a control. A change of the model evaluates this view and not the control.
    struct ChangingLabel: View {
      let model: Model

      var body: some View {
        HStack {
          Image(systemName: "plus").accessibilityHidden(true)
          Text(verbatim: model.name)
          if model.hasSecondText { Text("and more") }
        }
      }
    }

    @Test func `an accessible name and hint outside of modifier boxes are set on the control`() async throws {
      // Given a button in boxes of modifiers
      let window = await show(width: 800) {
        Button(action: {}) { Image(systemName: "plus") }.scaleEffect(1.5).padding(4).frame(width: 100).transition(
          .slide
        )
        .accessibilityLabel("Add").accessibilityHint(Text("Adds a show"))
      }

      // Then the name and the hint are the button's
      let button = try firstWidget(gtk_button_get_type(), in: window)
      #expect(hasAccessibleName("Add", button))
      #expect(hasAccessibleDescription("Adds a show", button))
      window.close()
    }

    struct TextWithValue: View {
      let model: Model

      var body: some View { Text("Volume").accessibilityValue(Text(verbatim: model.name)) }
    }

    @Test func `an accessible value follows the model`() async throws {
      let model = Model()
      let window = await show(width: 800) { TextWithValue(model: model) }
      let label = try firstWidget(gtk_label_get_type(), in: window)
      #expect(hasAccessibleValue("First", label))
      model.name = "Second"
      await waitUntil("the view follows") { hasAccessibleValue("Second", label) }
      window.close()
    }

    @Test func `the accessible name of a button follows the texts of its label`() async throws {
      // Given a button whose label is several views
      let model = Model()
      let window = await show(width: 800) { Button(action: {}) { ChangingLabel(model: model) } }
      let button = try firstWidget(gtk_button_get_type(), in: window)
      #expect(hasAccessibleName("First", button))

      // When a text in the label changes, and then the label's views
      model.name = "Second"
      await waitUntil("the view follows") { window.texts == ["Second"] }
      #expect(hasAccessibleName("Second", button))
      model.hasSecondText = true
      await waitUntil("the view follows") { window.texts == ["Second", "and more"] }
      #expect(hasAccessibleName("Second and more", button))
      window.close()
    }

    struct HideableViews: View {
      let model: Model

      var body: some View {
        VStack {
          HStack { Text("in a box") }.accessibilityHidden(model.isOn)
          Text("alone").padding(4).accessibilityHidden(model.isOn)
          Button(action: {}) {
            Text("Play")
            Text("now").accessibilityHidden(model.isOn)
          }
        }
      }
    }

    @Test func `views hidden from screen readers are skipped until they are shown again`() async throws {
      // Given views that are not hidden
      let model = Model()
      let window = await show(width: 800) { HideableViews(model: model) }
      let labels = window.window.map { widgets(ofType: gtk_label_get_type(), in: $0) } ?? []
      let button = try firstWidget(gtk_button_get_type(), in: window)
      try #require(
        labels.map { String(cString: gtk_label_get_text($0.opaque)) } == ["in a box", "alone", "Play", "now"])
      // A screen reader skips a hidden box and everything in it.
      let isHidden = { (label: UnsafeMutablePointer<GtkWidget>) in
        sequence(first: label) { gtk_widget_get_parent($0) }.contains { isHiddenFromScreenReaders($0) }
      }
      #expect(labels.map(isHidden) == [false, false, false, false])
      #expect(hasAccessibleName("Play now", button))

      // When the views are hidden, then a screen reader skips them, and the button's name no longer includes their
      // texts
      model.isOn = true
      await waitUntil("the views are hidden") { labels.map(isHidden) == [true, true, false, true] }
      #expect(hasAccessibleName("Play", button))

      // When they are shown again
      model.isOn = false
      await waitUntil("the views are back") { labels.map(isHidden) == [false, false, false, false] }
      #expect(hasAccessibleName("Play now", button))

      // The labels stay visible on the screen all the time
      #expect(labels.allSatisfy { gtk_widget_get_mapped($0) != 0 })
      window.close()
    }

    /// The progress of copying four files. The model's name stands for the current file. With `hasLabel`, the name is
    /// the label of the progress view. Otherwise `accessibilityLabel` sets the name.
    struct CopyProgress: View {
      let model: Model
      let hasLabel: Bool

      var body: some View {
        Group {
          if hasLabel {
            ProgressView(model.name, value: model.completedShare)
          } else {
            ProgressView(value: model.completedShare).padding(4).accessibilityLabel(model.name)
          }
        }
        .frame(width: 200)
        .accessibilityValue("\(model.name) of four").accessibilityHint("It takes a while")
      }
    }

    @Test(arguments: [true, false])
    func `a progress bar that replaces a spinner has the same accessible texts`(hasLabel: Bool) async throws {
      // Given an indicator of progress whose share is unknown, with a name, a value and a hint
      let model = Model()
      let window = await show { CopyProgress(model: model, hasLabel: hasLabel) }
      let missingTexts = { (indicator: UnsafeMutablePointer<GtkWidget>, name: String) in
        [
          "name": hasAccessibleName(name, indicator), "value": hasAccessibleValue("\(name) of four", indicator),
          "hint": hasAccessibleDescription("It takes a while", indicator),
        ].filter { !$0.value }.map(\.key)
      }
      #expect(missingTexts(try firstWidget(gtk_spinner_get_type(), in: window), "First") == [])

      // When the share is known, then a progress bar replaces the spinner and has the same accessible texts
      model.completedShare = 0.5
      await mainLoopSettles()
      let bar = try firstWidget(gtk_progress_bar_get_type(), in: window)
      #expect(gtk_accessible_get_accessible_role(bar.opaque) == GTK_ACCESSIBLE_ROLE_PROGRESS_BAR)
      #expect(missingTexts(bar, "First") == [])

      // When the share grows, then the bar keeps its accessible texts, and does not get GTK's text for the share
      model.completedShare = 0.75
      await waitUntil("the bar follows") { gtk_progress_bar_get_fraction(bar.opaque) == 0.75 }
      #expect(missingTexts(bar, "First") == [])

      // And the accessible texts follow the model
      model.name = "Second"
      await waitUntil("the name and the value follow") { missingTexts(bar, "Second").isEmpty }

      // And no box around the bar has the same texts
      let boxes = window.window.map { widgets(ofType: gtk_box_get_type(), in: $0) } ?? []
      #expect(!boxes.contains { hasAccessibleName("Second", $0) || hasAccessibleValue("Second of four", $0) })
      window.close()
    }

    /// A picture while the model is off, and a text while it is on.
    struct PictureOrText: View {
      let model: Model

      var body: some View {
        if model.isOn {
          Text("there").accessibilityLabel("inner")
        } else {
          Image(systemName: "plus")
        }
      }
    }

    /// A picture or a text with a name and a value, in modifier boxes: a frame, padding in a frame, the same with
    /// another name between these two boxes, or an effect.
    struct BoxedPictureOrText: View {
      let model: Model
      /// The kind of the boxes: “frame”, “padding”, “between” or “effect”.
      let wrapping: String

      var body: some View {
        switch wrapping {
        case "frame":
          PictureOrText(model: model).frame(width: 96, height: 96)
            .accessibilityLabel(model.name).accessibilityValue("new")
        case "padding":
          PictureOrText(model: model).padding(4).frame(width: 96, height: 96).accessibilityLabel(model.name)
            .accessibilityValue("new")
        case "between":
          PictureOrText(model: model).padding(4).accessibilityLabel("between").frame(width: 96, height: 96)
            .accessibilityLabel(model.name).accessibilityValue("new")
        default:
          PictureOrText(model: model).scaleEffect(1.5).transition(.slide)
            .accessibilityLabel(model.name).accessibilityValue("new")
        }
      }
    }

    /// Returns the last widget of the type in the window's content, without the title bar.
    private func lastInContent<Content>(
      _ type: GType, in window: ViewWindow<Content>
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { gtk_window_get_child($0) }.flatMap { widgets(ofType: type, in: $0).last })
    }

    @Test(arguments: ["frame", "padding", "between", "effect"])
    func `a view that replaces another in a modifier box has the same accessible name and value`(
      wrapping: String
    ) async throws {
      // Given a picture in boxes, with modifiers that set a name and a value
      let model = Model()
      let window = await show { BoxedPictureOrText(model: model, wrapping: wrapping) }
      let hasNameAndValue = { (widget: UnsafeMutablePointer<GtkWidget>, name: String) in
        hasAccessibleName(name, widget) && hasAccessibleValue("new", widget)
      }
      #expect(hasNameAndValue(try lastInContent(gtk_image_get_type(), in: window), "First"))

      // When a text replaces the picture, then the text has the name and the value that the modifiers set. Its own
      // name, “inner”, has no effect
      model.isOn = true
      await waitUntil("the text is there") { window.texts == ["there"] }
      let label = try lastInContent(gtk_label_get_type(), in: window)
      #expect(hasNameAndValue(label, "First"))

      // When the name changes, then the text's name follows
      model.name = "Second"
      await waitUntil("the view follows") { hasNameAndValue(label, "Second") }

      // When another picture appears, then it has the latest name and value
      model.isOn = false
      await waitUntil("the picture is there") { window.texts.isEmpty }
      #expect(hasNameAndValue(try lastInContent(gtk_image_get_type(), in: window), "Second"))

      // And no box has the name
      let boxes = window.window.map { widgets(ofType: gtk_box_get_type(), in: $0) } ?? []
      #expect(!boxes.contains { hasAccessibleName("Second", $0) })
      window.close()
    }

    struct InsertedInBox: View {
      let model: Model

      var body: some View {
        VStack {
          Text("before")
          Group { if model.isOn { Text("there") } }.padding(4).frame(width: 96, height: 96).accessibilityLabel("Cover")
            .accessibilityHeading(.h2)
        }
      }
    }

    @Test func `a view inserted into an empty modifier box has the box's accessible name and role`() async throws {
      // Given a box without a view
      let model = Model()
      let window = await show { InsertedInBox(model: model) }

      // When a view is inserted
      model.isOn = true
      await waitUntil("the text is there") { window.texts == ["before", "there"] }

      // Then the view has the name and the role, and the box no longer has them
      let label = try lastInContent(gtk_label_get_type(), in: window)
      #expect(hasAccessibleName("Cover", label))
      #expect(gtk_accessible_get_accessible_role(label.opaque) == GTK_ACCESSIBLE_ROLE_HEADING)
      let boxes = window.window.map { widgets(ofType: gtk_box_get_type(), in: $0) } ?? []
      #expect(!boxes.contains { hasAccessibleName("Cover", $0) })
      window.close()
    }

    struct PlayButton: View {
      let model: Model

      var body: some View {
        Button(model.isOn ? "Pause" : "Play") {}.accessibilityLabel(
          model.isOn ? "Pause the episode" : "Play the episode")
      }
    }

    @Test func `accessibilityLabel overrides the text of a button`() async throws {
      let model = Model()
      let window = await show(width: 800) { PlayButton(model: model) }
      let button = try firstWidget(gtk_button_get_type(), in: window)
      #expect(hasAccessibleName("Play the episode", button))
      model.isOn = true
      await waitUntil("the view follows") { window.texts == ["Pause"] }
      #expect(hasAccessibleName("Pause the episode", button))
      window.close()
    }

    @Test func `a button with an image has the accessible name of the image`() async throws {
      let window = await show(width: 800) { Button(action: {}) { Image(systemName: "plus").accessibilityLabel("Add") } }
      #expect(hasAccessibleName("Add", try firstWidget(gtk_button_get_type(), in: window)))
      window.close()
    }

    struct LabelledToggle: View {
      @Bindable var model: Model
      let style: ToggleStyleKind

      var body: some View {
        Toggle(isOn: $model.isOn) { ChangingLabel(model: model) }.toggleStyle(style)
      }
    }

    private static func widgetType(of style: ToggleStyleKind) -> GType {
      switch style {
      case .switch: gtk_switch_get_type()
      case .button: gtk_toggle_button_get_type()
      case .checkbox: gtk_check_button_get_type()
      }
    }

    @Test(arguments: [ToggleStyleKind.switch, .button, .checkbox])
    func `the accessible name of a toggle is its label`(style: ToggleStyleKind) async throws {
      let model = Model()
      let window = await show(width: 800) { LabelledToggle(model: model, style: style) }
      let control = try firstWidget(Self.widgetType(of: style), in: window)
      #expect(hasAccessibleName("First", control))
      model.name = "Second"
      await waitUntil("the view follows") { window.texts.contains("Second") }
      #expect(hasAccessibleName("Second", control))
      window.close()
    }

    @Test(arguments: [ToggleStyleKind.switch, .button, .checkbox])
    func `accessibilityLabel overrides the label of a toggle`(style: ToggleStyleKind) async throws {
      let model = Model()
      let window = await show(width: 800) { LabelledToggle(model: model, style: style).accessibilityLabel("Favorite") }
      let control = try firstWidget(Self.widgetType(of: style), in: window)
      #expect(hasAccessibleName("Favorite", control))
      model.name = "Second"
      await waitUntil("the view follows") { window.texts.contains("Second") }
      #expect(hasAccessibleName("Favorite", control))
      window.close()
    }

    @Test func `header and button traits set the accessible role, also inside modifier boxes`() async throws {
      let window = await show {
        VStack {
          Text("plain")
          Text("first").accessibilityAddTraits(.isHeader)
          Text("second").padding(4).frame(width: 80).accessibilityHeading(.h2)
          Text("pressed").onTapGesture {}.accessibilityAddTraits([.isButton, .isSelected])
        }
      }
      let labels = try #require(window.window.map { widgets(ofType: gtk_label_get_type(), in: $0.widget) })
      // Without the label in the title bar
      let contentLabels = labels.filter {
        ["plain", "first", "second", "pressed"].contains(String(cString: gtk_label_get_text($0.opaque)))
      }
      let roles = contentLabels.map { gtk_accessible_get_accessible_role($0.opaque) }
      #expect(
        roles.suffix(3) == [GTK_ACCESSIBLE_ROLE_HEADING, GTK_ACCESSIBLE_ROLE_HEADING, GTK_ACCESSIBLE_ROLE_BUTTON])
      #expect(roles.first == GTK_ACCESSIBLE_ROLE_LABEL)
      window.close()
    }

    struct TextWithAddedTraits: View {
      let model: Model

      var body: some View { Text("words").accessibilityAddTraits(model.isOn ? [.isHeader, .isSelected] : []) }
    }

    @Test func `adding a trait later does not change the role and causes no GTK warning`() async throws {
      // Given a view without traits in a window. A warning of GTK ends the tests
      let model = Model()
      let window = await show { TextWithAddedTraits(model: model) }

      // When the view gets the trait of a heading. GTK warns if the role of a widget in a window changes
      model.isOn = true
      await mainLoopSettles()

      // Then its role stays the same
      let label = try firstWidget(gtk_label_get_type(), in: window)
      #expect(gtk_accessible_get_accessible_role(label.opaque) == GTK_ACCESSIBLE_ROLE_LABEL)
      window.close()
    }

    struct Rows: View {
      let model: Model
      @State private var selection: Int?

      var body: some View {
        List(selection: $selection) {
          Text(model.name).tag(0)
          ForEach([1, 2], id: \.self) { row in
            HStack {
              Text(model.name)
              Text("\(row)")
              Image(systemName: "heart").accessibilityLabel("loved")
            }
          }
        }
        .frame(width: 300, height: 300).accessibilityLabel("Things")
      }
    }

    @Test func `a list has the name of its modifier, and its rows have names that follow their contents`() async throws
    {
      // Given a list with selectable rows
      let model = Model()
      let window = await show { Rows(model: model) }
      let list = try firstWidget(gtk_list_view_get_type(), in: window)
      let rows = { widgets(in: list).filter { $0.typeName == "GtkListItemWidget" } }
      await waitUntil("the rows are there") { rows().count == 3 }

      // Then the list has the name from the modifier, and the rows have names from their contents
      #expect(hasAccessibleName("Things", list))
      #expect(hasAccessibleName("First", rows()[0]))
      #expect(hasAccessibleName("First 1 loved", rows()[1]))

      // When a text changes
      model.name = "Second"
      await mainLoopSettles()

      // Then the names follow
      #expect(hasAccessibleName("Second", rows()[0]))
      #expect(hasAccessibleName("Second 2 loved", rows()[2]))
      window.close()
    }

    @Test func `before GTK 4.14, an announcement is briefly the description of the focused widget`() async throws {
      // Given a window in which a button with a hint has the focus
      let window = await show { Button("a") {}.accessibilityHint("hint") }
      let button = try firstWidget(gtk_button_get_type(), in: window)
      gtk_widget_grab_focus(button)

      // When a text is announced
      AccessibilityNotification.Announcement("It was downloaded.").post()

      // Then, before GTK 4.14, the announcement replaces the hint as the description until the main loop has settled.
      // Later versions of GTK announce the text, and the description stays the same
      let isAnnouncedByGTK = gtk_get_minor_version() >= 14
      #expect(hasAccessibleDescription("It was downloaded.", button) != isAnnouncedByGTK)
      await mainLoopSettles()
      #expect(hasAccessibleDescription("hint", button))
      window.close()
    }

    @Test func `toolbar controls that show only a symbol are flat, and other controls are not`() async throws {
      let window = await show(width: 800) {
        Button(action: {}) { Image(systemName: "plus") }
          .toolbar {
            Button(action: {}) { Image(systemName: "trash") }.cssClass("symbol")
            Toggle(isOn: .constant(true)) { Image(systemName: "heart") }.cssClass("toggle")
            Button("Add") {}.cssClass("text")
            ToolbarItem(placement: .confirmationAction) { Button("Save") {}.cssClass("save") }
          }
      }
      let titleBar = try #require(window.window.flatMap { gtk_window_get_titlebar($0) })
      let controlHasStyle = { (controlClass: String, styleClass: String) in
        widgets(in: titleBar).contains {
          gtk_widget_has_css_class($0, controlClass) != 0 && gtk_widget_has_css_class($0, styleClass) != 0
        }
      }
      #expect(controlHasStyle("symbol", "flat"))
      #expect(controlHasStyle("toggle", "flat"))
      #expect(!controlHasStyle("text", "flat"))
      #expect(controlHasStyle("save", "suggested-action"))
      let content = try #require(window.window.flatMap { gtk_window_get_child($0) })
      let contentButton = try #require(widgets(ofType: gtk_button_get_type(), in: content).first)
      #expect(gtk_widget_has_css_class(contentButton, "flat") == 0)
      window.close()
    }
  }
}
