/**
 * Writes programs and tests as `Recording` writes them to .snippets/check, which tsconfig.json includes: of each operation with
 * all of its parameters, of workflows and of the weather. The compiler says whether they are programs.
 */
import * as DateTime from "effect/DateTime"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Recording from "../../src/ai/Recording.ts"
import { operations } from "../../test/forge/operations/all.ts"
import { renewFolder } from "../docs/renew.ts"
import { root } from "../docs/snippets.ts"

type Input = Readonly<Record<string, unknown>>

/** An input as a model writes it: instants are text. */
const written = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  if (Array.isArray(value)) return value.map(written)
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, written(field)]))
}

const answered: Recording.RecordedEnd = { _tag: "Answered", facts: { number: 1, state: "open" }, count: undefined }
const counted: Recording.RecordedEnd = { _tag: "Answered", facts: {}, count: 2 }
const failed: Recording.RecordedEnd = { _tag: "Failed", error: "Unauthorized" }

const call = (
  service: Recording.RecordedCall["service"],
  operation: string,
  input: object,
  by: Recording.RecordedCall["by"],
  end: Recording.RecordedEnd = answered
): Recording.RecordedCall => ({ tool: operation, service, operation, by, input: { ...input }, end })

const ofForge = operations
  .filter(({ kind }) => kind !== "upload")
  .flatMap(({ declaration: { kind, name }, row }): ReadonlyArray<Recording.RecordedCall> => {
    const { page: _page, per_page: _perPage, ...filters } = row.whole
    const whole = written(kind === "listing" ? filters : row.whole) as Input
    const by = kind === "listing" ? "page" : kind === "download" ? "bytes" : "call"
    const paged = by === "page" ? { ...whole, per_page: 30, page: 1 } : whole
    return [
      call("forge", name, paged, by, by === "call" ? answered : counted),
      call("forge", name, paged, by, failed),
      ...(by === "page" ? [call("forge", name, { ...paged, page: "https://api.github.com/a" }, by, counted)] : [])
    ]
  })

const bergen = { latitude: 60.39, longitude: 5.32 }
const days = { start_date: "2026-01-01", end_date: "2026-01-02" }
const hourly = ["temperature_2m"]

const ofWeather = [
  call(
    "weather",
    "Forecast.get",
    { ...bergen, timezone: "Europe/Oslo", hourly, daily: ["rain_sum"], current: ["rain"] },
    "call"
  ),
  call("weather", "Forecast.getMany", { places: [bergen, { ...bergen, elevation: 10 }], hourly }, "call", counted),
  call("weather", "Archive.get", { ...bergen, ...days, hourly, models: ["era5"] }, "call"),
  call("weather", "AirQuality.get", { ...bergen, hourly: ["pm10"] }, "call"),
  call("weather", "Geocoding.search", { name: "Bergen", count: 2 }, "call", counted),
  call("weather", "Elevation.get", bergen, "call"),
  call("weather", "Elevation.getMany", { places: [bergen] }, "call", counted),
  call("weather", "ModelUpdates.get", { model: "dwd_icon_d2" }, "call")
]

const web = { owner: "acme", repo: "web" }

const ofWorkflows = [
  call("workflow", "Merge.whenGreen", { ...web, pull_number: 1, merge_method: "squash", minutes: 5 }, "run"),
  call("workflow", "Merge.whenGreen", { ...web, pull_number: 1 }, "run", { _tag: "Failed", error: "ChecksTimedOut" }),
  call(
    "workflow",
    "Propose.pullRequest",
    { ...web, branch: "a", title: "A", message: "A", files: [{ path: "a.txt", content: "a" }, { path: "b.txt" }] },
    "run"
  ),
  call("workflow", "Release.next", { ...web, by: "labels", initial_version: "0.1.0" }, "run"),
  call("workflow", "Release.publish", { ...web, sha: "a".repeat(40) }, "run")
]

const all = [...ofForge, ...ofWeather, ...ofWorkflows]
const moduleOf = ({ operation }: Recording.RecordedCall): string => operation.split(".")[0] ?? ""

const directory = Path.join(root, ".snippets/check/recorded")
renewFolder(directory, (folder) => {
  for (const module of new Set(all.map(moduleOf))) {
    const calls = all.filter((call) => moduleOf(call) === module)
    Fs.writeFileSync(Path.join(folder, `${module}.ts`), Recording.program(calls))
    Fs.writeFileSync(Path.join(folder, `${module}.recorded.ts`), Recording.test(calls, { seed: { users: ["acme"] } }))
  }
})
