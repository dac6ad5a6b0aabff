/** Deliveries that start durable workflows. */
import { describe, expect, it } from "@effect/vitest"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as TestRunner from "effect/cluster/TestRunner"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import * as WorkflowEngine from "effect/workflow/WorkflowEngine"
import * as WebhookInbox from "../../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import { delivery, secret } from "./support/deliveries.ts"

const Greet = Workflow.make("Greet", {
  payload: { hook: Schema.NullOr(Schema.Int) },
  // Of all deliveries the same: it is not what identifies an execution.
  idempotencyKey: () => ""
})

describe.each([
  ["in memory", WorkflowEngine.layerMemory],
  ["of a cluster", ClusterWorkflowEngine.layer.pipe(Layer.provide(TestRunner.layer))]
])("a durable workflow on the engine %s", (_, engine) => {
  it.live("is started once by a delivery, however often it is sent or handled", () =>
    Effect.gen(function* () {
      const started = yield* Queue.unbounded<string>()
      const GreetLive = Greet.toLayer(({ hook }, executionId) =>
        Queue.offer(started, `${executionId} ${hook}`).pipe(Effect.asVoid)
      )
      const greet = Webhooks.on(
        "ping",
        Webhooks.durable(Greet, ({ payload }) => ({ hook: payload.hook_id }))
      )
      // Each inbox has a queue of its own, as after a crash that has lost the mark of what is done.
      const inbox = WebhookInbox.layer(Webhooks.handlers(greet)).pipe(
        Layer.provide([Webhooks.layer({ secret }), WebhookInbox.layerMemory]),
        Layer.fresh
      )
      const send = (id: string) =>
        Effect.flatMap(delivery(id), (request) => WebhookInbox.WebhookInbox.use((kept) => kept.accept(request)))
      yield* Effect.gen(function* () {
        for (const ids of [
          ["a", "a"],
          ["a", "b"]
        ]) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const context = yield* Layer.build(inbox)
              for (const id of ids) yield* Effect.provide(send(id), context)
              expect(yield* Queue.take(started)).toBe(`Greet/${ids[1]} 30`)
            })
          )
        }
        expect(yield* Queue.size(started)).toBe(0)
      }).pipe(Effect.provide(GreetLive.pipe(Layer.provideMerge(engine))))
    })
  )
})
