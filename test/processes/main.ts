/** The table of docs/benchmarks: four processes, 500 requests a minute, two of them killed. Takes some three minutes. */
import * as Effect from "effect/Effect"
import { runTeam } from "./team.ts"

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
