internal import CGtk

/// Keeps the surface of a popover alive for 600 milliseconds. Half a second after the pointer has moved, GTK 4.8 looks
/// for a tooltip on the surface that was below the pointer, and warns if that surface was destroyed.
@MainActor
package func keepSurfaceBriefly(ofPopover popover: OpaquePointer) {
  guard let surface = gtk_native_get_surface(popover) else { return }
  // The timer releases the surface. The result 0 ends the timer.
  g_timeout_add_full(G_PRIORITY_LOW, 600, { _ in 0 }, g_object_ref(surface.rawPointer), { g_object_unref($0) })
}
