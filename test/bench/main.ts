/**
 * The cost of forgecast, compared with the bare HTTP client and with Octokit: `npm run bench`, or
 * `npm run bench -- <case>` for one case. docs/benchmarks/README.md explains the cases.
 */
import { bundle } from "./bundle.ts"
import { decode } from "./decode.ts"
import { imports } from "./imports.ts"
import { withServer } from "./loopback.ts"
import { readPersisted } from "./persisted.ts"
import { print, printHead, type Row } from "./report.ts"
import { burst, readOne, readPage, revalidate } from "./request.ts"
import { seriesFunctions } from "./series.ts"
import { shared } from "./shared.ts"
import { simulator } from "./simulator.ts"
import { simulatorListings } from "./simulatorListings.ts"
import { tools } from "./tools.ts"
import { types } from "./types.ts"
import { archive, flatbuffers } from "./weather.ts"
import { webhooks } from "./webhooks.ts"

const decoding = (): Promise<ReadonlyArray<Row>> =>
  Promise.resolve(decode().map((row) => (row.name.includes("page") ? { ...row, target: 1.35 } : row)))

const cases: Readonly<Record<string, (url: string) => Promise<ReadonlyArray<Row>>>> = {
  page: readPage,
  one: readOne,
  revalidate,
  persisted: readPersisted,
  burst,
  decode: decoding,
  bundle,
  import: imports,
  types,
  archive,
  flatbuffers,
  series: seriesFunctions,
  shared,
  listings: simulatorListings,
  simulator,
  tools,
  webhooks
}

const asked = process.argv[2]
const names = asked === undefined ? Object.keys(cases) : [asked]

printHead()
for (const name of names) {
  const run = cases[name]
  if (run === undefined) {
    console.error(`no case "${name}": ${Object.keys(cases).join(", ")}`)
    process.exitCode = 1
    break
  }
  for (const row of await withServer(run)) print(row)
}
