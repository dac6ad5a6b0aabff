/** Weather: long archives, and whole calls compared with the service's own client. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { apart } from "./apart.ts"
import { withServer } from "./loopback.ts"
import { measure, type Options } from "./measure.ts"
import { compared, millis, type Row, row } from "./report.ts"
import type { Request } from "./weatherCalls.ts"

const streamed = ["flatbuffers", "json"] as const

const peakOf = async (format: (typeof streamed)[number], url: string): Promise<number> => {
  const child = fork(new URL("./weatherPeak.ts", import.meta.url), [format, url], { execArgv: [] })
  const ended = once(child, "exit")
  const [peak] = (await once(child, "message")) as [number]
  await ended
  return peak
}

/** The same as a stream, in processes that do nothing else: peak memory, with garbage and code. */
export const archive = (): Promise<ReadonlyArray<Row>> =>
  withServer(
    async (url) => {
      const rows: Array<Row> = []
      for (const format of streamed) {
        const peaks: Array<number> = []
        for (let round = 0; round < 9; round++) peaks.push(await peakOf(format, url))
        const target = format === "json" ? 120 : 60
        rows.push(row(`Archive.stream, 85 years × 10, ${format}: peak`, peaks, { target, unit: "MB" }))
      }
      return rows
    },
    new URL("./weatherServer.ts", import.meta.url)
  )

const clients = ["flatbuffers", "json", "iso8601", "fetch", "fetchJson", "parse", "openmeteo"] as const

const requests: ReadonlyArray<{
  readonly request: Request
  readonly name: string
  readonly options: Options
  readonly targets: Partial<Record<(typeof clients)[number], number>>
}> = [
  {
    request: "decades",
    name: "85 years × 10 in one call",
    options: { seconds: 40, times: 3 },
    targets: { flatbuffers: 1.15, json: 2.5 }
  },
  { request: "week", name: "7 days × 10", options: { seconds: 25, times: 300 }, targets: { flatbuffers: 1, json: 1 } },
  {
    request: "places",
    name: "100 places × 7 days × 10",
    options: { seconds: 25, times: 15 },
    targets: { flatbuffers: 1, json: 1 }
  },
  {
    request: "stream",
    name: "85 years × 10 as a stream",
    options: { seconds: 30, times: 3 },
    targets: { flatbuffers: 1.3 }
  }
]

const against: Readonly<Record<Exclude<(typeof clients)[number], "openmeteo">, string>> = {
  flatbuffers: "flatbuffers",
  json: "JSON (unixtime)",
  iso8601: "JSON (iso8601)",
  fetch: "flatbuffers on fetch",
  fetchJson: "JSON on fetch",
  parse: "bare undici and JSON.parse"
}

/** Whole calls from the socket to the columns, compared with the service's own client. */
export const flatbuffers = (): Promise<ReadonlyArray<Row>> =>
  withServer(
    async (url) => {
      const rows: Array<Row> = []
      for (const { name, options, request, targets } of requests) {
        const taken = await apart(
          new URL("./weatherCalls.ts", import.meta.url).pathname,
          clients,
          [request, url],
          (contenders) => measure(contenders, options)
        )
        for (const client of clients) {
          if (client === "openmeteo") continue
          const target = targets[client]
          rows.push(
            compared(`${name}: ${against[client]} / openmeteo`, taken[client], taken.openmeteo, {
              ...(target !== undefined && { target }),
              ...(client === "parse" && { details: millis(taken) })
            })
          )
        }
      }
      return rows
    },
    new URL("./weatherServer.ts", import.meta.url)
  )
