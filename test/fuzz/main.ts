/**
 * Damaged answers through the whole pipeline, in process: `npm run fuzz -- --count 50000 --seed 1`. Each must end in a
 * value or a typed error within a second of the processor. `--at 1234` repeats one of them. Then come random requests to
 * the simulators, and damaged seeds. Fails with exit code 1 on any violation.
 */
import { parseArgs } from "node:util"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Forge from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Retry from "../../src/rest/Retry.ts"
import * as Weather from "../../src/weather/Weather.ts"
import { makeRandom, mixed } from "../soak/random.ts"
import { type Answer, type Case, corpus } from "./corpus.ts"
import { mutated } from "./mutate.ts"
import { makeForgeProbe, makeWeatherProbe, type Probe, seedProbe } from "./simulators.ts"

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "50000" },
    seed: { type: "string", default: "1" },
    at: { type: "string" }
  }
})
const seed = Number(values.seed)
const [from, count] = values.at === undefined ? [0, Number(values.count)] : [Number(values.at), 1]

/** The most that an answer may need of the processor, in milliseconds. A clock would count what else the machine does. */
const longest = 1_000

/** Answers of one call: listings may follow links, but not for ever. */
const mostAnswers = 8

const encoder = new TextEncoder()

const responseOf = ({ body, headers, status }: Answer): Response =>
  new Response([204, 205, 304].includes(status) ? null : encoder.encode(body), { status, headers })

/** Attempts follow each other at once, no limit is waited for, and none spaces the writes. */
const policies = Layer.mergeAll(
  Layer.succeed(Retry.RetryPolicy, { attempts: 2, within: 0, base: 0, cap: 0 }),
  Layer.succeed(RateLimit.MaxWait, 0),
  Layer.succeed(RateLimit.WriteInterval, 0)
)

const servicesOn = (client: HttpClient.HttpClient) =>
  Layer.mergeAll(Forge.layer(), Weather.layer({ quota: null })).pipe(
    Layer.provide([
      Layer.succeed(HttpClient.HttpClient, client),
      Credentials.layerToken(Redacted.make("a-token-for-tests")),
      HttpCache.layerMemory(),
      RateLimit.layerMemory(),
      policies
    ])
  )

const last = { status: 404, headers: {}, body: '{"message":"Not Found"}' }

const runOne = async (index: number) => {
  const random = makeRandom(mixed(seed, index))
  const pick = (): Case => {
    const found = corpus[random.int(0, corpus.length - 1)]
    if (found === undefined) throw new Error("the corpus is empty")
    return found
  }
  const { answer, call, name } = pick()
  const other = pick().answer.body
  const sent: Array<Answer> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      const next = sent.length < mostAnswers ? mutated(random, answer, other) : last
      sent.push(next)
      return HttpClientResponse.fromWeb(request, responseOf(next))
    })
  )
  const began = process.threadCpuUsage()
  const exit = await Effect.runPromiseExit(Effect.provide(call, servicesOn(client)))
  const { system, user } = process.threadCpuUsage(began)
  return { index, name, sent, exit, took: (user + system) / 1_000 }
}

type Run = Awaited<ReturnType<typeof runOne>>

const endOf = ({ exit }: Run): string | undefined => {
  if (Exit.isSuccess(exit)) return "Success"
  if (Cause.hasDies(exit.cause) || Cause.hasInterrupts(exit.cause)) return undefined
  return Option.match(Cause.findErrorOption(exit.cause), { onNone: () => undefined, onSome: ({ _tag }) => _tag })
}

const shown = ({ index, name, sent, took }: Run): string =>
  [
    `npm run fuzz -- --seed ${seed} --at ${index}`,
    `  ${name}, ${Math.round(took)} ms`,
    ...sent.map((answer) => `  ${JSON.stringify(answer).slice(0, 1_000)}`)
  ].join("\n")

const ends = new Map<string, number>()
let violations = 0
let slowest: Run | undefined

const complain = (what: string, run: Run): void => {
  violations++
  if (violations <= 20) console.error(`${what}\n${shown(run)}\n`)
}

const started = performance.now()
for (let index = from; index < from + count; index++) {
  let run = await runOne(index)
  // The first of its kind compiles schemas: only an answer that is slow each time is slow.
  if (run.took > longest) run = await runOne(index)
  if (slowest === undefined || run.took > slowest.took) slowest = run
  const end = endOf(run)
  ends.set(end ?? "Defect", (ends.get(end ?? "Defect") ?? 0) + 1)
  if (end === undefined) complain(Exit.isFailure(run.exit) ? Cause.pretty(run.exit.cause) : "no end", run)
  else if (run.took > longest) complain("slower than a second", run)
}

for (const [end, n] of [...ends].toSorted(([, a], [, b]) => b - a))
  console.log(`${end.padEnd(24)}${String(n).padStart(8)}`)
const seconds = Math.round((performance.now() - started) / 1_000)
console.log(
  `\n${count} damaged answers of ${corpus.length} in ${seconds} s with seed ${seed}: ${violations} violations`
)
if (slowest !== undefined)
  console.log(`The slowest took ${Math.round(slowest.took)} ms: ${slowest.name} (--at ${slowest.index})`)

// The parsers of the simulators get fewer, as one of theirs takes as long as several answers.
const probes: Readonly<Record<string, Probe>> = {
  "requests to the simulated GitHub": makeForgeProbe(),
  "requests to the weather services": makeWeatherProbe(),
  "damaged seeds": seedProbe
}
const probed = values.at === undefined ? Math.ceil(count / 5) : 0
for (const [what, probe] of Object.entries(probes)) {
  let found = 0
  for (let index = 0; index < probed; index++) {
    const problem = probe(seed, index)
    if (problem === undefined) continue
    found++
    if (found <= 20) console.error(problem)
  }
  violations += found
  console.log(`${probed} ${what}: ${found} violations`)
}
process.exitCode = violations === 0 ? 0 : 1
