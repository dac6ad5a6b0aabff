/** Makes callables from declared uploads: the run-time half of `Upload.ts`. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Decoded, OutgoingBody, Reader } from "../../Call.ts"
import type { CallPlan } from "../../CallPlan.ts"
import * as CallSite from "../../CallSite.ts"
import type { Representation } from "../../Declaration.ts"
import type { OnProgress } from "../../Progress.ts"
import {
  type Failure,
  type IntegrityFailed,
  type InvalidInput,
  invalidInput,
  type UnsafeRedirect
} from "../../RestError.ts"
import { type Hash, Sha256 } from "../../Sha256.ts"
import type { Transport } from "../../Transport.ts"
import * as Readers from "../../Reader.ts"
import { fieldsEncoder } from "../../Input.ts"
import { mediaType } from "../text/headerText.ts"
import * as Urls from "../text/urls.ts"
import { foreignUpload, notAsPromised } from "../wire/failures.ts"
import { piecesOf, streamed } from "../wire/outgoingBody.ts"
import { BodyRefused, pieceSize } from "../wire/requestBody.ts"
import { replyOf, valueIn } from "./callable.ts"
import { derived } from "./plan.ts"

/** The part of the input that describes the data and its destination. */
interface Given<E, R> {
  readonly content_type: string
  readonly upload_url?: string | null | undefined
  readonly data: Uint8Array | string | Stream.Stream<Uint8Array, E, R>
  readonly size?: number | undefined
}

interface Options {
  readonly onProgress?: OnProgress | undefined
}

/** What the service says that it has stored. */
interface Stored {
  readonly size: number | null
  readonly digest: string | null
}

/** Makes the callable of an upload. */
export const upload = <A, Self>(plan: CallPlan<Self>, reader: Reader<A>, stored?: (value: A) => Stored) => {
  const { call, declaration, service, encode } = plan
  const check = fieldsEncoder(call.operation, payloadFields)

  const ask = <E, R>(input: Given<E, R>, options: Options = {}): Effect.Effect<Decoded<A>, Failure | E, Self | R> =>
    Effect.contextWith((context: Context.Context<Self | R>) =>
      Effect.withFiber((fiber) =>
        Result.match(
          Result.gen(function* () {
            const encoded = yield* encode(input)
            yield* check(input)
            const transport = Context.get(context, service)
            const url = yield* urlOf(plan, transport, encoded.url, input.upload_url)
            const begin = stored && transport.policy(fiber, Sha256)
            const bytes = yield* bytesOf(call.operation, input, context, begin, options.onProgress)
            return { bytes, url, transport }
          }),
          {
            onFailure: (refused): Effect.Effect<never, Failure> => Effect.fail(refused),
            onSuccess: ({ bytes, transport, url }) =>
              Effect.flatMap(
                bytes.following(transport.request({ ...call, url, body: bytes.body }, reader)),
                (decoded): Effect.Effect<Decoded<A>, Failure> => {
                  const problem = stored && whyWrong(plan, decoded, bytes, stored(decoded.value))
                  return problem === undefined ? Effect.succeed(decoded) : Effect.fail(problem)
                }
              )
          }
        )
      )
    )

  return Object.assign(
    CallSite.effect(<E, R>(input: Given<E, R>, options?: Options) => Effect.map(ask(input, options), valueIn)),
    {
      withReply: CallSite.effect(<E, R>(input: Given<E, R>, options?: Options) =>
        Effect.map(ask(input, options), (decoded) => replyOf(decoded, decoded.value, plan.dialect))
      ),
      as: (schema: Schema.ConstraintDecoder<unknown>, options?: Representation): unknown =>
        upload(derived(plan, schema, options), Readers.valueOf(plan.call.method, schema)),
      declaration
    }
  )
}

/** Compares what was sent with what was stored. */
const whyWrong = (
  { info: { method, operation }, redact: redactAny }: Pick<CallPlan<unknown>, "info" | "redact">,
  { redact = redactAny, url }: Pick<Decoded<unknown>, "redact" | "url">,
  sent: Sent,
  stored: Stored
): IntegrityFailed | undefined => {
  const info = { operation, method, url: Urls.safe(url) }
  if (stored.size !== null && stored.size !== sent.size) {
    return notAsPromised(info, `${sent.size} bytes`, `${stored.size} bytes`, redact)
  }
  const found = stored.digest?.toLowerCase()
  if (found === undefined || !/^sha256:[0-9a-f]{64}$/.test(found)) return undefined
  const digest = `sha256:${sent.sha256()}`
  return found === digest ? undefined : notAsPromised(info, digest, found, redact)
}

const payloadFields = {
  content_type: Schema.String.check(Schema.isPattern(mediaType, { expected: "a media type" })),
  size: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  upload_url: Schema.optional(Schema.NullOr(Schema.String))
}

/** The destination: the URL that the service gave, with the declaration's query added; else the declared URL. */
const urlOf = (
  { info, redact }: Pick<CallPlan<unknown>, "info" | "redact">,
  transport: Transport,
  declared: string,
  given: string | null | undefined
): Result.Result<string, InvalidInput | UnsafeRedirect> => {
  if (given === undefined || given === null) return Result.succeed(declared)
  const bare = given.replace(/\{[?&][^{}]*\}$/, "")
  if (/[{}]/.test(bare) || !URL.canParse(bare)) {
    return Result.fail(
      invalidInput(info.operation, "upload_url", "is neither a URL nor a URI template that ends in a query expression")
    )
  }
  const url = new URL(bare)
  if (!transport.isOwn(bare)) return Result.fail(foreignUpload(info, bare, redact))
  if (Urls.hasUser(bare)) return Result.fail(invalidInput(info.operation, "upload_url", Urls.userRefused))
  const [, query = ""] = declared.split("?")
  url.search = [url.search.slice(1), query].filter((part) => part !== "").join("&")
  url.hash = ""
  return Result.succeed(url.href)
}

/** What was sent. */
interface Sent {
  readonly size: number
  /** In hex digits. */
  readonly sha256: () => string
}

/** The body of an upload. */
interface Bytes<E> extends Sent {
  readonly body: OutgoingBody
  /** Wraps the request: if the data fails, the request fails with the same error. Reports progress to its end. */
  readonly following: <A>(request: Effect.Effect<A, Failure>) => Effect.Effect<A, Failure | E>
}

const bytesOf = <E, R>(
  operation: string,
  { content_type, data, size }: Given<E, R>,
  context: Context.Context<R>,
  /** Starts a hash, if it may be compared. */
  begin: (() => Hash) | undefined,
  onProgress: OnProgress | undefined
): Result.Result<Bytes<E>, InvalidInput> => {
  if (Stream.isStream(data)) {
    if (size === undefined)
      return Result.fail(invalidInput(operation, "size", "is required for a stream: its number of bytes"))
    const hashed = hashing(Stream.provideContext(data, context), begin)
    const { body, following } = bytesInPieces(hashed.data, size, content_type, onProgress)
    return Result.succeed({ body, following, size, sha256: hashed.sha256 })
  }
  if (typeof data !== "string" && !(data instanceof Uint8Array)) {
    return Result.fail(invalidInput(operation, "data", "must be bytes, text or a stream of bytes"))
  }
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data
  // Only for a response that states a digest: the bytes are still there then.
  const sha256 = () => {
    const hash = begin?.()
    hash?.update(bytes)
    return hash?.hex() ?? ""
  }
  const sent: Sent = { size: bytes.length, sha256 }
  if (bytes.length <= pieceSize && onProgress === undefined) {
    const body = HttpBody.uint8Array(bytes, content_type)
    return Result.succeed({ ...sent, body, following: (request) => request })
  }
  // Sent in pieces, so that progress and the watchdog can follow it.
  const pieces = Stream.fromIterable(piecesOf(bytes), { chunkSize: 1 })
  return Result.succeed({ ...sent, ...bytesInPieces(pieces, bytes.length, content_type, onProgress, bytes) })
}

/** Hashes a stream while it is sent: its bytes are gone afterwards. Each run starts anew. */
const hashing = <E>(
  data: Stream.Stream<Uint8Array, E>,
  begin: (() => Hash) | undefined
): { readonly data: Stream.Stream<Uint8Array, E>; readonly sha256: () => string } => {
  if (begin === undefined) return { data, sha256: () => "" }
  let hash: Hash | undefined
  return {
    data: Stream.suspend(() => {
      const current = (hash = begin())
      return Stream.mapArray(data, (pieces) => {
        for (const piece of pieces) current.update(piece)
        return pieces
      })
    }),
    sha256: () => hash?.hex() ?? ""
  }
}

const bytesInPieces = <E>(
  data: Stream.Stream<Uint8Array, E>,
  total: number,
  contentType: string,
  onProgress: OnProgress | undefined,
  inOnePiece?: Uint8Array
): Omit<Bytes<E>, keyof Sent> => {
  /** The failure of the last run. The stream runs again when the request is retried. */
  let failure: Cause.Cause<E> | undefined
  let bytes = 0

  const counted = Stream.suspend(() => {
    failure = undefined
    bytes = 0
    const source = Stream.catchCause(data, (cause) => {
      failure = cause
      return Stream.fail(new BodyRefused("the stream of bytes failed"))
    })
    return Stream.transformPull(source, (pull) => {
      const next = Effect.flatMap(pull, (pieces) => {
        for (const piece of pieces) bytes += piece.length
        if (bytes > total) return Effect.fail(new BodyRefused(`has more than the declared ${total} bytes`))
        if (onProgress === undefined) return Effect.succeed(pieces)
        return Effect.as(onProgress({ bytes, total }), pieces)
      })
      return Effect.succeed(
        Pull.catchDone(next, (): Effect.Effect<never, Cause.Done | BodyRefused> =>
          bytes === total
            ? Cause.done()
            : Effect.fail(new BodyRefused(`ends after ${bytes} of the declared ${total} bytes`))
        )
      )
    })
  })

  return {
    body: streamed(HttpBody.stream(counted, contentType, total), inOnePiece),
    following: (request) =>
      request.pipe(
        Effect.catch((error): Effect.Effect<never, Failure | E> =>
          failure !== undefined && (error._tag === "InvalidInput" || error._tag === "TransportFailed")
            ? Effect.failCause(failure)
            : Effect.fail(error)
        ),
        // A body sent in one piece has reported no progress until now.
        Effect.tap(() =>
          bytes === total || onProgress === undefined ? Effect.void : onProgress({ bytes: total, total })
        )
      )
  }
}
