import AppFeatures
import Foundation

/// Replaces this process with a new start of the program. Returns only if that is not possible.
///
/// - Parameters:
///   - program: The file of the program.
///   - addresses: The addresses to open.
///   - actions: The actions to perform.
func startAgain(_ program: URL, _ addresses: [String], _ actions: [DesktopAction]) {
  if !actions.isEmpty { setenv(ProcessEnvironment.startActionsName, actions.map(\.text).joined(separator: ","), 1) }
  // The new program would also ignore the signals that this process ignores.
  for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(CommandLine.arguments[0])]
  if !addresses.isEmpty { arguments += (["--"] + addresses).map { strdup($0) } }
  arguments.append(nil)
  execv(program.path, &arguments)
}
