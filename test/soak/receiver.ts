/**
 * A receiver of webhooks that the soak starts and kills: `receiver.js <store> <place> <port> <directory>`. It writes into
 * the directory what it has `handled`, and with a `DATABASE_URL` what its durable workflows have `begun` and `ended`.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Activity from "effect/workflow/Activity"
import * as Workflow from "effect/workflow/Workflow"
import { randomUUID } from "node:crypto"
import { appendFileSync } from "node:fs"
import { createServer } from "node:http"
import * as Path from "node:path"
import { layerRunner } from "../../docs/examples/fleet/cluster.ts"
import * as WebhookInbox from "../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../src/forge/Webhooks.ts"
import * as RedisNode from "../../src/node/RedisNode.ts"

const [store = "files", place = "", port = "0", directory = ""] = process.argv.slice(2)

const write = (file: string, ...words: ReadonlyArray<string>) =>
  Effect.sync(() => appendFileSync(Path.join(directory, file), `${words.join(" ")}\n`))

const locks = { lockExpiration: "3 seconds" } as const
const stores = {
  files: () => WebhookInbox.layerFiles(place).pipe(Layer.provide(NodeServices.layer)),
  postgres: () => WebhookInbox.layerSql(locks).pipe(Layer.provide(PgClient.layer({ url: Redacted.make(place) }))),
  redis: () => WebhookInbox.layerRedis(locks).pipe(Layer.provide(RedisNode.layer(place)))
}

const Once = Workflow.make("Once", { payload: { id: Schema.String }, idempotencyKey: ({ id }) => id })

const OnceLive = Once.toLayer(
  Effect.fnUntraced(function* ({ id }) {
    // A kill during an activity has it run again. The workflow is started twice if more than one of its runs goes on.
    const run = yield* Activity.make({
      name: "begin",
      success: Schema.String,
      execute: Effect.tap(Effect.sync(randomUUID), (own) => write("begun", id, own))
    })
    yield* Activity.make({ name: "end", execute: write("ended", id, run) })
  })
)

const note = Webhooks.onAny(({ id }) => write("handled", id, String(process.pid)), { name: "note" })
const start = Webhooks.on(
  "issues",
  ["opened"],
  Webhooks.durable(Once, ({ id }) => ({ id }))
)

// A server that is away for long is not a reason to give up.
const options = { concurrency: 16, maxAttempts: 10_000, retrySchedule: Schedule.spaced("100 millis") }
const inboxOf = <R>(handlers: Webhooks.Handlers<never, R>) =>
  WebhookInbox.layer(handlers, options).pipe(
    Layer.provide([Webhooks.layer({ secret: Redacted.make("soak") }), stores[store as keyof typeof stores]()])
  )
const Inbox =
  process.env["DATABASE_URL"] === undefined
    ? inboxOf(Webhooks.handlers(note))
    : inboxOf(Webhooks.handlers(note, start)).pipe(
        Layer.provide(OnceLive),
        Layer.provide(layerRunner(Number(port) + 1))
      )

/** How much memory it takes: all, and of its heap what is not garbage. */
const Memory = HttpRouter.add("GET", "/memory", () =>
  Effect.sync(() => {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    return HttpServerResponse.jsonUnsafe({ heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 })
  })
)

const Server = HttpRouter.serve(Layer.merge(WebhookInbox.route("/webhooks").pipe(Layer.provide(Inbox)), Memory), {
  disableLogger: true,
  disableListenLog: true
}).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: Number(port), host: "127.0.0.1" })))

await Effect.runPromise(Layer.launch(Server))
