/** What the page and the worker of the playground say to each other. All of it can be cloned. */
import * as Schema from "effect/Schema"

/** The faults that a click switches on. */
export const faultNames = ["lost-answer", "rate-limit", "outage"] as const

export type FaultName = (typeof faultNames)[number]

/** The file that is run. */
export const mainFile = "main.ts"

/** Whether a further file may have this name. */
export const isFileName = (name: string): boolean => /^[a-z_][\w-]*\.ts$/i.test(name) && name !== mainFile

/** A program, and the services that it runs on. */
export interface Sketch {
  /** The text of `main.ts`. */
  readonly program: string
  /** Further files that it imports, such as `./seed.ts`, by their names. */
  readonly files?: Readonly<Record<string, string>>
  /** The seed of the simulated GitHub, as JSON. */
  readonly forge?: string
  /** The seed of the simulated weather services, as JSON. */
  readonly weather?: string
  /** The faults that are switched on when it is opened. */
  readonly faults?: ReadonlyArray<FaultName>
  /** Seconds of the program in a second of the page. */
  readonly speed?: number
}

/** What the page asks for. */
export type Command =
  | { readonly _tag: "run"; readonly sketch: Sketch; readonly speed: number; readonly faults: ReadonlyArray<FaultName> }
  /** Interrupts the program. */
  | { readonly _tag: "stop" }
  /** Seconds of the program in a second of the page. 0 stops its time. */
  | { readonly _tag: "speed"; readonly speed: number }
  /** Adds the fault to the running services. */
  | { readonly _tag: "fault"; readonly fault: FaultName }

const orNull = Schema.NullOr

/** Epoch milliseconds, of those that a `Date` can have. */
const Time = Schema.Finite.check(Schema.isBetween({ minimum: -8.64e15, maximum: 8.64e15 }))

/** A response, or what of it has reached the client. */
const ResponseView = Schema.Struct({
  status: Schema.Finite,
  /** Those that matter, a line each. */
  headers: Schema.Array(Schema.String),
  /** As text; null without a body. */
  body: orNull(Schema.String)
})
export interface ResponseView extends Schema.Schema.Type<typeof ResponseView> {}

/** A request as the service got it. An entry with a known `id` replaces it. Times are the program's, in epoch milliseconds. */
const RequestEntry = Schema.Struct({
  _tag: Schema.Literal("request"),
  id: Schema.String,
  service: Schema.Literals(["forge", "weather"]),
  /** Name of the operation, such as `Issues.get`. */
  operation: orNull(Schema.String),
  method: Schema.String,
  path: Schema.String,
  sentAt: Time,
  /** Null while it is pending. */
  answeredAt: orNull(Time),
  /** Null while it is pending, and if the connection was lost. */
  status: orNull(Schema.Finite),
  /** Whether the cache's response was confirmed (a 304 counts against no limit). */
  cached: Schema.Boolean,
  /** Counts the attempts of a call, from 1. */
  attempt: Schema.Finite,
  /** Whether the service has acted; false if a fault took its place. */
  acted: Schema.Boolean,
  faults: Schema.Array(Schema.String),
  /** What was sent, as text; null without a body. */
  body: orNull(Schema.String),
  /** What a refusal says. */
  message: orNull(Schema.String),
  /** What the client got; null if it got nothing. */
  response: orNull(ResponseView),
  /** What the service responded, if a fault changed or lost that. */
  original: orNull(ResponseView),
  /** How the connection ended, if it did so too early. */
  broken: orNull(Schema.String)
})
export interface RequestEntry extends Schema.Schema.Type<typeof RequestEntry> {}

/** A pause of the client. */
const WaitEntry = Schema.Struct({
  _tag: Schema.Literal("wait"),
  id: Schema.String,
  operation: Schema.String,
  startedAt: Time,
  /** Null while it waits. */
  endedAt: orNull(Time),
  /** When it will end, while it waits and that is known. */
  until: orNull(Time),
  /** Before a retry, or until a rate limit ends. */
  reason: Schema.Literals(["retry", "limit"])
})
export interface WaitEntry extends Schema.Schema.Type<typeof WaitEntry> {}

export type Entry = RequestEntry | WaitEntry

/** Columns over time, from a response of a weather service. */
const Chart = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  /** Whether it has days, weeks or months instead of times. */
  dates: Schema.Boolean,
  /** Epoch seconds. Dates are local ones, at midnight UTC. */
  times: Schema.Array(Schema.Finite.check(Schema.isBetween({ minimum: -8.64e12, maximum: 8.64e12 }))),
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      unit: Schema.String,
      values: Schema.Array(orNull(Schema.Number))
    })
  )
})
export interface Chart extends Schema.Schema.Type<typeof Chart> {}

const IssueView = Schema.Struct({
  number: Schema.Finite,
  title: Schema.String,
  state: Schema.String,
  author: Schema.String,
  body: Schema.String,
  labels: Schema.Array(Schema.Struct({ name: Schema.String, color: Schema.String })),
  assignees: Schema.Array(Schema.String),
  comments: Schema.Array(Schema.Struct({ author: Schema.String, body: Schema.String }))
})
export interface IssueView extends Schema.Schema.Type<typeof IssueView> {}

const PullView = Schema.Struct({
  ...IssueView.fields,
  head: Schema.String,
  base: Schema.String,
  merged: Schema.Boolean
})
export interface PullView extends Schema.Schema.Type<typeof PullView> {}

const RepositoryView = Schema.Struct({
  /** `owner/name` */
  name: Schema.String,
  issues: Schema.Array(IssueView),
  pulls: Schema.Array(PullView),
  releases: Schema.Array(
    Schema.Struct({
      tag: Schema.String,
      name: Schema.String,
      body: Schema.String,
      assets: Schema.Array(Schema.String)
    })
  ),
  /** The files of the default branch. The text of a file that is none, or too long, is null. */
  files: Schema.Array(Schema.Struct({ path: Schema.String, text: orNull(Schema.String) }))
})
export interface RepositoryView extends Schema.Schema.Type<typeof RepositoryView> {}

/** A test of the program. */
const TestView = Schema.Struct({
  id: Schema.String,
  /** The names of the suites around it, and its own. */
  path: Schema.Array(Schema.String),
  state: Schema.Literals(["waiting", "running", "passed", "failed", "skipped"]),
  /** Real milliseconds; null before it has ended. */
  took: orNull(Schema.Finite),
  /** Why it failed. */
  failure: Schema.String,
  /** What differs, a line each, which begins with `-` for what was expected and with `+` for what there is. */
  diff: Schema.Array(Schema.String)
})
export interface TestView extends Schema.Schema.Type<typeof TestView> {}

/** What the worker reports. */
const Report = Schema.Union([
  /** The modules are loaded. */
  Schema.TaggedStruct("ready", {}),
  Schema.TaggedStruct("started", {}),
  Schema.TaggedStruct("printed", { level: Schema.Literals(["log", "info", "warn", "error"]), text: Schema.String }),
  Schema.TaggedStruct("entries", { entries: Schema.Array(Schema.Union([RequestEntry, WaitEntry])) }),
  Schema.TaggedStruct("state", { repositories: Schema.Array(RepositoryView) }),
  /** The tests that are new or have changed. */
  Schema.TaggedStruct("tests", { tests: Schema.Array(TestView) }),
  Schema.TaggedStruct("charts", { charts: Schema.Array(Chart) }),
  /** The program's time, in epoch milliseconds. */
  Schema.TaggedStruct("clock", { now: Time }),
  /** `text` is the value of a success, or says why the program failed. A program without an effect does nothing. */
  Schema.TaggedStruct("ended", {
    outcome: Schema.Literals(["success", "nothing", "failure", "stopped"]),
    text: Schema.String
  })
])
export type Report = typeof Report.Type

/** Whether a message is a report. A program shares the worker with the engine, and may send others. */
export const isReport: (message: unknown) => message is Report = Schema.is(Report)
