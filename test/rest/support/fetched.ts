/** Responses of a fetch that heeds no signal. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { ClientError, DirectResponse, TooLarge } from "../../../src/rest/internal/wire/direct.ts"
import { FetchResponse } from "../../../src/rest/internal/wire/fetchResponse.ts"
import type { Bounds } from "../../../src/rest/internal/wire/watchdog.ts"

export const request = HttpClientRequest.get("https://api.example.com/")

type Answer = () => Promise<Response>

/** Sends a request, and records its signal. */
export const sending = (answer: Answer, bounds: Partial<Bounds> = {}, reads?: ReadonlyArray<string>) => {
  const sent: { signal?: AbortSignal } = {}
  const head = Effect.withFiber((asker) =>
    Effect.callback<DirectResponse, ClientError>((resume) => {
      const response = new FetchResponse(request, { head: 1e9, silence: 1e9, total: 1e9, ...bounds }, asker, reads)
      response.send((signal) => {
        sent.signal = signal
        return answer()
      }, resume)
      return Effect.sync(() => response.abort())
    })
  )
  return { sent, head, text: Effect.flatMap(head, (response) => response.text(100)) }
}

export const never: Answer = () => new Promise(() => {})

/** A body of pieces that a test pushes. */
export const pushed = () => {
  const seen: { controller?: ReadableStreamDefaultController<Uint8Array>; isCancelled: boolean } = {
    isCancelled: false
  }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (seen.controller = controller),
    cancel: () => void (seen.isCancelled = true)
  })
  const push = (text: string) => Effect.sync(() => seen.controller?.enqueue(new TextEncoder().encode(text)))
  return { seen, push, answer: () => Promise.resolve(new Response(body)) }
}

/** Why it failed. */
export const why = (exit: Exit.Exit<unknown, ClientError | TooLarge> | undefined): unknown => {
  const error = exit && Exit.isFailure(exit) ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error : exit
  return error && "reason" in error ? error.reason.cause : error
}
