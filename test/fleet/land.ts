/** A durable workflow that works off a merge queue. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import * as Durable from "../../src/workflow/Durable.ts"
import * as Merge from "../../src/workflow/Merge.ts"
import * as MergeQueue from "../../src/workflow/MergeQueue.ts"

export const queued = { owner: "acme", repo: "queue" }

/** Returns the numbers of what it has landed. */
export const Land = Workflow.make("Land", {
  payload: { base: Schema.String },
  idempotencyKey: ({ base }) => base,
  success: Schema.Array(Schema.Int),
  error: MergeQueue.Failure
})

export const LandLive = Land.toLayer(
  Effect.fnUntraced(function* ({ base }) {
    const queue = Merge.queue(
      { ...queued, base },
      { batch: 4, required: ["test"], schedule: Schedule.spaced("1 second"), timeout: "1 hour" }
    )
    const { landed } = yield* Durable.steps(queue, { name: "queue" })
    return landed.map(({ number }) => number)
  })
)
