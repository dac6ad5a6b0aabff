import { Checks, Forge, Issues } from "forgecast/forge"
import { Merge } from "forgecast/workflow"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const repo = { owner: "acme", repo: "web" }

/** Stands for the build server: its check passes after three minutes. */
const build = Effect.gen(function* () {
  const check = yield* Checks.create({ ...repo, name: "build", head_sha: "two", status: "in_progress" })
  yield* Effect.sleep("3 minutes")
  yield* Checks.update({ ...repo, check_run_id: check.id, status: "completed", conclusion: "success" })
})

/** Merges the pull request when its checks have passed, then tells those who wait for it. */
const ship = Effect.gen(function* () {
  const merged = yield* Merge.whenGreen({ ...repo, pull_number: 2 }, { timeout: "30 minutes" })
  yield* Console.log(merged.message)
  yield* Issues.createComment({ ...repo, issue_number: 1, body: "This is on the main branch now." })
  yield* Issues.update({ ...repo, issue_number: 1, state: "closed" })
})

await Effect.all([build, ship], { concurrency: 2 }).pipe(Effect.provide(Forge.layerGitHub), Effect.runPromise)
