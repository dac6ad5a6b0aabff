/** Backports pull requests: what was merged is proposed for the branches that its labels name. */
import { Write } from "forgecast"
import { PullRequests } from "forgecast/forge"
import * as Webhooks from "forgecast/forge/Webhooks"
import { Propose, Upsert } from "forgecast/workflow"
import * as Effect from "effect/Effect"

/** One line for the comment. */
const lineOf = (one: Propose.Backported): string => {
  switch (one._tag) {
    case "Proposed":
      return `- \`${one.base}\`: #${one.proposed.pull.number}`
    case "Unchanged":
      return `- \`${one.base}\` has the changes already`
    case "Conflict":
      return `- \`${one.base}\` conflicts with ${one.error.commit}: pick it by hand`
    case "Missing":
      return `- \`${one.base}\` does not exist`
  }
}

/** Proposes a merged pull request for its branches, and says what has become of it in one comment. */
export const backport = Effect.fn("backport")(function* (owner: string, repo: string, pull_number: number) {
  const { labels } = yield* PullRequests.get({ owner, repo, pull_number })
  const all = yield* Propose.backport({
    owner,
    repo,
    pull_number,
    // What it is about is the same on every branch.
    labels: labels.flatMap(({ name }) => (name.startsWith("backport ") ? [] : name))
  })
  if (all.length === 0) return []
  const body = `Backports:\n\n${all.map(lineOf).join("\n")}`
  yield* Upsert.comment({ owner, repo, issue_number: pull_number, body }, { key: "backports" })
  return all.map(lineOf)
})

/** A label may come before the merge, or after it. */
export const backportOnEvents = Webhooks.on(
  "pull_request",
  ["closed", "labeled"],
  ({ payload: { number, repository } }) => backport(repository.owner.login, repository.name, number)
)

const merge = (pull_number: number) =>
  Write.once(
    PullRequests.merge,
    { owner: "acme", repo: "web", pull_number, merge_method: "squash" },
    { key: `merge/${pull_number}` }
  ).pipe(
    // It was merged before.
    Effect.catchTag("Unmergeable", () => Effect.void)
  )

/** Merges two pull requests, and backports them. */
export default Effect.gen(function* () {
  yield* merge(1)
  yield* merge(2)
  return {
    first: yield* backport("acme", "web", 1),
    second: yield* backport("acme", "web", 2)
  }
})
