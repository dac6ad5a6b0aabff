/** A CI on the simulated service: it checks each push to a branch by the files that it has. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Handle } from "../../../src/testing/ForgeHandle.ts"

/** What the CI says of a commit, and after how many milliseconds; undefined if it never says anything. */
export type Verdict = { readonly state: "success" | "failure"; readonly after: number } | undefined

/** The hook that tells the CI of pushes. */
export const hook = { url: "https://ci.example", events: ["push"] }

interface Push {
  readonly ref: string
  readonly after: string
}

/** Checks what is pushed to the branch, as long as the scope lasts, and what it has now. Returns the shas that have passed. */
export const start = (
  simulator: Handle,
  branch: string,
  verdictOf: (paths: ReadonlyArray<string>) => Verdict
): Effect.Effect<ReadonlySet<string>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const green = new Set<string>()
    const check = Effect.fnUntraced(function* (sha: string) {
      const { tree } = (yield* simulator.as("acme", `GET /repos/acme/web/git/trees/${sha}`)) as {
        readonly tree: ReadonlyArray<{ readonly path: string }>
      }
      const verdict = verdictOf(tree.map(({ path }) => path))
      if (verdict === undefined) return
      if (verdict.after > 0) yield* Effect.sleep(verdict.after)
      if (verdict.state === "success") green.add(sha)
      yield* Effect.orDie(simulator.setStatus("acme/web", "test", verdict.state, { ref: sha }))
    })
    const scope = yield* Effect.scope
    const begin = (sha: string) => Effect.forkIn(check(sha), scope)
    yield* simulator.connect(
      (request) =>
        Effect.gen(function* () {
          const { after, ref } = (yield* Effect.promise(() => request.json())) as Push
          if (ref === `refs/heads/${branch}` && !/^0+$/.test(after)) yield* begin(after)
          return new Response(null, { status: 204 })
        }),
      hook.url
    )
    const tip = (yield* simulator.repository("acme/web")).branches[branch]
    if (tip !== undefined) yield* begin(tip)
    return green
  })
