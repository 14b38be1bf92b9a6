// The entry point: reads the command line, and runs a command or opens the window.
import AppFeatures
import Foundation
import GtkBridge
import Logging
import PodcastCommands

// The session bus starts the program with this option, and then sends a request to it.
let serviceOption = "--gapplication-service"
let isService = CommandLine.arguments.dropFirst() == [serviceOption]
let commandLine = isService ? .window([]) : ParsedCommandLine(Array(CommandLine.arguments.dropFirst()))
if case .end(let text, let status) = commandLine {
  FileHandle(fileDescriptor: status == 0 ? STDOUT_FILENO : STDERR_FILENO).write(Data((text + "\n").utf8))
  exit(status)
}
let environment = ProcessEnvironment(
  environment: ProcessInfo.processInfo.environment, executable: Bundle.main.executableURL)
// `restart` at the end of this file sets this variable to the actions that the restarted program performs.
// `environment` keeps a copy. The variable is removed, because programs that this process starts would inherit it.
unsetenv(ProcessEnvironment.startActionsVariable)
// Log messages are written to the standard error. A terminal displays them, and a desktop stores them in its journal.
LoggingSystem.bootstrap(StreamLogHandler.standardError)
Localization.use(domain: "podcaster", directory: environment.translations.path)

if case .command(let command) = commandLine {
  let commandTask = Task { exit(await command.runReportingFailure(in: .live(environment)).rawValue) }
  let interruptSource = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
  if command.handlesInterrupt {
    // The default handling of the signal would end the process before the event handler runs.
    signal(SIGINT, SIG_IGN)
    interruptSource.setEventHandler {
      // The first interrupt cancels the command. A second one ends the process.
      signal(SIGINT, SIG_DFL)
      commandTask.cancel()
    }
    interruptSource.resume()
  }
  // Runs the main queue until the task ends the process.
  dispatchMain()
}
// The code above has handled the other cases.
guard case .window(let addresses) = commandLine else { exit(EXIT_FAILURE) }
let application = Application(id: "io.github.podcaster.Podcaster", options: .opensFiles)
var session: Session?
application.onStartup = { session = Session(application: application, environment: environment) }
application.onActivate = { session?.open([]) }
application.onOpen = { session?.open($0) }

// If the program is already running, GTK passes these arguments to the running process. `addressForOtherProcess` makes
// `example.org/feed.xml` a web address, and GTK makes paths absolute.
let status = application.run(
  arguments: [CommandLine.arguments[0]]
    + (isService ? [serviceOption] : addresses.map(AppFeature.addressForOtherProcess)))
// If requests arrived while the program was ending, the program starts again for these requests.
let addressesForRestart = session?.addressesForRestart
let actionsForRestart = session?.actionsForRestart ?? []
session = nil
if let addressesForRestart, let program = Bundle.main.executableURL {
  restart(program, opening: addressesForRestart, performing: actionsForRestart)
}
exit(status)
