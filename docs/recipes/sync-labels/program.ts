/** Gives all repositories of an organization the same labels. */
import { Repositories } from "forgecast/forge"
import { Bulk, Plan, Sync } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const labels: ReadonlyArray<Sync.WantedLabel> = [
  { name: "bug", color: "d73a4a", description: "It does not do what it should" },
  // An old name is renamed, so issues keep the label.
  { name: "feature", color: "a2eeef", formerly: ["enhancement", "feature request"] },
  { name: "good first issue", color: "7057ff" }
]

/** Repositories that can be written to. Forks keep the labels of what they were forked from. */
const repositoriesOf = (org: string) =>
  Repositories.listForOrg({ org, type: "sources" }).pipe(
    Stream.filter(({ archived, has_issues }) => archived !== true && has_issues === true),
    Stream.map(({ name }) => ({ owner: org, repo: name })),
    Stream.runCollect
  )

/** One repository that fails does not keep the others from their labels. */
export const syncLabels = Effect.fn("syncLabels")(function* (org: string) {
  const repositories = yield* repositoriesOf(org)
  const { failed, succeeded } = yield* Bulk.forEach(
    repositories,
    (repository) => Sync.labels({ ...repository, labels }),
    {
      concurrency: 4,
      // People and other programs with this token keep half of its budget.
      budget: { leave: 0.5 }
    }
  )
  return {
    changed: succeeded.flatMap(({ item, value: { created, updated } }) =>
      created.length + updated.length === 0 ? [] : [`${item.repo}: ${[...created, ...updated].join(", ")}`]
    ),
    failed: failed.map(({ error, item }) => `${item.repo}: ${error.message}`)
  }
})

/** What it would write, as one line for each request. */
export const plan = (org: string) =>
  Plan.dryRun(syncLabels(org)).pipe(Effect.map(({ writes }) => writes.map(({ method, url }) => `${method} ${url}`)))

export default Effect.gen(function* () {
  yield* Effect.forEach(yield* plan("acme"), (line) => Effect.log(line))
  return yield* syncLabels("acme")
})
