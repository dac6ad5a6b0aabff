/** A receiver of webhooks that the soak starts and kills: `receiver.js <store> <place> <port> <file of what was handled>`. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { appendFileSync } from "node:fs"
import { createServer } from "node:http"
import * as WebhookInbox from "../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../src/forge/Webhooks.ts"
import * as RedisNode from "../../src/node/RedisNode.ts"

const [store = "files", place = "", port = "0", handled = ""] = process.argv.slice(2)

const locks = { lockExpiration: "3 seconds" } as const
const stores = {
  files: () => WebhookInbox.layerFiles(place).pipe(Layer.provide(NodeServices.layer)),
  postgres: () => WebhookInbox.layerSql(locks).pipe(Layer.provide(PgClient.layer({ url: Redacted.make(place) }))),
  redis: () => WebhookInbox.layerRedis(locks).pipe(Layer.provide(RedisNode.layer(place)))
}

const handler = Webhooks.onAny(({ id }) => Effect.sync(() => appendFileSync(handled, `${id}\n`)), { name: "note" })
const options = { concurrency: 16, retrySchedule: Schedule.spaced("100 millis") }
const Inbox = WebhookInbox.layer(Webhooks.handlers(handler), options).pipe(
  Layer.provide([Webhooks.layer({ secret: Redacted.make("soak") }), stores[store as keyof typeof stores]()])
)

/** How much memory it takes. */
const Memory = HttpRouter.add("GET", "/memory", () =>
  Effect.sync(() => HttpServerResponse.jsonUnsafe(process.memoryUsage().rss))
)

const Server = HttpRouter.serve(Layer.merge(WebhookInbox.route("/webhooks").pipe(Layer.provide(Inbox)), Memory), {
  disableLogger: true,
  disableListenLog: true
}).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: Number(port), host: "127.0.0.1" })))

await Effect.runPromise(Layer.launch(Server))
