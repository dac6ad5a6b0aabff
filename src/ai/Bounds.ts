/**
 * Bounds of a session of an agent: where it may read and write, with which operations, how often, how much and how
 * long, and where information may flow.
 *
 * ```ts
 * const Session = Bounds.layer({
 *   reads: { in: ["acme/web"] },
 *   writes: { in: ["acme/web#12"], operations: ["Labels.addToIssue"], unattended: ["Labels.addToIssue"] },
 *   calls: { all: 50 }
 * })
 *
 * const Tools = tools.layer.pipe(Layer.provide(Session))
 * ```
 *
 * **Details**
 *
 * They apply to every request, including those of workflows, whatever a model passes: what a request concerns is read
 * from its URL. A call that would leave the bounds ends with a `ToolRefused`, which the model gets: it names the bound
 * and says why.
 *
 * A session carries labels of what it has read. After reading a repository that is not public, it writes only to that
 * repository, unless `share` says more. After reading what outsiders wrote, it writes only with the operations of
 * `writes.unattended`, and only to the repository where it read that. A label stays until the session ends.
 *
 * What a model is shown contains no secrets, and is marked if it contains texts of outsiders. A write that the model
 * repeats is not sent again: the model is shown the first answer.
 *
 * **Gotchas**
 *
 * A session is for one task. The labels of a long session end up forbidding everything that it is for.
 *
 * It reads each repository once, and each issue before the first write to it, since the service redirects requests for
 * what was renamed or transferred. A transfer between that read and the write is not noticed.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { InvalidInput } from "../rest/RestError.ts"
import type * as Transport from "../rest/Transport.ts"
import { guard, makeSession } from "./internal/bounds/guard.ts"
import { type Calls, settle, stepOf } from "./internal/bounds/step.ts"
import { digestOf } from "./internal/bounds/plans.ts"
import { type Options, schema } from "./BoundsTypes.ts"
import type { PlannedCall, SessionPlan } from "./PlanningTypes.ts"
import { layerEffect, type ToolStep } from "./ToolCall.ts"

export * from "./BoundsTypes.ts"

/** What a session has used and read so far. */
export interface Usage {
  /** How many calls it has made. */
  readonly calls: number
  /** What it has used of the rate limits. */
  readonly quota: number
  /** What it has read that is not public: `acme/secret`, `acme/*` of a search, or the path of something else. */
  readonly private: ReadonlyArray<string>
  /** Where it has read texts of outsiders. */
  readonly untrusted: ReadonlyArray<string>
}

/** A session: one task of an agent. */
export interface Session {
  /** Names its writes. */
  readonly id: string
  /** The step around calls of tools: `ToolCall.layer` adds it, or `Effect.provideService(ToolCalls, [step])` for some calls. */
  readonly step: ToolStep
  /** The same for requests that belong to no tool, such as those of resources: `Transport.around` takes it. */
  readonly transport: Transport.Step
  /** What it has used and read so far. */
  readonly usage: Effect.Effect<Usage>
  /** What it has planned so far, with `mode: "plan"`. `Planning` carries it out. */
  readonly plan: Effect.Effect<SessionPlan>
  /**
   * Takes calls out of what is planned, once a person has decided about them: those that were carried out (`Planning.rest`
   * tells which were not), or those that nobody wants. The latter can be planned again, as if they had never been.
   */
  readonly settle: (calls: ReadonlyArray<PlannedCall>, written: boolean) => Effect.Effect<void>
  /** The step around the requests of an approved call. `Planning.apply` takes it. */
  readonly applying: (call: PlannedCall) => Transport.Step
}

/** How to make a session. */
export interface SessionOptions {
  /**
   * The id of a session that is continued, by a process that was killed: its writes are looked for before they are sent.
   * Anyone who can guess it can create its records in its place. Default: a new one.
   */
  readonly id?: string | undefined
}

/**
 * Makes a session.
 *
 * Fails with `InvalidInput` if the options are wrong. A field that does not exist is refused, since a misspelled bound
 * would have no effect.
 */
export const make: (options: Options, session?: SessionOptions) => Effect.Effect<Session, InvalidInput> = Effect.fn(
  "Bounds.make"
)(function* (given: Options, { id }: SessionOptions = {}) {
  const options = yield* Effect.mapError(check(given), ({ message }) => {
    const operation = "Bounds.make"
    return new InvalidInput({ operation, message: `${operation}: ${message}`, path: "", reason: message })
  })
  const state = makeSession(options)
  const calls: Calls = {
    id: id ?? (yield* Effect.sync(() => crypto.randomUUID())),
    resumes: id !== undefined,
    done: new Map(),
    tried: new Set(),
    planned: [],
    keys: new WeakMap()
  }
  return {
    id: calls.id,
    step: stepOf(state, calls),
    transport: guard(state, undefined, () => ({ is: options.mode === "plan" ? "reading" : "acting" })),
    // What names a workflow allows what it does, and the name of an operation no more than itself.
    applying: ({ operation }) => guard(state, undefined, () => ({ is: "applying", workflow: operation })),
    usage: Effect.sync(() => ({
      calls: state.used.calls,
      quota: state.used.quota,
      private: [...state.labels.private],
      untrusted: [...state.labels.untrusted]
    })),
    plan: Effect.suspend(() => {
      const planned = [...calls.planned]
      return Effect.map(digestOf(planned), (digest) => ({ calls: planned, digest }))
    }),
    settle: (settled, written) => Effect.sync(() => settle(calls, settled, written))
  }
})

const check = Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })

/** Keeps the tools that it is provided to within bounds: one session, from when the Layer is built. */
export const layer = (options: Options): Layer.Layer<never, InvalidInput> =>
  layerEffect(Effect.map(make(options), ({ step }) => step))
