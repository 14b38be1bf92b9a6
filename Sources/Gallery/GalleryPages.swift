extension GalleryPage {
  /// The pages, in the order of the list.
  package static let all: [GalleryPage] = [
    // The pages in the next line follow the sections of Apple's article “Managing user interface state”.
    .playingState, .immutableProperties, .bindings, .favorite, .animatedTransitions,
    .texts, .richTexts, .fonts, .labels, .images, .loadedImages, .symbols, .progress, .links, .unavailable,
    .buttons, .toggles, .textFields, .sliders, .pickers, .menus, .commands, .forms, .focus, .taps, .drags, .shortcuts,
    .lists, .selections, .boundRows, .rowActions, .rowEdits, .typing, .emptyList, .longList, .lazyStack, .lazyGrid,
    .lazyHStack,
    .stacks, .frames, .scrolling, .layers, .shapes, .groupBoxes, .sizeClass, .directions,
    .colors, .styles, .appearance,
    .scaleAndColor, .curves, .effects, .transitions, .scopes,
    .composition, .models, .environment, .life, .identity, .modifiers, .storage, .preferences, .badInput,
    .alerts, .alertStates, .appAlerts, .confirmations, .sheets, .covers, .popovers, .files, .toasts, .scenes,
    .stackOfPages, .paths, .columns, .search, .toolbars,
    .contractAppearing, .contractClosing, .contractReplacing, .contractNesting, .contractContents, .contractRemains,
    .accessibility, .announcements, .widgets,
  ]
}
