package import AppFeatures
package import GtkViews
import Podcasts

/// The button that plays and pauses.
package struct PlayButton: View {
  @Binding var isPlaying: Bool
  private let font: Font

  /// Makes the button.
  ///
  /// - Parameters:
  ///   - isPlaying: What it shows, and what it turns round.
  ///   - font: How large its icon is.
  package init(isPlaying: Binding<Bool>, font: Font = .title2) {
    self._isPlaying = isPlaying
    self.font = font
  }

  package var body: some View {
    Button {
      isPlaying.toggle()
    } label: {
      Image(systemName: isPlaying ? "pause.circle" : "play.circle").font(font)
    }
    .buttonStyle(.borderless)
    .accessibilityLabel(isPlaying ? "Pause" : "Play")
    .help(isPlaying ? "Pause" : "Play")
  }
}

/// What is being played, at the bottom of the window, once something was.
package struct PlayerBar: View {
  private let player: PlayerFeature

  package init(player: PlayerFeature) {
    self.player = player
  }

  package var body: some View {
    if let item = player.item {
      VStack(spacing: 0) {
        Divider()
        VStack(spacing: 2) {
          HStack(spacing: 12) {
            PlayButton(isPlaying: Bindable(player).isPlaying, font: .title)
            VStack(alignment: .leading, spacing: 2) {
              Text(verbatim: item.episode.title).font(.headline).lineLimit(1)
              PlayerCaption(player: player, showTitle: item.showTitle)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
          }
          PositionSlider(player: player)
        }
        .padding(.horizontal, 12)
        .padding(.vertical, 8)
      }
    }
  }
}

/// The show's name, or how much of the buffer is filled while the network is slow.
private struct PlayerCaption: View {
  let player: PlayerFeature
  let showTitle: String

  var body: some View {
    Group {
      if let bufferingPercent = player.bufferingPercent {
        Text("Buffering: \(bufferingPercent, specifier: "%lld")%")
      } else {
        Text(verbatim: showTitle)
      }
    }
    .font(.caption)
    .foregroundStyle(.secondary)
    .lineLimit(1)
  }
}

/// The place, which can be dragged, between the time that has gone and the time that is left.
private struct PositionSlider: View {
  let player: PlayerFeature

  var body: some View {
    HStack(spacing: 8) {
      time(player.elapsedText, alignment: .trailing)
      Slider(value: Bindable(player).positionInSeconds, in: 0...player.durationInSeconds)
        .disabled(!player.isPositionEnabled)
        .accessibilityLabel("Position")
      time(player.remainingText, alignment: .leading)
    }
  }

  private func time(_ text: String, alignment: Alignment) -> some View {
    Text(verbatim: text).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(1)
      .frame(minWidth: 56, alignment: alignment)
  }
}
