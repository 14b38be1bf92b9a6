// A test that imports this module also needs the reducers, states and dialogs of `ReducerStore`.
@_exported public import ReducerStore
