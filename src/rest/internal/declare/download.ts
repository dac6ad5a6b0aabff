/** Makes callables from declared downloads: the run-time half of `Download.ts`. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { Decoded } from "../../Call.ts"
import type { CallPlan } from "../../CallPlan.ts"
import * as CallSite from "../../CallSite.ts"
import type { Dialect } from "../../Dialect.ts"
import { ResponseLimit } from "../../Policies.ts"
import type { OnProgress } from "../../Progress.ts"
import {
  DecodeFailed,
  type Failure,
  type IntegrityFailed,
  type InvalidInput,
  invalidInput,
  type RequestInfo
} from "../../RestError.ts"
import { type Hash, Sha256 } from "../../Sha256.ts"
import { lengthOf, unreadable } from "../response/representation.ts"
import { misread, responseInfo, tooLarge } from "../response/responseError.ts"
import type { Redact } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import { notAsPromised } from "../wire/failures.ts"
import { arriving, type Bytes } from "../pipeline/opened.ts"
import { longestText } from "../pipeline/policies.ts"

interface Options {
  readonly size?: number | null | undefined
  readonly digest?: string | null | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Makes the callable of a download. */
export const download = <Self>(plan: CallPlan<Self>, refuses: string | undefined) => {
  /** What collects the bytes is bounded: without a stated size, the response could be endless. */
  const start = (input: unknown, options: Options, collects: "nothing" | "bytes" | "text") =>
    Effect.flatMap(Effect.service(plan.service), (transport) => {
      const encoded = plan.encode(input)
      if (Result.isFailure(encoded)) return Effect.fail(encoded.failure)
      const expected = expectedOf(plan.call.operation, options)
      if (Result.isFailure(expected)) return Effect.fail(expected.failure)
      return Effect.flatMap(transport.request({ ...plan.call, ...encoded.success }, arriving), (response) =>
        Effect.withFiber((fiber) => {
          const { headers, redact = plan.redact, status } = response
          const at: Downloaded = { info: { ...plan.info, url: Urls.safe(response.requestedUrl) }, redact }
          const size = lengthOf(headers)
          const bounded = collects !== "nothing" && expected.success.size === undefined
          const limit = Math.min(
            bounded ? transport.policy(fiber, ResponseLimit) : Infinity,
            collects === "text" ? longestText : Infinity
          )
          const limited = {
            limit,
            exceeded: () => tooLarge(at.info, { limit, response }, plan.dialect, redact)
          }
          const problem =
            wrongType(at, response, refuses, plan.dialect) ??
            wrongCoding(at, response, plan.dialect) ??
            wrongSize(at, expected.success.size, size) ??
            (size !== null && size > limit ? limited.exceeded() : undefined)
          if (problem !== undefined) return Effect.fail(problem)
          const begin = transport.policy(fiber, Sha256)
          const body = checked(at, response.value, size, expected.success, limited, begin, options.onProgress)
          return Effect.succeed({ status, headers, size, body })
        })
      )
    })

  const stream = (
    input: unknown,
    options: Options,
    collects: "nothing" | "bytes" | "text"
  ): Stream.Stream<Uint8Array, Failure, Self> =>
    Stream.unwrap(Effect.map(start(input, options, collects), ({ body }) => body))

  return Object.assign(
    CallSite.stream((input: unknown, options: Options = {}) => stream(input, options, "nothing")),
    {
      bytes: CallSite.effect((input: unknown, options: Options = {}) =>
        Stream.mkUint8Array(stream(input, options, "bytes"))
      ),
      text: CallSite.effect((input: unknown, options: Options = {}) =>
        Effect.map(Stream.mkUint8Array(stream(input, options, "text")), (bytes) => new TextDecoder().decode(bytes))
      ),
      open: CallSite.effect((input: unknown, options: Options = {}) => start(input, options, "nothing")),
      declaration: plan.declaration
    }
  )
}

/** The size and hash that the caller expects. */
interface Expected {
  readonly size: number | undefined
  /** Hex digits in lower case. */
  readonly sha256: string | undefined
}

const expectedOf = (operation: string, { digest, size }: Options): Result.Result<Expected, InvalidInput> => {
  if (typeof size === "number" && !(Number.isSafeInteger(size) && size >= 0)) {
    return Result.fail(invalidInput(operation, "size", "is not a number of bytes"))
  }
  const sha256 = typeof digest === "string" ? /^sha256:([0-9a-f]{64})$/i.exec(digest)?.[1] : undefined
  if (typeof digest === "string" && sha256 === undefined) {
    return Result.fail(
      invalidInput(operation, "digest", 'is not "sha256:" followed by 64 hex digits; no other digest is supported')
    )
  }
  return Result.succeed({ size: size ?? undefined, sha256: sha256?.toLowerCase() })
}

/** What errors say of a download, and what removes its secrets. */
interface Downloaded {
  readonly info: RequestInfo
  readonly redact: Redact
}

const wrongType = (
  { info, redact }: Downloaded,
  response: Decoded<unknown>,
  refuses: string | undefined,
  dialect: Dialect
): DecodeFailed | undefined => {
  const type = response.headers["content-type"]
  if (refuses === undefined || type === undefined || type.split(";")[0]?.trim().toLowerCase() !== refuses) {
    return undefined
  }
  const base = responseInfo(info, response, dialect, redact)
  const found = `Expected bytes, found ${refuses}`
  return new DecodeFailed({ ...base, path: "", found, message: `${base.message}: the response: ${found}` })
}

const wrongCoding = (
  { info, redact }: Downloaded,
  response: Decoded<unknown>,
  dialect: Dialect
): Failure | undefined => {
  const why = unreadable(response.headers)
  return why && misread(responseInfo(info, response, dialect, redact), why, redact)
}

const wrongSize = (
  { info, redact }: Downloaded,
  expected: number | undefined,
  found: number | null
): IntegrityFailed | undefined =>
  expected === undefined || found === null || expected === found
    ? undefined
    : notAsPromised(info, `${expected} bytes`, `${found} bytes`, redact)

interface Limited {
  /** How many bytes there may be. */
  readonly limit: number
  readonly exceeded: () => Failure
}

/** Passes the bytes on as they arrive. Counts and hashes them, and compares the result with what is expected. */
const checked = (
  { info, redact }: Downloaded,
  body: Bytes,
  /** The length that the head states. */
  length: number | null,
  { sha256, size }: Expected,
  { exceeded, limit }: Limited,
  begin: () => Hash,
  onProgress: OnProgress | undefined
): Stream.Stream<Uint8Array, Failure> => {
  const most = size ?? length ?? Infinity
  const total = length ?? size ?? null

  const whyWrong = (bytes: number, hash: Hash | undefined): IntegrityFailed | undefined => {
    if (size !== undefined && bytes !== size) return notAsPromised(info, `${size} bytes`, `${bytes} bytes`, redact)
    const found = hash?.hex()
    return found === sha256 ? undefined : notAsPromised(info, `sha256:${sha256}`, `sha256:${found}`, redact)
  }

  return Stream.transformPull(body, (pull) =>
    Effect.sync(() => {
      let bytes = 0
      const hash = sha256 === undefined ? undefined : begin()
      const next = Effect.flatMap(pull, (pieces) => {
        for (const piece of pieces) {
          bytes += piece.length
          hash?.update(piece)
        }
        if (bytes > limit) return Effect.fail(exceeded())
        // No need to wait for the end.
        if (bytes > most) return Effect.fail(notAsPromised(info, `${most} bytes`, `more than ${most} bytes`, redact))
        return onProgress === undefined ? Effect.succeed(pieces) : Effect.as(onProgress({ bytes, total }), pieces)
      })
      return Pull.catchDone(next, (): Effect.Effect<never, Cause.Done | Failure> => {
        const problem = whyWrong(bytes, hash)
        return problem === undefined ? Cause.done() : Effect.fail(problem)
      })
    })
  )
}
