import CGtk
import CViewCost
import Glibc
import GtkBridge
import GtkViews
import Observation

/// Measures the cost of the views of GtkViews. The program in ../ViewCostC does the same work with widgets in C.
/// Scripts/bench runs each case except `tracked` in both programs and compares the costs.
@main
@MainActor
struct ViewCost {
  /// The cases by name. Each function runs a case: it passes a view and its change to the ``CaseRunner``. The changes
  /// affect the same views as the changes of the program in C.
  ///
  /// In some cases, change N affects one of many views: the view at 7 * N, modulo the number of views. Some of these
  /// cases change only the first 1,000 views. A change that writes a number writes N + 1, because the views begin with
  /// the number 0.
  static let cases: [String: @MainActor (CaseRunner) -> Void] = [
    "label": { $0.run(OneLabel(), change: { OneLabel.numberState.value = Int($0) + 1 }) },
    "all": { runner in
      runner.run(Labels(count: runner.size, isStateShared: true)) { Labels.numberState.value = Int($0) + 1 }
    },
    "one": runLabelsWithOwnState,
    "model": { runner in
      let models = (0..<runner.size).map { LabelModel(id: $0) }
      runner.run(ObservedLabels(models: models)) { models[Int($0) * 7 % min(models.count, 1_000)].number = Int($0) + 1 }
    },
    // The change of a label, and the change of a model that is observed. In comparison with `label`, the case shows
    // the cost of the standard library's observation.
    "tracked": { runner in
      runner.run(OneLabel()) {
        TrackedModel.change(to: Int($0) + 1)
        OneLabel.numberState.value = Int($0) + 1
      }
    },
    "alert": { $0.present(AlertAndSheet()) { AlertAndSheet.isAlertPresentedState.value = $0 % 2 == 0 } },
    "sheet": { $0.present(AlertAndSheet()) { AlertAndSheet.isSheetPresentedState.value = $0 % 2 == 0 } },
    "list": { runner in runner.run(Rows(count: runner.size)) { _ in view_cost_scroll_page(runner.window.pointer) } },
    // `sweep` scrolls in a fixed number of steps, `stride` in steps of a fixed number of rows.
    "sweep": { runner in
      runner.run(Rows(count: runner.size)) {
        view_cost_scroll_through(runner.window.pointer, $0, UInt32(VIEW_COST_STEPS))
      }
    },
    "stride": { runner in
      runner.run(Rows(count: runner.size)) {
        view_cost_scroll_through(runner.window.pointer, $0, UInt32(runner.size) / UInt32(VIEW_COST_STRIDE))
      }
    },
    "rest": { runner in runner.rest(Labels(count: runner.size, isStateShared: true)) },
    "fade": { $0.animate(AnimatedLabels(count: $0.size, fades: true)) },
    "shrink": { $0.animate(AnimatedLabels(count: $0.size, fades: false)) },
    "insert": { runner in runner.run(Rows(count: runner.size)) { Rows.insert(Int($0) + 1) } },
    "change-row": { runner in runner.run(Rows(count: runner.size)) { Rows.change(Int($0)) } },
    "root": { runner in
      runner.run(RootLabels(count: runner.size)) {
        RootLabels.rowsState.value[Int($0) * 7 % runner.size].number = Int($0) + 1
      }
    },
    "deep": { runner in runner.run(DeepLabel(levels: runner.size)) { DeepLabel.numberState.value = Int($0) + 1 } },
    "paragraphs": { runner in runner.run(Paragraphs(count: runner.size)) { _ in } },
    "resize": { runner in
      runner.run(Paragraphs(count: runner.size)) { view_cost_resize(runner.window.pointer, $0) }
    },
    "long": { runner in runner.run(LongLine()) { LongLine.numberState.value = $0 + 1 } },
    "fields": { runner in
      runner.run(Fields(models: (0..<runner.size).map { FieldModel(id: $0) })) { number in
        runner.insert("x", intoField: Int(number) * 7 % runner.size)
      }
    },
    "remove": { runner in runner.run(Rows(count: runner.size)) { _ in Rows.removeFirst() } },
    "episodes": { runner in
      runner.run(EpisodeList(count: runner.size)) { _ in view_cost_scroll_wheel(runner.window.pointer) }
    },
    "shuffle": { runner in runner.run(Rows(count: runner.size)) { Rows.shuffle(Int($0) + 1) } },
  ]

  static func runLabelsWithOwnState(_ runner: CaseRunner) {
    LabelWithOwnState.numberStates = (0..<runner.size).map { _ in StateReference() }
    runner.run(Labels(count: runner.size, isStateShared: false)) {
      let changed = Int($0) * 7 % min(runner.size, 1_000)
      LabelWithOwnState.numberStates[changed].value = Int($0) + 1
    }
  }

  static func main() {
    var selectedCase = view_cost_case(CommandLine.argc, CommandLine.unsafeArgv)
    // A change in GtkViews only marks views. The views are updated in the next turn of the main loop.
    selectedCase.updates_later = true
    let name = String(cString: selectedCase.name)
    guard let run = cases[name] else {
      let line = Array("There is no case \(name).\n".utf8)
      write(STDERR_FILENO, line, line.count)
      exit(2)
    }
    let application = Application(id: "org.example.ViewCost", options: .isNotUnique)
    application.onActivate = {
      let window = ApplicationWindow(application: application, title: "View cost", width: 800, height: 600)
      run(CaseRunner(application: application, window: window, selectedCase: selectedCase))
    }
    _ = application.run()
  }
}

/// Displays the view of a case in a window, changes the view repeatedly, and prints the cost. The changes are numbered
/// from 0.
@MainActor
struct CaseRunner {
  let application: Application
  let window: ApplicationWindow
  let selectedCase: ViewCostCase

  /// The number of views, rows or levels of the case.
  var size: Int { Int(selectedCase.size) }

  /// Displays a view, makes changes and prints their cost. The first half of the changes is not counted. `change` gets
  /// the number of a change.
  func run(_ view: some View, change: @escaping @MainActor (UInt32) -> Void) {
    show(view, view_cost_run, change)
  }

  /// Displays a view whose changes with even numbers open a dialog, and with odd numbers close it.
  func present(_ view: some View, change: @escaping @MainActor (UInt32) -> Void) {
    show(view, view_cost_present, change)
  }

  /// Displays a view and counts the work while nothing changes.
  func rest(_ view: some View) {
    show(
      view, { application, window, selectedCase, _, _ in view_cost_rest(application, window, selectedCase) }, { _ in })
  }

  /// Displays labels, animates them once, and prints the cost of the frames.
  func animate(_ view: AnimatedLabels) {
    show(view, view_cost_move) { _ in AnimatedLabels.begin() }
  }

  /// Inserts a letter at the end of a text field, as the field's input method does.
  func insert(_ letter: String, intoField index: Int) {
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
    if Self.allFields.isEmpty, let pointer = window.pointer {
      collect(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkWidget.self))
      Self.allFields = fields
    }
    let field = Self.allFields[index]
    var end = Int32(g_utf8_strlen(gtk_editable_get_text(field), -1))
    gtk_editable_insert_text(field, letter, 1, &end)
  }

  /// The text fields of the window. Empty before the first insertion of a letter, which collects them.
  private static var allFields: [OpaquePointer] = []

  /// A function of CViewCost that displays a window, makes the changes and prints the cost.
  private typealias MeasuringFunction = (
    UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, ViewCostCase, ViewCostChange?, UnsafeMutableRawPointer?
  ) -> Void

  private func show(_ view: some View, _ measure: MeasuringFunction, _ change: @escaping @MainActor (UInt32) -> Void) {
    guard let pointer = window.pointer else { return }
    ViewWindow(pointer) { view }
    currentChange = change
    // Safe because the main loop calls this closure on the program's first thread, the thread of the main actor.
    measure(
      application.pointer, pointer, selectedCase, { number, _ in MainActor.assumeIsolated { currentChange(number) } },
      nil)
  }
}

/// The change of the displayed case. The variable is global, because a closure for C cannot capture a value.
@MainActor private var currentChange: (UInt32) -> Void = { _ in }

/// A reference to the state of a view. The view connects its binding, so that the program can write the state as an
/// action of the view does.
@MainActor
final class StateReference<Value> {
  private var binding: Binding<Value>?

  /// The state. Available after the view has appeared.
  var value: Value {
    get { binding!.wrappedValue }
    set { binding?.wrappedValue = newValue }
  }

  func connect(to binding: Binding<Value>) {
    self.binding = binding
  }
}
