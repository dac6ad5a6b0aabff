/** Labels pull requests by the files that they change, as soon as they are opened or pushed to. */
import { Labels, PullRequests } from "forgecast/forge"
import * as Webhooks from "forgecast/forge/Webhooks"
import { ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

/** The label of each path: a directory ends with a slash. */
export const rules = { "docs/": "documentation", "src/": "code", "package.json": "dependencies" }

const labelsOf = (path: string): ReadonlyArray<string> =>
  Object.entries(rules).flatMap(([start, label]) =>
    path === start || (start.endsWith("/") && path.startsWith(start)) ? [label] : []
  )

export const labelByPath = Webhooks.on(
  "pull_request",
  ["opened", "reopened", "synchronize"],
  Effect.fn("labelByPath")(function* ({ payload }) {
    const { number, repository } = payload
    const place = { owner: repository.owner.login, repo: repository.name }
    const paths = yield* PullRequests.listFiles({ ...place, pull_number: number }).pipe(
      Stream.map(({ filename }) => filename),
      Stream.runCollect
    )
    const has = new Set(payload.pull_request.labels.map(({ name }) => name))
    const labels = [...new Set(paths.flatMap(labelsOf))].filter((label) => !has.has(label))
    if (labels.length > 0) yield* Labels.addToIssue({ ...place, issue_number: number, labels })
  })
)

const secret = "a secret of the hook"

/** Opens a pull request on a simulated service, which delivers the event to the handler. */
export default Effect.gen(function* () {
  const { as, repository, settled } = yield* ForgeSimulator.ForgeSimulator
  yield* as("acme", "POST /repos/acme/web/pulls", { title: "Say more", head: "words", base: "main" })
  yield* settled
  return (yield* repository("acme/web")).issues.map(({ labels, title }) => ({ title, labels }))
}).pipe(
  Effect.provide(
    ForgeSimulator.receiver((request) =>
      Effect.gen(function* () {
        const delivery = yield* Webhooks.receive(request)
        yield* Webhooks.dispatch(Webhooks.handlers(labelByPath), delivery)
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
              branches: { words: { files: { "docs/start.md": "# Start\n", "src/start.ts": "export {}\n" } } },
              hooks: [{ url: "https://bot.example", secret, events: ["pull_request"] }]
            }
          ]
        })
      )
    )
  )
)
