// A feature that imports this module also needs `ReducerStore`.
@_exported public import ReducerStore
