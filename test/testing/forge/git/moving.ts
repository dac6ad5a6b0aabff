/** Ways to move refs of `history`, which has `main` and `feature/x`. */
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../commits/support.ts"
import { dig } from "../support.ts"

export const headOf = (branch: string) =>
  Effect.map(ask("GET /git/ref/{ref}", `/git/ref/heads/${branch}`), ({ json }) => String(dig(json, "object", "sha")))

/** Moves a branch to a new commit on some others, which is not signed. */
export const pushOn = Effect.fnUntraced(function* (
  branches: ReadonlyArray<string>,
  token: string = ForgeSimulator.token
) {
  const parents = yield* Effect.forEach(branches, headOf)
  const { json } = yield* ask("GET /git/commits/{commit_sha}", `/git/commits/${parents[0]}`)
  const author = { name: "Octo", email: "octo@example.com" }
  const body = { message: "On it", tree: dig(json, "tree", "sha"), parents, author }
  const sha = dig((yield* ask("POST /git/commits", undefined, { body })).json, "sha")
  return yield* ask("PATCH /git/refs/{ref}", `/git/refs/heads/${branches[0]}`, { body: { sha }, token })
})

export const push = pushOn(["main"])

/** Merges by a commit with two parents. */
export const fork = pushOn(["main", "feature/x"])

export const force = Effect.flatMap(headOf("feature/x"), (sha) =>
  ask("PATCH /git/refs/{ref}", "/git/refs/heads/main", { body: { sha, force: true } })
)

export const remove = ask("DELETE /git/refs/{ref}", "/git/refs/heads/feature%2Fx")

export const create = (ref: string) =>
  Effect.flatMap(headOf("main"), (sha) => ask("POST /git/refs", undefined, { body: { ref, sha } }))

export const write = (path: string, content = "") =>
  ask("PUT /contents/{path}", `/contents/${path}`, {
    body: { message: "Write", content: Buffer.from(content).toString("base64") }
  })

/** Says that a check has succeeded on the head of a branch. */
export const succeed = (branch: string, context: string) =>
  Effect.flatMap(headOf(branch), (sha) =>
    ask("POST /statuses/{sha}", `/statuses/${sha}`, { body: { state: "success", context } })
  )
