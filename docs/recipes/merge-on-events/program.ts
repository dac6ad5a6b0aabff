/** Merges pull requests with the label `automerge` when an event says that something has changed, and asks nobody else. */
import { Checks, PullRequests } from "forgecast/forge"
import * as Webhooks from "forgecast/forge/Webhooks"
import { ForgeSimulator } from "forgecast/testing"
import { Write } from "forgecast"
import { Merge } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

interface Repository {
  readonly name: string
  readonly owner: { readonly login: string }
}

/** Merges a pull request if it can be merged now. Otherwise, the next event looks again. */
const mergeIfGreen = Effect.fn("mergeIfGreen")(function* ({ name: repo, owner }: Repository, pull_number: number) {
  const place = { owner: owner.login, repo, pull_number }
  const pull = yield* PullRequests.get(place)
  if (pull.state === "closed" || pull.draft || !pull.labels.some(({ name }) => name === "automerge")) return
  yield* Merge.whenGreen({ ...place, sha: pull.head.sha, merge_method: "squash" }, { timeout: "20 seconds" }).pipe(
    // Not yet, or not any more.
    Effect.catchTag(["ChecksFailed", "ChecksTimedOut", "HeadMoved", "PullRequestClosed"], () => Effect.void),
    Effect.catchTag("Unmergeable", ({ reason }) => Effect.logInfo(`${owner.login}/${repo}#${pull_number}: ${reason}`))
  )
})

export const bot = Webhooks.handlers(
  Webhooks.on("pull_request", ["labeled", "ready_for_review"], ({ payload: { number, repository } }) =>
    mergeIfGreen(repository, number)
  ),
  Webhooks.on("pull_request_review", ["submitted"], ({ payload: { pull_request, repository } }) =>
    mergeIfGreen(repository, pull_request.number)
  ),
  Webhooks.on("check_suite", ["completed"], ({ payload: { check_suite, repository } }) =>
    Effect.forEach(check_suite.pull_requests, ({ number }) => mergeIfGreen(repository, number), { concurrency: 4 })
  )
)
const secret = "a secret of the hook"
const permissions = { checks: "write", contents: "write", pull_requests: "write", statuses: "read" } as const

/** A simulated service with two pull requests, whose checks end one after the other. */
export const simulated = ForgeSimulator.receiver((request) =>
  Effect.gen(function* () {
    const delivery = yield* Webhooks.receive(request)
    yield* Webhooks.dispatch(bot, delivery)
    return new Response(null, { status: 202 })
  })
).pipe(
  Layer.provide(Webhooks.layer({ secret: Redacted.make(secret) })),
  Layer.provideMerge(
    ForgeSimulator.layer({
      repositories: [
        {
          owner: "acme",
          name: "web",
          files: { "README.md": "# Web\n" },
          pulls: [
            { title: "Count to two", head: "two", labels: ["automerge"], files: { "two.txt": "1 2\n" } },
            { title: "Count to three", head: "three", labels: ["automerge"], files: { "three.txt": "1 2 4\n" } }
          ],
          hooks: [{ url: "https://bot.example", secret, events: ["pull_request", "check_suite"] }]
        }
      ],
      apps: [{ slug: "merger", public_key: "none", installations: [{ account: "acme", id: 70 }] }],
      tokens: { merger: { login: "merger[bot]", installation: 70, permissions } }
    })
  )
)

/** Ends the checks of both. */
export default Effect.gen(function* () {
  const { repository, settled } = yield* ForgeSimulator.ForgeSimulator
  const place = { owner: "acme", repo: "web" }
  for (const [number, conclusion] of [
    [1, "success"],
    [2, "failure"]
  ] as const) {
    const { head } = yield* PullRequests.get({ ...place, pull_number: number })
    const check = { ...place, name: "test", head_sha: head.sha, conclusion }
    yield* Write.once(Checks.create, check, { key: `test-${number}` })
  }
  yield* settled
  return (yield* repository("acme/web")).pulls.map(({ merged, number }) => ({ number, merged }))
}).pipe(Effect.provide(simulated))
