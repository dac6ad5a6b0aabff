/**
 * A receiver as a worker: `GITHUB_WEBHOOK_SECRET=… deno serve --allow-env docs/examples/webhooks/worker.ts`. A worker may end
 * after its response, so put a store behind it that outlives it: `WebhookInbox.layerRedis` or `layerSql`.
 */
import * as WebhookInbox from "forgecast/forge/WebhookInbox"
import * as Webhooks from "forgecast/forge/Webhooks"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { handlers, route } from "./bot.ts"

const Inbox = WebhookInbox.layer(handlers).pipe(Layer.provide([Webhooks.layerConfig(), WebhookInbox.layerMemory]))

const { handler } = HttpRouter.toWebHandler(Layer.provide(route, Inbox))

// oxlint-disable-next-line import/no-default-export -- Workers are what a program exports.
export default { fetch: (request: Request) => handler(request) }
