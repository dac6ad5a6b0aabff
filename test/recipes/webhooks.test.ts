/** The recipes that events start: what they do, and what does not happen to them twice. */
import { assert, describe, it } from "@effect/vitest"
import { type Forge, Labels, PullRequests, Refs } from "forgecast/forge"
import * as Webhooks from "forgecast/forge/Webhooks"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { backportOnEvents } from "../../docs/recipes/backport/program.ts"
import labels, { labelByPath } from "../../docs/recipes/label-by-path/program.ts"
import merges, { simulated } from "../../docs/recipes/merge-on-events/program.ts"
import releases, { releaseOnTag } from "../../docs/recipes/release-on-tag/program.ts"

const place = { owner: "acme", repo: "web" }

/** A simulator whose events go to a handler, and how the handler has ended each time. */
const on = <E>(handler: Webhooks.Handler<E, Forge.Forge>, seed: object) => {
  const hooks = [{ url: "https://bot.example", secret: "rain", events: ["*"] }]
  const repository = { owner: "acme", name: "web", hooks, ...seed }
  return Effect.provide(
    ForgeSimulator.receiver((request) =>
      Effect.gen(function* () {
        yield* Webhooks.dispatch(Webhooks.handlers(handler), yield* Webhooks.receive(request))
        return new Response(null, { status: 202 })
      })
    ).pipe(
      Layer.provide(Webhooks.layer({ secret: Redacted.make("rain") })),
      Layer.provideMerge(ForgeSimulator.layer({ repositories: [repository] }))
    )
  )
}

const tag = (name: string) =>
  Effect.flatMap(Refs.get({ ...place, ref: "heads/main" }), ({ object: { sha } }) =>
    Refs.create({ ...place, ref: `refs/tags/${name}`, sha })
  )

describe("recipes that events start", () => {
  it.live("backport what is merged with a label, or gets one after that", () =>
    Effect.gen(function* () {
      const { merge, repository, settled } = yield* ForgeSimulator.ForgeSimulator
      const bases = Effect.map(repository("acme/web"), ({ pulls }) => pulls.map(({ base }) => base).toSorted())
      yield* merge("acme/web", 1, { method: "squash" })
      yield* settled
      assert.deepStrictEqual(yield* bases, ["1.x", "main"])
      yield* Labels.addToIssue({ ...place, issue_number: 1, labels: ["backport 2.x"] })
      yield* settled
      assert.deepStrictEqual(yield* bases, ["1.x", "2.x", "main"])
    }).pipe(
      on(backportOnEvents, {
        files: { "a.txt": "a" },
        branches: { "1.x": {}, "2.x": {} },
        labels: ["backport 1.x", "backport 2.x"],
        pulls: [{ title: "B", head: "b", labels: ["backport 1.x"], files: { "b.txt": "b" } }]
      })
    )
  )

  it.live("label, merge and release", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* labels, [{ title: "Say more", labels: ["documentation", "code"] }])
      assert.deepStrictEqual(yield* merges, [
        { number: 1, merged: true },
        { number: 2, merged: false }
      ])
      assert.sameDeepMembers(yield* releases, [
        { tag_name: "v1.0.0", prerelease: false },
        { tag_name: "v1.1.0-beta.1", prerelease: true }
      ])
    })
  )

  it.live("leave labels that are there alone, and add those of a push", () =>
    Effect.gen(function* () {
      const { requests, settled } = yield* ForgeSimulator.ForgeSimulator
      yield* Labels.addToIssue({ ...place, issue_number: 1, labels: ["documentation"] })
      yield* PullRequests.update({ ...place, pull_number: 1, state: "closed" })
      yield* PullRequests.update({ ...place, pull_number: 1, state: "open" })
      yield* settled
      assert.strictEqual((yield* requests).filter(({ operation }) => operation === "Labels.addToIssue").length, 1)
    }).pipe(on(labelByPath, { pulls: [{ title: "Words", head: "words", files: { "docs/a.md": "A" } }] }))
  )

  it.live("publish once, though the tag is delivered twice", () =>
    Effect.gen(function* () {
      const { faults, repository, settled } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.deliveredTwice({ event: "push" }))
      yield* tag("v1.0.0")
      yield* settled
      assert.strictEqual((yield* repository("acme/web")).releases.length, 1)
    }).pipe(on(releaseOnTag, { files: { "README.md": "# Web\n" } }))
  )

  it.live("do not merge without the label", () =>
    Effect.gen(function* () {
      const { as, repository, settled } = yield* ForgeSimulator.ForgeSimulator
      yield* as("acme", "DELETE /repos/acme/web/issues/1/labels/automerge")
      yield* as("acme", "POST /repos/acme/web/issues/1/labels", { labels: ["bug"] })
      yield* settled
      assert.strictEqual((yield* repository("acme/web")).pulls[0]?.merged, false)
    }).pipe(Effect.provide(simulated))
  )
})
