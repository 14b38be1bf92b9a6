internal import CGtk

/// The role and the state of a view for a screen reader. Add traits to a view whose type does not determine its role or
/// its state.
///
/// ```swift
/// Text(show.title).accessibilityAddTraits(.isHeader)
/// ```
///
/// GTK fixes the role of a widget when the widget is added to its window. Only ``isSelected`` and ``isModal`` may
/// change later.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
  /// One bit for each trait.
  public let rawValue: UInt
  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A heading. A screen reader jumps from one heading to the next. ``View/accessibilityHeading(_:)`` sets the level.
  public static let isHeader = AccessibilityTraits(rawValue: 1)
  /// A view that the user presses.
  public static let isButton = AccessibilityTraits(rawValue: 2)
  /// A view that opens another page.
  public static let isLink = AccessibilityTraits(rawValue: 4)
  /// A search field.
  public static let isSearchField = AccessibilityTraits(rawValue: 8)
  /// An image.
  public static let isImage = AccessibilityTraits(rawValue: 16)
  /// A text that does not change.
  public static let isStaticText = AccessibilityTraits(rawValue: 32)
  /// The view is selected.
  public static let isSelected = AccessibilityTraits(rawValue: 64)
  /// The view is modal. A screen reader ignores the views outside it.
  public static let isModal = AccessibilityTraits(rawValue: 128)

  /// GTK's role for the traits, or `nil` if no trait has a role. A widget has only one role. If several traits have a
  /// role, the first role in `roles` applies.
  fileprivate var role: GtkAccessibleRole? {
    let roles: [(AccessibilityTraits, GtkAccessibleRole)] = [
      (.isHeader, GTK_ACCESSIBLE_ROLE_HEADING), (.isLink, GTK_ACCESSIBLE_ROLE_LINK),
      (.isButton, GTK_ACCESSIBLE_ROLE_BUTTON),
      (.isSearchField, GTK_ACCESSIBLE_ROLE_SEARCH_BOX), (.isImage, GTK_ACCESSIBLE_ROLE_IMG),
      (.isStaticText, GTK_ACCESSIBLE_ROLE_LABEL),
    ]
    return roles.first { contains($0.0) }?.1
  }
}

extension View {
  /// Adds traits to the view, in addition to the traits of its type.
  ///
  /// ```swift
  /// Text("New Episodes").font(.title2).accessibilityAddTraits(.isHeader)
  /// ```
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    AttributedView(self, TraitsAttribute(traits: traits))
  }

  /// Makes the view a heading with a level.
  public nonisolated func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
    AttributedView(self, TraitsAttribute(traits: .isHeader, level: level))
  }
}

/// The traits of a view. If the view is a heading, also its level.
private nonisolated struct TraitsAttribute: WidgetAttribute {
  let traits: AccessibilityTraits
  var level = AccessibilityHeadingLevel.unspecified

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    let formerAttribute = previous ?? TraitsAttribute(traits: [])
    if traits.role != formerAttribute.traits.role { AccessibleName.setRole(traits.role, of: widget) }
    if level != formerAttribute.level { AccessibleName.setLevel(level, of: widget) }
    if isSelected != formerAttribute.isSelected { AccessibleName.setSelected(isSelected, widget) }
    if isModal != formerAttribute.isModal { AccessibleName.setModal(isModal, widget) }
  }

  private var isSelected: Bool { traits.contains(.isSelected) }
  private var isModal: Bool { traits.contains(.isModal) }
}
