import { Issues } from "forgecast/forge"
import { ForgeSimulator } from "forgecast/testing"
import { Merge } from "forgecast/workflow"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const repo = { owner: "acme", repo: "web" }

/** Merges a pull request once its checks have passed, and tells those who wait for it. */
const ship = Effect.gen(function* () {
  const merged = yield* Merge.whenGreen({ ...repo, pull_number: 2 }, { timeout: "30 minutes" })
  yield* Console.log(merged.message)
  yield* Issues.createComment({ ...repo, issue_number: 1, body: "This is on the main branch now." })
  yield* Issues.update({ ...repo, issue_number: 1, state: "closed" })
})

/** Plays the build server: the check of forge.json passes after half a minute. */
const build = Effect.gen(function* () {
  const service = yield* ForgeSimulator.ForgeSimulator
  yield* Effect.sleep("30 seconds")
  yield* service.seed({ repositories: [{ owner: "acme", name: "web", checks: [{ name: "build", ref: "two" }] }] })
})

export default Effect.all([ship, build], { concurrency: "unbounded", discard: true })
