// Measures playback and downloads: one case after its name, with its figures on the standard output.
// Scripts/dev/bench-playback runs it.
import CGStreamer
import GtkBridge

let loop = g_main_loop_new(nil, 0)!
let arguments = Array(CommandLine.arguments.dropFirst())
MainLoop.attach()
Task { @MainActor in
  do {
    try await PlaybackCost.run(arguments)
    exit(EXIT_SUCCESS)
  } catch {
    print(error)
    exit(EXIT_FAILURE)
  }
}
g_main_loop_run(loop)
