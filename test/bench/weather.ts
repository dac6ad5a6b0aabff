/** Weather: decoding to columns, long archives, and the flatbuffers of the service's own client. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Answers from "./answers.ts"
import { apart } from "./apart.ts"
import { withServer } from "./loopback.ts"
import { measure, median, type Options, ratios, timed } from "./measure.ts"
import { compared, millis, type Row, row } from "./report.ts"
import type { Request } from "./weatherCalls.ts"

const asked = { hourly: Answers.names }

const memory = (): number => {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** The memory that a decoded response retains without its text, relative to the bytes of its columns. */
const kept = (shape: Answers.Shape): number => {
  const before = memory()
  const { hourly } = Result.getOrThrow(Decode.one(Answers.answer(shape), asked))
  const after = memory()
  return (after - before) / ((hourly.columns.length + 1) * hourly.length * 8)
}

const shapes = [
  ["unixtime", 1.2],
  ["iso8601", 1.35]
] as const

/** 85 years of ten hourly variables: from text to typed columns. */
export const series = async (): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const [timeformat, target] of shapes) {
    const shape = { rows: Answers.rows, timeformat, nulls: 0.02 }
    const text = Answers.answer(shape)
    const body = Buffer.from(text)
    const taken = await measure(
      {
        decode: timed(async () => void Result.getOrThrow(Decode.one(body, asked))),
        "JSON.parse": timed(async () => void JSON.parse(text))
      },
      { seconds: 12, times: 1 }
    )
    const size = `${(body.length / 1e6).toFixed(1)} MB; ${millis(taken)}`
    const name = `85 years × 10, ${timeformat}`
    rows.push(
      row(`${name} / JSON.parse`, ratios(taken.decode, taken["JSON.parse"]), { target, details: size }),
      row(`${name}, kept / its columns`, [kept(shape)], { target: 1.3 })
    )
  }
  return rows
}

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

const clients = ["flatbuffers", "json", "iso8601", "fetch", "fetchJson", "openmeteo"] as const

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
  fetchJson: "JSON on fetch"
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
              ...(client === "fetchJson" && { details: millis(taken) })
            })
          )
        }
      }
      return rows
    },
    new URL("./weatherServer.ts", import.meta.url)
  )

const coldRounds = 15

const coldMillis = async (contender: "forgecast" | "plain", file: string): Promise<number> => {
  const child = fork(new URL("./weatherCold.ts", import.meta.url), [contender, file], { execArgv: [] })
  const ended = once(child, "exit")
  const [taken] = (await once(child, "message")) as [number]
  await ended
  return taken
}

/** The first response that a process decodes, compared with `JSON.parse` and a loop. */
export const cold = async (): Promise<ReadonlyArray<Row>> => {
  const folder = mkdtempSync(join(tmpdir(), "forgecast-"))
  try {
    const rows: Array<Row> = []
    for (const [name, count] of [
      ["7 days × 10", 168],
      ["85 years × 10", Answers.rows]
    ] as const) {
      const file = join(folder, String(count))
      writeFileSync(file, Answers.answer({ rows: count, nulls: 0.02, timeformat: "unixtime" }))
      const taken: Array<readonly [forgecast: number, plain: number]> = []
      for (let round = 0; round < coldRounds; round++) {
        taken.push([await coldMillis("forgecast", file), await coldMillis("plain", file)])
      }
      const [ours, plain] = [taken.map(([ours]) => ours), taken.map(([, plain]) => plain)]
      rows.push(
        row(
          `${name}, first call / JSON.parse and a loop`,
          taken.map(([ours, plain]) => ours / plain),
          {
            target: 1,
            details: `forgecast ${median(ours).toPrecision(3)} ms (at least ${Math.min(...ours).toPrecision(3)}), JSON.parse and a loop ${median(plain).toPrecision(3)} ms (at least ${Math.min(...plain).toPrecision(3)})`
          }
        )
      )
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Bytes of a response, as they are and zipped. */
export const bytes = (): Promise<ReadonlyArray<Row>> =>
  Promise.resolve(
    [Answers.rows, 168].flatMap((rows) =>
      Object.entries({
        "JSON, unixtime": Buffer.from(Answers.answer({ rows, nulls: 0.02, timeformat: "unixtime" })),
        "JSON, iso8601": Buffer.from(Answers.answer({ rows, nulls: 0.02, timeformat: "iso8601" })),
        flatbuffers: Answers.flatbuffers({ rows, nulls: 0.02, timeformat: "unixtime" })
      }).flatMap(([name, body]) => [
        row(`${rows} hours × 10, ${name}`, [body.length / 1_024], { unit: "KB" }),
        row(`${rows} hours × 10, ${name}, zipped`, [gzipSync(body).length / 1_024], { unit: "KB" })
      ])
    )
  )
