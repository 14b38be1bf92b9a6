internal import CGtk

/// What a view is to a screen reader, where its kind does not say it, and how it is.
///
/// GTK fixes what a widget is when the widget comes into its window: of these, only ``isSelected`` and ``isModal`` may come and go.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
  /// One bit for each trait.
  public let rawValue: UInt
  /// Makes a set of its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A heading: a screen reader jumps from one to the next. ``View/accessibilityHeading(_:)`` says of which level.
  public static let isHeader = AccessibilityTraits(rawValue: 1)
  /// Something to press.
  public static let isButton = AccessibilityTraits(rawValue: 2)
  /// Something that leads elsewhere.
  public static let isLink = AccessibilityTraits(rawValue: 4)
  /// A field to search by.
  public static let isSearchField = AccessibilityTraits(rawValue: 8)
  /// A picture.
  public static let isImage = AccessibilityTraits(rawValue: 16)
  /// A text that does not change.
  public static let isStaticText = AccessibilityTraits(rawValue: 32)
  /// It is chosen.
  public static let isSelected = AccessibilityTraits(rawValue: 64)
  /// What is outside of it is out of reach while it is there.
  public static let isModal = AccessibilityTraits(rawValue: 128)

  /// The one thing that it is, for GTK, which knows no two at once.
  fileprivate var role: GtkAccessibleRole? {
    let roles: [(AccessibilityTraits, GtkAccessibleRole)] = [
      (.isHeader, GTK_ACCESSIBLE_ROLE_HEADING), (.isLink, GTK_ACCESSIBLE_ROLE_LINK), (.isButton, GTK_ACCESSIBLE_ROLE_BUTTON),
      (.isSearchField, GTK_ACCESSIBLE_ROLE_SEARCH_BOX), (.isImage, GTK_ACCESSIBLE_ROLE_IMG), (.isStaticText, GTK_ACCESSIBLE_ROLE_LABEL),
    ]
    return roles.first { contains($0.0) }?.1
  }
}

/// How far up a heading is among others.
public enum AccessibilityHeadingLevel: UInt, Hashable, Sendable {
  /// Nothing is said.
  case unspecified
  /// The uppermost.
  case h1
  /// The second.
  case h2
  /// The third.
  case h3
  /// The fourth.
  case h4
  /// The fifth.
  case h5
  /// The sixth.
  case h6
}

extension View {
  /// Says what the view is, beyond what its kind says.
  ///
  /// ```swift
  /// Text("New Episodes").font(.title2).accessibilityAddTraits(.isHeader)
  /// ```
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    AttributedView(self, TraitsAttribute(traits: traits))
  }

  /// Makes the view a heading of a level.
  public nonisolated func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
    AttributedView(self, TraitsAttribute(traits: .isHeader, level: level))
  }
}

private nonisolated struct TraitsAttribute: WidgetAttribute {
  let traits: AccessibilityTraits
  var level = AccessibilityHeadingLevel.unspecified

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    let before = previous ?? TraitsAttribute(traits: [])
    if traits.role != before.traits.role { AccessibleName.setRole(traits.role, of: widget) }
    if level != before.level { AccessibleName.setLevel(level, of: widget) }
    if isSelected != before.isSelected { AccessibleName.setSelected(isSelected, widget) }
    if isModal != before.isModal { AccessibleName.setModal(isModal, widget) }
  }

  private var isSelected: Bool { traits.contains(.isSelected) }
  private var isModal: Bool { traits.contains(.isModal) }
}
