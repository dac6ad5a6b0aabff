/** Reads the request of a delivery: its headers, its bytes, their signature, and then the JSON. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Hmac } from "../../../rest/Hmac.ts"
import type { Raw } from "../../WebhookDelivery.ts"
import * as WebhookError from "../../WebhookError.ts"
import * as WebhookSignature from "../../WebhookSignature.ts"

/** What a receiver knows. */
export interface Receiver {
  /** A delivery must have the signature of one of them. None: no signature is asked for. */
  readonly hmacs: ReadonlyArray<Hmac>
  /** In bytes. */
  readonly maxBodySize: number
  /** How long a body may take to arrive, in milliseconds. */
  readonly bodyTimeout: number
}

/** Fails unless everything holds. Nothing of the body is looked at before its signature is. */
export const read = Effect.fnUntraced(function* (
  receiver: Receiver,
  request: HttpServerRequest.HttpServerRequest
): Effect.fn.Return<Raw, WebhookError.WebhookError> {
  const { headers } = request
  const isForm = yield* formOf(headers)
  const signature = yield* signatureOf(receiver, headers["x-hub-signature-256"])
  const event = yield* headerOf(headers, "x-github-event", /^\w{1,100}$/, nameOfEvent)
  const id = yield* headerOf(headers, "x-github-delivery", /^[\w-]{1,100}$/, idOfDelivery)
  const bytes = yield* bodyOf(receiver, request)
  if (signature !== undefined) yield* verify(receiver, signature, bytes)
  const payload = yield* Effect.fromResult(
    Result.mapError(payloadOf(bytes, isForm), ({ found, path }) => {
      return new WebhookError.DecodeFailed({ event, delivery: id, path, found })
    })
  )
  return {
    id,
    event,
    hook: {
      id: numberOf(headers["x-github-hook-id"]),
      target_type: headers["x-github-hook-installation-target-type"] ?? null,
      target_id: numberOf(headers["x-github-hook-installation-target-id"])
    },
    received_at: yield* DateTime.now,
    payload
  }
})

type Headers = HttpServerRequest.HttpServerRequest["headers"]

/** Whether the body is a form. */
const formOf = (headers: Headers) => {
  const encoding = (headers["content-encoding"] ?? "identity").toLowerCase()
  const type = headers["content-type"] ?? ""
  const [mediaType = ""] = type.split(";", 1)
  const found = encoding === "identity" ? mediaType.trim().toLowerCase() : `${encoding} (compressed)`
  if (found === "application/json") return Effect.succeed(false)
  if (found === "application/x-www-form-urlencoded") return Effect.succeed(true)
  return Effect.fail(new WebhookError.MediaTypeUnsupported({ found: found.slice(0, 200) }))
}

const signatureOf = ({ hmacs }: Receiver, header: string | undefined) => {
  if (hmacs.length === 0) return Effect.undefined
  if (header === undefined) return Effect.fail(new WebhookError.SignatureMissing())
  const signature = WebhookSignature.parse(header)
  return signature === undefined ? Effect.fail(new WebhookError.SignatureMismatch()) : Effect.succeed(signature)
}

const nameOfEvent = "the name of an event: at most 100 letters, digits and underscores"
const idOfDelivery = "the id of the delivery: at most 100 letters, digits, hyphens and underscores"

const headerOf = (headers: Headers, header: string, form: RegExp, expected: string) => {
  const value = headers[header]
  if (value !== undefined && form.test(value)) return Effect.succeed(value)
  const reason = value === undefined ? "missing" : "invalid"
  return Effect.fail(new WebhookError.HeaderInvalid({ header, reason, expected }))
}

const numberOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null

/** The bytes of the body, which are never more than the limit in memory. */
const bodyOf = ({ bodyTimeout, maxBodySize }: Receiver, request: HttpServerRequest.HttpServerRequest) => {
  // An error has a stack, which takes longer to make than a body to read.
  const tooLarge = Effect.suspend(() => Effect.fail(new WebhookError.BodyTooLarge({ limit: maxBodySize })))
  if (Number(request.headers["content-length"] ?? 0) > maxBodySize) return tooLarge
  // A web `Request` without a byte has no body on some runtimes.
  const isEmpty = Predicate.hasProperty(request.source, "body") && request.source.body === null
  return (isEmpty ? Stream.empty : request.stream).pipe(
    Stream.mapError(() => new WebhookError.BodyIncomplete()),
    Stream.runFoldEffect(
      () => ({ parts: Array.of<Uint8Array>(), size: 0 }),
      ({ parts, size }, part) => {
        if (size + part.length > maxBodySize) return tooLarge
        parts.push(part)
        return Effect.succeed({ parts, size: size + part.length })
      }
    ),
    Effect.timeoutOrElse({
      duration: bodyTimeout,
      orElse: () => Effect.fail(new WebhookError.BodyIncomplete())
    }),
    Effect.map(({ parts, size }) => joined(parts, size))
  )
}

const joined = (parts: ReadonlyArray<Uint8Array>, size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const verify = ({ hmacs }: Receiver, signature: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>) =>
  Effect.findFirst(hmacs, (hmac) => hmac.verify(signature, bytes)).pipe(
    Effect.flatMap((found) => (Option.isSome(found) ? Effect.void : Effect.fail(new WebhookError.SignatureMismatch())))
  )

interface Mismatch {
  readonly path: string
  readonly found: string
}

const payloadOf = (bytes: Uint8Array<ArrayBuffer>, isForm: boolean): Result.Result<Schema.JsonObject, Mismatch> => {
  const refused = (found: string) => Result.fail({ path: "", found })
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return refused("Expected UTF-8, found other bytes")
  }
  const json = isForm ? new URLSearchParams(text).get("payload") : text
  if (json === null) return refused("Expected a form with the field payload, found none")
  let payload: unknown
  try {
    payload = JSON.parse(json)
  } catch {
    return refused("Expected JSON, found other text")
  }
  if (!isJsonObject(payload)) return refused("Expected an object, found another value")
  return isDeeper(payload, deepest)
    ? refused(`Expected at most ${deepest} levels, found more`)
    : Result.succeed(payload)
}

/** Stores, schemas and handlers take a level of the stack for each of a payload: the service's have about ten. */
const deepest = 500

const isDeeper = (value: Schema.Json, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)))

/** What `JSON.parse` makes is JSON. */
const isJsonObject = (value: unknown): value is Schema.JsonObject => Predicate.isObject(value) && !Array.isArray(value)
