import CGtk
import GtkBridge
import Observation
import Presentation
import Testing

@testable import GtkViews

/// The model that the views of this file read and write. The closures of the views capture the model, so a closure that
/// is not freed keeps the model alive.
@Observable @MainActor final class SpecimenModel {
  /// Whether the window of `DeallocationTests` contains the specimen.
  var isShown = true
  var number = 0
  var isOn = false
  var text = "text"
  var fraction = 0.5
  var selection: Int?
  var items = [1, 2, 3]
  var isPresented = false
  var alert: AlertState<Int>?
  var customAlert: AnyAppAlert?

  /// The action of the specimens' buttons and of their other callbacks, such as `onDismiss`.
  func act() { number += 1 }

  /// Changes all state except for `isShown` and the presented state.
  func change() {
    number += 1
    isOn.toggle()
    text += "!"
    fraction = 0.75
    selection = 2
    items = [3, 1]
  }

  /// Sets or clears the state by which the specimens in `presentations` present something.
  func setPresented(_ isPresented: Bool) {
    self.isPresented = isPresented
    alert = isPresented ? AlertState { TextState("alert") } : nil
    customAlert = isPresented ? AnyAppAlert(title: "alert", subTitle: "sub") { AnyView(Button("OK") {}) } : nil
  }
}

/// One kind of view. `DeallocationTests` shows the view, removes it, and expects that all parts of the view are freed.
struct Specimen: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether the view presents something after the call `setPresented(true)` of the model.
  let presents: Bool
  let makeView: @MainActor @Sendable (SpecimenModel) -> AnyView

  var testDescription: String { name }

  init<Content: View>(
    _ name: String, presents: Bool = false,
    @ViewBuilder _ makeView: @escaping @MainActor @Sendable (SpecimenModel) -> Content
  ) {
    self.name = name
    self.presents = presents
    self.makeView = { AnyView(makeView($0)) }
  }
}

/// A text field that takes the focus, and a text that depends on the focus.
private struct FocusedField: View {
  let model: SpecimenModel
  @FocusState private var isFocused: Bool

  var body: some View {
    TextField("name", text: Bindable(model).text).focused($isFocused).onAppear { isFocused = true }
    Text(isFocused ? "in" : "out").focusable(model.isOn)
  }
}

/// A button whose count is stored in the settings.
private struct StoredCount: View {
  @AppStorage("count") private var count = 0

  var body: some View {
    Button("\(count)") { count += 1 }.onAppear { count += 1 }
  }
}

private struct TextKey: PreferenceKey {
  static var defaultValue: String { "" }
  static func reduce(value: inout String, nextValue: () -> String) { value += nextValue() }
}

/// A text that sets a preference, and an overlay that is created from the preference.
private struct TextPreference: View {
  let model: SpecimenModel

  var body: some View {
    Text("a").preference(key: TextKey.self, value: model.text).onPreferenceChange(TextKey.self) { _ in model.number += 1
    }
    .overlayPreferenceValue(TextKey.self) { Text(verbatim: $0) }
  }
}

private let simpleViews = [
  Specimen("Text") { Text(verbatim: $0.text).font(.title).bold() },
  Specimen("Label") { Label($0.text, systemImage: "heart") },
  Specimen("Image of a symbol") { Image(systemName: $0.isOn ? "heart" : "star").foregroundStyle(.red) },
  Specimen("Image of a file") { Image(path: "/nowhere/\($0.number).png").resizable().frame(width: 20, height: 20) },
  Specimen("Button") { model in Button(model.text, action: model.act) },
  Specimen("Button of several views") { model in
    Button(action: model.act) {
      Image(systemName: "plus")
      Text(verbatim: model.text)
    }
  },
  Specimen("Toggle as a switch") { Toggle($0.text, isOn: Bindable($0).isOn) },
  Specimen("Toggle as a button") { Toggle($0.text, isOn: Bindable($0).isOn).toggleStyle(.button) },
  Specimen("Toggle as a check box") { Toggle($0.text, isOn: Bindable($0).isOn).toggleStyle(.checkbox) },
  Specimen("TextField") { model in TextField("name", text: Bindable(model).text).onSubmit { model.act() } },
  Specimen("Slider") { Slider(value: Bindable($0).fraction) },
  Specimen("ProgressView") { ProgressView(value: $0.fraction) },
  Specimen("ProgressView without a value") { _ in ProgressView() },
  Specimen("Divider and Spacer") { _ in
    Divider()
    Spacer()
  },
  Specimen("GtkView") { model in
    GtkView {
      let button = gtk_button_new()!
      connect(button, .clicked) { model.act() }
      return button
    } update: {
      gtk_widget_set_tooltip_text($0, model.text)
    }
  },
]

private let menus = [
  Specimen("Menu") { model in
    Menu(model.text) {
      Button(model.text, action: model.act).keyboardShortcut("m")
      Toggle("on", isOn: Bindable(model).isOn)
      Divider()
      if model.isOn { Menu("More") { Button("b", action: model.act) } }
      Section("Section") { Text(verbatim: model.text) }
    }
  },
  Specimen("context menu") { model in Text("a").contextMenu { Button(model.text, action: model.act) } },
  Specimen("menu of a list") { model in
    List(model.items, id: \.self, selection: .constant(nil)) { Text("\($0)") }
      .contextMenu(forSelectionType: Int.self) { _ in
        Button(model.text, action: model.act)
      } primaryAction: { _ in
        model.act()
      }
  },
  Specimen("context menu of rows") { model in
    List(model.items, id: \.self) { item in Text("\(item)").contextMenu { Button(model.text, action: model.act) } }
  },
]

private let forms = [
  Specimen("Picker as a menu") { model in
    Picker(model.text, selection: Bindable(model).number) {
      Text("none").tag(0)
      ForEach(model.items, id: \.self) { Text("\($0)") }
    }
  },
  Specimen("Picker of buttons in a row") { model in
    Picker(model.text, selection: Bindable(model).number) {
      Text("none").tag(0)
      ForEach(model.items, id: \.self) { Text("\($0)") }
    }
    .pickerStyle(.segmented)
  },
  Specimen("Picker of radio buttons") { model in
    Picker(model.text, selection: Bindable(model).number) {
      Text("none").tag(0)
      ForEach(model.items, id: \.self) { Text("\($0)") }
    }
    .pickerStyle(.inline)
  },
  Specimen("Form") { model in
    Form {
      Text(verbatim: model.text)
      Section("Section") {
        Toggle("on", isOn: Bindable(model).isOn)
        LabeledContent("Value", value: model.text)
        if model.isOn { Button("b", action: model.act) }
      }
    }
  },
  Specimen("GroupBox and DisclosureGroup") { model in
    GroupBox(model.text) {
      DisclosureGroup(model.text, isExpanded: Bindable(model).isOn) { Button("b", action: model.act) }
    }
  },
  Specimen("Link") { model in
    Link(model.text, destination: "https://example.org/\(model.number)").environment(
      \.openURL,
      OpenURLAction { _ in
        model.act()
        return .handled
      })
  },
]

private let containers = [
  Specimen("HStack") { model in
    HStack(spacing: Double(model.number)) {
      Text("a")
      if model.isOn { Text("b") }
    }
  },
  Specimen("ZStack") { model in
    ZStack {
      Text("a")
      if model.isOn { Text("b") }
    }
  },
  Specimen("ScrollView") { model in ScrollView { Text(verbatim: model.text) } },
  Specimen("List") { List($0.items, id: \.self, selection: Bindable($0).selection) { Text("Row \($0)") } },
  Specimen("List of views with tags") { model in
    List(selection: Bindable(model).selection) {
      Text("one").tag(1)
      Text("two").tag(2)
    }
  },
  Specimen("LazyVGrid") { model in
    ScrollView {
      LazyVGrid(columns: [GridItem()]) {
        ForEach(model.items, id: \.self) { item in Button("\(item)") { model.act() } }
      }
    }
  },
  Specimen("LazyVGrid that does not scroll") { model in
    LazyVGrid(columns: [GridItem()]) { ForEach(model.items, id: \.self) { item in Button("\(item)") { model.act() } } }
  },
  Specimen("LazyHStack") { model in
    ScrollView(.horizontal) {
      LazyHStack { ForEach(model.items, id: \.self) { item in Button("\(item)") { model.act() } } }
    }
  },
  Specimen("ScrollViewReader") { model in
    ScrollViewReader { proxy in
      List(model.items, id: \.self) { item in Text("\(item)") }.onChange(of: model.number) {
        proxy.scrollTo(1, anchor: .top)
      }
    }
  },
  Specimen("ForEach") { model in ForEach(model.items, id: \.self) { item in Button("\(item)") { model.act() } } },
  Specimen("ForEach with bindings") { ForEach(Bindable($0).items, id: \.self) { $item in Text("\(item)") } },
  Specimen("AnyView") { $0.isOn ? AnyView(Text("a")) : AnyView(Button("b") {}) },
  Specimen("a condition") { model in
    if model.isOn { Text("a") } else { Button("b", action: model.act) }
  },
  Specimen("NavigationStack") { model in NavigationStack { Text(verbatim: model.text).navigationTitle(model.text) } },
]

private let modifiers = [
  Specimen("padding, background, corner radius") { Text(verbatim: $0.text).padding().background(.red).cornerRadius(4) },
  Specimen("frame") { Text(verbatim: $0.text).frame(width: 50).frame(maxWidth: .infinity, maxHeight: 40) },
  Specimen("appearance") {
    Text(verbatim: $0.text).font(.caption).lineLimit(1).opacity(0.5).cssClass("card").help($0.text)
  },
  Specimen("disabled and hidden") { model in Button("a", action: model.act).disabled(model.isOn).hidden() },
  Specimen("accessibility") { Image(systemName: "heart").accessibilityLabel($0.text).accessibilityHint("hint") },
  Specimen("a keyboard shortcut") { model in Button("a", action: model.act).keyboardShortcut(model.isOn ? "m" : "n") },
  Specimen("settings") { StoredCount().defaultAppStorage(AppSettings(inMemory: ["count": "\($0.number)"])) },
  Specimen("commands") { model in
    Text("a").commands {
      CommandGroup(after: .newItem) { Button(model.text, action: model.act).keyboardShortcut("m") }
      CommandMenu("menu") { Toggle("on", isOn: Bindable(model).isOn) }
    }
  },
  Specimen("preferences") { model in TextPreference(model: model) },
  Specimen("focus") { FocusedField(model: $0) },
  Specimen("the default button") { model in
    Button("a", action: model.act).keyboardShortcut(model.isOn ? nil : .defaultAction)
  },
  Specimen("environment") { Text("a").environment(\.lineLimit, $0.number).environment($0) },
  Specimen("id") { Button($0.text, action: $0.act).id($0.number) },
  Specimen("onAppear, onDisappear, onChange") { model in
    Text("a").onAppear { model.act() }.onDisappear { model.act() }.onChange(of: model.text) { model.act() }
  },
  Specimen("task") { model in
    Text("a").task(id: model.isOn) {
      // The task ends only when the view is removed or when `isOn` changes.
      while !Task.isCancelled { await Task.yield() }
      model.act()
    }
  },
  Specimen("toolbar and title") { model in
    Text("a").navigationTitle(model.text).toolbar {
      ToolbarItem(placement: .navigation) { Button(model.text, action: model.act) }
      ToolbarItem(placement: .principal) { Text("middle") }
      if model.isOn { Toggle("on", isOn: Bindable(model).isOn) }
    }
  },
]

private let presentations = [
  Specimen("sheet", presents: true) { model in
    Text("a").sheet(isPresented: Bindable(model).isPresented, onDismiss: model.act) {
      Button(model.text, action: model.act).navigationTitle(model.text).toolbar { Button("b", action: model.act) }
    }
  },
  Specimen("full-screen cover", presents: true) { model in
    Text("a").fullScreenCover(isPresented: Bindable(model).isPresented, onDismiss: model.act) {
      Button(model.text, action: model.act).toolbar { Button("b", action: model.act) }
    }
  },
  Specimen("popover", presents: true) { model in
    Text("a").popover(isPresented: Bindable(model).isPresented, onDismiss: model.act) {
      Button(model.text, action: model.act).toolbar { Button("b", action: model.act) }
    }
  },
  Specimen("alert", presents: true) { model in
    Text("a").alert("alert", isPresented: Bindable(model).isPresented) { Button(model.text, action: model.act) }
  },
  Specimen("alert with a field", presents: true) { model in
    Text("a").alert("alert", isPresented: Bindable(model).isPresented) {
      TextField("name", text: Bindable(model).text)
      Button(model.text, action: model.act)
    }
  },
  Specimen("alert of a state", presents: true) { model in Text("a").alert(Bindable(model).alert) { _ in model.act() } },
  Specimen("confirmation dialog", presents: true) { model in
    Text("a").confirmationDialog("dialog", isPresented: Bindable(model).isPresented) {
      Button(model.text, role: .destructive, action: model.act)
    }
  },
  Specimen("custom alert", presents: true) { Text("a").showCustomAlert(alert: Bindable($0).customAlert) },
  Specimen("pushed page", presents: true) { model in
    NavigationStack {
      Text("a").navigationDestination(isPresented: Bindable(model).isPresented) {
        Button(model.text, action: model.act).navigationTitle(model.text).toolbar { Button("b", action: model.act) }
      }
    }
  },
]

extension Specimen {
  /// All specimens.
  static let all: [Specimen] = simpleViews + menus + forms + containers + modifiers + presentations
  /// The specimens that present something.
  static let presenting = presentations
}
