// A feature needs the dialogs and bindings of its state as well: one import serves it.
@_exported public import Presentation
