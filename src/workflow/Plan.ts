/**
 * Plans a program: what it would write, without writing it.
 *
 * ```ts
 * const { end, writes } = yield* Plan.dryRun(Sync.labels({ owner, repo, labels }, { prune: true }))
 * ```
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Forge } from "../forge/Forge.ts"
import { type BodyReader, type Call, type Decoded, isBodyReader, isWrite } from "../rest/Call.ts"
import * as Reader from "../rest/Reader.ts"
import * as Transport from "../rest/Transport.ts"
import { observedAround } from "./internal/observed.ts"

/** The body of a planned write. */
export type Body =
  | { readonly _tag: "None" }
  | { readonly _tag: "Json"; readonly value: unknown }
  /** Bytes of an upload. The size of a stream is the declared one. */
  | { readonly _tag: "Bytes"; readonly size: number | null }

/** A request that would be sent. */
export interface PlannedWrite {
  /** Name of the operation, such as `Labels.create`. */
  readonly operation: string
  /** The HTTP method. */
  readonly method: string
  /** Path below the root of the API, or an absolute URL. */
  readonly url: string
  /** The body as it would be sent. */
  readonly body: Body
}

/** How far a plan reaches. */
export type End<E> =
  /** To the end of the program: it would write all this, and nothing else. */
  | { readonly _tag: "Completed" }
  /** To the write whose response the program needs in order to go on. What comes after it is not known. */
  | { readonly _tag: "Stopped"; readonly at: PlannedWrite }
  /** To the failure of the program, such as a read that finds nothing. It would have sent the writes before. */
  | { readonly _tag: "Failed"; readonly error: E }

/** What a program would write. */
export interface Plan<out E> {
  /** In the order in which they would be sent. */
  readonly writes: ReadonlyArray<PlannedWrite>
  /** How far the plan reaches. */
  readonly end: End<E>
}

/**
 * Runs a program without its writes: sends its reads, records its writes, and returns the list of them.
 *
 * **Details**
 *
 * The response to a write is not known. The program runs on as long as it does not look at it: it may discard it, collect
 * it or return it. As soon as it reads a field of it, the plan ends: `Stopped`, with that write. Writes without a
 * response value, such as deletions, never stop it. Nothing that the program does after that is sent or recorded, its
 * finalizers included.
 *
 * **Gotchas**
 *
 * Reads see the service as it is, without the planned writes. Waits last as long as they do, and everything that the
 * program does elsewhere happens. A response that is no record or list, such as the number that `.as` makes of it,
 * cannot tell that it is looked at: plan such a program up to there.
 */
export const dryRun = Effect.fn("Plan.dryRun")(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.fn.Return<Plan<E>, never, R | Forge> {
  const writes: Array<PlannedWrite> = []
  let stoppedAt: PlannedWrite | undefined
  const stop = (at: PlannedWrite): never => {
    stoppedAt ??= at
    throw new Error(`The plan ends here: it needs the response to ${at.operation}`)
  }

  const planned = Transport.around({
    request: (next) => (call, reader, since) =>
      Effect.suspend(() => {
        if (stoppedAt !== undefined) return Effect.interrupt
        if (!isWrite(call)) return next(call, reader, since)
        const write = writeOf(call)
        writes.push(write)
        if (isBodyReader(reader)) return Effect.succeed(unknownResponse(reader, () => stop(write)))
        stoppedAt = write
        return Effect.interrupt
      }),
    // Inside `Durable.steps`, writes would be carried out.
    carryOut: (_write, _input, next) => next
  })

  const exit = yield* Effect.exit(Effect.updateService(effect, Forge, planned))
  if (stoppedAt !== undefined) return { writes, end: { _tag: "Stopped", at: stoppedAt } }
  if (Exit.isSuccess(exit)) return { writes, end: { _tag: "Completed" } }
  const error = Exit.findErrorOption(exit)
  if (Option.isSome(error)) return { writes, end: { _tag: "Failed", error: error.value } }
  // The cast is safe: the cause holds no failure, only a defect or an interruption, which are no plan.
  return yield* Effect.failCause(exit.cause as Cause.Cause<never>)
}, observedAround)

const writeOf = ({ body, method, operation, secrets = [], url }: Call): PlannedWrite => ({
  operation,
  method,
  url,
  body: bodyOf(body, secrets)
})

const bodyOf = (body: Call["body"], secrets: ReadonlyArray<string>): Body => {
  if (body._tag === "Empty") return { _tag: "None" }
  if (body._tag === "Uint8Array" && body.contentType.includes("json")) {
    const text = new TextDecoder().decode(body.body)
    const value: unknown = JSON.parse(text, (_, value: unknown) =>
      typeof value === "string" && secrets.includes(value) ? "<redacted>" : value
    )
    return { _tag: "Json", value }
  }
  return { _tag: "Bytes", size: body.contentLength ?? null }
}

/** The response to a write that was not sent: `stop` runs as soon as somebody looks at it. */
const unknownResponse = <A>(reader: BodyReader<A>, stop: () => never): Decoded<A> => {
  const value = reader === Reader.nothing ? undefined : guarded({}, stop)
  // No budget was stated, which `Bulk` asks for. The cast is safe: nothing else can be had of it, and of the value nothing.
  return guarded({ value, budget: undefined }, stop) as Decoded<A>
}

/** An object that cannot be looked at, apart from the fields that it has. */
const guarded = (fields: Readonly<Record<string, unknown>>, stop: () => never): unknown =>
  new Proxy(fields, {
    get: (_, name) => (typeof name === "string" && Object.hasOwn(fields, name) ? fields[name] : stop()),
    has: stop,
    ownKeys: stop,
    getOwnPropertyDescriptor: stop,
    getPrototypeOf: stop,
    set: stop,
    deleteProperty: stop,
    defineProperty: stop
  })
