/**
 * The tables of docs/benchmarks: four processes, 500 requests a minute, two of them killed (some three minutes); with the
 * argument `readers`, four processes that read the same 500 issues.
 */
import * as Effect from "effect/Effect"
import { runReaders } from "./readers.ts"
import { runTeam } from "./team.ts"

const team = async (): Promise<void> => {
  const items = 1_200
  const budget = 500

  const { comments, millis, reports, requests } = await Effect.runPromise(
    runTeam({ budget, window: "1 minute", items, kills: [200, 600] })
  )

  const isCounted = ({ status }: { readonly status: number | null }): boolean => status === 200 || status === 201
  const refused = requests.filter(({ status }) => status === 403 || status === 429)
  const counted = requests.filter(isCounted)

  console.log("| process | requests sent | served from the cache | waits | waited |")
  console.log("|---|---|---|---|---|")
  for (const [index, report] of reports.entries()) {
    const { cached, sent, waitedMillis, waits } = report
    console.log(`| ${index + 3} | ${sent} | ${cached} | ${waits} | ${(waitedMillis / 1_000).toFixed(0)} s |`)
  }
  console.log(
    `\n${requests.length} requests in ${(millis / 1_000).toFixed(0)} s: ${counted.length} counted, ` +
      `${requests.filter(({ status }) => status === 304).length} answered by 304, ${refused.length} refused. ` +
      `${comments.size} of ${items} comments, at most ${Math.max(...comments.values())} for an item.`
  )
}

const readers = async (): Promise<void> => {
  console.log("| run | process | requests sent | served from the cache | waited for another process |")
  console.log("|---|---|---|---|---|")
  const runs = await Effect.runPromise(runReaders(500, [5, 1]))
  for (const [run, { reports }] of runs.entries()) {
    for (const [index, { cached, sent, waited }] of reports.entries()) {
      console.log(`| ${run === 0 ? "first" : "restart"} | ${index + 1} | ${sent} | ${cached} | ${waited} |`)
    }
  }
  for (const { millis, requests } of runs) {
    const counted = requests.filter(({ status }) => status !== 304)
    console.log(`${requests.length} requests in ${(millis / 1_000).toFixed(0)} s, of which ${counted.length} counted.`)
  }
}

await (process.argv[2] === "readers" ? readers() : team())
