package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

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

/// What can be done with what is in the player, from the main menu and by the keyboard.
package struct PlayerCommands: Commands {
  private let store: StoreOf<PlayerFeature>

  /// Makes the commands.
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

/// What is being played, at the bottom of the window, once something was.
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
      // The room that opens for it moves it in from the window's edge, so that it stays at the library's. More movement would part them.
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

/// The place, which can be dragged, between the time that has gone and the time that is left.
private struct PositionSlider: View {
  @Bindable var store: StoreOf<PlayerFeature>

  var body: some View {
    HStack(spacing: 8) {
      time(store.elapsedText, alignment: .trailing)
      Slider(value: $store.sliderPosition.sending(\.positionDragged).inSeconds, in: 0...store.sliderEnd.inSeconds)
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
