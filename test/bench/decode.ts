/**
 * From text to values: a page of 100 issues, a single one, and a page of 100 repositories, beside `JSON.parse` of the
 * same text.
 *
 * Run it by itself with `node test/bench/decode.ts`.
 */
import * as Schema from "effect/Schema"
import { Issue } from "../../src/forge/schema/Issue.ts"
import { Repo } from "../../src/forge/schema/Repo.ts"
import * as Decoder from "../../src/rest/Decoder.ts"
import { issuesPage } from "./issuesPage.ts"
import { repositoriesPage } from "./repositoriesPage.ts"

/** Time of the measured work as a multiple of the time of the reference, over the rounds. */
export interface Row {
  readonly name: string
  readonly min: number
  readonly median: number
  readonly max: number
}

/** Processor time, collection of garbage included: what else the machine does has less say in it than on the clock. */
const time = (times: number, work: () => unknown): number => {
  const start = process.cpuUsage()
  for (let i = 0; i < times; i++) work()
  const { system, user } = process.cpuUsage(start)
  return system + user
}

/** Measures both in turn within each round, and takes the ratio of each round. */
const compare = (name: string, times: number, measured: () => unknown, reference: () => unknown): Row => {
  const rounds = 60
  const ratios: Array<number> = []
  for (let round = -20; round < rounds; round++) {
    // Whoever comes second finds the other's garbage: they take turns.
    const first = round % 2 === 0 ? time(times, measured) : undefined
    const base = time(times, reference)
    const ratio = (first ?? time(times, measured)) / base
    if (round >= 0) ratios.push(ratio)
  }
  ratios.sort((a, b) => a - b)
  const at = (part: number) => ratios[Math.floor(part * (ratios.length - 1))] ?? Number.NaN
  return { name, min: at(0), median: at(0.5), max: at(1) }
}

/** The ratios, each from one process, side by side. */
export const decode = (): ReadonlyArray<Row> => {
  const page = JSON.stringify(issuesPage())
  const one = JSON.stringify(issuesPage(1, 4_300)[0])
  const repositories = JSON.stringify(repositoriesPage())
  const readPage = Decoder.make(Schema.Array(Issue))
  const readOne = Decoder.make(Issue)
  const readRepositories = Decoder.make(Schema.Array(Repo))
  return [
    compare(
      "decode a page of 100 issues / JSON.parse",
      20,
      () => readPage(JSON.parse(page)),
      () => JSON.parse(page)
    ),
    compare(
      "decode one issue / JSON.parse",
      1_000,
      () => readOne(JSON.parse(one)),
      () => JSON.parse(one)
    ),
    compare(
      "decode a page of 100 repositories / JSON.parse",
      20,
      () => readRepositories(JSON.parse(repositories)),
      () => JSON.parse(repositories)
    )
  ]
}

if (import.meta.main) console.table(decode())
