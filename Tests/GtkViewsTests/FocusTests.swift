import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The keyboard focus: as the state of a view, in fields that move, and with the Tab key.
  @MainActor @Suite struct FocusTests {
    enum Field: Hashable { case name, address }

    /// The state that a test changes, and the focus values and evaluations that the form records. The records are not
    /// observed, so the body may write them.
    @Observable @MainActor final class FormModel {
      var showsAddress = true
      @ObservationIgnored var reportedValues: [Field?] = []
      @ObservationIgnored var evaluationCount = 0
    }

    struct AddressForm: View {
      let model: FormModel
      @FocusState private var focus: Field?
      @State private var name = "Ada"
      @State private var address = ""

      var body: some View {
        model.evaluationCount += 1
        return VStack {
          Button("other") {}
          TextField("Name", text: $name).focused($focus, equals: .name)
          if model.showsAddress { TextField("Address", text: $address).padding(4).focused($focus, equals: .address) }
          Button("to the address") { focus = .address }
          Button("nowhere") { focus = nil }
          Text(focus == .name ? "name" : focus == .address ? "address" : "none")
        }
        .onChange(of: focus, initial: true) { _, new in model.reportedValues.append(new) }
      }
    }

    private func entries<Content>(in window: ViewWindow<Content>) -> [UnsafeMutablePointer<GtkWidget>] {
      window.window.map { widgets(ofType: gtk_entry_get_type(), in: $0) } ?? []
    }

    private func focus(_ widget: UnsafeMutablePointer<GtkWidget>) async {
      await performInEventHandler { _ = gtk_widget_grab_focus(widget) }
      await mainLoopSettles()
    }

    /// Whether the widget, or a widget in it, has the focus.
    private func hasFocus<Content>(_ widget: UnsafeMutablePointer<GtkWidget>, in window: ViewWindow<Content>) -> Bool {
      guard let focused = window.window.flatMap({ gtk_window_get_focus($0) }) else { return false }
      return focused == widget || gtk_widget_is_ancestor(focused, widget) != 0
    }

    @Test func `the focus state follows the focus from field to field and away`() async throws {
      // Given a form in which no field has the focus
      let model = FormModel()
      let window = await show { AddressForm(model: model) }
      let fields = entries(in: window)
      await focus(try #require(window.window.flatMap { button("other", in: $0) }))
      #expect(window.texts.last == "none")

      // When the user moves the focus into the fields, one after the other, and away
      await focus(fields[0])
      #expect(window.texts.last == "name")
      await focus(fields[1])
      #expect(window.texts.last == "address")
      await focus(try #require(window.window.flatMap { button("other", in: $0) }))

      // Then the focus value was that of each field in turn, without `nil` between them, and is `nil` at the end
      #expect(window.texts.last == "none")
      #expect(model.reportedValues.suffix(3) == [.name, .address, nil])
      window.close()
    }

    @Test func `writing the focus state moves the focus, and nil removes it`() async throws {
      let model = FormModel()
      let window = await show { AddressForm(model: model) }
      let fields = entries(in: window)
      await focus(fields[0])

      // When the program writes a value
      await window.click("to the address")
      await mainLoopSettles()

      // Then the field has the focus
      #expect(hasFocus(fields[1], in: window))
      #expect(window.texts.last == "address")

      // When the program writes nil
      await window.click("nowhere")
      await mainLoopSettles()

      // Then nothing in the window has the focus
      #expect(window.window.flatMap { gtk_window_get_focus($0) } == nil)
      #expect(window.texts.last == "none")
      window.close()
    }

    @Test func `a focus value without a matching field is reset`() async throws {
      // Given a form without an address field, in which the name field has the focus
      let model = FormModel()
      model.showsAddress = false
      let window = await show { AddressForm(model: model) }
      await focus(entries(in: window)[0])

      // When the program sets the focus value to the address
      await window.click("to the address")
      await mainLoopSettles()

      // Then the name field keeps the focus, and the focus value is the name again
      #expect(hasFocus(entries(in: window)[0], in: window))
      #expect(window.texts.last == "name")
      window.close()
    }

    @Test func `removing the focused field removes its value from the focus state`() async throws {
      let model = FormModel()
      let window = await show { AddressForm(model: model) }
      await focus(entries(in: window)[1])
      #expect(window.texts.last == "address")
      model.showsAddress = false
      await mainLoopSettles()
      #expect(!window.texts.contains("address"))
      window.close()
    }

    @Test func `a body is evaluated only when the focus moves to another value`() async throws {
      // Given a form whose first field has the focus
      let model = FormModel()
      let window = await show { AddressForm(model: model) }
      let fields = entries(in: window)
      await focus(fields[0])
      let previousCount = model.evaluationCount

      // When the focused field requests the focus again, and its text is selected, then the body is not evaluated
      await focus(fields[0])
      gtk_editable_select_region(fields[0].opaque, 0, 1)
      await mainLoopSettles()
      #expect(model.evaluationCount == previousCount)

      // When the focus moves, then the body is evaluated
      await focus(fields[1])
      #expect(model.evaluationCount == previousCount + 1)
      window.close()
    }

    /// Inserts a field and gives it the focus in the same update.
    struct SearchBar: View {
      @FocusState private var isSearching: Bool
      @State private var text = ""
      @State private var isShown = false

      var body: some View {
        VStack {
          Button("search") {
            isShown = true
            isSearching = true
          }
          if isShown { TextField("Search", text: $text).focused($isSearching) }
          Text(isSearching ? "searching" : "resting")
        }
      }
    }

    @Test func `a field takes the focus in the update that inserts it`() async throws {
      let window = await show { SearchBar() }
      await window.click("search")
      await mainLoopSettles()
      #expect(hasFocus(try #require(entries(in: window).first), in: window))
      #expect(window.texts.last == "searching")
      window.close()
    }

    struct FieldsWithInitialFocus: View {
      @FocusState private var focus: Field?
      @State private var text = ""

      var body: some View {
        VStack {
          TextField("Name", text: $text).focused($focus, equals: .name)
          TextField("Address", text: $text).focused($focus, equals: .address)
        }
        .onAppear { focus = .address }
      }
    }

    @Test func `onAppear can focus a field`() async throws {
      let window = await show { FieldsWithInitialFocus() }
      await mainLoopSettles()
      #expect(hasFocus(entries(in: window)[1], in: window))
      window.close()
    }

    @Observable @MainActor final class Arrangement {
      var isTitleShown = false
      var names = ["first", "second", "third"]
    }

    enum Container: CaseIterable { case scaleEffect, grid, listRow, form }

    /// Fields in a container. Most containers move the widgets of the fields to other parents when a title is inserted.
    /// A grid moves them when the fields are reordered.
    struct MovingFields: View {
      let arrangement: Arrangement
      let container: Container
      @State private var texts = ["first": "1111", "second": "2222", "third": "3333"]

      var body: some View {
        switch container {
        case .scaleEffect: Group { titleAndFields }.scaleEffect(1)
        case .grid: LazyVGrid(columns: [GridItem(), GridItem()]) { fields }
        case .listRow: List(0..<1, id: \.self) { _ in titleAndFields }
        case .form:
          Form {
            if arrangement.isTitleShown {
              Text("title")
              Section { Text("section") }
            }
            HStack { fields }
          }
        }
      }

      @ViewBuilder private var titleAndFields: some View {
        if arrangement.isTitleShown { Text("title") }
        HStack { fields }
      }

      private var fields: some View {
        ForEach(arrangement.names, id: \.self) { name in
          TextField(name, text: Binding(get: { texts[name] ?? "" }, set: { texts[name] = $0 }))
        }
      }
    }

    @Test(arguments: Container.allCases) func `a field keeps the focus when it moves in its container`(
      in container: Container
    ) async throws {
      // Given three fields, the last of which has the focus, with the cursor after the second character
      let arrangement = Arrangement()
      let window = await show(width: 500, height: 400) { MovingFields(arrangement: arrangement, container: container) }
      let root = try #require(window.window)
      await waitUntil("the fields are there") {
        entries(in: window).count == 3 && gtk_widget_get_width(entries(in: window)[2]) > 0
      }
      let field = entries(in: window)[2]
      await focus(field)
      await performInEventHandler { gtk_editable_set_position(field.opaque, 2) }
      await drawFrame(of: root)
      // In a `GtkEntry`, the inner `GtkText` has the focus.
      let focusedText = try #require(gtk_window_get_focus(root))

      // When the field moves to another parent
      if container == .grid {
        arrangement.names = ["first", "third", "second"]
      } else {
        arrangement.isTitleShown = true
      }
      await drawFrame(of: root)

      // Then the field still has the focus, the cursor is at the same place, and no text is selected
      #expect(gtk_window_get_focus(root) == focusedText)
      #expect(gtk_widget_is_ancestor(focusedText, field) != 0)
      #expect(gtk_editable_get_position(field.opaque) == 2)
      #expect(gtk_editable_get_selection_bounds(field.opaque, nil, nil) == 0)
      window.close()
    }

    @Test func `Tab moves the focus to a focusable box and to the controls in it, in their order`() async throws {
      // Given a focusable box that contains a button, between two other buttons
      let window = await show {
        VStack {
          Button("Before") {}
          HStack { Button("Inside") {} }.padding(4).background(.blue).focusable()
          Button("After") {}
        }
      }
      let root = try #require(window.window)
      let before = try #require(button("Before", in: root))
      let inside = try #require(button("Inside", in: root))
      let after = try #require(button("After", in: root))
      // The box is the nearest focusable ancestor of the button in it.
      var box = gtk_widget_get_parent(inside)
      while let parent = box, gtk_widget_get_focusable(parent) == 0 { box = gtk_widget_get_parent(parent) }
      let order = [before, try #require(box), inside, after]
      await focus(before)

      // When Tab moves the focus forward and backward, then the box comes between “Before” and “Inside”
      for widget in order.dropFirst() {
        await performInEventHandler { _ = gtk_widget_child_focus(root.widget, GTK_DIR_TAB_FORWARD) }
        #expect(gtk_window_get_focus(root) == widget)
      }
      for widget in order.reversed().dropFirst() {
        await performInEventHandler { _ = gtk_widget_child_focus(root.widget, GTK_DIR_TAB_BACKWARD) }
        #expect(gtk_window_get_focus(root) == widget)
      }
      window.close()
    }

    @Test func `a focusable image takes the focus`() async throws {
      let window = await show { Image(systemName: "heart").focusable() }
      let image = try #require(window.window.flatMap { widgets(ofType: gtk_image_get_type(), in: $0).first })
      #expect(gtk_widget_grab_focus(image) != 0)
      window.close()
    }
  }
}
