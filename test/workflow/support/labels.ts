/** Repositories with labels and issues, for the tests of `Sync.labels`. */
import * as Effect from "effect/Effect"
import type { ForgeSimulator } from "../../../src/testing/index.ts"
import type { Sync } from "../../../src/workflow/index.ts"

export const repo = { owner: "acme", repo: "web" }

/** A repository, and what its labels should be. */
export interface World {
  readonly there: ReadonlyArray<string>
  /** The labels of each issue. */
  readonly issues: ReadonlyArray<ReadonlyArray<string>>
  readonly labels: ReadonlyArray<Sync.WantedLabel>
  readonly prune: boolean
}

export const seedOf = ({ issues, there }: Pick<World, "there" | "issues">) => ({
  repositories: [
    {
      owner: "acme",
      name: "web",
      labels: there,
      issues: issues.map((labels, index) => ({ title: `${index}`, labels }))
    }
  ]
})

/** The names of the labels, and those of each issue. */
export const labelsOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ issues, labels }) => ({
    names: labels.map(({ name }) => name).toSorted(),
    issues: issues.map(({ labels }) => labels.toSorted())
  }))

export const writesOf = ({ requests }: ForgeSimulator.Handle) =>
  Effect.map(requests, (all) => all.filter(({ method }) => method !== "GET"))
