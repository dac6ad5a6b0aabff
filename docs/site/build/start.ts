/** Runs the program of the start page, and records what it prints and sends. */
import { execFile } from "node:child_process"
import * as Path from "node:path"
import { promisify } from "node:util"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator, type Seed } from "../../../src/testing/ForgeSimulator.ts"
import type { Received } from "../../../src/testing/Journal.ts"
import { counts } from "../../../.build/docs/counts.ts"
import * as SimulatorServer from "../../../src/testing/node.ts"
import { type HeroRun, heroRuns, sketch } from "./hero.ts"
import { writeSketches } from "./sketches.ts"
import { playgroundUrl } from "./playground.ts"
import { readText, root, urlOf, writeData, writeFile } from "./site.ts"

const source = "docs/site/src/start/program.ts"

const created = (minute: number) => `2030-01-01T00:0${minute}:00Z`

const seed = {
  users: [{ login: "octo" }],
  tokens: { "octo-token": "octo" },
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write" },
      issues: [
        { title: "It rains in", labels: ["bug"], created_at: created(1) },
        { title: "The barometer is stuck", labels: ["bug"], created_at: created(2) },
        { title: "Show the wind", labels: ["wish"], created_at: created(3) },
        { title: "Snow in June", labels: ["bug"], created_at: created(4) }
      ]
    }
  ]
} as const satisfies Seed

/** A service on a bad day: an outage, a lost response and a rate limit. */
const faults = [
  Faults.unavailable({ operation: "Issues.list", status: 502 }),
  Faults.answerLost({ path: "/repos/acme/web/issues/2" }),
  Faults.secondaryLimit({ path: "/repos/acme/web/issues/4", retryAfter: "1 second" })
]

/** What the faults are to a reader. */
const words: Readonly<Record<string, string>> = {
  answerLost: "response lost",
  secondaryLimit: "rate limit",
  unavailable: "down"
}

export interface Outcome {
  readonly text: string
  readonly failed: boolean
}

const outcomeOf = ({ faults, status }: Received): Outcome => ({
  text: [status, ...faults.map((fault) => words[fault] ?? fault)].filter((part) => part !== null).join(" "),
  failed: faults.length > 0
})

export interface Start {
  readonly program: string
  readonly output: string
  /** The requests by what they ask for, each with its outcomes in order. */
  readonly requests: ReadonlyArray<{ readonly request: string; readonly outcomes: ReadonlyArray<Outcome> }>
  readonly playground: string
  /** The URL of the recorded demo. */
  readonly demo: string
  /** How much of GitHub there is. */
  readonly counts: typeof counts
  /** What the hero shows: a write under each fault, and the link that repeats it in the playground. */
  readonly hero: ReadonlyArray<HeroRun & { readonly playground: string }>
}

const run = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator
  yield* simulator.faults.add(...faults)
  const { stdout } = yield* Effect.promise(() =>
    promisify(execFile)(process.execPath, ["--import", "tsx", Path.join(root, source)], {
      cwd: root,
      env: { ...process.env, GITHUB_API_URL: simulator.baseUrl, GITHUB_TOKEN: "octo-token" }
    })
  )
  const received = yield* simulator.requests
  const outcomes = Array.groupBy(received, ({ method, path }) => `${method} ${path}`)
  return {
    output: stdout.trimEnd(),
    // Requests that run side by side arrive in any order.
    requests: Object.entries(outcomes)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([request, list]) => ({ request, outcomes: list.map(outcomeOf) }))
  }
})

const start = async (): Promise<void> => {
  const program = readText(source).trimEnd()
  const recorded = await run.pipe(Effect.provide(SimulatorServer.layerForge(seed)), Effect.runPromise)
  const value: Start = {
    program,
    ...recorded,
    counts,
    hero: await Promise.all(
      (await Effect.runPromise(heroRuns)).map(async (run) => ({
        ...run,
        playground: await playgroundUrl({ ...sketch, ...(run.fault !== undefined && { faults: [run.fault] }) })
      }))
    ),
    demo: urlOf("generated/docs/demo.svg"),
    playground: await playgroundUrl({ program, forge: JSON.stringify(seed, null, 2), faults: ["outage"] })
  }
  writeFile("docs/demo.svg", readText("docs/demo.svg"))
  writeData("start", value)
}

if (import.meta.main) {
  await start()
  await writeSketches()
}
