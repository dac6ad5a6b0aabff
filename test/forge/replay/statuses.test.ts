/** The recorded scenario of commit statuses. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import { CommitStatus } from "../../../src/forge/schema/CommitStatus.ts"
import * as Statuses from "../../../src/forge/Statuses.ts"
import { NotFound, ValidationFailed } from "../../../src/rest/RestError.ts"
import { all } from "../support/proof.ts"
import { playScenario } from "./recording.ts"

const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }

const create = Forge.operation("Statuses.create", "POST /repos/{owner}/{repo}/statuses/{sha}", {
  path: { ...RepoPath, sha: Schema.NonEmptyString },
  body: {
    state: Schema.Literals(["success", "pending", "failure", "error"]),
    target_url: Schema.String,
    description: Schema.String,
    context: Schema.String
  },
  success: CommitStatus,
  errors: [NotFound, ValidationFailed]
})

const list = Forge.listing("Statuses.list", "GET /repos/{owner}/{repo}/commits/{ref}/statuses", {
  path: { ...RepoPath, ref: Schema.NonEmptyString },
  item: CommitStatus,
  errors: [NotFound]
})

describe("create-status", () => {
  it.effect("sets statuses, lists them, and returns the combined one", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("create-status")
      const at = { owner: "octokit-fixture-org", repo: "create-status" }
      const sha = "0000000000000000000000000000000000000001"
      yield* Effect.gen(function* () {
        const target_url = "https://example.com"
        const failed = yield* create({
          ...at,
          sha,
          state: "failure",
          target_url,
          description: "create-status failure test",
          context: "example/1"
        })
        const succeeded = yield* create({
          ...at,
          sha,
          state: "success",
          target_url,
          description: "create-status success test",
          context: "example/2"
        })
        assert.deepStrictEqual(yield* all(list({ ...at, ref: sha })), [succeeded, failed])
        const combined = yield* Statuses.getCombined({ ...at, ref: sha })
        assert.containSubset(combined, {
          state: "failure",
          sha,
          total_count: 2,
          statuses: [
            { context: "example/1", state: "failure" },
            { context: "example/2", state: "success" }
          ],
          repository: { name: "create-status" }
        })
        assert.strictEqual(Statuses.combine(combined.statuses), combined.state)
      }).pipe(Effect.provide(service))
      assert.lengthOf(left(), 0)
    })
  )
})
