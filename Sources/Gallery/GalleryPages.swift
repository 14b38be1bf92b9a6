extension GalleryPage {
  /// The pages, in the order of the list.
  package static let all: [GalleryPage] = [
    // Apple's article on managing user interface state, part by part.
    .playingState, .immutableProperties, .bindings, .favorite, .animatedTransitions,
    .texts, .fonts, .labels, .images, .symbols, .progress, .links, .unavailable,
    .buttons, .toggles, .textFields, .sliders, .pickers, .menus, .commands, .forms, .focus, .taps, .shortcuts,
    .lists, .selections, .boundRows, .longList, .lazyStack, .lazyGrid, .lazyLine,
    .stacks, .frames, .scrolling, .layers, .groupBoxes, .sizeClass,
    .colors, .styles,
    .scaleAndColor, .curves, .effects, .transitions, .scopes,
    .composition, .ownState, .environment, .life, .identity, .modifiers, .storage, .preferences,
    .alerts, .alertStates, .appAlerts, .confirmations, .sheets, .covers, .popovers,
    .stackOfPages, .paths, .columns, .search, .toolbars,
    .contractAppearing, .contractClosing, .contractReplacing, .contractNesting, .contractContents, .contractRemains,
    .accessibility, .announcements, .widgets,
  ]
}
