// A test names the feature's reducers, states and dialogs as well: one import serves it.
@_exported public import ReducerStore
