import AppFeatures
import Foundation

/// Replaces this process with a new start of the program (`execv`). Returns only if that fails.
///
/// - Parameters:
///   - program: The file of the program.
///   - addresses: The addresses to open.
///   - actions: The actions to perform.
func startAgain(_ program: URL, _ addresses: [String], _ actions: [DesktopAction]) {
  if !actions.isEmpty { setenv(ProcessEnvironment.startActionsName, actions.map(\.text).joined(separator: ","), 1) }
  // A new program inherits ignored signals. So restore their default handling.
  for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(CommandLine.arguments[0])]
  if !addresses.isEmpty { arguments += (["--"] + addresses).map { strdup($0) } }
  arguments.append(nil)
  execv(program.path, &arguments)
}
