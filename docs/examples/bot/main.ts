/** The bot as a server. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { HttpCache, RateLimit } from "forgecast"
import * as AppCredentials from "forgecast/forge/AppCredentials"
import * as WebhookInbox from "forgecast/forge/WebhookInbox"
import * as Webhooks from "forgecast/forge/Webhooks"
import { ForgeNode, RedisNode } from "forgecast/node"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { createServer } from "node:http"
import { bot } from "./bot.ts"

const App = Layer.unwrap(
  Effect.gen(function* () {
    const appId = yield* Config.Int("GITHUB_APP_ID")
    const privateKey = yield* Config.Redacted("GITHUB_APP_PRIVATE_KEY")
    const baseUrl = yield* Config.String("GITHUB_API_URL").pipe(Config.withDefault("https://api.github.com"))
    return AppCredentials.forInstallations({ appId, privateKey, baseUrl })
  })
).pipe(Layer.provide([ForgeNode.layerHttpClient(), HttpCache.layerMemory(), RateLimit.layerRedis()]))

const Inbox = WebhookInbox.layer(bot).pipe(Layer.provide([Webhooks.layerConfig(), WebhookInbox.layerRedis(), App]))

const Redis = Layer.unwrap(Effect.map(Config.Redacted("REDIS_URL"), RedisNode.layer))

const Routes = Layer.merge(
  WebhookInbox.route("/webhooks").pipe(Layer.provide(Inbox), Layer.provide(Redis)),
  PrometheusMetrics.layerHttp()
)

HttpRouter.serve(Routes).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { port: Number(process.env["PORT"] ?? 3000) })),
  Layer.launch,
  NodeRuntime.runMain
)
