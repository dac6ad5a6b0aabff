/** What a plan has: requests that would be sent, values that are known later, and how far it reaches. */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Applied, PlanStopped, ValueOf } from "./PlanError.ts"

/** A text that is put together, or a number, of values that are known later. */
export const Later = Schema.Struct({
  /** Where it goes: `url`, or `body` and the keys in the JSON. */
  at: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  /** What it becomes. The parts of `base64` are bytes, a character for each; those values are encoded as UTF-8. */
  as: Schema.Literals(["number", "text", "base64"]),
  /** Texts, and the values between them. */
  parts: Schema.Array(Schema.Union([Schema.String, ValueOf]))
})
export type Later = typeof Later.Type

/** The body of a planned write. Values that are known later are shown by their names, and secrets as `<redacted>`. */
export const Body = Schema.Union([
  Schema.TaggedStruct("None", {}),
  Schema.TaggedStruct("Json", { value: Schema.Json }),
  /** Bytes of an upload. */
  Schema.TaggedStruct("Bytes", {
    /** The declared size of a stream. Null if it is not known. */
    size: Schema.NullOr(Schema.Int),
    /** The media type. */
    content_type: Schema.String,
    /** Their SHA-256 in hex digits. Null for a stream that has failed when the plan was made. */
    sha256: Schema.NullOr(Schema.String),
    /** The bytes in Base64, up to 64 KiB of them. Null for more: only the plan in memory has those. */
    content: Schema.NullOr(Schema.String)
  })
])
export type Body = typeof Body.Type

const request = {
  /** Name of the operation, such as `Labels.create`. */
  operation: Schema.String,
  /** The HTTP method. */
  method: Schema.String,
  /** Path below the root of the host, or an absolute URL. Values that are known later are shown by their names. */
  url: Schema.String,
  /** The body as it would be sent. Few reads have one. */
  body: Body,
  /** The name of one of the service's hosts. */
  host: Schema.String,
  /** The media type to request; null for the service's JSON. */
  accept: Schema.NullOr(Schema.String),
  /** The rate-limit resource that it draws on. */
  resource: Schema.String,
  /** The values that are known later, and where they go. */
  later: Schema.Array(Later),
  /** The statuses of a success. */
  statuses: Schema.Array(Schema.Int),
  /** Tags of the errors that it declares. */
  errors: Schema.Array(Schema.String)
}

/** The fields of every request. */
type RequestFields = { readonly [K in keyof typeof request]: (typeof request)[K] }

const withRequest = <const F extends Schema.Struct.Fields>(fields: F): RequestFields & F => ({ ...request, ...fields })

/** What the program assumed about an answer. */
export const Expected = Schema.Struct({
  /** The field. */
  field: Schema.Array(Schema.String),
  /** `is`: it has this value. `there`: it is not null. */
  that: Schema.Literals(["is", "there"]),
  /** The value; null for `there`. */
  value: Schema.Json
})
export type Expected = typeof Expected.Type

/** A request that would be sent. */
export const PlannedWrite = Schema.Struct(
  withRequest({
    /** Where secrets go in the body. They are not in the plan. */
    secrets: Schema.Array(Schema.Array(Schema.Union([Schema.String, Schema.Int]))),
    /** Whether it is safe to send again. */
    repeatable: Schema.Boolean,
    /** What `apply` verifies in the answer. Fields of the plan's own values are not among them. */
    expected: Schema.Array(Expected)
  })
)
export type PlannedWrite = typeof PlannedWrite.Type

/** A read that the plan was based on, or that is sent between its writes. */
export const PlannedRead = Schema.Struct(
  withRequest({
    /** After how many writes it is sent. 0 for what was read while planning. */
    after: Schema.Int,
    /** What tells the answer from others. Null if nothing does, or if it is sent later. */
    fingerprint: Schema.NullOr(Schema.String),
    /** What `apply` verifies in the answer to a later read. */
    expected: Schema.Array(Expected)
  })
)
export type PlannedRead = typeof PlannedRead.Type

/** How far a plan reaches. */
export type End<E> =
  /** To the end of the program: it would write all this, and nothing else. */
  | { readonly _tag: "Completed" }
  /** To where the program branches on a value that is not known yet. What comes after it is not known. */
  | { readonly _tag: "Stopped"; readonly error: PlanStopped }
  /** To the failure of the program, such as a read that finds nothing. It would have sent the writes before. */
  | { readonly _tag: "Failed"; readonly error: E }

/** What a program would write. It is plain data: `schema` encodes it. */
export interface Plan<out E> {
  /** In the order in which they would be sent. */
  readonly writes: ReadonlyArray<PlannedWrite>
  /** What the plan was based on, and what is read between the writes. */
  readonly reads: ReadonlyArray<PlannedRead>
  /** How far the plan reaches. */
  readonly end: End<E>
}

/** A plan that reaches to its end, as one that is stored. */
export type CompletedPlan = Plan<never>

/**
 * The schema of plans whose program fails with these errors. The secrets of a plan, and long bodies, are not encoded.
 *
 * ```ts
 * const Stored = Schema.fromJsonString(Schema.toCodecJson(Plan.schema(Sync.Failure)))
 * ```
 */
export const schema = <E extends Schema.Constraint>(
  error: E
): Schema.Struct<{
  readonly writes: Schema.$Array<typeof PlannedWrite>
  readonly reads: Schema.$Array<typeof PlannedRead>
  readonly end: Schema.Union<
    readonly [
      Schema.TaggedStruct<"Completed", {}>,
      Schema.TaggedStruct<"Stopped", { readonly error: typeof PlanStopped }>,
      Schema.TaggedStruct<"Failed", { readonly error: E }>
    ]
  >
}> =>
  Schema.Struct({
    writes: Schema.Array(PlannedWrite),
    reads: Schema.Array(PlannedRead),
    end: Schema.Union([
      Schema.TaggedStruct("Completed", {}),
      Schema.TaggedStruct("Stopped", { error: PlanStopped }),
      Schema.TaggedStruct("Failed", { error })
    ])
  })

/** How to go about it. */
export interface ApplyOptions<E = never, R = never, R2 = never> {
  /** How far an earlier call is: what it failed with as `applied`, or what `onProgress` was told last. Default: nothing is done. */
  readonly after?: Applied | undefined
  /** Called before each write, and after it. */
  readonly onProgress?: ((applied: Applied) => Effect.Effect<unknown, E, R>) | undefined
  /** Supplies a secret that a stored plan lacks. `path` is where it goes in the body, such as `config.secret`. */
  readonly secret?: ((write: PlannedWrite, path: string) => Effect.Effect<Redacted.Redacted, E, R2>) | undefined
  /** Supplies the bytes that a stored plan lacks. They are compared with the digest of the plan, if it has one. */
  readonly bytes?: ((write: PlannedWrite) => Effect.Effect<Uint8Array, E, R2>) | undefined
}

/** What a plan costs. */
export interface Cost {
  /** Writes that are sent. */
  readonly writes: number
  /** Reads that are sent: before the first write, to see whether the plan is still valid, and between the writes. */
  readonly reads: number
  /** Requests by the rate-limit resource that they draw on. Unchanged reads that are cached cost nothing. */
  readonly quota: Readonly<Record<string, number>>
  /**
   * For how many minutes the service holds it back at least, by its secondary limits: 900 points a minute, of which a write
   * costs 5 and a read 1, and 80 writes a minute, 500 an hour. 0 if all of it fits into the first window.
   */
  readonly minutes: number
}
