/**
 * Verified writes: a write that is not safe to retry is looked for before it is sent again.
 *
 * ```ts
 * Write.once(Issues.createComment, { owner, repo, issue_number: 1, body: "Thank you!" }, { key: "thanks-1" })
 * ```
 *
 * A second call with the same key writes again, unless it has `resume`. For a script that may run twice, use
 * `Upsert.comment` of `forgecast/workflow`.
 *
 * **Details**
 *
 * After a failure that leaves it open whether the service has acted, it looks for what the write would have made, and
 * returns that. If there is nothing, it sends the write again, as often as `Retry.RetryPolicy` allows. How a write is
 * found is declared with its operation (`foundBy`): by a mark in its text, an HTML comment with the key that people
 * don't see; or by what makes it unique anyway, such as the name of a label.
 *
 * If it fails with `ServiceUnavailable`, or with `TransportFailed` where `mayHaveArrived` is true, the write is still in
 * doubt: run it again with `resume`. `DecodeFailed` and an `UnexpectedStatus` that is not a refusal leave the same doubt.
 * After any other failure, nothing of it was found.
 *
 * **Gotchas**
 *
 * The service has no locks, so a record without a unique name (a comment, an issue) is written twice if the look misses
 * the first one: when its request arrives later than `Settling`, since the network held it; when a listing shows it later
 * than that; when somebody has removed its mark; or when two programs use the same key at the same time. For a slow network
 * or a slow service, provide a longer `Settling`.
 *
 * A key stands for one write. Everyone who can read the text can read the key in its source. A key that others can guess
 * lets them make the record in your place.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as CallSite from "./CallSite.ts"
import type { FoundBy, Finding, Look, LookForBytes, UploadFoundBy } from "./FoundBy.ts"
import { makeLook } from "./internal/verify/look.ts"
import * as Mark from "./Mark.ts"
import * as Verify from "./internal/verify/once.ts"
import type * as Operation from "./Operation.ts"
import { Observer } from "./Policies.ts"
import { invalidInput, type RequestError } from "./RestError.ts"
import { RetryPolicy } from "./Retry.ts"
import { Sha256 } from "./Sha256.ts"
import * as Upload from "./Upload.ts"

export type { FoundBy, Look, LookForBytes, Reading, UploadFoundBy } from "./FoundBy.ts"

/** How `once` knows the write. */
export interface Options {
  /** Names the write. Any text but the empty one. */
  readonly key: string
  /**
   * Whether the key may have been used before this call, for example by a process that was killed. The write is then
   * looked for before it is sent, which takes as long as `Settling` if there is nothing to find; and a removal whose
   * resource is not there counts as done. The time of the first use says how far back to look. `true` looks back a day.
   */
  readonly resume?: boolean | DateTime.Utc | Date | undefined
}

/**
 * How long a write may take until it shows in listings, counted from the failure, or from the start with `resume`. After a
 * lost response, a write is looked for until this time has passed, before it is sent again. A write that arrives or
 * becomes visible later is written twice, so make this longer than the network may hold a request, and than listings
 * may lag. Default: 10 seconds, after which the service gives up on a request.
 */
export const Settling = Context.Reference<Duration.Input>("forgecast/rest/Write/Settling", {
  defaultValue: () => "10 seconds"
})

/** Makes sure of a write. Takes operations and uploads that declare `foundBy`. */
export interface Once {
  <Input, A, E, R, Looking>(
    operation: Operation.Findable<Input, A, E, R, Looking>,
    input: Input,
    options: Options
  ): Effect.Effect<A, E | Looking, R>
  <Input, A, E, R, D extends Upload.Data = Uint8Array | string>(
    upload: Upload.Findable<Input, A, E, R>,
    input: Input & Upload.Payload<D>,
    options: Options & Upload.Options
  ): Effect.Effect<A, E | RequestError | Stream.Error<D>, R | Stream.Services<D>>
}

/** An operation or upload, and its input, without their types. */
interface AnyWrite {
  (input: AnyInput, options?: Upload.Options): Effect.Effect<unknown, unknown, unknown>
  readonly declaration: { readonly name: string; readonly resource: string }
  readonly finding: Finding<unknown, AnyFoundBy>
}

type AnyInput = Readonly<Record<string, unknown>>

type AnyFoundBy = Omit<FoundBy<AnyInput, unknown, string, unknown>, "find"> &
  Pick<UploadFoundBy<AnyInput, unknown>, "clear"> & {
    readonly find?: (input: AnyInput, look: AnyLook) => Effect.Effect<Option.Option<unknown>, unknown, unknown>
  }

/** Uploads are found by their bytes as well. */
type AnyLook = Look & Partial<LookForBytes<unknown, unknown>>

const day = 86_400_000
const hour = 3_600_000

const run = (
  write: AnyWrite,
  input: AnyInput,
  { key, onProgress, resume = false }: Options & Upload.Options
): Effect.Effect<unknown, unknown, unknown> =>
  Effect.gen(function* () {
    const { name, resource } = write.declaration
    const send = CallSite.without(write)
    const { check, dialect, foundBy, service } = write.finding
    const { clear, find, gone } = foundBy
    const checked = check(input)
    if (Result.isFailure(checked)) return yield* checked.failure
    if (typeof key !== "string" || key === "") return yield* invalidInput(name, "key", "is empty")
    const transport = yield* Effect.service(service)
    const policy = <A>(reference: Context.Reference<A>) =>
      Effect.withFiber((fiber) => Effect.succeed(transport.policy(fiber, reference)))
    const mark = Mark.of(key)
    const since = sinceOf(resume, yield* Clock.currentTimeMillis)
    const look = makeLook(transport, name, dialect, mark, since - hour)
    const { data } = input
    const bytes = isData(data)
      ? { size: Upload.sizeOf(data, input["size"]), digest: Upload.digestOf(data, yield* policy(Sha256)) }
      : undefined
    const field = typeof foundBy.mark === "function" ? foundBy.mark(input) : foundBy.mark
    const marked = field === undefined ? input : { ...input, [field]: Mark.add(textOf(input[field]), mark) }
    return yield* Verify.once({
      operation: name,
      resource,
      send: onProgress === undefined ? send(marked) : send(marked, { onProgress }),
      find: find?.(input, { ...look, ...bytes }),
      clear: clear?.(input, look) ?? Effect.void,
      gone,
      resume: resume !== false,
      retry: yield* policy(RetryPolicy),
      observer: yield* policy(Observer),
      settling: Duration.toMillis(yield* policy(Settling))
    })
  })

const sinceOf = (resume: boolean | DateTime.Utc | Date, now: number): number => {
  if (typeof resume === "boolean") return resume ? now - day : now
  return resume instanceof Date ? resume.getTime() : DateTime.toEpochMillis(resume)
}

const textOf = (text: unknown): string | undefined => (typeof text === "string" ? text : undefined)

const isData = (data: unknown): data is Upload.Data =>
  typeof data === "string" || data instanceof Uint8Array || Stream.isStream(data)

/**
 * Makes sure of a write: after a failure that leaves it open whether it was carried out, looks for it at once and until
 * `Settling` has passed, and sends it again if it is not there.
 *
 * A second call with the same key writes again, unless it has `resume`. For a script that may run twice, use
 * `Upsert.comment` or `Upsert.issue` of `forgecast/workflow`. A write that arrives or becomes visible later than
 * `Settling` is written twice.
 *
 * Takes an operation or an upload that declares how it is found again (`foundBy`), its input, and a key that names the
 * write.
 */
// The cast gives the input and the result the types of the operation: it finds what it returns, and checks its input.
export const once = CallSite.effect(run) as Once
