/** Writes a comment on the simulator, once for each fault, and records what the service received. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Write from "../../../src/rest/Write.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import type { Received } from "../../../src/testing/Journal.ts"
import type { FaultName } from "../src/playground/protocol.ts"
import { scaleOf } from "../src/playground/page/panels/scale.ts"
import { duration } from "../src/playground/page/time.ts"

const seed = {
  latency: "120 millis",
  users: [{ login: "octo" }],
  tokens: { "octo-token": "octo" },
  repositories: [
    { owner: "acme", name: "web", collaborators: { octo: "write" }, issues: [{ title: "It rains in", user: "octo" }] }
  ]
} as const satisfies ForgeSimulator.Seed

const write = Write.once(
  Issues.createComment,
  { owner: "acme", repo: "web", issue_number: 1, body: "Thank you!" },
  { key: "thanks-1" }
)

/** The same as a program of the playground, which has the same seed. */
const program = `import { Write } from "forgecast"
import { Issues } from "forgecast/forge"
import * as Effect from "effect/Effect"

const comment = { owner: "acme", repo: "web", issue_number: 1, body: "Thank you!" }

export default Write.once(Issues.createComment, comment, { key: "thanks-1" }).pipe(
  Effect.map(({ html_url }) => html_url)
)
`

export const sketch = { program, forge: JSON.stringify(seed, null, 2) }

const operation = "Issues.createComment"

interface Plan {
  readonly label: string
  readonly fault: FaultName | undefined
  readonly faults: ReadonlyArray<Faults.Fault>
  /** What happens, step by step. */
  readonly caption: ReadonlyArray<string>
}

const plans: ReadonlyArray<Plan> = [
  { label: "No fault", fault: undefined, faults: [], caption: ["sent", "written"] },
  {
    label: "Lost answer",
    fault: "lost-answer",
    faults: [Faults.answerLost({ operation })],
    caption: ["response lost", "looked", "found", "not sent again"]
  },
  {
    label: "Rate limit",
    fault: "rate-limit",
    faults: [Faults.primaryLimit({ operation, resetIn: "90 seconds" })],
    caption: ["refused", "waited for the limit", "sent again", "written"]
  },
  {
    label: "Outage",
    fault: "outage",
    faults: [Faults.unavailable({ operation, retryAfter: "5 seconds" })],
    caption: ["503", "looked", "not there", "sent again", "written"]
  }
]

/** A request on the timeline, or several of a kind that follow each other. */
export interface HeroRow {
  readonly method: string
  readonly path: string
  readonly outcome: string
  readonly isBad: boolean
  /** What the client does with it. */
  readonly says: string
  /** When each was sent, after the first request of all, and where its bar begins and ends, in percent. */
  readonly bars: ReadonlyArray<{ readonly at: string; readonly from: number; readonly to: number }>
}

export interface HeroRun {
  readonly label: string
  readonly fault: FaultName | undefined
  readonly caption: ReadonlyArray<string>
  readonly rows: ReadonlyArray<HeroRow>
  /** The comments of the issue in the end. */
  readonly comments: number
}

const saysOf = ({ method }: Received, before: ReadonlyArray<Received>): string => {
  if (method === "GET") return "looks"
  return before.some((each) => each.method === "POST") ? "sends again" : "sends"
}

const rowsOf = (requests: ReadonlyArray<Received>): ReadonlyArray<HeroRow> => {
  const times = requests.flatMap(({ answeredAt, receivedAt }) => [receivedAt, answeredAt ?? receivedAt])
  const scale = scaleOf(times)
  const start = Math.min(...times)
  const percent = (time: number): number => Math.round(scale.at(time) * 1000) / 10
  const rows = requests.map((request, index): HeroRow => {
    const { answeredAt, method, path, receivedAt, status } = request
    return {
      method,
      path: path.replace("/repos/acme/web", ""),
      outcome: status === null ? "lost" : String(status),
      isBad: status === null || status >= 400,
      says: saysOf(request, requests.slice(0, index)),
      bars: [
        { at: `+${duration(receivedAt - start)}`, from: percent(receivedAt), to: percent(answeredAt ?? receivedAt) }
      ]
    }
  })
  const merged: Array<HeroRow> = []
  for (const row of rows) {
    const last = merged.at(-1)
    if (last?.says !== row.says || last.outcome !== row.outcome) merged.push(row)
    else merged[merged.length - 1] = { ...last, bars: [...last.bars, ...row.bars] }
  }
  return merged
}

const record = ({ caption, fault, faults, label }: Plan): Effect.Effect<HeroRun, unknown> =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(...faults)
    const writing = yield* Effect.forkChild(write)
    yield* TestClock.adjust("10 minutes")
    yield* Fiber.join(writing)
    const { issues } = yield* simulator.repository("acme/web")
    return { label, fault, caption, rows: rowsOf(yield* simulator.requests), comments: issues[0]?.comments.length ?? 0 }
  }).pipe(Random.withSeed(label), Effect.provide(ForgeSimulator.layer(seed)), Effect.provide(TestClock.layer()))

/** The runs, one for each fault. Fails if a comment is there twice. */
export const heroRuns = Effect.gen(function* () {
  const runs = yield* Effect.forEach(plans, record)
  for (const { comments, label } of runs)
    if (comments !== 1) return yield* Effect.fail(new Error(`${label}: there are ${comments} comments`))
  return runs
})
