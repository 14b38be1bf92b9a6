import CGtk
import GtkBridge
import GtkViews

/// A number that the user types or changes in steps: GTK's spin button as a view.
struct NumberField: View {
  let title: String
  @Binding var value: Double
  var range: ClosedRange<Double> = 0...100
  @State private var link = SpinButtonLink()

  var body: some View {
    GtkView {
      link.makeButton()
    } update: { button in
      link.show($value, in: range, on: button)
    }
    .accessibilityLabel(title)
  }
}

/// Links a spin button to a binding. The user's numbers are written to the binding, and the binding's numbers are shown
/// by the button.
@MainActor
final class SpinButtonLink {
  private var value: Binding<Double>?
  /// The connection of the signal that the number has changed. Its handler is blocked while the program sets a number.
  private var valueSignal: SignalConnection?

  /// Creates the spin button, without a range.
  func makeButton() -> UnsafeMutablePointer<GtkWidget> {
    // The step is 1. Each update sets the range.
    let button = gtk_spin_button_new_with_range(0, 0, 1)!
    gtk_widget_set_hexpand(button, 1)
    // The button owns the closure, and the closure retains this link. The closure does not retain the button, so there
    // is no reference cycle.
    valueSignal = connect(button, .valueChanged) { [self] in
      write(gtk_spin_button_get_value(OpaquePointer(button)), on: button)
    }
    return button
  }

  /// Shows the number of a binding, and keeps the binding for the user's numbers.
  func show(_ value: Binding<Double>, in range: ClosedRange<Double>, on button: UnsafeMutablePointer<GtkWidget>) {
    self.value = value
    let number = value.wrappedValue
    // A number from the program must not be written back as a number from the user.
    valueSignal?.withHandlerBlocked {
      gtk_spin_button_set_range(OpaquePointer(button), range.lowerBound, range.upperBound)
      set(number, on: button)
    }
  }

  /// Writes the user's number to the binding, and shows the number that the binding then has.
  private func write(_ number: Double, on button: UnsafeMutablePointer<GtkWidget>) {
    guard let value else { return }
    value.wrappedValue = number
    // A binding may refuse the number, or store another one.
    let accepted = value.wrappedValue
    valueSignal?.withHandlerBlocked { set(accepted, on: button) }
  }

  private func set(_ number: Double, on button: UnsafeMutablePointer<GtkWidget>) {
    if gtk_spin_button_get_value(OpaquePointer(button)) != number {
      gtk_spin_button_set_value(OpaquePointer(button), number)
    }
  }
}
