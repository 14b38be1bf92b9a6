import GtkViews

extension GalleryPage {
  static let announcements = GalleryPage(
    "announcements", "Headings and Announcements", in: .access,
    "What a view is for a screen reader, and what it says of itself. Turn one on to hear it.",
    names: [
      "AccessibilityTraits", "AccessibilityHeadingLevel", "AccessibilityNotification", "accessibilityAddTraits(_:)", "accessibilityHeading(_:)",
    ],
    code: """
      Text("Episodes").font(.title2).accessibilityAddTraits(.isHeader)
      AccessibilityNotification.Announcement("Three new episodes").post()
      """
  ) { AnnouncementsPage() }
}

private struct AnnouncementsPage: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Episodes").font(.title2).accessibilityAddTraits(.isHeader)
      Text("New").font(.headline).accessibilityHeading(.h2)
      Button("Announce") {
        AccessibilityNotification.Announcement("Three new episodes").post()
      }
    }
  }
}
