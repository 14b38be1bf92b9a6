import CGtk
import CViewCost
import Glibc
import GtkBridge
import GtkViews
import Observation

/// The program in GtkViews. Scripts/bench runs each case here and in the program in C, ../ViewCostC.
@main
@MainActor
struct ViewCost {
  static let programs: [String: @MainActor (Program) -> Void] = [
    "label": { $0.run(OneLabel(), change: { OneLabel.number.value = Int($0) + 1 }) },
    "all": { program in program.run(Labels(count: program.size, isAlike: true)) { Labels.number.value = Int($0) + 1 } },
    "one": runOneOfLabels,
    "one-among": runOneOfLabels,
    "model": { program in
      let rows = (0..<program.size).map { ObservedRow(id: $0) }
      program.run(ObservedLabels(rows: rows)) { rows[Int($0) * 7 % min(rows.count, 1_000)].number = Int($0) + 1 }
    },
    "tracked": { program in
      program.run(OneLabel()) {
        TrackedRow.change(Int($0) + 1)
        OneLabel.number.value = Int($0) + 1
      }
    },
    "alert": { $0.present(Episodes()) { Episodes.isAsking.value = $0 % 2 == 0 } },
    "sheet": { $0.present(Episodes()) { Episodes.isReading.value = $0 % 2 == 0 } },
    "list": { program in program.run(Rows(count: program.size)) { _ in view_cost_scroll_page(program.window.pointer) }
    },
    "sweep": { program in
      program.run(Rows(count: program.size)) {
        view_cost_scroll_through(program.window.pointer, $0, UInt32(VIEW_COST_STEPS))
      }
    },
    "stride": { program in
      program.run(Rows(count: program.size)) {
        view_cost_scroll_through(program.window.pointer, $0, UInt32(program.size) / UInt32(VIEW_COST_STRIDE))
      }
    },
    "rest": { program in program.rest(Labels(count: program.size, isAlike: true)) },
    "fade": { $0.move(Moving(count: $0.size, fades: true)) },
    "shrink": { $0.move(Moving(count: $0.size, fades: false)) },
    "insert": { program in program.run(Rows(count: program.size)) { Rows.insert(Int($0) + 1) } },
    "change-row": { program in program.run(Rows(count: program.size)) { Rows.change(Int($0)) } },
    "root": { program in
      program.run(RootLabels(count: program.size)) {
        RootLabels.rows.value[Int($0) * 7 % program.size].number = Int($0) + 1
      }
    },
    "deep": { program in program.run(DeepLabel(levels: program.size)) { DeepLabel.number.value = Int($0) + 1 } },
    "paragraphs": { program in program.run(Paragraphs(count: program.size)) { _ in } },
    "resize": { program in
      program.run(Paragraphs(count: program.size)) { view_cost_resize(program.window.pointer, $0) }
    },
    "long": { program in program.run(LongLine()) { LongLine.number.value = $0 + 1 } },
    "fields": { program in
      program.run(Fields(models: (0..<program.size).map { FieldModel(id: $0) })) { number in
        program.insert("x", intoField: Int(number) * 7 % program.size)
      }
    },
    "remove": { program in program.run(Rows(count: program.size)) { _ in Rows.removeFirst() } },
    "episodes": { program in
      program.run(EpisodeList(count: program.size)) { _ in view_cost_scroll_wheel(program.window.pointer) }
    },
    "shuffle": { program in program.run(Rows(count: program.size)) { Rows.shuffle(Int($0) + 1) } },
  ]

  static func runOneOfLabels(_ program: Program) {
    OneOfLabels.numbers = (0..<program.size).map { _ in Handle() }
    program.run(Labels(count: program.size, isAlike: false)) {
      let changed = Int($0) * 7 % min(program.size, 1_000)
      OneOfLabels.numbers[changed].value = Int($0) + 1
    }
  }

  static func main() {
    var selectedCase = view_cost_case(CommandLine.argc, CommandLine.unsafeArgv)
    selectedCase.updates_later = true
    let name = String(cString: selectedCase.name)
    guard let run = programs[name] else {
      let line = Array("There is no case \(name).\n".utf8)
      write(STDERR_FILENO, line, line.count)
      exit(2)
    }
    let application = Application(id: "org.example.ViewCost", options: .isNotUnique)
    application.onActivate = {
      let window = ApplicationWindow(application: application, title: "View cost", width: 800, height: 600)
      run(Program(application: application, window: window, selectedCase: selectedCase))
    }
    _ = application.run()
  }
}

/// A window that displays a case.
@MainActor
struct Program {
  let application: Application
  let window: ApplicationWindow
  let selectedCase: ViewCostCase

  /// The number of views.
  var size: Int { Int(selectedCase.size) }

  /// Displays a view, changes it the requested number of times and prints the cost.
  func run(_ view: some View, change: @escaping @MainActor (UInt32) -> Void) {
    show(view, view_cost_run, change)
  }

  /// Displays a view that opens a window for even numbers and closes it for odd numbers.
  func present(_ view: some View, change: @escaping @MainActor (UInt32) -> Void) {
    show(view, view_cost_present, change)
  }

  /// Displays a view and counts the work while nothing changes.
  func rest(_ view: some View) {
    show(
      view, { application, window, selectedCase, _, _ in view_cost_rest(application, window, selectedCase) }, { _ in })
  }

  /// Displays labels, animates them once, and prints the cost of the frames.
  func move(_ view: Moving) {
    show(view, view_cost_move) { _ in Moving.begin() }
  }

  /// Inserts a letter at the end of a text field, as the field's input method does.
  func insert(_ letter: String, intoField number: Int) {
    var fields: [OpaquePointer] = []
    func collect(_ widget: UnsafeMutablePointer<GtkWidget>) {
      if g_type_check_instance_is_a(
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), gtk_entry_get_type()) != 0
      {
        return fields.append(OpaquePointer(widget))
      }
      var next = gtk_widget_get_first_child(widget)
      while let child = next {
        collect(child)
        next = gtk_widget_get_next_sibling(child)
      }
    }
    if Self.fields.isEmpty, let pointer = window.pointer {
      collect(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkWidget.self))
      Self.fields = fields
    }
    let field = Self.fields[number]
    var end = Int32(g_utf8_strlen(gtk_editable_get_text(field), -1))
    gtk_editable_insert_text(field, letter, 1, &end)
  }

  private static var fields: [OpaquePointer] = []

  private typealias Runner = (
    UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, ViewCostCase, ViewCostChange?, UnsafeMutableRawPointer?
  ) -> Void

  private func show(_ view: some View, _ runner: Runner, _ change: @escaping @MainActor (UInt32) -> Void) {
    guard let pointer = window.pointer else { return }
    ViewWindow(pointer) { view }
    currentChange = change
    // Safe because the main loop, which calls this closure, runs on the first thread, which is the thread of the main
    // actor.
    runner(
      application.pointer, pointer, selectedCase, { number, _ in MainActor.assumeIsolated { currentChange(number) } },
      nil)
  }
}

@MainActor private var currentChange: (UInt32) -> Void = { _ in }

/// A reference to the state of a view. The view passes its binding, so that the program can write the state as an
/// action of the view would.
@MainActor
final class Handle<Value> {
  private var binding: Binding<Value>?

  var value: Value {
    get { binding!.wrappedValue }
    set { binding?.wrappedValue = newValue }
  }

  func take(_ binding: Binding<Value>) {
    self.binding = binding
  }
}
