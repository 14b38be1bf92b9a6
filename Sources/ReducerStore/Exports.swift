// A feature that imports `ReducerStore` also needs the dialogs and bindings of `Presentation`.
@_exported public import Presentation
