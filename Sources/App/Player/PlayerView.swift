package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The button that plays and pauses.
package struct PlayButton: View {
  @Binding var isPlaying: Bool
  private let font: Font

  /// Creates the button.
  ///
  /// - Parameters:
  ///   - isPlaying: The state that the button shows and toggles.
  ///   - font: The font of the icon, which sets its size.
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

/// The commands for the episode in the player, in the main menu and on the keyboard.
package struct PlayerCommands: Commands {
  private let store: StoreOf<PlayerFeature>

  /// Creates the commands.
  package init(store: StoreOf<PlayerFeature>) {
    self.store = store
  }

  package var body: some Commands {
    CommandMenu("Playback") {
      Button(store.isPlaying ? "Pause" : "Play") { store.send(.playButtonToggled(!store.isPlaying)) }
        .keyboardShortcut(.space)
        .disabled(store.item == nil)
      Button("Back 15 Seconds") { store.send(.skipped(.seconds(-15))) }
        .keyboardShortcut(.leftArrow, modifiers: [.command, .shift])
        .disabled(!store.isPositionEnabled)
      Button("Forward 30 Seconds") { store.send(.skipped(.seconds(30))) }
        .keyboardShortcut(.rightArrow, modifiers: [.command, .shift])
        .disabled(!store.isPositionEnabled)
    }
  }
}

/// The bar with the episode in the player, at the bottom of the window. It is hidden until an episode is played.
package struct PlayerBar: View {
  @Bindable private var store: StoreOf<PlayerFeature>

  package init(store: StoreOf<PlayerFeature>) {
    self.store = store
  }

  package var body: some View {
    if let item = store.item {
      VStack(spacing: 0) {
        Divider()
        VStack(spacing: 2) {
          HStack(spacing: 12) {
            PlayButton(isPlaying: $store.isPlaying.sending(\.playButtonToggled), font: .title)
            VStack(alignment: .leading, spacing: 2) {
              Text(verbatim: item.episode.title).font(.headline).lineLimit(1)
              PlayerCaption(store: store, showTitle: item.showTitle)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
          }
          PositionSlider(store: store)
        }
        .padding(.horizontal, 12)
        .padding(.vertical, 8)
      }
      // The opening space already moves the bar in from the window's edge. More movement would separate the bar from the library.
      .transition(.offset())
    }
  }
}

/// The show's name, or how much of the buffer is filled while the network is slow.
private struct PlayerCaption: View {
  let store: StoreOf<PlayerFeature>
  let showTitle: String

  var body: some View {
    Group {
      if let bufferingPercent = store.bufferingPercent {
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

/// The slider for the place, between the elapsed time and the time left.
private struct PositionSlider: View {
  @Bindable var store: StoreOf<PlayerFeature>
  @Environment(\.chapterMarks) private var marks

  var body: some View {
    HStack(spacing: 8) {
      time(store.elapsedText, alignment: .trailing)
      Slider(value: $store.sliderPosition.sending(\.positionDragged).inSeconds, in: 0...store.sliderEnd.inSeconds)
        .marks(marks.dropFirst().map(\.inSeconds))
        .disabled(!store.isPositionEnabled)
        .accessibilityLabel("Position")
      time(store.remainingText, alignment: .leading)
    }
  }

  private func time(_ text: String, alignment: Alignment) -> some View {
    Text(verbatim: text).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(1)
      .frame(minWidth: 56, alignment: alignment)
  }
}
