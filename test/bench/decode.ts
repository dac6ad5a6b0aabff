/**
 * Decoding: pages of 100 records, and a single one, compared with `JSON.parse` of the same text.
 *
 * Run it alone with `node test/bench/decode.ts`, or with a name (`node test/bench/decode.ts pulls`) for one record.
 */
import { execFileSync } from "node:child_process"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Issue } from "../../src/forge/schema/Issue.ts"
import { PullRequest } from "../../src/forge/schema/PullRequest.ts"
import { Repo } from "../../src/forge/schema/Repo.ts"
import * as Decoder from "../../src/rest/Decoder.ts"
import { issuesPage } from "./issuesPage.ts"
import { pullsPage } from "./pullsPage.ts"
import { repositoriesPage } from "./repositoriesPage.ts"

/** Time of the measured work as a multiple of the reference's time, over the rounds. */
export interface Row {
  readonly name: string
  readonly min: number
  readonly median: number
  readonly max: number
}

/** Processor time with garbage collection: it depends less on the machine's load than wall time. */
const time = (times: number, work: () => unknown): number => {
  const start = process.cpuUsage()
  for (let i = 0; i < times; i++) work()
  const { system, user } = process.cpuUsage(start)
  return system + user
}

/** Measures both in turn within each round, and computes the ratio of each round. */
const compare = (name: string, times: number, measured: () => unknown, reference: () => unknown): Row => {
  const rounds = 60
  const ratios: Array<number> = []
  // The first 20 rounds warm up: 200 pages.
  for (let round = -20; round < rounds; round++) {
    // The second one collects the garbage of the first, so they take turns.
    const first = round % 2 === 0 ? time(times, measured) : undefined
    const base = time(times, reference)
    const ratio = (first ?? time(times, measured)) / base
    if (round >= 0) ratios.push(ratio)
  }
  ratios.sort((a, b) => a - b)
  const at = (part: number) => ratios[Math.floor(part * (ratios.length - 1))] ?? Number.NaN
  return { name, min: at(0), median: at(0.5), max: at(1) }
}

const measure = <A>(what: string, schema: Schema.ConstraintDecoder<A>, value: unknown, times = 10): Row => {
  const text = JSON.stringify(value)
  const read = Decoder.make(schema)
  Result.getOrThrow(read(JSON.parse(text)))
  return compare(
    `decode ${what} / JSON.parse`,
    times,
    () => read(JSON.parse(text)),
    () => JSON.parse(text)
  )
}

const cases = {
  issues: () => measure("a page of 100 issues", Schema.Array(Issue), issuesPage()),
  issue: () => measure("one issue", Issue, issuesPage(1)[0], 1_000),
  pulls: () => measure("a page of 100 pull requests", Schema.Array(PullRequest), pullsPage()),
  repositories: () => measure("a page of 100 repositories", Schema.Array(Repo), repositoriesPage())
}

const names = Object.keys(cases) as Array<keyof typeof cases>

const file = import.meta.filename

/** The ratios, each from a separate process, because each record affects the engine's optimizations. */
export const decode = (): ReadonlyArray<Row> =>
  // The child's side is below.
  names.map((name) => JSON.parse(execFileSync(process.execPath, [file, name], { encoding: "utf8" })) as Row)

if (import.meta.main) {
  const asked = names.find((name) => name === process.argv[2])
  if (asked === undefined) console.table(decode())
  else console.log(JSON.stringify(cases[asked]()))
}
