/** The senders, each with a peer that answers as a test says. */
import type * as Undici from "@effect/platform-node/Undici"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { UndiciResponse } from "../../../src/node/undiciResponse.ts"
import * as FetchClient from "../../../src/rest/FetchClient.ts"
import { senderOf } from "../../../src/rest/internal/wire/anyClient.ts"
import * as Sender from "../../../src/rest/Sender.ts"
import type { Bounds } from "../../../src/rest/Watch.ts"

export const request: Sender.ClientRequest = {
  method: "GET",
  url: "https://api.example.com/",
  headers: Headers.empty,
  body: HttpBody.empty
}

/** Nothing takes too long. */
export const patient: Bounds = { head: 1e9, silence: 1e9, total: 1e9 }

export const plain: Sender.SendOptions = { redirect: "manual", reads: undefined }

/** The service's side of one exchange. */
export interface Peer {
  readonly sender: Sender.Sender
  /** Sends the head. */
  readonly head: (status?: number, headers?: Readonly<Record<string, string>>) => Effect.Effect<void>
  /** Sends a piece of the body. */
  readonly push: (piece: string | Uint8Array) => Effect.Effect<void>
  /** Ends the body. */
  readonly end: Effect.Effect<void>
  /** Loses the connection. */
  readonly lose: (cause: Error) => Effect.Effect<void>
  /** Whether the client has closed the connection. */
  readonly isClosed: () => boolean
}

/** Sends a request to a peer. */
export const sending = (
  { sender }: Pick<Peer, "sender">,
  bounds: Partial<Bounds> = {},
  options: Partial<Sender.SendOptions> = {}
) => {
  const head = sender(request, { ...patient, ...bounds }, { ...plain, ...options })
  return { head, text: Effect.flatMap(head, (response) => response.text(100)) }
}

/** Why it failed: the cause of a lost exchange, else the error. */
export const why = (exit: Exit.Exit<unknown, Sender.ClientError | Sender.TooLarge> | undefined): unknown => {
  const error = exit && Exit.isFailure(exit) ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error : exit
  return error && "reason" in error ? error.reason.cause : error
}

/** Lets promises and immediates run. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

const bytesOf = (piece: string | Uint8Array) => (typeof piece === "string" ? new TextEncoder().encode(piece) : piece)

/** A peer whose answers are web responses. */
const webPeer = (url: string, senderBy: (fetch: typeof globalThis.fetch) => Sender.Sender): Peer => {
  let answer: (response: Response | Promise<Response>) => void = () => {}
  const answered = new Promise<Response>((resolve) => void (answer = resolve))
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  let isCancelled = false
  let signal: AbortSignal | null | undefined
  const act = (action: () => void) => Effect.andThen(Effect.sync(action), turn)
  return {
    sender: senderBy((_, init) => {
      signal = init?.signal
      return answered
    }),
    head: (status = 200, headers = {}) =>
      act(() => {
        const stream = new ReadableStream<Uint8Array>({
          start: (controller) => void (body = controller),
          cancel: () => void (isCancelled = true)
        })
        const web = new Response([204, 205, 304].includes(status) ? null : stream, { status, headers })
        answer(Object.defineProperty(web, "url", { value: url }))
      }),
    push: (piece) => act(() => body?.enqueue(bytesOf(piece))),
    end: act(() => body?.close()),
    lose: (cause) => act(() => (body === undefined ? answer(Promise.reject(cause)) : body.error(cause))),
    isClosed: () => isCancelled || signal?.aborted === true
  }
}

const fetchSender = (fetch: typeof globalThis.fetch): Sender.Sender =>
  Effect.runSync(Effect.provideService(FetchClient.sender, FetchHttpClient.Fetch, fetch))

const clientSender =
  (made: (response: HttpClientResponse.HttpClientResponse) => HttpClientResponse.HttpClientResponse) =>
  (fetch: typeof globalThis.fetch): Sender.Sender =>
    senderOf(
      HttpClient.make((request, url, signal) =>
        Effect.map(
          Effect.tryPromise({
            try: () => fetch(url, { signal }),
            catch: (cause) =>
              new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
          }),
          (web) => made(HttpClientResponse.fromWeb(request, web))
        )
      )
    )

/** The same response, as of a client that makes no web responses. */
const notOfWeb = (response: HttpClientResponse.HttpClientResponse) =>
  Object.defineProperty(response, "~effect/http/HttpClientResponse/WebSource", { value: () => undefined })

/** A peer behind undici's dispatcher. */
export interface UndiciPeer extends Peer {
  readonly isPaused: () => boolean
  /** Sends a whole response, which arrives in one go. */
  readonly arrive: (status: number, ...pieces: ReadonlyArray<string>) => void
}

export const undiciPeer = ({ connects = true } = {}): UndiciPeer => {
  let handler: Undici.Dispatcher.DispatchHandler | undefined
  const seen = { isAborted: false, isPaused: false }
  const controller: Undici.Dispatcher.DispatchController = {
    get aborted() {
      return seen.isAborted
    },
    get paused() {
      return seen.isPaused
    },
    reason: null,
    rawHeaders: null,
    rawTrailers: null,
    pause: () => void (seen.isPaused = true),
    resume: () => void (seen.isPaused = false),
    abort: () => void (seen.isAborted = true)
  }
  // Nothing else of a dispatcher is called.
  const dispatcher = {
    dispatch: (_: unknown, given: Undici.Dispatcher.DispatchHandler) => {
      handler = given
      if (connects) given.onRequestStart?.(controller, {})
      return true
    }
  } as unknown as Undici.Dispatcher
  const act = (action: (handler: Undici.Dispatcher.DispatchHandler) => void) =>
    Effect.andThen(
      Effect.sync(() => action(handler ?? assert.fail("nothing was sent"))),
      turn
    )
  return {
    sender: Sender.make((sent) => new UndiciResponse(sent, dispatcher)),
    head: (status = 200, headers = {}) =>
      act((handler) => handler.onResponseStart?.(controller, status, { ...headers }, "")),
    push: (piece) => act((handler) => handler.onResponseData?.(controller, Buffer.from(bytesOf(piece)))),
    end: act((handler) => handler.onResponseEnd?.(controller, {})),
    lose: (cause) => act((handler) => handler.onResponseError?.(controller, cause)),
    isClosed: () => seen.isAborted,
    isPaused: () => seen.isPaused,
    arrive: (status, ...pieces) => {
      handler?.onResponseStart?.(controller, status, {}, "")
      for (const piece of pieces) handler?.onResponseData?.(controller, Buffer.from(piece))
      handler?.onResponseEnd?.(controller, {})
    }
  }
}

/** All senders, each with a new peer. */
export const senders: ReadonlyArray<readonly [name: string, peer: () => Peer]> = [
  ["undici", undiciPeer],
  ["fetch", () => webPeer(request.url, fetchSender)],
  [
    "a client on fetch",
    () =>
      webPeer(
        request.url,
        clientSender((response) => response)
      )
  ],
  [
    "a client whose responses are made by hand",
    () =>
      webPeer(
        "",
        clientSender((response) => response)
      )
  ],
  ["any other client", () => webPeer("", clientSender(notOfWeb))]
]
