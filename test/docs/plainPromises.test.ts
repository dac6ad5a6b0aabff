/** Plain async functions and their test, as the guide from async/await shows them. */
import { Forge, Issues } from "forgecast/forge"
import { ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { expect, test } from "vitest"

// issues.ts

const repo = { owner: "acme", repo: "web" }

export const makeIssues = <E>(layer: Layer.Layer<Forge.Forge, E>) => {
  const runtime = ManagedRuntime.make(layer)
  return {
    /** The title of an issue, or null if there is none. */
    titleOf: (issue_number: number): Promise<string | null> =>
      Issues.get({ ...repo, issue_number }).pipe(
        Effect.map((issue) => issue.title),
        Effect.catchTag("NotFound", () => Effect.succeed(null)),
        runtime.runPromise
      ),
    /** The titles of all open issues. */
    titles: (): Promise<ReadonlyArray<string>> =>
      Issues.list(repo).pipe(
        Stream.map((issue) => issue.title),
        Stream.runCollect,
        runtime.runPromise
      ),
    dispose: (): Promise<void> => runtime.dispose()
  }
}

/** For production. Call it once: it has the cache and the rate limits. */
export const issuesOfGitHub = () => makeIssues(Forge.layerGitHub)

// issues.test.ts

test("reads titles", async () => {
  const seed = { repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }] }
  const issues = makeIssues(ForgeSimulator.layer(seed))
  expect(await issues.titleOf(1)).toBe("It rains in")
  expect(await issues.titleOf(2)).toBeNull()
  expect(await issues.titles()).toEqual(["It rains in"])
  await issues.dispose()
})
