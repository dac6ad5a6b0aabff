/** Durable workflows that deliveries start. */
import * as Effect from "effect/Effect"
import type * as Workflow from "effect/workflow/Workflow"
import { WorkflowEngine } from "effect/workflow/WorkflowEngine"
import type { Head } from "./WebhookDelivery.ts"

/**
 * A handler that starts a durable workflow for each delivery. Its execution has the id of the delivery, after the
 * name of the workflow (`Triage/72d3162e-…`): sent or handled twice, a delivery starts one execution. It does not wait for
 * the end of the workflow.
 *
 * **Example** (A workflow for each issue that is opened)
 *
 * ```ts
 * const triage = Webhooks.on(
 *   "issues",
 *   ["opened"],
 *   Webhooks.durable(Triage, ({ payload }) => ({ issue: payload.issue.number }))
 * )
 * ```
 */
export const durable =
  <
    Name extends string,
    Payload extends Workflow.AnyStructSchema,
    Success extends Workflow.Any["successSchema"],
    Failure extends Workflow.Any["errorSchema"],
    Delivery extends Head
  >(
    workflow: Workflow.Workflow<Name, Payload, Success, Failure>,
    payloadOf: (delivery: Delivery) => Payload["~type.make.in"]
  ) =>
  (
    delivery: Delivery
  ): Effect.Effect<
    string,
    never,
    WorkflowEngine | Payload["EncodingServices"] | Success["DecodingServices"] | Failure["DecodingServices"]
  > =>
    Effect.gen(function* () {
      const engine = yield* WorkflowEngine
      const payload = yield* Effect.orDie(workflow.payloadSchema.makeEffect(payloadOf(delivery)))
      const execution = engine.execute(workflow, {
        executionId: `${workflow._tag}/${delivery.id}`,
        payload,
        discard: true
      })
      // The workflow fails later, by itself.
      return yield* Effect.orDie(execution)
    })
