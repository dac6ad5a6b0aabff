/** The responses of clients without a direct path, whose bodies a watchdog watches. */
import * as Effect from "effect/Effect"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { TooLarge, WireResponse } from "./direct.ts"
import { failed } from "./fetchResponse.ts"
import type { Watch } from "./watchdog.ts"

/** Bodies up to this length arrive in one or two pieces, so there is no silence between pieces to watch. */
const small = 65_536

export const make = (response: HttpClientResponse.HttpClientResponse, watch: Watch): WireResponse => {
  const { headers, status } = response
  // To begin to read and stop at once closes the connection.
  const discard = Effect.suspend(() => Effect.raceFirst(Effect.exit(response.text), Effect.void))

  const text = (limit: number) =>
    Effect.suspend((): Effect.Effect<string, HttpClientError | TooLarge> => {
      watch.awaitBody()
      const body = collector(watch, limit)
      const tooLarge = Effect.fail<TooLarge>({ _tag: "TooLarge", response: { status, headers }, limit })
      const web = Option.getOrUndefined(HttpClientResponse.toWeb(response))
      // Fetch decompresses, and browsers hide that it did, so the stated length proves nothing. Other clients pass the body
      // on as it is.
      if (web === undefined) {
        const length = Number(headers["content-length"])
        if (length > limit) return Effect.andThen(discard, tooLarge)
        if (length <= small) return response.text
      }
      // A response made by hand, as in a test, has no URL, and may have been given another stream.
      if (web !== undefined && web.url !== "") return fromWeb(web, response, body, tooLarge)
      return response.stream.pipe(
        Stream.runForEach((piece) => (body.add(piece) ? Effect.void : tooLarge)),
        Effect.map(body.text),
        Effect.catch((error) => (isEmptyBody(error) ? Effect.succeed("") : Effect.fail(error)))
      )
    })

  return {
    status,
    headers,
    get url() {
      return response.url
    },
    get stream() {
      return response.stream
    },
    text,
    discard
  }
}

const isEmptyBody = (error: HttpClientError | TooLarge): boolean =>
  error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError"

/** Reads the body of a fetch by its own reader. With Effect's stream, a small call would take 15 % longer. */
const fromWeb = (
  web: Response,
  response: Pick<HttpClientResponse.HttpClientResponse, "request" | "text">,
  body: Collector,
  tooLarge: Effect.Effect<never, TooLarge>
): Effect.Effect<string, HttpClientError | TooLarge> => {
  // Without a body there is nothing to read. React Native has bodies, but cannot stream them.
  if (!web.body) return response.text
  const stream = web.body
  const isWhole = Effect.tryPromise({
    try: async (signal) => {
      const reader = stream.getReader()
      const cancel = () => void reader.cancel().catch(() => {})
      signal.addEventListener("abort", cancel)
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return true
        if (body.add(value)) continue
        cancel()
        return false
      }
    },
    catch: (cause) => failed(response.request, cause)
  })
  return Effect.flatMap(isWhole, (isWhole) => (isWhole ? Effect.sync(body.text) : tooLarge))
}

interface Collector {
  /** Adds a piece; false when the body is longer than it may be. */
  readonly add: (piece: Uint8Array) => boolean
  readonly text: () => string
}

/** Decodes piece by piece: to join large pieces first would keep the garbage collector busy. */
const collector = (watch: Watch, limit: number): Collector => {
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  return {
    add: (piece) => {
      watch.moved(piece.length)
      watch.awaitBody()
      bytes += piece.length
      if (bytes > limit) return false
      text += decoder.decode(piece, { stream: true })
      return true
    },
    text: () => text + decoder.decode()
  }
}
