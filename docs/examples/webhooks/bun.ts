/** A receiver on Bun: `GITHUB_WEBHOOK_SECRET=… PORT=3000 INBOX=./inbox bun docs/examples/webhooks/bun.ts` */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as WebhookInbox from "forgecast/forge/WebhookInbox"
import * as Webhooks from "forgecast/forge/Webhooks"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { handlers, route } from "./bot.ts"

const { INBOX = "inbox", PORT = "3000" } = process.env

const Inbox = WebhookInbox.layer(handlers).pipe(
  Layer.provide([Webhooks.layerConfig(), WebhookInbox.layerFiles(INBOX)]),
  Layer.provide(NodeServices.layer)
)

const { handler } = HttpRouter.toWebHandler(Layer.provide(route, Inbox))

// oxlint-disable-next-line import/no-default-export -- Bun serves what a program exports.
export default { port: Number(PORT), fetch: (request: Request) => handler(request) }
