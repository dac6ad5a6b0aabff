/** Flatbuffers, read by the service's own client. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { VariablesWithTime, WeatherApiResponse } from "@openmeteo/sdk/weather_api.js"
import { Aggregation, Probability, Unit, Variable, VariablesWithMonth } from "@openmeteo/sdk/weather_api.js"
import { fetchWeatherApi } from "openmeteo"
import { vi } from "vitest"
import type { Values } from "./support.ts"

/** Calls the service by its own client, whose `fetch` is the simulated one. Returns its messages. */
export const read = Effect.fnUntraced(function* (url: string, query: Values, method: "GET" | "POST" = "GET") {
  const client = yield* HttpClient.HttpClient
  const run = Effect.runPromiseWith(yield* Effect.context())
  const send = Effect.fnUntraced(function* (sent: string) {
    const request =
      method === "GET"
        ? HttpClientRequest.get(sent)
        : HttpClientRequest.post(url).pipe(HttpClientRequest.bodyJsonUnsafe({ ...query, format: "flatbuffers" }))
    const response = yield* client.execute(request)
    const bytes = yield* response.arrayBuffer
    return new Response(bytes, { status: response.status, headers: response.headers })
  })
  let type: string | null = null
  vi.stubGlobal("fetch", async (sent: string) => {
    const response = await run(send(sent))
    type = response.headers.get("content-type")
    return response
  })
  const messages = yield* Effect.tryPromise(() => fetchWeatherApi(url, query, 1)).pipe(
    Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))
  )
  return { messages, type }
})

/** What a column says. */
export interface Said {
  readonly variable: string
  readonly unit: string
  /** Seconds, if they are instants. */
  readonly values: ReadonlyArray<number>
  readonly member: number
  readonly altitude: number
  readonly level: number
  readonly depths: readonly [number, number]
  readonly aggregation: string
  readonly probability: string
  readonly previousDay: number
}

export const columnsOf = (block: VariablesWithTime | VariablesWithMonth | null): ReadonlyArray<Said> =>
  Array.from({ length: block?.variablesLength() ?? 0 }, (_, i) => {
    const column = block?.variables(i)
    if (column === null || column === undefined) throw new Error("no column")
    const instants = Array.from({ length: column.valuesInt64Length() }, (__, row) => Number(column.valuesInt64(row)))
    return {
      variable: Variable[column.variable()] ?? "",
      unit: Unit[column.unit()] ?? "",
      values: column.valuesLength() > 0 ? Array.from(column.valuesArray() ?? []) : instants,
      member: column.ensembleMember(),
      altitude: column.altitude(),
      level: column.pressureLevel(),
      depths: [column.depth(), column.depthTo()],
      aggregation: Aggregation[column.aggregation()] ?? "",
      probability: Probability[column.probability()] ?? "",
      previousDay: column.previousDay()
    }
  })

/** The starts of the rows, in seconds. */
export const timesOf = (block: VariablesWithTime | null): ReadonlyArray<number> => {
  if (block === null) return []
  const [time, end, interval] = [Number(block.time()), Number(block.timeEnd()), block.interval()]
  return Array.from({ length: (end - time) / interval }, (_, i) => time + i * interval)
}

/** The starts of months in UTC, in seconds. */
const monthsOf = (block: VariablesWithMonth | null): ReadonlyArray<number> =>
  Array.from(
    { length: block?.count() ?? 0 },
    (_, i) => Date.UTC(block?.year() ?? 0, (block?.month() ?? 0) - 1 + i) / 1_000
  )

/** The table of months that weeks are written as, although the schema says otherwise. */
const weeksOf = (message: WeatherApiResponse): VariablesWithMonth | null => {
  const block = message.weekly()
  const bytes = block?.bb ?? null
  return block === null || bytes === null ? null : new VariablesWithMonth().__init(block.bb_pos, bytes)
}

/** The times and columns of a block, over the messages of all models. */
export const blockOf = (messages: ReadonlyArray<WeatherApiResponse>, name: string) => {
  const blocks = messages.map((message) => {
    switch (name) {
      case "minutely_15":
        return { times: timesOf(message.minutely15()), columns: columnsOf(message.minutely15()) }
      case "hourly":
        return { times: timesOf(message.hourly()), columns: columnsOf(message.hourly()) }
      case "daily":
        return { times: timesOf(message.daily()), columns: columnsOf(message.daily()) }
      case "weekly": {
        const weeks = weeksOf(message)
        return {
          times: weeks === null ? [] : [weeks.year(), weeks.month(), weeks.count()],
          columns: columnsOf(weeks)
        }
      }
      default:
        return { times: monthsOf(message.monthly()), columns: columnsOf(message.monthly()) }
    }
  })
  return {
    times: blocks.find(({ columns }) => columns.length > 0)?.times ?? [],
    columns: blocks.flatMap(({ columns }) => columns)
  }
}
