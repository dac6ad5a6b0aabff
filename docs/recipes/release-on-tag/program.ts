/** Publishes a release for each tag of a version that is pushed. */
import { Refs, Releases } from "forgecast/forge"
import * as Webhooks from "forgecast/forge/Webhooks"
import { ForgeSimulator } from "forgecast/testing"
import { Publish } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The tag of a version: `v1.2.0`, or `v1.2.0-beta.1`, which is a prerelease. */
const version = /^refs\/tags\/(v\d+\.\d+\.\d+(-[\w.]+)?)$/

export const releaseOnTag = Webhooks.on(
  "push",
  Effect.fn("releaseOnTag")(function* ({ payload }) {
    const { created, ref, repository } = payload
    const [, tag_name, suffix] = version.exec(ref) ?? []
    if (tag_name === undefined || !created) return
    const place = { owner: repository.owner.login, repo: repository.name, tag_name }
    const { body, name } = yield* Releases.generateNotes(place)
    // Delivered twice, it is published once: the second run finds the release.
    yield* Publish.release({ ...place, name, body, prerelease: suffix !== undefined, assets: [] }).pipe(
      Effect.catchTag("AlreadyPublished", () => Effect.void)
    )
  })
)

const secret = "a secret of the hook"

/** Tags two versions on a simulated service, and something else. */
export default Effect.gen(function* () {
  const { as, repository, settled } = yield* ForgeSimulator.ForgeSimulator
  const { object } = yield* Refs.get({ owner: "acme", repo: "web", ref: "heads/main" })
  for (const tag of ["v1.0.0", "v1.1.0-beta.1", "nightly"]) {
    yield* as("acme", "POST /repos/acme/web/git/refs", { ref: `refs/tags/${tag}`, sha: object.sha })
  }
  yield* settled
  return (yield* repository("acme/web")).releases.map(({ prerelease, tag_name }) => ({ tag_name, prerelease }))
}).pipe(
  Effect.provide(
    ForgeSimulator.receiver((request) =>
      Effect.gen(function* () {
        const delivery = yield* Webhooks.receive(request)
        yield* Webhooks.dispatch(Webhooks.handlers(releaseOnTag), delivery)
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
              hooks: [{ url: "https://bot.example", secret, events: ["push"] }]
            }
          ]
        })
      )
    )
  )
)
