import GtkViews

extension GalleryPage {
  static let announcements = GalleryPage(
    "announcements", "Headings and Announcements", in: .access,
    "Headings for a screen reader, and messages that it speaks. Turn on a screen reader to hear them.",
    names: [
      "AccessibilityTraits", "AccessibilityHeadingLevel", "AccessibilityNotification", "accessibilityAddTraits(_:)",
      "accessibilityHeading(_:)",
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
