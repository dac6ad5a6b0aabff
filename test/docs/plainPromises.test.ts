/** Plain async functions and their test, as the guide from async/await shows them. */
import { Write } from "forgecast"
import { Forge, Issues } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { expect, test } from "vitest"

// issues.ts

const repo = { owner: "acme", repo: "web" }

export const makeIssues = <E>({ runPromise }: ManagedRuntime.ManagedRuntime<Forge.Forge, E>) => ({
  /** The title of an issue, or null if there is none. */
  titleOf: (issue_number: number): Promise<string | null> =>
    Issues.get({ ...repo, issue_number }).pipe(
      Effect.map((issue) => issue.title),
      Effect.catchTag("NotFound", () => Effect.succeed(null)),
      runPromise
    ),
  /** The titles of all open issues. GitHub lists pull requests among them. */
  titles: (): Promise<ReadonlyArray<string>> =>
    Issues.list(repo).pipe(
      Stream.filter((issue) => !issue.is_pull_request),
      Stream.map((issue) => issue.title),
      Stream.runCollect,
      runPromise
    ),
  /** Comments once, even if the response is lost. */
  thank: async (issue_number: number): Promise<void> => {
    await Write.once(
      Issues.createComment,
      { ...repo, issue_number, body: "Thank you!" },
      { key: `thanks-${issue_number}` }
    ).pipe(runPromise)
  }
})

/** For production, once: the runtime has the cache and the rate limits. Dispose it at the end. */
export const production = () => ManagedRuntime.make(Forge.layerGitHub)

// issues.test.ts

const seed: ForgeSimulator.Seed = {
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }]
}

test("reads titles", async () => {
  const runtime = ManagedRuntime.make(ForgeSimulator.layer(seed))
  const issues = makeIssues(runtime)
  expect(await issues.titleOf(1)).toBe("It rains in")
  expect(await issues.titleOf(2)).toBeNull()
  expect(await issues.titles()).toEqual(["It rains in"])
  await runtime.dispose()
})

test("comments once, although a response is lost", async () => {
  const runtime = ManagedRuntime.make(ForgeSimulator.layer(seed))
  // The runtime also gives the test the simulator, to add faults and to look into the service.
  const { faults, repository } = await runtime.runPromise(ForgeSimulator.ForgeSimulator)
  await runtime.runPromise(faults.add(Faults.answerLost({ operation: "Issues.createComment" })))
  await makeIssues(runtime).thank(1)
  const { issues } = await runtime.runPromise(repository("acme/web"))
  expect(issues[0]?.comments.length).toBe(1)
  await runtime.dispose()
})
