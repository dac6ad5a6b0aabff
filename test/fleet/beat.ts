/** A durable workflow that reads an issue once a second: its requests show how long nobody has run it. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import * as ForgeError from "../../src/forge/ForgeError.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { repo } from "./triage.ts"

/** How long it takes, in seconds. */
export const beats = 14

export const Beat = Workflow.make("Beat", {
  payload: { issue: Schema.Int, round: Schema.Int },
  idempotencyKey: ({ issue, round }) => `${issue} in ${round}`,
  error: ForgeError.ForgeError
})

export const BeatLive = Beat.toLayer(({ issue }) =>
  Durable.steps(
    Effect.forEach(
      Array.from({ length: beats }),
      () => Effect.andThen(Issues.get({ ...repo, issue_number: issue }), Effect.sleep("1 second")),
      { discard: true }
    ),
    { name: "beat" }
  )
)
