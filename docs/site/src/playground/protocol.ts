/** What the page and the worker of the playground say to each other. All of it can be cloned. */

/** The faults that a click switches on. */
export const faultNames = ["lost-answer", "rate-limit", "outage"] as const

export type FaultName = (typeof faultNames)[number]

/** A program, and the services that it runs on. */
export interface Sketch {
  readonly program: string
  /** The seed of the code-hosting service, as JSON. */
  readonly forge?: string
  /** The seed of the weather services, as JSON. */
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

/** A request as the service got it. An entry with a known `id` replaces it. Times are the program's, in epoch milliseconds. */
export interface RequestEntry {
  readonly _tag: "request"
  readonly id: string
  readonly service: "forge" | "weather"
  /** Name of the operation, such as `Issues.get`. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly sentAt: number
  /** Null while it is pending. */
  readonly answeredAt: number | null
  /** Null while it is pending, and if the connection was lost. */
  readonly status: number | null
  /** Whether the cache's response was confirmed (a 304 counts against no limit). */
  readonly cached: boolean
  /** Counts the attempts of a call, from 1. */
  readonly attempt: number
  readonly faults: ReadonlyArray<string>
  /** What a refusal says. */
  readonly message: string | null
}

/** A pause of the client. */
export interface WaitEntry {
  readonly _tag: "wait"
  readonly id: string
  readonly operation: string
  readonly startedAt: number
  /** Null while it waits. */
  readonly endedAt: number | null
  /** When it will end, while it waits and that is known. */
  readonly until: number | null
  /** Before a retry, or until a rate limit ends. */
  readonly reason: "retry" | "limit"
}

export type Entry = RequestEntry | WaitEntry

/** Columns over time, from a response of a weather service. */
export interface Chart {
  readonly id: string
  readonly title: string
  /** Whether it has days, weeks or months instead of times. */
  readonly dates: boolean
  /** Epoch seconds. Dates are local ones, at midnight UTC. */
  readonly times: ReadonlyArray<number>
  readonly columns: ReadonlyArray<{
    readonly name: string
    readonly unit: string
    readonly values: ReadonlyArray<number | null>
  }>
}

export interface Comment {
  readonly author: string
  readonly body: string
}

export interface IssueView {
  readonly number: number
  readonly title: string
  readonly state: string
  readonly author: string
  readonly body: string
  readonly labels: ReadonlyArray<{ readonly name: string; readonly color: string }>
  readonly assignees: ReadonlyArray<string>
  readonly comments: ReadonlyArray<Comment>
}

export interface PullView extends IssueView {
  readonly head: string
  readonly base: string
  readonly merged: boolean
}

export interface RepositoryView {
  /** `owner/name` */
  readonly name: string
  readonly issues: ReadonlyArray<IssueView>
  readonly pulls: ReadonlyArray<PullView>
  readonly releases: ReadonlyArray<{
    readonly tag: string
    readonly name: string
    readonly body: string
    readonly assets: ReadonlyArray<string>
  }>
  /** The files of the default branch. The text of a file that is none, or too long, is null. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly text: string | null }>
}

/** What the worker reports. */
export type Report =
  /** The modules are loaded. */
  | { readonly _tag: "ready" }
  | { readonly _tag: "started" }
  | { readonly _tag: "printed"; readonly level: "log" | "info" | "warn" | "error"; readonly text: string }
  | { readonly _tag: "entries"; readonly entries: ReadonlyArray<Entry> }
  | { readonly _tag: "state"; readonly repositories: ReadonlyArray<RepositoryView> }
  | { readonly _tag: "charts"; readonly charts: ReadonlyArray<Chart> }
  /** The program's time, in epoch milliseconds. */
  | { readonly _tag: "clock"; readonly now: number }
  /** `text` is the value of a success, or says why the program failed. A program without an effect does nothing. */
  | { readonly _tag: "ended"; readonly outcome: "success" | "nothing" | "failure" | "stopped"; readonly text: string }
