import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The desktop's appearance settings in the environment of views.
  ///
  /// A desktop offers its settings to programs in the portal, a service on the session bus. `TestDesktop` is such a
  /// portal. The portal's colour scheme is 0 for no preference, 1 for dark and 2 for light. The portal's contrast is 0
  /// for no preference and 1 for more contrast.
  @MainActor @Suite struct DesktopLookTests {
    /// The desktop's settings as three texts.
    struct LookTexts: View {
      @Environment(\.colorScheme) private var colorScheme
      @Environment(\.colorSchemeContrast) private var contrast
      @Environment(\.accessibilityReduceMotion) private var reducesMotion

      var body: some View {
        Text(verbatim: colorScheme == .dark ? "dark" : "light")
        Text(verbatim: contrast == .increased ? "more" : "standard")
        Text(verbatim: reducesMotion ? "still" : "moving")
      }
    }

    private struct ScaledViews: View {
      @Environment(\.textScale) private var scale

      var body: some View {
        Color.blue.frame(width: 20 * scale, height: 20 * scale)
        Image(systemName: "play.fill")
        Image(systemName: "play.fill").resizable().frame(width: 24, height: 24)
        Text(verbatim: "scale \(scale)")
      }
    }

    @Test func `symbols and the text scale of views follow the desktop's text size`() async throws {
      let window = await show { VStack { ScaledViews() } }
      let root = try #require(window.window)
      func symbolSizes() -> [Int32] {
        widgets(ofType: gtk_image_get_type(), in: root).map { gtk_image_get_pixel_size($0.opaque) }
      }
      #expect(window.texts == ["scale 1.0"])
      // A symbol has 16 pixels by default. The frame of the second symbol has 24.
      #expect(symbolSizes() == [16, 24])

      // When the user changes the desktop's text size to 1.5 times the usual size
      useTextScale(1.5)
      // Then symbols without a frame grow from 16 to 24 pixels, and views read the new scale
      await waitUntil("the views follow") { window.texts == ["scale 1.5"] }
      #expect(symbolSizes() == [24, 24])

      // And the scale is limited to the range from 1 to 3
      useTextScale(0.5)
      await waitUntil("the smallest scale") { window.texts == ["scale 1.0"] }
      useTextScale(5)
      await waitUntil("the largest scale") { window.texts == ["scale 3.0"] }
      useTextScale(1)
      await waitUntil("the views are as before") { symbolSizes() == [16, 24] }
      window.close()
    }

    /// Runs a closure with a desktop and a window. Before the closure runs, the desktop is light, has standard contrast
    /// and allows animations. Afterwards, the desktop is light and has standard contrast again.
    private func withDesktop(
      _ perform: @MainActor (_ desktop: TestDesktop, _ window: ViewWindow<VStack<LookTexts>>) async throws -> Void
    ) async throws {
      let desktop = TestDesktop()
      useDarkTheme(false)
      allowAnimations(true)
      let window = await show { VStack { LookTexts() } }
      #expect(window.texts == ["light", "standard", "moving"])
      try await perform(desktop, window)
      desktop.removePortal()
      desktop.offerPortal()
      // The portal's values are read once, when the portal is offered. Each portal has its own `portalReadCount`.
      await waitUntil("the desktop has no preferences again") {
        desktop.portalReadCount == 1 && DesktopAppearance.shared.look.contrast == .standard
      }
      desktop.end()
      await waitUntil("the views are as before") { window.texts[..<2] == ["light", "standard"] }
      window.close()
    }

    @Test func `the portal's initial settings reach GTK's settings and the environment`() async throws {
      try await withDesktop { desktop, window in
        desktop.offerPortal(colorScheme: 1, contrast: 1)
        await waitUntil("the views follow") { window.texts == ["dark", "more", "moving"] }
        #expect(desktop.prefersDark)
        #expect(desktop.theme == "HighContrast")
        #expect(desktop.portalReadCount == 1)
      }
    }

    @Test func `views follow the portal's colour scheme, and the program's theme without a preference`() async throws {
      try await withDesktop { desktop, window in
        desktop.offerPortal()
        desktop.set("color-scheme", 1)
        await waitUntil("the views are dark") { window.texts[0] == "dark" }
        #expect(desktop.prefersDark)
        desktop.set("color-scheme", 2)
        await waitUntil("the views are light") { window.texts[0] == "light" }

        // A program with a dark theme of its own is light if the desktop's setting is light, and dark again if the
        // desktop has no preference
        desktop.set("color-scheme", 0)
        // Settings arrive in order. The views show the contrast after the colour scheme 0 was received.
        desktop.set("contrast", 1)
        await waitUntil("the portal setting was received") { window.texts[1] == "more" }
        useDarkTheme(true)
        await waitUntil("the views are dark by the program's theme") { window.texts[0] == "dark" }
        desktop.set("color-scheme", 2)
        await waitUntil("the views are light") { window.texts[0] == "light" }
        desktop.set("color-scheme", 0)
        await waitUntil("the views are dark by the program's theme again") { window.texts[0] == "dark" }
        #expect(desktop.prefersDark)
      }
    }

    @Test func `the high-contrast theme is used while the desktop requests more contrast`() async throws {
      try await withDesktop { desktop, window in
        let theme = desktop.theme
        // Returns the red and the blue component of the background, by which the themes differ.
        let background = { @MainActor in
          var color = GdkRGBA()
          _ = window.window.map { cgtk_widget_lookup_color($0.widget, "theme_bg_color", &color) }
          return (Int((color.red * 255).rounded()), Int((color.blue * 255).rounded()))
        }
        desktop.offerPortal()
        desktop.set("contrast", 1)
        await waitUntil("there is more contrast") { window.texts == ["light", "more", "moving"] }
        // The background of the light high-contrast theme
        #expect(background() == (0xfd, 0xfc))
        desktop.set("color-scheme", 1)
        await waitUntil("the views are dark") { window.texts == ["dark", "more", "moving"] }
        // The background of the dark high-contrast theme
        #expect(background() == (0x30, 0x30))
        desktop.set("contrast", 0)
        await waitUntil("the contrast is standard again") { window.texts == ["dark", "standard", "moving"] }
        #expect(desktop.theme == theme)
        // The background of the usual dark theme
        #expect(background() == (0x35, 0x35))
      }
    }

    @Test func `a dark theme stays dark with more contrast and is restored afterwards`() async throws {
      try await withDesktop { desktop, window in
        desktop.theme = "Adwaita-dark"
        await waitUntil("the views are dark") { window.texts[0] == "dark" }
        desktop.offerPortal(colorScheme: 2, contrast: 1)
        await waitUntil("there is more contrast") { window.texts == ["dark", "more", "moving"] }
        #expect(desktop.theme == "HighContrastInverse")
        desktop.set("contrast", 0)
        await waitUntil("the contrast is standard again") { window.texts == ["dark", "standard", "moving"] }
        #expect(desktop.theme == "Adwaita-dark")
      }
    }

    @Test func `a theme that is set while there is more contrast stays afterwards`() async throws {
      try await withDesktop { desktop, window in
        desktop.offerPortal(contrast: 1)
        await waitUntil("there is more contrast") { desktop.theme == "HighContrast" }
        desktop.theme = "Adwaita-dark"
        desktop.set("contrast", 0)
        await waitUntil("the contrast is standard again") { window.texts == ["dark", "standard", "moving"] }
        #expect(desktop.theme == "Adwaita-dark")
      }
    }

    @Test func `a high-contrast theme is recognized by its name`() async throws {
      try await withDesktop { desktop, window in
        for name in ["HighContrast", "HighContrastInverse", "Default-hc"] {
          desktop.theme = name
          // Only “HighContrastInverse” is a dark theme.
          await waitUntil("\(name) is recognized") {
            window.texts[1] == "more" && window.texts[0] == (name == "HighContrastInverse" ? "dark" : "light")
          }
          desktop.theme = "Adwaita"
          await waitUntil("the usual theme is recognized") { window.texts[1] == "standard" }
        }
      }
    }

    @Test func `portal settings of another type or with unknown values are ignored`() async throws {
      try await withDesktop { desktop, window in
        // The numbers 7 and 9 are unknown values, and a text and an accent colour of one number have the wrong type.
        desktop.offerPortal(colorScheme: 7, contrast: 9)
        desktop.emitText("high", forKey: "contrast")
        desktop.set("accent-color", 1)
        // The portal's notifications arrive in order, so the settings before this valid setting were received too.
        desktop.set("color-scheme", 1)
        await waitUntil("the next setting is received") { window.texts[0] == "dark" }
        #expect(window.texts == ["dark", "standard", "moving"])
        desktop.emitText("light", forKey: "color-scheme")
        desktop.set("contrast", 1)
        await waitUntil("the next setting is received") { window.texts[1] == "more" }
        #expect(window.texts == ["dark", "more", "moving"])
      }
    }

    @Test func `the flat style uses the desktop's accent colour`() async throws {
      try await withDesktop { desktop, _ in
        let window = await show { Text(verbatim: "flat").windowStyle(.flat) }
        // Returns the accent colour, and the colour of text on the accent colour.
        let accentColors = { @MainActor in
          [Self.color("theme_selected_bg_color", in: window), Self.color("theme_selected_fg_color", in: window)]
        }
        // The style's own colours in light mode.
        #expect(accentColors() == ["#3584e4", "#ffffff"])
        desktop.offerPortal()
        await waitUntil("the portal is followed") { desktop.portalReadCount == 1 }
        desktop.emitAccent(red: 0.929, green: 0.357, blue: 0)
        await waitUntil("the accent colour is orange") { accentColors() == ["#ed5b00", "#ffffff"] }
        // A pale colour is darkened in light mode, so that white text on it is legible.
        desktop.emitAccent(red: 1, green: 1, blue: 0.6)
        await waitUntil("the accent colour is a dark yellow") { accentColors() == ["#8c8c54", "#ffffff"] }
        desktop.set("color-scheme", 1)
        await waitUntil("the accent colour is pale") { accentColors() == ["#ffff99", "#1d1d20"] }
        // A dark colour is lightened in dark mode.
        desktop.emitAccent(red: 0.208, green: 0.518, blue: 0.894)
        await waitUntil("the accent colour is a light blue") { accentColors() == ["#3f8ae5", "#ffffff"] }
        // A text is ignored. A component below 0 or above 1 means that the user has selected no accent colour, so the
        // style's own accent colour for dark mode is used.
        desktop.emitText("red", forKey: "accent-color")
        desktop.emitAccent(red: 2, green: -1, blue: 0)
        await waitUntil("the accent colour is the style's own") { accentColors() == ["#78aeed", "#1d1d20"] }
        window.close()
      }
    }

    /// Returns a colour that the window's style defines, as `#rrggbb`.
    private static func color(_ name: String, in window: ViewWindow<some View>) -> String {
      var color = GdkRGBA()
      _ = window.window.map { cgtk_widget_lookup_color($0.widget, name, &color) }
      return "#"
        + [color.red, color.green, color.blue].map { component in
          let digits = String(Int((component * 255).rounded()), radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    @Test func `settings stay when the portal disappears, and views follow the next portal`() async throws {
      try await withDesktop { desktop, window in
        desktop.offerPortal(colorScheme: 1)
        await waitUntil("the views are dark") { window.texts[0] == "dark" }
        desktop.removePortal()
        await mainLoopSettles()
        #expect(window.texts[0] == "dark")
        desktop.offerPortal(colorScheme: 2)
        await waitUntil("the views are light") { window.texts[0] == "light" }
      }
    }

    @Test func `accessibilityReduceMotion follows GTK's setting for animations`() async throws {
      try await withDesktop { _, window in
        allowAnimations(false)
        await waitUntil("the views are still") { window.texts[2] == "still" }
        allowAnimations(true)
        await waitUntil("the views move") { window.texts[2] == "moving" }
      }
    }

    @Observable @MainActor final class Model {
      var outerScheme: ColorScheme?
      var innerScheme: ColorScheme?
      var isShown = true
    }

    struct PreferringViews: View {
      let model: Model

      var body: some View {
        VStack {
          if model.isShown { LookTexts().preferredColorScheme(model.innerScheme) }
        }
        .preferredColorScheme(model.outerScheme)
      }
    }

    @Test func `preferredColorScheme applies to all windows while its view exists`() async throws {
      try await withDesktop { desktop, window in
        let model = Model()
        desktop.offerPortal(colorScheme: 2)
        let preferringWindow = await show { PreferringViews(model: model) }
        model.innerScheme = .dark
        await waitUntil("all windows are dark") { window.texts[0] == "dark" && preferringWindow.texts[0] == "dark" }
        // The outermost preference takes precedence.
        model.outerScheme = .light
        await waitUntil("the other window is light") { window.texts[0] == "light" }
        model.outerScheme = nil
        await waitUntil("the other window is dark again") { window.texts[0] == "dark" }
        model.isShown = false
        await waitUntil("the other window follows the desktop") { window.texts[0] == "light" }
        model.isShown = true
        await waitUntil("the other window is dark again") { window.texts[0] == "dark" }
        preferringWindow.close()
        await waitUntil("the other window follows the desktop") { window.texts[0] == "light" }
        #expect(!desktop.prefersDark)
      }
    }

    /// Returns the contrast ratio of two colours as defined by the accessibility rules for web content. Legible text
    /// has a ratio of at least 4.5.
    ///
    /// - Parameter gray: Each of the three components of the gray background, from 0 for black to 1 for white.
    private func contrast(_ color: Color, onGray gray: Double) -> Double {
      // Removes the gamma correction of a component.
      let linear = { (component: Double) in
        component <= 0.04045 ? component / 12.92 : raisedTo2Point4((component + 0.055) / 1.055)
      }
      let components = color.components
      let (red, green, blue) = (components.red ?? 0, components.green ?? 0, components.blue ?? 0)
      let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      return (max(luminance, linear(gray)) + 0.05) / (min(luminance, linear(gray)) + 0.05)
    }

    /// Returns the 2.4th power: the fifth root of the twelfth power, by Newton's method.
    private func raisedTo2Point4(_ number: Double) -> Double {
      let twelfthPower =
        (number * number * number * number * number * number) * (number * number * number * number * number * number)
      // 80 steps are enough: about 30 lead from 1 to the smallest root, 0.003.
      var root = 1.0
      for _ in 0..<80 { root -= (root * root * root * root * root - twelfthPower) / (5 * root * root * root * root) }
      return root
    }

    @Test(arguments: ColorScheme.allCases) func `colours are legible with more contrast`(scheme: ColorScheme) {
      var environment = EnvironmentValues()
      environment.desktopLook = DesktopLook(colorScheme: scheme, contrast: .increased)
      // The backgrounds of the high-contrast themes.
      let gray = scheme == .dark ? Double(0x30) / 255 : Double(0xfd) / 255
      for color in [Color.red, .orange, .yellow, .green, .blue, .purple, .pink, .gray] {
        #expect(contrast(color.legible(in: environment), onGray: gray) >= 4.5, "\(color)")
        // With standard contrast, the colour is unchanged.
        #expect(color.legible(in: EnvironmentValues()) == color)
      }
      // White text on a fill. The ratio does not depend on which of the two colours is the background.
      for color in [Color.red, .yellow, .purple] {
        #expect(contrast(color.fill(in: environment), onGray: 1) >= 4.5, "\(color)")
      }
      // Secondary text is less transparent than with standard contrast.
      #expect(Color.secondary.css(in: environment) == "alpha(currentColor, 0.9)")
      #expect(Color.secondary.opacity(0.5).css(in: environment) == "alpha(currentColor, 0.45)")
      // A colour whose components the program sets is unchanged.
      #expect(Color(red: 1, green: 0, blue: 0).legible(in: environment) == Color(red: 1, green: 0, blue: 0))
    }

    @Test(arguments: ColorScheme.allCases, [ColorSchemeContrast.standard, .increased])
    func `the colour of a part of a text is as legible as the colour of a whole text`(
      scheme: ColorScheme, contrast: ColorSchemeContrast
    ) {
      var environment = EnvironmentValues()
      environment.desktopLook = DesktopLook(colorScheme: scheme, contrast: contrast)
      let text = Text(verbatim: "a").foregroundStyle(.red) + Text(verbatim: "b").foregroundStyle(.tint)
      let runs = TextRun.runs(
        of: text, displaying: text.translatedWithoutReports, hasLinks: false, in: environment)
      #expect(runs.map(\.color) == [Color.red, .tint].map { $0.legible(in: environment, isText: true) })
    }

    @Test func `accent-coloured text is darkened only in light mode, and other views keep the accent colour`() {
      var environment = EnvironmentValues()
      environment.desktopLook = DesktopLook(colorScheme: .light, contrast: .standard)
      // The background of the usual light theme.
      let gray = Double(0xf6) / 255
      for color in [Color.accentColor, .tint] {
        #expect(contrast(color.legible(in: environment, isText: true), onGray: gray) >= 4.5, "\(color)")
        #expect(color.legible(in: environment) == color)
      }
      environment.desktopLook.colorScheme = .dark
      #expect(Color.tint.legible(in: environment, isText: true) == .tint)
    }

    struct SampleControls: View {
      @State private var selection: Int? = 1
      @State private var isOn = true
      @State private var level = 0.5
      @State private var isToasting = true

      var body: some View {
        HStack(alignment: .top, spacing: 12) {
          List(1..<5, id: \.self, selection: $selection) { Text("Row \($0)") }.frame(width: 120, height: 240)
          VStack(alignment: .leading) {
            Text("Title").font(.title)
            Text("Secondary").foregroundStyle(.secondary)
            HStack {
              Text("Red").foregroundStyle(.red); Text("Yellow").foregroundStyle(.yellow);
              Text("Green").foregroundStyle(.green)
            }
            HStack {
              Text("Accent").foregroundStyle(.accentColor); Text("Tint").foregroundStyle(.tint);
              Text("Gray").foregroundStyle(.gray)
            }
            HStack {
              Button("Plain") {}; Button("Prominent") {}.buttonStyle(.borderedProminent).tint(.purple)
            }
            Toggle("Toggle", isOn: $isOn)
            Slider(value: $level)
            Form { Section("Section") { LabeledContent("Label", value: "value") } }
          }
          .frame(width: 260)
        }
        .padding(12)
        .toast(isPresented: $isToasting) { Toast("A toast") }
      }
    }

    @Test(arguments: [false, true]) func `a window with more contrast is written to a screenshot`(
      isDark: Bool
    ) async throws {
      try await withDesktop { desktop, window in
        desktop.offerPortal(colorScheme: isDark ? 1 : 2, contrast: 1)
        await waitUntil("the views follow") { window.texts[..<2] == [isDark ? "dark" : "light", "more"] }
        let sampleWindow = await show(width: 460, height: 420) { SampleControls() }
        let root = try #require(sampleWindow.window)
        await waitUntil("the toast is there") {
          widgets(in: root.widget).contains { gtk_widget_has_css_class($0, "toast") != 0 }
        }
        await drawFrame(of: root)
        await writeScreenshot(of: root, "high-contrast-\(isDark ? "dark" : "light")")
        sampleWindow.close()
      }
    }
  }
}
