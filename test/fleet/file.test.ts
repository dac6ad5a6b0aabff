/** Durable workflows in a file: programs that run them are killed at every request, and others go on with them. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as Path from "node:path"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { bundled } from "../bundled.ts"
import { temporary } from "../services/daemon.ts"
import { layerService } from "./fleet.ts"
import { repo } from "./triage.ts"

/** Which request of the workflow of an issue it is. */
const requests: ReadonlyArray<readonly [string, Faults.When]> = [
  ["first comment", { operation: "Issues.createComment" }],
  ["label", { operation: "Labels.addToIssue" }],
  ["second comment", { operation: "Issues.createComment", nth: 2 }],
  ["end of the issue", { operation: "Issues.update" }]
]

/** At each request: before the service has acted, and after that. */
const deaths = requests.flatMap(([, when]) => [Faults.silence, Faults.stalled].map((fault) => [fault, when] as const))

it.live("every workflow of a file completes once, with a process that is killed at each of its requests", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const program = yield* Effect.promise(() => bundled("test/fleet/fileRunner.ts"))
    const file = Path.join(yield* temporary("forgecast-file-"), "workflows.db")
    const start = (issues: number) => {
      const env = { ...process.env, GITHUB_API_URL: simulator.urls.api, GITHUB_TOKEN: ForgeSimulator.token }
      const child = spawn(process.execPath, [program, file, String(issues)], { env, stdio: "inherit" })
      return { kill: () => child.kill("SIGKILL"), ended: once(child, "exit").then(([code]) => code as number | null) }
    }

    // One more issue for each death: the next process goes on with all that are not done.
    for (const [index, [fault, when]] of deaths.entries()) {
      const issue = index + 1
      yield* simulator.faults.add(
        fault({ ...when, matching: ({ path }) => /\/issues\/(\d+)/.exec(path)?.[1] === String(issue) })
      )
      const { ended, kill } = start(issue)
      const hits = Effect.map(simulator.requests, (seen) => seen.filter(({ faults }) => faults.length > 0).length)
      while ((yield* hits) < issue) yield* Effect.sleep("5 millis")
      if (issue === deaths.length) {
        // A second process does not take the workflows of the first.
        assert.strictEqual(yield* Effect.promise(() => start(issue).ended), 3)
      }
      kill()
      assert.isNull(yield* Effect.promise(() => ended))
    }
    assert.strictEqual(yield* Effect.promise(() => start(deaths.length).ended), 0)

    const { issues } = yield* simulator.repository(`${repo.owner}/${repo.repo}`)
    assert.deepStrictEqual(
      issues.map(({ comments, labels, state }) => `${comments.length} comments, ${labels.join()}, ${state}`),
      deaths.map(() => "2 comments, triaged, closed")
    )
  }).pipe(Effect.provide(layerService({ issues: deaths.length })), Effect.scoped)
)
