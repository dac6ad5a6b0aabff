/** Responses of a scripted server: complete ones, and broken ones. */
import type { Answer } from "./server.ts"

export type Headers = Readonly<Record<string, string>>

/** The request id in each response, as `json` sends it. */
export const requestId = "C0DE:1234:5678"

/** A complete response. Without a body only the head is sent. */
export const answer =
  (status: number, headers: Headers = {}, body: string | Uint8Array = ""): Answer =>
  (response) => {
    response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers })
    response.end(body)
  }

export const json = (status: number, value: unknown, headers: Headers = {}): Answer =>
  answer(
    status,
    { "content-type": "application/json; charset=utf-8", "x-github-request-id": requestId, ...headers },
    JSON.stringify(value)
  )

/** An error in the service's format. */
export const refusal = (status: number, message: string, headers: Headers = {}, more: object = {}): Answer =>
  json(status, { message, documentation_url: "https://docs.example.com/rest", ...more, status: `${status}` }, headers)

/** Redirects; a path stays on the same server. */
export const redirect = (status: number, location: string): Answer =>
  json(status, { message: "Moved", url: location }, { location })

/** Resets the connection before any response. */
export const reset: Answer = (response) => {
  response.socket?.resetAndDestroy()
}

/** Never responds. */
export const silence: Answer = () => {}

/** Sends these bytes in place of an HTTP response. */
export const bytes =
  (raw: string): Answer =>
  (response) => {
    response.socket?.end(raw)
  }

/** Announces a whole body, sends its first half, and then drops the connection or falls silent. */
export const half =
  (value: unknown, then: "reset" | "end" | "silence"): Answer =>
  (response) => {
    const body = Buffer.from(JSON.stringify(value))
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
    response.write(body.subarray(0, body.length / 2), () => {
      if (then === "reset") response.socket?.resetAndDestroy()
      if (then === "end") response.socket?.end()
    })
  }

/** Sends a complete body a piece at a time. */
export const drip =
  (value: unknown, pieces: number, everyMillis: number): Answer =>
  (response) => {
    const body = Buffer.from(JSON.stringify(value))
    const size = Math.ceil(body.length / pieces)
    let sent = 0
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
    const timer = setInterval(() => {
      response.write(body.subarray(sent, (sent += size)))
      if (sent < body.length) return
      clearInterval(timer)
      response.end()
    }, everyMillis)
    response.on("close", () => clearInterval(timer))
  }

/** An endless body, as fast as the client reads it. */
export const endless =
  (status: number, headers: Headers = {}): Answer =>
  (response) => {
    const piece = Buffer.alloc(16_384, "x")
    response.writeHead(status, headers)
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on("drain", more)
    more()
  }
