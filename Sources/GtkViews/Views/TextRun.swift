internal import CGtk
internal import Presentation

/// A part of a text with uniform appearance.
struct TextRun: Equatable {
  /// The range of UTF-8 bytes in the text. The default is the whole text.
  var byteRange: Range<UInt32> = 0..<UInt32.max
  var font = Font()
  var isUnderlined = false
  var isStruckThrough = false
  /// The colour of the run. If it is `nil`, the run has the colour of the whole text, which the style sheet sets. A
  /// link then has the theme's colour of links.
  var color: Color?
  /// Whether the run is a link.
  var isLink = false

  /// Returns the runs of a text in order.
  ///
  /// - Parameters:
  ///   - text: The text with its look and its parts.
  ///   - shown: The displayed text: translated, with ranges for Markdown styles and links.
  ///   - hasLinks: Whether links are displayed as links, and not as plain text.
  ///   - environment: The environment of the text.
  @MainActor static func runs(
    of text: Text, displaying shown: RichText, hasLinks: Bool, in environment: EnvironmentValues
  ) -> [TextRun] {
    var base = TextRun()
    base.font = environment.font ?? .body
    base.apply(text.look, in: environment)
    // The style sheet sets the colour of the whole text.
    base.color = nil
    if text.look.parts.isEmpty, shown.spans.isEmpty { return [base] }
    var runs: [TextRun] = []
    var start: UInt32 = 0
    // `base` already has the font of the environment. The runs inherit only the other values that are set below.
    var inherited = EnvironmentValues()
    inherited.tint = hasLinks ? environment.tint : nil
    guard !text.look.parts.isEmpty else {
      base.appendSpans(of: shown, in: inherited, from: &start, to: &runs)
      return runs
    }
    inherited.fontWeight = environment.fontWeight
    inherited.fontDesign = environment.fontDesign
    inherited.desktopLook = environment.desktopLook
    base.appendParts(of: text, hasLinks: hasLinks, in: inherited, from: &start, to: &runs)
    return runs
  }

  private mutating func apply(_ look: TextLook, in environment: EnvironmentValues) {
    let baseFont = font
    if let newFont = look.font {
      font = newFont
      // Another font does not remove the italics and the tabular digits.
      if baseFont.isItalic { font.isItalic = true }
      if baseFont.hasTabularDigits { font.hasTabularDigits = true }
    }
    if let weight = look.weight ?? environment.fontWeight { font.weightOverride = weight }
    if let design = look.design ?? environment.fontDesign { font.design = design }
    if look.isItalic { font.isItalic = true }
    if look.hasTabularDigits { font.hasTabularDigits = true }
    if look.isUnderlined { isUnderlined = true }
    if look.isStruckThrough { isStruckThrough = true }
    if let newColor = look.color { color = newColor.legible(in: environment, isText: true) }
  }

  /// Appends the runs of the parts of a joined text. `start` is the offset of the text in UTF-8 bytes. The function
  /// sets `start` to the offset of the text's end.
  @MainActor private func appendParts(
    of text: Text, hasLinks: Bool, in environment: EnvironmentValues, from start: inout UInt32, to runs: inout [TextRun]
  ) {
    // A part inherits the look of the whole text. The environment of the whole text has the lowest precedence.
    var inherited = environment
    inherited.fontWeight = text.look.weight ?? environment.fontWeight
    inherited.fontDesign = text.look.design ?? environment.fontDesign
    for part in text.look.parts {
      var run = self
      run.apply(part.look, in: inherited)
      guard part.look.parts.isEmpty else {
        run.appendParts(of: part, hasLinks: hasLinks, in: inherited, from: &start, to: &runs)
        continue
      }
      let shown = part.translatedWithoutReports
      run.appendSpans(of: hasLinks ? shown : shown.withoutLinks, in: inherited, from: &start, to: &runs)
    }
  }

  /// Appends the runs of a text without parts: the ranges with Markdown styles and the ranges between them. `start` has
  /// the same meaning as in `appendParts`.
  private func appendSpans(
    of text: RichText, in environment: EnvironmentValues, from start: inout UInt32, to runs: inout [TextRun]
  ) {
    text.forEachPart { words, span in
      var run = self
      run.byteRange = start..<start + UInt32(words.utf8.count)
      if let span { run.apply(span, tint: environment.tint) }
      runs.append(run)
      start = run.byteRange.upperBound
    }
  }

  private mutating func apply(_ span: RichText.Span, tint: Color?) {
    if span.style.contains(.strong) { font.weightOverride = .bold }
    if span.style.contains(.emphasis) { font.isItalic = true }
    if span.style.contains(.code) { font.design = .monospaced }
    if span.style.contains(.strikethrough) { isStruckThrough = true }
    if span.address != nil { (isLink, color) = (true, tint) }
  }

  /// Returns the runs as a list of Pango attributes, which the caller owns. Runs that are not links and have no colour
  /// of their own receive `color`.
  @MainActor static func pangoAttributes(of runs: [TextRun], color: GdkRGBA? = nil) -> OpaquePointer {
    let list = pango_attr_list_new()!
    for run in runs {
      for attribute in (run.isLink ? [] : foregroundAttributes(color)) + run.attributes {
        attribute.pointee.start_index = run.byteRange.lowerBound
        attribute.pointee.end_index = run.byteRange.upperBound
        pango_attr_list_insert(list, attribute)
      }
    }
    return list
  }

  private static func foregroundAttributes(_ color: GdkRGBA?) -> [UnsafeMutablePointer<PangoAttribute>] {
    guard let color else { return [] }
    let pangoComponent = { (component: Float) in UInt16((min(max(component, 0), 1) * 65535).rounded()) }
    return [
      pango_attr_foreground_new(pangoComponent(color.red), pangoComponent(color.green), pangoComponent(color.blue)),
      foregroundAlpha(pangoComponent(color.alpha)),
    ]
  }

  /// Returns an attribute for an opacity from 0 to 65535. Pango treats the opacity 0 as unset, so 0 is replaced by 1.
  private static func foregroundAlpha(_ opacity: UInt16) -> UnsafeMutablePointer<PangoAttribute> {
    pango_attr_foreground_alpha_new(max(opacity, 1))
  }

  @MainActor private var attributes: [UnsafeMutablePointer<PangoAttribute>] {
    var attributes: [UnsafeMutablePointer<PangoAttribute>?] = []
    if let size = font.size {
      attributes.append(pango_attr_size_new(Int32(size * Double(PANGO_SCALE))))
    } else if font.styleScale != 1 {
      attributes.append(pango_attr_scale_new(font.styleScale))
    }
    if font.weight != .regular { attributes.append(pango_attr_weight_new(PangoWeight(UInt32(font.weight.rawValue)))) }
    if font.isItalic { attributes.append(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
    if font.hasTabularDigits { attributes.append(pango_attr_font_features_new("tnum=1")) }
    if let family = font.design.family { attributes.append(pango_attr_family_new(family)) }
    if isUnderlined { attributes.append(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
    if isStruckThrough { attributes.append(pango_attr_strikethrough_new(1)) }
    if let (red, green, blue, alpha) = color?.components {
      if let red, let green, let blue {
        attributes.append(pango_attr_foreground_new(pangoComponent(red), pangoComponent(green), pangoComponent(blue)))
      }
      attributes.append(Self.foregroundAlpha(pangoComponent(alpha)))
    }
    return attributes.compactMap { $0 }
  }

  private func pangoComponent(_ component: Double) -> UInt16 { UInt16((min(max(component, 0), 1) * 65535).rounded()) }
}
