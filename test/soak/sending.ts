/** Deliveries of webhooks as the service sends them, over kept connections. */
import * as Http from "node:http"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as WebhookSignature from "../../src/forge/WebhookSignature.ts"
import { Samples } from "../../src/testing/index.ts"

// No request waits for a connection: what is measured is the receiver.
const agent = new Http.Agent({ keepAlive: true, maxSockets: 1_000 })

const request = (port: number, method: string, path: string, headers: Http.OutgoingHttpHeaders, body?: string) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve) => {
    const failed = () => resolve({ status: 0, text: "" })
    const sent = Http.request(
      { port, host: "127.0.0.1", method, path, headers, agent, timeout: method === "GET" ? 2_000 : 10_000 },
      (response) => {
        let text = ""
        response.on("data", (part: Buffer) => (text += part.toString()))
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
        response.on("error", failed)
      }
    )
    sent.on("error", failed).on("timeout", () => sent.destroy())
    sent.end(body)
  })

/** Of a process, in MiB. */
export interface Memory {
  /** What is not garbage. */
  readonly heap: number
  readonly rss: number
}

/** How much memory a receiver takes; undefined while it is away. */
export const memoryOf = async (port: number): Promise<Memory | undefined> => {
  const { status, text } = await request(port, "GET", "/memory", {})
  return status === 200 ? (JSON.parse(text) as Memory) : undefined
}

const secret = Redacted.make("soak")

const signed = ({ event, payload }: ReturnType<typeof Samples.delivery.wire>) => {
  const body = JSON.stringify(payload)
  return { event, body, signature: Effect.runSync(WebhookSignature.sign(secret, body)) }
}

const issue = signed(Samples.delivery.wire("issues", "opened"))
const push = signed(Samples.delivery.wire("push"))

/** Sends a delivery, and returns its status; 0 without a response. One of an issue starts a durable workflow. */
export const deliver = async (port: number, id: string, isDurable: boolean): Promise<number> => {
  const { body, event, signature } = isDurable ? issue : push
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-github-event": event,
    "x-github-delivery": id,
    "x-hub-signature-256": signature
  }
  return (await request(port, "POST", "/webhooks", headers, body)).status
}
