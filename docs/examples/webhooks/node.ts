/** A receiver on Node: `GITHUB_WEBHOOK_SECRET=… PORT=3000 INBOX=./inbox npx tsx docs/examples/webhooks/node.ts` */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as WebhookInbox from "forgecast/forge/WebhookInbox"
import * as Webhooks from "forgecast/forge/Webhooks"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import { handlers, route } from "./bot.ts"

const { INBOX = "inbox", PORT = "3000" } = process.env

const Inbox = WebhookInbox.layer(handlers).pipe(
  Layer.provide([Webhooks.layerConfig(), WebhookInbox.layerFiles(INBOX)]),
  Layer.provide(NodeServices.layer)
)

HttpRouter.serve(Layer.provide(route, Inbox)).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { port: Number(PORT) })),
  Layer.launch,
  NodeRuntime.runMain
)
