import CGtk
import GtkBridge
import GtkViews

/// A number that a person types, or steps through: GTK's spin button as a view.
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

/// What lasts between one update of the button and the next: the binding to write to, and the signal to pause.
@MainActor
final class SpinButtonLink {
  private var value: Binding<Double>?
  private var typing: SignalConnection?

  func makeButton() -> UnsafeMutablePointer<GtkWidget> {
    let button = gtk_spin_button_new_with_range(0, 0, 1)!
    gtk_widget_set_hexpand(button, 1)
    // The button owns the closure, which knows the button by its address and does not hold it.
    typing = connect(button, .valueChanged) { [self] in
      typed(gtk_spin_button_get_value(OpaquePointer(button)), on: button)
    }
    return button
  }

  func show(_ value: Binding<Double>, in range: ClosedRange<Double>, on button: UnsafeMutablePointer<GtkWidget>) {
    self.value = value
    let number = value.wrappedValue
    // What the program sets must not come back as what a person has typed.
    typing?.withoutSignals {
      gtk_spin_button_set_range(OpaquePointer(button), range.lowerBound, range.upperBound)
      set(number, on: button)
    }
  }

  private func typed(_ number: Double, on button: UnsafeMutablePointer<GtkWidget>) {
    guard let value else { return }
    value.wrappedValue = number
    // A binding may refuse, or write something else.
    let accepted = value.wrappedValue
    typing?.withoutSignals { set(accepted, on: button) }
  }

  private func set(_ number: Double, on button: UnsafeMutablePointer<GtkWidget>) {
    if gtk_spin_button_get_value(OpaquePointer(button)) != number {
      gtk_spin_button_set_value(OpaquePointer(button), number)
    }
  }
}
