/** Labels pull requests by the files that they change, as soon as they are opened or pushed to. */
import * as Webhooks from "forgecast/forge/Webhooks"
import { ForgeSimulator } from "forgecast/testing"
import { Triage } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The paths of each label: a pattern that ends with a slash is for all that is in a directory. */
export const rules = [
  { label: "documentation", paths: ["/docs/"] },
  { label: "code", paths: ["/src/"] },
  { label: "dependencies", paths: ["package.json"] }
]

export const labelByPath = Webhooks.on(
  "pull_request",
  ["opened", "reopened", "synchronize"],
  ({ payload: { number, repository } }) =>
    Triage.label({ owner: repository.owner.login, repo: repository.name, issue_number: number }, rules)
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
