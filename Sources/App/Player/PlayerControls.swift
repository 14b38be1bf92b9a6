import AppFeatures
import GtkViews
import Podcasts
import ReducerStore

/// The round button that plays and pauses.
struct PlayButton: View {
  @Binding var isPlaying: Bool
  /// The diameter in logical pixels.
  let diameter: Double

  var body: some View {
    Button {
      isPlaying.toggle()
    } label: {
      // GTK's button adds five pixels on each side of its content.
      Image(systemName: isPlaying ? "pause.fill" : "play.fill").frame(width: diameter - 10, height: diameter - 10)
    }
    .buttonStyle(.borderedProminent)
    .accessibilityLabel(isPlaying ? "Pause" : "Play")
    .help(isPlaying ? "Pause" : "Play")
    .frame(width: diameter, height: diameter)
    .clipShape(Circle())
  }
}

/// The buttons that skip back, play or pause, and skip forward.
struct TransportButtons: View {
  @Bindable var store: StoreOf<PlayerFeature>
  /// The diameter of the play button in logical pixels.
  let playButtonDiameter: Double
  /// Whether the buttons have keyboard shortcuts. In a window with the main menu, the menu has these shortcuts.
  var hasKeyboardShortcuts = false

  var body: some View {
    HStack(spacing: 16) {
      Button {
        store.send(.skipButtonClicked(isForward: false))
      } label: {
        Image(systemName: "object-rotate-left-symbolic")
      }
      .keyboardShortcut(hasKeyboardShortcuts ? KeyboardShortcut(.leftArrow, modifiers: []) : nil)
      .buttonStyle(.borderless)
      .disabled(!store.canSeek)
      .accessibilityLabel("Back \(store.settings.skipBack, specifier: "%lld") Seconds")
      .help("Back \(store.settings.skipBack, specifier: "%lld") Seconds")
      PlayButton(isPlaying: $store.isPlaying.sending(\.playButtonToggled), diameter: playButtonDiameter)
        .keyboardShortcut(hasKeyboardShortcuts ? KeyboardShortcut(.space, modifiers: []) : nil)
      Button {
        store.send(.skipButtonClicked(isForward: true))
      } label: {
        Image(systemName: "object-rotate-right-symbolic")
      }
      .keyboardShortcut(hasKeyboardShortcuts ? KeyboardShortcut(.rightArrow, modifiers: []) : nil)
      .buttonStyle(.borderless)
      .disabled(!store.canSeek)
      .accessibilityLabel("Forward \(store.settings.skipForward, specifier: "%lld") Seconds")
      .help("Forward \(store.settings.skipForward, specifier: "%lld") Seconds")
    }
  }
}

/// The slider for the user's place, between the elapsed time and the time left. Marks on the slider show where chapters
/// start.
struct PositionSlider: View {
  @Bindable var store: StoreOf<PlayerFeature>
  @Environment(\.chapterMarks) private var chapterStarts
  @Environment(\.textScale) private var textScale

  var body: some View {
    HStack(spacing: 8) {
      timeLabel(store.elapsedText, alignment: .trailing)
      Slider(value: $store.sliderPosition.sending(\.positionDragged).inSeconds, in: 0...store.sliderEnd.inSeconds)
        // The start of the slider needs no mark.
        .marks(chapterStarts.filter { $0 > .zero }.map(\.inSeconds))
        .disabled(!store.canSeek)
        .accessibilityLabel("Position")
        .accessibilityValue("\(store.elapsedText) of \(store.durationText)")
      timeLabel(store.remainingText, alignment: .leading)
    }
  }

  private func timeLabel(_ text: String, alignment: Alignment) -> some View {
    Text(verbatim: text).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(1)
      .frame(minWidth: 56 * textScale, alignment: alignment)
  }
}

/// The less important buttons: for the video, the speed, the sleep timer, the volume and the queue.
struct SecondaryControls: View {
  let store: StoreOf<PlayerFeature>
  let showQueue: @MainActor () -> Void

  var body: some View {
    HStack(spacing: 4) {
      if store.hasVideo {
        Button {
          store.send(.videoButtonClicked)
        } label: {
          Image(systemName: "video-x-generic-symbolic")
        }
        .buttonStyle(.borderless)
        .accessibilityLabel("Show Video")
        .help("Show Video")
      }
      SpeedMenu(store: store)
      SleepMenu(store: store)
      VolumeButton(store: store)
      Button(action: showQueue) { Image(systemName: "list.bullet") }
        .buttonStyle(.borderless)
        .accessibilityLabel("Show Queue")
        .help("Show Queue")
    }
  }
}

/// The menu of the speeds, with a switch that gives the show its own speed.
private struct SpeedMenu: View {
  @Bindable var store: StoreOf<PlayerFeature>

  var body: some View {
    Menu {
      Picker("Speed", selection: $store.rate.sending(\.rateSelected)) {
        ForEach(store.offeredRates, id: \.self) { Text(verbatim: $0.rateText) }
      }
      .pickerStyle(.inline)
      Divider()
      Toggle("Only for This Show", isOn: $store.hasOwnRate.sending(\.rateForShowToggled))
    } label: {
      Text(verbatim: store.rateText).fontWeight(.semibold)
    }
    .buttonStyle(.borderless)
    .accessibilityLabel("Speed: \(store.rateText)")
    // In GTK 4.18, the accessible name of a menu button is its tooltip.
    .help("Speed: \(store.rateText)")
  }
}

/// The menu of the sleep timer. The label of the menu shows the time left, if the time is known.
private struct SleepMenu: View {
  let store: StoreOf<PlayerFeature>

  var body: some View {
    Menu {
      ForEach(PlayerFeature.sleepMinutes, id: \.self) { minutes in
        Button("In \(minutes, specifier: "%lld") Minutes") {
          store.send(.sleepTimerSelected(.after(.seconds(minutes * 60))))
        }
      }
      Button("At the End of the Episode") { store.send(.sleepTimerSelected(.endOfEpisode)) }
      if !store.chapters.chapters.isEmpty {
        Button("At the End of the Chapter") { store.send(.sleepTimerSelected(.endOfChapter)) }
      }
      if store.sleepTimer != nil {
        Divider()
        // Five minutes can be added only to a known time.
        if store.sleepText != nil {
          Button("5 Minutes More") { store.send(.sleepTimerExtended) }
        }
        Button("Off") { store.send(.sleepTimerSelected(nil)) }
      }
    } label: {
      HStack(spacing: 4) {
        Image(systemName: "weather-clear-night-symbolic").foregroundStyle(
          store.sleepTimer == nil ? .primary : .accentColor)
        if let text = store.sleepText { Text(verbatim: text).font(.caption.monospacedDigit()) }
      }
    }
    .buttonStyle(.borderless)
    .accessibilityLabel("Sleep Timer")
    .help("Sleep Timer")
  }
}

/// The button that opens a popover with the volume and the mute switch.
private struct VolumeButton: View {
  @Bindable var store: StoreOf<PlayerFeature>
  @State private var isPopoverPresented = false

  var body: some View {
    Button {
      isPopoverPresented = true
    } label: {
      Image(systemName: store.settings.isMuted ? "speaker.slash" : "speaker.wave.2")
    }
    .buttonStyle(.borderless)
    .accessibilityLabel("Volume")
    .help("Volume")
    .popover(isPresented: $isPopoverPresented, arrowEdge: .top) {
      HStack(spacing: 8) {
        Toggle(isOn: $store.isMuted.sending(\.muteToggled)) {
          Image(systemName: store.settings.isMuted ? "speaker.slash" : "speaker.wave.2")
        }
        .toggleStyle(.button)
        .accessibilityLabel("Mute")
        .help("Mute")
        Slider(value: $store.volume.sending(\.volumeChanged), in: 0...1)
          .accessibilityLabel("Volume")
          .frame(width: 160)
      }
      .padding(12)
    }
  }
}
