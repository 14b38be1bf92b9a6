// A feature needs both: one import serves it.
@_exported public import ReducerStore
