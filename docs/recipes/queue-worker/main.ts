/**
 * A worker process: `FORGECAST_REDIS_URL=redis://localhost:6379 tsx main.ts`. Start as many as you like: they share the
 * queue, the rate limits and the cache.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Stream from "effect/Stream"
import { ForgeNode, RedisNode } from "forgecast/node"
import { work } from "./program.ts"

// A worker that is stopped ends, even if Redis is frozen.
const RedisLive = Layer.unwrap(Effect.map(Config.Redacted("FORGECAST_REDIS_URL"), RedisNode.layer))

const QueueLive = PersistedQueue.layer.pipe(Layer.provide(PersistedQueue.layerStoreRedis()), Layer.provide(RedisLive))

// It reads FORGECAST_REDIS_URL too, and keeps rate limits and the cache there.
const main = Stream.runForEach(work(8), (outcome) => Console.log(outcome)).pipe(
  Effect.provide([ForgeNode.layerGitHub, QueueLive])
)

NodeRuntime.runMain(main)
