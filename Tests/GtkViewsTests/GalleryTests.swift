import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

/// A page with the usual views, each in its usual styles. The program Gallery is not tested here.
private struct Gallery: View {
  struct Item: Identifiable, Equatable {
    let id: Int
    var title: String
    var isFavorite: Bool
  }

  @State private var items = [
    Item(id: 1, title: "The robin’s second song", isFavorite: true),
    Item(id: 2, title: "Why starlings fly together", isFavorite: false),
    Item(id: 3, title: "Rain", isFavorite: false),
  ]
  @State private var name = "Ina Lark"
  @State private var isOn = true
  @State private var fraction = 0.4
  @State private var selection: Int? = 2

  var body: some View {
    HStack(alignment: .top, spacing: 24) {
      VStack(alignment: .leading, spacing: 18) {
        texts
        Divider()
        buttons
        Divider()
        pictures
      }
      .frame(maxWidth: .infinity, alignment: .topLeading)
      Divider()
      VStack(alignment: .leading, spacing: 18) {
        controls
        Divider()
        List(items, selection: $selection) { Text(verbatim: $0.title).padding(6) }.frame(minHeight: 120).cornerRadius(8)
      }
      .frame(maxWidth: .infinity, alignment: .topLeading)
    }
    .padding(24)
    .navigationTitle("Gallery")
    .toolbar {
      ToolbarItem(placement: .navigation) {
        Button(action: {}) { Image(systemName: "house") }.accessibilityLabel("Home")
      }
      ToolbarItemGroup(placement: .primaryAction) {
        Toggle(isOn: $isOn) { Image(systemName: "bell") }.accessibilityLabel("Notify")
        Button(action: {}) { Image(systemName: "plus") }.accessibilityLabel("Add")
        Button("Edit") {}
      }
    }
  }

  private var texts: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text("Large title").font(.largeTitle)
      Text("Title").font(.title2)
      Text("Headline").font(.headline)
      Text("Running text that is long enough to be broken into two lines where there is no more room for it on one.")
      Text("A remark, fainter").font(.caption).foregroundStyle(.secondary)
      Text("One line that is too long for its frame").lineLimit(1).frame(maxWidth: 180, alignment: .leading)
    }
  }

  private var buttons: some View {
    VStack(alignment: .leading, spacing: 10) {
      HStack(spacing: 10) {
        Button("Go On") {}.buttonStyle(.borderedProminent).keyboardShortcut(.defaultAction)
        Button("Bordered") {}
        Button("Delete", role: .destructive) {}
      }
      HStack(spacing: 10) {
        Button("Flat") {}.buttonStyle(.plain)
        Button("Disabled") {}.disabled(true)
        Button(action: {}) { Label("Add", systemImage: "plus") }
      }
    }
  }

  private var pictures: some View {
    HStack(spacing: 14) {
      ForEach(["play.circle", "pause.circle", "star.fill", "trash", "bell", "magnifyingglass"], id: \.self) {
        Image(systemName: $0).font(.title)
      }
      Image(systemName: "heart.fill").resizable().frame(width: 40, height: 40).foregroundStyle(.red)
      ZStack {
        Text(verbatim: "").frame(width: 40, height: 40).background(.blue).cornerRadius(8)
        Text(verbatim: "Z").bold().foregroundStyle(.white)
      }
    }
  }

  private var controls: some View {
    VStack(alignment: .leading, spacing: 12) {
      TextField("Name", text: $name)
      Toggle("Switch", isOn: $isOn)
      Toggle("Check box", isOn: $isOn).toggleStyle(.checkbox)
      HStack(spacing: 10) {
        ForEach($items) { $item in
          Toggle(isOn: $item.isFavorite) { Image(systemName: item.isFavorite ? "heart.fill" : "heart") }
            .toggleStyle(.button)
            .accessibilityLabel("Favorite")
        }
        Spacer()
        ProgressView()
      }
      Slider(value: $fraction).accessibilityLabel("Share")
      ProgressView(value: fraction)
    }
  }
}

/// A form with settings. Its three pickers share one selection, because only their styles matter in a screenshot.
private struct GalleryOfForms: View {
  @State private var isOn = true
  @State private var speed = 2
  @State private var name = "Ina Lark"
  @State private var fraction = 0.4
  @State private var isOpen = true

  var body: some View {
    Form {
      Section("Playback") {
        Picker("Speed", selection: $speed) { speeds }
        Picker("Theme", selection: $speed) { speeds }.pickerStyle(.segmented)
        Toggle("Skip Silence", isOn: $isOn)
        LabeledContent("Volume") { Slider(value: $fraction).frame(width: 180).accessibilityLabel("Volume") }
      }
      Section {
        LabeledContent("Name") { TextField("Name", text: $name) }
        Picker("Order", selection: $speed) { speeds }.pickerStyle(.inline)
        LabeledContent("Version", value: "1.0")
        Link("Web Site", destination: "https://example.org")
        Button("Delete All", role: .destructive) {}
      } footer: {
        Text("What is deleted here is gone from all of your devices.")
      }
      Section {
        DisclosureGroup("Details", isExpanded: $isOpen) { Text("More about it") }
      }
    }
    .navigationTitle("Settings")
  }

  private var speeds: some View {
    ForEach([1, 2, 3], id: \.self) { Text(verbatim: "\($0)×") }
  }
}

/// Buttons that open menus. The menus stay closed.
private struct GalleryOfMenus: View {
  @State private var isOn = true

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(spacing: 10) {
        Menu("Disabled") {}.disabled(true)
        Menu("Flat") {}.buttonStyle(.plain)
        Menu("Add", systemImage: "plus") {}
        Menu {
        } label: {
          Image(systemName: "ellipsis")
        }
        .accessibilityLabel("More")
        Menu("Sort") {
          Section("Order") {
            Button("By Name") {}.keyboardShortcut("1")
            Button("By Date") {}.keyboardShortcut("d", modifiers: [.command, .shift])
          }
          Toggle("Newest First", isOn: $isOn)
          Divider()
          Button("Delete", role: .destructive) {}.disabled(true)
          Menu("More") { Button("At Random") {} }
        }
      }
      Spacer()
    }
    .padding(24)
    .toolbar {
      Menu {
        Button("Preferences") {}
      } label: {
        Image(systemName: "ellipsis")
      }
      .accessibilityLabel("Main Menu")
    }
  }
}

/// A pushed page, and a sheet with an editor if `isEditing` is true.
private struct GalleryOfPages: View {
  @State private var isPushed = true
  @State private var isEditing: Bool

  init(isEditing: Bool) {
    _isEditing = State(wrappedValue: isEditing)
  }

  var body: some View {
    NavigationStack {
      Text("The first page")
        .navigationTitle("Library")
        .navigationDestination(isPresented: $isPushed) {
          VStack(alignment: .leading, spacing: 8) {
            Text("The robin’s second song").font(.title2)
            Text("Why a bird that has a territory already goes on to sing.").foregroundStyle(.secondary)
          }
          .padding(24)
          .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
          .navigationTitle("Field Notes")
          .toolbar { Button(action: {}) { Image(systemName: "heart") }.accessibilityLabel("Favorite") }
        }
    }
    .sheet(isPresented: $isEditing) {
      VStack(alignment: .leading, spacing: 12) {
        Text("Name")
        TextField("Name", text: .constant("Field Notes"))
      }
      .padding(24)
      .frame(width: 320)
      .navigationTitle("Edit")
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") {} }
        ToolbarItem(placement: .confirmationAction) { Button("Save") {} }
      }
    }
  }
}

extension GtkViewsTests {
  /// Screenshots of views, for inspection by a human, and the style of a view before the first frame.
  @MainActor @Suite struct GalleryTests {
    /// Returns the number of frames of a window that GTK has begun to draw.
    private func frameCount(of window: UnsafeMutablePointer<GtkWindow>) -> Int {
      gtk_widget_get_frame_clock(window.widget).map { gdk_frame_clock_get_frame_counter($0) } ?? 0
    }

    /// Waits until a window is drawn.
    ///
    /// - Parameter minWidth: The smallest width of the content after its layout pass, in pixels.
    private func waitUntilDrawn(_ window: UnsafeMutablePointer<GtkWindow>, minWidth: Int32) async {
      await waitUntil("the window is drawn") {
        frameCount(of: window) >= 1
          && gtk_window_get_child(window).map { gtk_widget_get_width($0) >= minWidth } ?? false
      }
    }

    @Test(arguments: [false, true]) func `a page with the usual views is written to a screenshot`(
      isDark: Bool
    ) async throws {
      useDarkTheme(isDark)
      defer { useDarkTheme(false) }
      let window = ViewWindow(gtk_window_new().window) { Gallery() }
      let gtkWindow = try #require(window.window)
      gtk_window_set_default_size(gtkWindow, 860, 560)
      window.present()
      await waitUntilDrawn(gtkWindow, minWidth: 800)
      await writeScreenshot(of: gtkWindow, "views-\(isDark ? "dark" : "light")")
      #expect(gtk_window_get_title(gtkWindow).map { String(cString: $0) } == "Gallery")
      window.close()
    }

    @Test(arguments: [false, true]) func `a form is written to a screenshot`(isDark: Bool) async throws {
      useDarkTheme(isDark)
      defer { useDarkTheme(false) }
      let window = ViewWindow(gtk_window_new().window) { GalleryOfForms() }
      let gtkWindow = try #require(window.window)
      gtk_window_set_default_size(gtkWindow, 620, -1)
      window.present()
      await waitUntilDrawn(gtkWindow, minWidth: 600)
      await writeScreenshot(of: gtkWindow, "form-\(isDark ? "dark" : "light")")
      window.close()
    }

    @Test(arguments: [false, true]) func `menu buttons are written to a screenshot`(isDark: Bool) async throws {
      useDarkTheme(isDark)
      defer { useDarkTheme(false) }
      let window = ViewWindow(gtk_window_new().window) { GalleryOfMenus() }
      let gtkWindow = try #require(window.window)
      gtk_window_set_default_size(gtkWindow, 520, 400)
      window.present()
      await waitUntilDrawn(gtkWindow, minWidth: 500)
      await writeScreenshot(of: gtkWindow, "menu-buttons-\(isDark ? "dark" : "light")")
      window.close()
    }

    @Test(arguments: [false, true]) func `a pushed page is written to a screenshot`(isDark: Bool) async throws {
      useDarkTheme(isDark)
      defer { useDarkTheme(false) }
      let window = ViewWindow(gtk_window_new().window) { GalleryOfPages(isEditing: false) }
      let gtkWindow = try #require(window.window)
      gtk_window_set_default_size(gtkWindow, 520, 260)
      window.present()
      await waitUntil("the page is pushed and its transition has ended") {
        gtk_window_get_title(gtkWindow).map { String(cString: $0) } == "Field Notes"
          && widgets(ofType: gtk_stack_get_type(), in: gtkWindow).allSatisfy {
            gtk_stack_get_transition_running($0.opaque) == 0
          }
      }
      await writeScreenshot(of: gtkWindow, "views-pushed-\(isDark ? "dark" : "light")")
      window.close()
    }

    @Test(arguments: [false, true]) func `a sheet with an editor is written to a screenshot`(isDark: Bool) async throws
    {
      useDarkTheme(isDark)
      defer { useDarkTheme(false) }
      let window = await show(width: 800) { GalleryOfPages(isEditing: true) }
      await waitUntil("the sheet is open") { openWindows().contains { button("Save", in: $0) != nil } }
      let sheet = try #require(openWindows().first { button("Save", in: $0) != nil })
      await waitUntilDrawn(sheet, minWidth: 300)
      await writeScreenshot(of: sheet, "views-sheet-\(isDark ? "dark" : "light")")
      window.close()
    }

    @Test func `a view has its style as soon as its window is presented`() async throws {
      // Given a colour that no view has used before
      let window = ViewWindow(gtk_window_new().window) {
        Text("coloured").foregroundStyle(Color(red: 0.2, green: 0.6, blue: 0.4))
      }
      // When the window is presented, and the main loop has not run since
      window.present()
      let label = try #require(window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first })
      var color = GdkRGBA()
      gtk_style_context_get_color(gtk_widget_get_style_context(label), &color)
      // Then the label already has its colour
      #expect(abs(color.red - 0.2) < 0.01 && abs(color.green - 0.6) < 0.01 && abs(color.blue - 0.4) < 0.01)
      window.close()
    }
  }
}
