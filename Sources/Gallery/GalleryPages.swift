extension GalleryPage {
  /// The pages, in the order of the list.
  package static let all: [GalleryPage] = [
    // Apple's article on managing user interface state, part by part.
    .playingState, .immutableProperties, .bindings, .favorite, .animatedTransitions,
    .texts, .fonts, .labels, .images, .symbols, .progress,
    .buttons, .toggles, .textFields, .sliders, .taps, .shortcuts,
    .lists, .selections, .boundRows, .longList, .lazyStack,
    .stacks, .frames, .scrolling, .layers, .sizeClass,
    .colors, .styles,
    .scaleAndColor, .curves, .effects, .transitions, .scopes,
    .composition, .ownState, .environment, .life, .identity, .modifiers,
    .alerts, .alertStates, .appAlerts, .confirmations, .sheets, .covers, .popovers,
    .stackOfPages, .paths, .toolbars,
    .contractAppearing, .contractClosing, .contractReplacing, .contractNesting, .contractContents, .contractRemains,
    .accessibility, .widgets,
  ]
}
