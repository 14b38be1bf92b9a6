package import AppFeatures
package import GtkViews
import Podcasts
import Presentation
package import ReducerStore

/// The page about the health of a show's feed: whether the feed can be read, and which defects were repaired.
package struct HealthView: View {
  @Bindable private var store: StoreOf<HealthFeature>

  package init(store: StoreOf<HealthFeature>) {
    self.store = store
  }

  package var body: some View {
    VStack(spacing: 0) {
      ScrollView {
        VStack(alignment: .leading, spacing: 18) {
          Text(verbatim: store.title).font(.title2).bold()
          if let report = store.report {
            HealthStatus(report: report)
            HealthFacts(report: report)
          } else {
            ProgressView()
          }
          if !store.merges.isEmpty { RecognizedEpisodes(store: store) }
        }
        .padding(24)
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      Divider()
      HealthButtons(store: store)
    }
    .frame(minWidth: 320, idealWidth: 560, maxWidth: .infinity, minHeight: 300, idealHeight: 520, maxHeight: .infinity)
    .navigationTitle("Feed Health")
    .onAppear { store.send(.opened) }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

/// The result of the last refresh, and the advice.
private struct HealthStatus: View {
  let report: HealthReport

  var body: some View {
    HStack(alignment: .top, spacing: 12) {
      Image(systemName: report.advice == nil ? "checkmark" : "exclamationmark.triangle")
        .font(.title2)
        .foregroundStyle(report.advice == nil ? .green : .orange)
        .accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 4) {
        Text(report.status).font(.headline)
        if let advice = report.advice { Text(advice).foregroundStyle(.secondary) }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    }
  }
}

/// The facts about the feed (such as its address), the repaired defects and the former addresses.
private struct HealthFacts: View {
  let report: HealthReport

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      ForEach(report.facts) { fact in
        VStack(alignment: .leading, spacing: 2) {
          Text(fact.label).font(.caption).foregroundStyle(.secondary)
          Text(fact.value).textSelection(.enabled)
        }
      }
      if !report.repairs.isEmpty {
        Text("Repairs").font(.headline)
        ForEach(report.repairs, id: \.kind) { repair in
          VStack(alignment: .leading, spacing: 2) {
            Text(repair.text)
            if let episodes = repair.episodesText { Text(episodes).font(.caption).foregroundStyle(.secondary) }
          }
        }
      }
      if !report.formerAddresses.isEmpty {
        Text("Former Addresses").font(.headline)
        ForEach(report.formerAddresses, id: \.self) { Text(verbatim: $0).textSelection(.enabled) }
      }
    }
  }
}

/// The episodes that were recognized although their identifiers changed in the feed. Each merge of a new item with a
/// known episode has a button that undoes the merge.
private struct RecognizedEpisodes: View {
  let store: StoreOf<HealthFeature>

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Recognized Episodes").font(.headline)
      Text("Their identifiers changed in the feed. They kept your places.").foregroundStyle(.secondary)
      ForEach(store.merges) { merge in
        HStack(spacing: 12) {
          VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: merge.title).lineLimit(1)
            Text(merge.evidence.text).font(.caption).foregroundStyle(.secondary)
          }
          .frame(maxWidth: .infinity, alignment: .leading)
          Button("Undo") { store.send(.undoButtonClicked(merge.id)) }
            .disabled(store.mergesInUndo.contains(merge.id))
            .accessibilityLabel("Undo for \(merge.title)")
        }
      }
    }
  }
}

/// The buttons of the page.
private struct HealthButtons: View {
  let store: StoreOf<HealthFeature>

  var body: some View {
    HStack(spacing: 12) {
      if store.isRefreshing { ProgressView().accessibilityLabel("Refreshing…") }
      Spacer()
      Button(store.isCopied ? "Copied" : "Copy Report") { store.send(.copyButtonClicked) }
        .disabled(store.report == nil)
        .accessibilityLabel(store.isCopied ? "Copied" : "Copy Report")
      Button("Refresh Now") { store.send(.refreshButtonClicked) }
        .buttonStyle(.borderedProminent)
        .disabled(store.isRefreshing)
        .accessibilityLabel("Refresh Now")
    }
    .padding(12)
  }
}
