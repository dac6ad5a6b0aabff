/** What a receiver does, wherever it runs. */
import * as WebhookInbox from "forgecast/forge/WebhookInbox"
import * as Webhooks from "forgecast/forge/Webhooks"
import * as Effect from "effect/Effect"

const greet = Webhooks.on("ping", ({ payload }) => Effect.log(payload.zen ?? "pong"))

export const handlers = Webhooks.handlers(greet)

/** `POST /webhooks` responds once a delivery is kept. */
export const route = WebhookInbox.route("/webhooks")
