/** Deliveries as the service sends them, and what hears them. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as WebhookInbox from "../../../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../../../src/forge/Webhooks.ts"
import * as WebhookSignature from "../../../../src/forge/WebhookSignature.ts"

export const secret = Redacted.make("It's a Secret to Everybody")

export const delivery = Effect.fnUntraced(function* (
  id: string,
  event: string = "ping",
  body: string = `{"hook_id":30}`
) {
  const headers = {
    "content-type": "application/json",
    "x-github-delivery": id,
    "x-github-event": event,
    "x-hub-signature-256": yield* WebhookSignature.sign(secret, body)
  }
  return new Request("https://bot.example/webhooks", { method: "POST", headers, body })
})

export const accept = (id: string, event?: string, body?: string) =>
  Effect.flatMap(delivery(id, event, body), (request) => WebhookInbox.WebhookInbox.use((kept) => kept.accept(request)))

export const failed = WebhookInbox.WebhookInbox.use((kept) => kept.failed)

/** What a handler named `one` has given up just now. */
export const letter = Effect.fnUntraced(function* (id: string, payload: Schema.JsonObject = {}) {
  const now = yield* DateTime.now
  const hook = { id: null, target_type: null, target_id: null }
  const delivery = { id, event: "ping", hook, received_at: now, payload }
  return { id, handler: "one", delivery, attempts: 1, replays: 0, failed_at: now, failure: "no disk" }
})

/** Handlers that say what they got. */
export const heard = Effect.gen(function* () {
  const queue = yield* Queue.unbounded<string>()
  const hear = (name: string) => Webhooks.on("ping", ({ id }) => Queue.offer(queue, `${name} ${id}`), { name })
  return { queue, hear, take: Queue.take(queue), size: Queue.size(queue) }
})
